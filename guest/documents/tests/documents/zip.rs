//! ZIP files that no program would write.

use crate::files::{docx, error, read_within, text};
use crate::zip_writer::{Entry, zip};
use readroom_documents::{Detail, Error, Limit, Limits};

const TYPES: &str = "<Types>\
    <Override PartName=\"/d.xml\" \
    ContentType=\"application/vnd.openxmlformats-officedocument.\
    wordprocessingml.document.main+xml\"/></Types>";
const XML: &str = "<w:document><w:p><w:r><w:t>text</w:t></w:r></w:p></w:document>";

/// A document with this entry as its main part.
fn of(entry: Entry) -> Vec<u8> {
    zip(&[Entry::stored("[Content_Types].xml", TYPES.as_bytes()), entry])
}

fn main_part() -> Entry {
    Entry::deflated("d.xml", XML.as_bytes())
}

#[test]
fn an_entry_is_stored_or_deflated() {
    assert_eq!(text(&of(main_part())), "text\n");
    assert_eq!(text(&of(Entry::stored("d.xml", XML.as_bytes()))), "text\n");
    assert!(matches!(error(&of(Entry { method: 12, ..main_part() })), Error::Damaged(_)));
}

#[test]
fn names_are_those_of_parts_and_the_last_entry_counts() {
    assert_eq!(text(&of(Entry { name: "D.XML".into(), ..main_part() })), "text\n");
    assert!(matches!(
        error(&of(Entry { name: "d.xmlx".into(), ..main_part() })),
        Error::Damaged(_)
    ));
    let other = Entry::deflated("d.xml", XML.replace("text", "first").as_bytes());
    let types = Entry::stored("[Content_Types].xml", TYPES.as_bytes());
    assert_eq!(text(&zip(&[other, types, main_part()])), "text\n");
}

#[test]
fn an_encrypted_entry_is_refused() {
    assert_eq!(error(&of(Entry { flags: 1, ..main_part() })), Error::Encrypted);
}

#[test]
fn wrong_sizes_and_checksums_are_refused() {
    let right = main_part();
    for (entry, what) in [
        (
            Entry { size: right.size + 1, ..right.clone() },
            "an entry is smaller than the directory says",
        ),
        (
            Entry { size: right.size - 1, ..right.clone() },
            "an entry is larger than the directory says",
        ),
        (Entry { crc: right.crc ^ 1, ..right.clone() }, "the checksum of an entry is wrong"),
        (Entry { offset: Some(1), ..right.clone() }, "entries of the ZIP file overlap"),
        (Entry { offset: Some(0), ..right.clone() }, "entries of the ZIP file overlap"),
        (Entry { offset: Some(u32::MAX), ..right.clone() }, "not recognized"),
        (
            Entry { data: right.data[..right.data.len() - 5].into(), ..right.clone() },
            "an entry cannot be inflated",
        ),
        (Entry { method: 0, ..right.clone() }, "a stored entry has two sizes"),
    ] {
        assert_eq!(refusal(entry), what);
    }
}

fn refusal(entry: Entry) -> &'static str {
    let file = of(entry);
    // Some are so damaged that they are not recognized.
    match readroom_documents::convert(
        &mut &*file,
        readroom_documents::Format::Docx,
        &Limits::default(),
        Detail::Shown,
    ) {
        Err(Error::Damaged("the directory of the ZIP file is malformed")) => "not recognized",
        Err(Error::Damaged(what)) => what,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_file_that_is_cut_anywhere_is_refused() {
    let file = docx("<w:p><w:r><w:t>text</w:t></w:r></w:p>");
    for length in 0..file.len() {
        assert!(matches!(error(&file[..length]), Error::Damaged(_)), "{length} bytes");
    }
}

#[test]
fn a_directory_may_be_that_of_a_large_file() {
    let file = of(main_part());
    let end = file.len() - 22;
    let (start, length) = (&file[end + 16..end + 20], &file[end + 12..end + 16]);
    let mut wide = file[..end].to_vec();
    wide.extend(b"PK\x06\x06");
    wide.extend([0; 36]);
    wide.extend([length, &[0; 4], start, &[0; 4]].concat());
    wide.extend(b"PK\x06\x07\0\0\0\0");
    wide.extend((end as u64).to_le_bytes());
    wide.extend([1, 0, 0, 0]);
    wide.extend(b"PK\x05\x06\0\0\0\0");
    wide.extend([0xff; 12]);
    wide.extend([0, 0]);
    assert_eq!(text(&wide), "text\n");
}

#[test]
fn entries_are_counted_before_they_are_kept() {
    let limits = Limits { entries: 1, ..Limits::default() };
    let refused = readroom_documents::convert(
        &mut &*of(main_part()),
        readroom_documents::Format::Docx,
        &limits,
        Detail::Shown,
    );
    assert_eq!(refused.unwrap_err(), Error::TooLarge(Limit::Entries));
    let limits = Limits { directory: 10, ..Limits::default() };
    assert_eq!(
        read_within(&of(main_part()), &limits).unwrap_err(),
        Error::TooLarge(Limit::Entries)
    );
}
