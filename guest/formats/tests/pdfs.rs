//! The facts of PDFs that are made here, in order and damaged.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]

mod written;

use readroom_formats::{MAX_READ_BYTES, MAX_READS, Pdf, PdfError, Version, pdf};
use std::convert::Infallible;
use written::{Form, Packing, Written, document};

/// The facts of a file, and how many reads they took.
fn counted(bytes: &[u8]) -> (Result<Pdf, PdfError<Infallible>>, u32) {
    let mut reads = 0;
    let facts = pdf(bytes.len() as u64, |at, length| {
        reads += 1;
        assert!(reads <= MAX_READS && (1..=MAX_READ_BYTES).contains(&length));
        let rest = &bytes[usize::try_from(at).unwrap()..];
        Ok(rest[..rest.len().min(length as usize)].to_vec())
    });
    (facts, reads)
}

fn facts(bytes: &[u8]) -> Pdf {
    counted(bytes).0.unwrap()
}

/// What is said of a file of version 1.4 that is not encrypted.
fn sound(pages: u64) -> Pdf {
    Pdf {
        version: Some(Version { major: 1, minor: 4 }),
        pages: Some(pages),
        encrypted: Some(false),
    }
}

/// Puts other bytes of the same length where some stand for the last time.
fn replaced(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let at = bytes.windows(from.len()).rposition(|window| window == from.as_bytes()).unwrap();
    let mut bytes = bytes.to_vec();
    bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
    bytes
}

/// The file with a tree of pages that is found only where the cross-references lead.
fn unsearchable(bytes: &[u8]) -> Vec<u8> {
    let packed = !bytes.windows(11).any(|window| window == b"/Type/Pages");
    if packed { bytes.to_vec() } else { replaced(bytes, "/Type/Pages", "/Typo/Pages") }
}

#[test]
fn pages_are_counted_in_every_form() {
    for form in Form::ALL {
        for pages in [0, 1, 3, 500] {
            let file = unsearchable(&document(form, pages));
            let (found, reads) = counted(&file);
            assert_eq!(found.unwrap(), sound(pages as u64), "{form:?}");
            assert!(reads <= 3, "{form:?}, {pages} pages: {reads} reads of {} bytes", file.len());
        }
    }
}

#[test]
fn what_is_no_pdf_is_told_apart() {
    let mut late = vec![b' '; 1020];
    late.extend_from_slice(b"%PDF-1.4");
    for bytes in [&b""[..], b"%PDF", b"text", &late] {
        assert_eq!(counted(bytes).0, Err(PdfError::NotPdf));
    }
    let bare = Pdf { version: None, pages: None, encrypted: None };
    assert_eq!(facts(b"%PDF-"), bare);
    assert_eq!(facts(b"%PDF-x.y\n%%EOF"), bare);
    assert_eq!(facts(b"%PDF-1.4"), Pdf { version: Some(Version { major: 1, minor: 4 }), ..bare });
}

#[test]
fn an_error_of_a_read_is_given_on() {
    for fails_at in 0..2 {
        let bytes = document(Form::Table, 20_000);
        let mut reads = 0;
        let result = pdf(bytes.len() as u64, |at, length| {
            reads += 1;
            if reads > fails_at {
                return Err("cut off");
            }
            Ok(bytes[at as usize..][..length as usize].to_vec())
        });
        assert_eq!(result, Err(PdfError::Read("cut off")));
    }
}

#[test]
fn reads_may_be_short_and_a_file_may_shrink() {
    let bytes = document(Form::Stream, 10);
    let short = |most: usize| {
        pdf::<Infallible>(bytes.len() as u64, |at, length| {
            let rest = &bytes[at as usize..];
            Ok(rest[..rest.len().min(length as usize).min(most)].to_vec())
        })
    };
    assert_eq!(short(bytes.len() / 20), Ok(sound(10)));
    // Too many of them are too many.
    assert_eq!(short(1), Err(PdfError::NotPdf));
    assert_eq!(short(0), Err(PdfError::NotPdf));
    // A file that has no end where it should.
    let shrunk = pdf::<Infallible>(u64::MAX, |at, length| {
        let rest = bytes.get(at as usize..).unwrap_or_default();
        Ok(rest[..rest.len().min(length as usize)].to_vec())
    });
    assert_eq!(shrunk.unwrap().version, sound(0).version);
}

#[test]
fn a_header_may_stand_after_something_else() {
    for form in Form::ALL {
        let mut bytes = b"HTTP/1.1 200 OK\r\n\r\n".to_vec();
        bytes.extend(document(form, 4));
        assert_eq!(facts(&bytes), sound(4), "{form:?}");
    }
}

#[test]
fn the_catalog_may_name_a_newer_version() {
    let mut file = Written::new("1.4");
    file.object(1, "<</Type/Catalog/Pages 2 0 R/Version/1.7>>");
    file.object(2, "<</Type/Pages/Kids[]/Count 0>>");
    let newer = file.table("/Root 1 0 R");
    assert_eq!(facts(&newer).version.unwrap().to_string(), "1.7");
    let older = replaced(&newer, "/Version/1.7", "/Version/1.2");
    assert_eq!(facts(&older).version.unwrap().to_string(), "1.4");
}

#[test]
fn what_was_added_later_counts() {
    for form in Form::ALL {
        let mut file = Written::again(document(form, 3));
        file.object(2, "<</Type/Pages/Kids[3 0 R 3 0 R 3 0 R 3 0 R]/Count 4>>");
        for saved in
            [file.clone().table("/Root 1 0 R"), file.stream("/Root 1 0 R", Packing::Predicted(7))]
        {
            assert_eq!(facts(&saved), sound(4), "{form:?}");
        }
    }
}

#[test]
fn a_hybrid_file_hides_objects_from_old_readers() {
    let mut file = Written::again(unsearchable(&document(Form::Table, 3)));
    file.packed(7, &[(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")]);
    // Its table says that there is no object 2. Both sections name the older one, where the catalog is.
    let mut bytes = file.hybrid("/Root 1 0 R");
    assert_eq!(facts(&bytes), sound(1));
    // Again and again, each section named by two others.
    for _ in 0..20 {
        let mut file = Written::again(bytes);
        file.packed(8, &[(9, "null")]);
        bytes = file.hybrid("/Root 1 0 R");
    }
    assert_eq!(facts(&bytes), sound(1));
}

#[test]
fn a_count_may_stand_elsewhere() {
    let mut file = Written::new("1.4");
    file.object(1, "<</Type/Catalog/Pages 2 0 R>>");
    file.object(2, "<</Type/Pages/Kids[3 0 R]/Count 4 0 R>>");
    file.object(3, "<</Type/Page/Parent 2 0 R>>");
    file.object(4, "1");
    assert_eq!(facts(&file.table("/Root 1 0 R")), sound(1));
}

#[test]
fn a_long_list_of_pages_is_read_to_its_end() {
    for form in [Form::Table, Form::Stream] {
        let file = document(form, 20_000);
        let (found, reads) = counted(&file);
        assert_eq!(found.unwrap(), sound(20_000), "{form:?}");
        assert!(reads <= 12, "{form:?}: {reads} reads of {} bytes", file.len());
    }
}

#[test]
fn a_dictionary_may_be_of_any_length() {
    // Among them those that end just where a look at an object does.
    for spaces in 3900..4100 {
        let mut file = Written::new("1.4");
        file.object(1, "<</Type/Catalog/Pages 2 0 R>>");
        file.object(2, "<</Typo/Pages/Kids[]/Count 0>>");
        let file = file.stream(&format!("/Root 1 0 R{}", " ".repeat(spaces)), Packing::Flate);
        assert_eq!(facts(&file), sound(0), "{spaces}");
    }
}

#[test]
fn encryption_is_told() {
    let encrypted = |pages| Pdf { encrypted: Some(true), ..sound(pages) };
    let mut file = Written::again(document(Form::Table, 3));
    file.object(9, "<</Filter/Standard/V 2>>");
    assert_eq!(facts(&file.clone().table("/Root 1 0 R/Encrypt 9 0 R")), encrypted(3));
    assert_eq!(facts(&file.table("/Root 1 0 R/Encrypt null")), sound(3));
    // Streams of objects are encrypted too, so that the pages are hidden.
    let mut file = Written::new("1.4");
    file.object(1, "<</Type/Catalog/Pages 2 0 R>>");
    file.packed(7, &[(2, "<</Type/Pages/Kids[]/Count 0>>")]);
    let at = file.bytes.windows(6).position(|window| window == b"stream").unwrap();
    file.bytes[at + 7..at + 20].fill(0xa5);
    let hidden = file.stream("/Root 1 0 R/Encrypt<</V 2>>", Packing::Flate);
    assert_eq!(facts(&hidden), Pdf { pages: None, ..encrypted(0) });
}

#[test]
fn a_linearized_file_says_so_itself() {
    let file = written::linearized(12);
    assert_eq!(facts(&unsearchable(&replaced(&file, "/Linearized", "/Xinearized"))), sound(12));
    // Its cross-references are gone, and nothing else names the pages.
    let broken = replaced(&replaced(&file, "startxref", "startxxxx"), "/Type/Pages", "/Type/Xxxxx");
    assert_eq!(facts(&broken), Pdf { encrypted: Some(false), ..sound(12) });
    // It was added to, so that its first object is old.
    let mut added = broken.clone();
    added.extend_from_slice(b"\n% more");
    assert_eq!(facts(&added).pages, None);
}

#[test]
fn a_damaged_file_is_searched() {
    let file = document(Form::Table, 3);
    let tail = |from: &str, to: &str| replaced(&file, from, to);
    for (damaged, what) in [
        (tail("startxref", "startxxxx"), "no beginning"),
        (tail("0000000015 00000 n", "0000000016 00000 n"), "a wrong offset of the catalog"),
        (tail("0000000015 00000 n", "0000000015 00000 x"), "no entry"),
        (tail("xref\n0 6", "xref\n0 9"), "a wrong number of entries"),
        (tail("/Root 1 0 R", "/Root 9 0 R"), "no catalog"),
        (tail("/Root 1 0 R", "/Root 3 0 R"), "a wrong catalog"),
        (tail("trailer", "trauler"), "no trailer"),
        (tail("\nxref", "\nxxxx"), "no table"),
    ] {
        let found = facts(&damaged);
        assert_eq!(found.pages, Some(3), "{what}");
        assert_ne!(found.encrypted, Some(true), "{what}");
    }
}

#[test]
fn an_offset_of_another_object_is_a_wrong_one() {
    let mut file = Written::new("1.4");
    file.object(1, "<</Type/Catalog/Pages 2 0 R>>");
    file.object(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>");
    file.object(3, "<</Type/Outlines/Count 9>>");
    let outlines = file.places[&3];
    file.places.insert(2, outlines);
    assert_eq!(facts(&file.table("/Root 1 0 R")), sound(1));
}

#[test]
fn both_ends_of_a_large_damaged_file_are_searched() {
    let image = format!("<</Length 900000>>stream\n{}\nendstream", "(x".repeat(450_000));
    let tree = "<</Type/Pages/Kids[3 0 R]/Count 1>>";
    for order in [[(2, tree), (4, &*image)], [(4, &*image), (2, tree)]] {
        let mut file = Written::new("1.4");
        order.iter().for_each(|(number, body)| file.object(*number, body));
        let sound_file = file.table("/Root 1 0 R");
        assert_eq!(facts(&replaced(&sound_file, "startxref", "startxxxx")), sound(1));
    }
}

#[test]
fn what_is_not_sure_is_not_said() {
    // Two trees, and nothing that says which one counts.
    let two =
        b"%PDF-1.4\n1 0 obj<</Type/Pages/Count 1>>endobj 2 0 obj<</Type/Pages/Count 2>>endobj";
    assert_eq!(facts(two).pages, None);
    // Part of a tree.
    let part = b"%PDF-1.4\n1 0 obj<</Type/Pages/Count 1/Parent 2 0 R>>endobj";
    assert_eq!(facts(part).pages, None);
    // The last of one object counts.
    let again =
        b"%PDF-1.4\n1 0 obj<</Type/Pages/Count 1>>endobj 1 0 obj<</Type/Pages/Count 2>>endobj";
    assert_eq!(facts(again).pages, Some(2));
    // What stands in a string or a stream is no object.
    let inside =
        b"%PDF-1.4\n3 0 obj<</L 9>>stream\n1 0 obj<</Type/Pages/Count 1>>endobj endstream \
                   (1 0 obj<</Type/Pages/Count 1>>)";
    assert_eq!(facts(inside).pages, None);
    for count in ["-1", "1.5", "99999999999999999999", "null", "(1)", "9 0 R", "2 0 R", "1000000"] {
        let mut file = Written::new("1.4");
        file.object(1, "<</Type/Catalog/Pages 2 0 R>>");
        file.object(2, &format!("<</Type/Pages/Kids[]/Count {count}>>"));
        assert_eq!(facts(&file.table("/Root 1 0 R")).pages, None, "{count}");
    }
}

#[test]
fn a_file_cut_short_gives_what_is_left() {
    for form in Form::ALL {
        let whole = document(form, 3);
        for end in 8..whole.len() {
            let found = facts(&whole[..end]);
            assert!(matches!(found.pages, None | Some(3)), "{form:?}, {end} bytes: {found:?}");
        }
        assert_eq!(facts(&whole[..whole.len() - 1]).pages, Some(3));
    }
    // Objects in order are found without their table.
    let whole = document(Form::Table, 3);
    let table = whole.windows(5).position(|window| window == b"\nxref").unwrap();
    assert_eq!(facts(&whole[..table]), Pdf { encrypted: None, ..sound(3) });
}

#[test]
fn circles_end() {
    // A section that names itself as older, with objects that it does not have.
    let mut file = Written::new("1.4");
    file.object(1, "<</Type/Catalog/Pages 7 0 R>>");
    let at = file.bytes.len();
    let circle = file.table(&format!("/Root 1 0 R/Prev {at:05}"));
    assert_eq!(facts(&circle), Pdf { pages: None, ..sound(0) });
    // A stream of objects that stands in itself, and one that stands in another one.
    for inside in [7, 8] {
        let mut file = Written::new("1.4");
        file.packed(7, &[(1, "<</Type/Catalog/Pages 2 0 R>>"), (2, "<</Type/Pages/Count 0>>")]);
        file.places.insert(7, written::Place::In(inside, 0));
        file.places.insert(8, written::Place::In(7, 0));
        assert_eq!(facts(&file.stream("/Root 1 0 R", Packing::Flate)).pages, None);
    }
    // More sections than anybody needs, the oldest of which has the pages.
    let mut bytes = unsearchable(&document(Form::Table, 3));
    for sections in 1..80 {
        assert_eq!(
            facts(&bytes),
            Pdf { pages: (sections <= 64).then_some(3), ..sound(0) },
            "{sections}"
        );
        let mut file = Written::again(bytes);
        file.object(9, "null");
        bytes = file.table("/Root 1 0 R");
    }
}

#[test]
fn what_unpacks_to_too_much_is_not_unpacked() {
    let mut file = Written::new("1.4");
    file.object(1, "<</Type/Catalog/Pages 2 0 R>>");
    for (spaces, pages) in [(3 << 20, Some(0)), (5 << 20, None)] {
        let mut file = file.clone();
        file.packed(7, &[(2, &format!("<</Type/Pages/Kids[]/Count 0>>{}", " ".repeat(spaces)))]);
        assert!(file.bytes.len() < 64 << 10);
        assert_eq!(facts(&file.stream("/Root 1 0 R", Packing::Flate)), Pdf { pages, ..sound(0) });
    }
}

#[test]
fn entries_are_read_however_they_end() {
    let file = document(Form::Table, 3);
    let table = file.windows(5).position(|window| window == b"\nxref").unwrap();
    let (objects, rest) = file.split_at(table);
    let rest = String::from_utf8(rest.to_vec()).unwrap();
    for end in ["\n", "\r", "\r\n", " \r\n"] {
        let mut bytes = objects.to_vec();
        let rest = rest.replace(" n \n", &format!(" n{end}")).replace(" f \n", &format!(" f{end}"));
        bytes.extend_from_slice(rest.as_bytes());
        assert_eq!(facts(&unsearchable(&bytes)), sound(3), "{end:?}");
    }
}
