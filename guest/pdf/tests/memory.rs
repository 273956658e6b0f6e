//! Allocations stay below 100 MiB including the file, for the worst files we could think of.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]
#![allow(dead_code, reason = "what the other tests use")]

#[path = "../../images/tests/support/counting.rs"]
mod counting;
#[path = "pdf/files.rs"]
mod files;

use counting::measured;
use files::{HELVETICA, Objects, deflate, document, line, read, stream};

/// The maximum number of bytes that a conversion allocates, not counting the file.
const MOST: usize = 64 << 20;
/// Almost the maximum size of a stream, of an object stream, and of a file.
const STREAM: usize = (16 << 20) - 1000;
const OBJECT_STREAM: usize = (8 << 20) - 1000;

fn many(part: &str, length: usize) -> Vec<u8> {
    part.repeat(length / part.len()).into_bytes()
}

/// A page with this content, compressed.
fn content(data: &[u8]) -> Vec<u8> {
    let flate = "/Filter /FlateDecode";
    document(HELVETICA, &[&line("x")])
        .with(20, "<< /Type /Page /Contents 21 0 R /Resources 24 0 R >>")
        .stream(21, flate, &deflate(data))
        .with(22, "<< /Type /Pages /Kids [10 0 R 20 0 R] /Resources 24 0 R >>")
        .with(23, "<< /Type /Catalog /Pages 22 0 R >>")
        .with(24, "<< /Font << /F1 3 0 R >> /XObject << /A 30 0 R >> >>")
        .stream(30, "/Subtype /Form /Filter /FlateDecode", &deflate(b"/A Do"))
        .file_with("/Root 23 0 R")
}

/// A page with these annotations.
fn annotations(annotations: &str) -> Vec<u8> {
    let value = "a\\r".repeat(20_000);
    document(HELVETICA, &[&line("x")])
        .with(
            10,
            format!("<< /Type /Page /Parent 2 0 R /Contents 11 0 R /Annots [{annotations}] >>"),
        )
        .with(30, format!("<< /Subtype /FreeText /Rect [0 0 9 9] /Contents ({value}) >>"))
        .with(31, format!("<< /Subtype /Text /Contents ({value}) >>"))
        .file()
}

/// A document whose object streams have this data as the one object of each.
fn objects(data: &[u8], streams: u32) -> Vec<u8> {
    let mut all = document(HELVETICA, &[&line("x")]);
    let mut references = String::new();
    for number in 100..100 + streams {
        let data = [format!("{} 0 ", number + 1000).as_bytes(), data].concat();
        let entries = "/Type/ObjStm/N 1/First 7/Filter/FlateDecode";
        all = all.stream(number, entries, &deflate(&data));
        references.push_str(&format!("{} 0 R ", number + 1000));
    }
    let file = all
        .with(22, format!("<< /Type /Pages /Kids [10 0 R {references}] >>"))
        .with(23, "<< /Type /Catalog /Pages 22 0 R >>")
        .file_with("/Root 23 0 R");
    // Without the table, objects in streams are found.
    file[..file.len() - 40].to_vec()
}

/// A document whose pages have almost the maximum number of glyphs, and whose text has almost the
/// maximum size. The last page has a large stream, which draws one glyph.
fn long_text(pages: usize) -> Vec<u8> {
    let shows =
        format!("BT /F1 9 Tf 9 TL {} ET", format!("({}) Tj T* ", "long".repeat(25)).repeat(3990));
    let flate = "/Filter /FlateDecode";
    let last = [&b"/A Do ["[..], &many("[0 (a)] ", STREAM / 2)].concat();
    let mut objects = document(HELVETICA, &[])
        .stream(21, flate, &deflate(shows.as_bytes()))
        .with(23, "<< /Type /Catalog /Pages 22 0 R >>")
        .with(24, "<< /Font << /F1 3 0 R >> /XObject << /A 30 0 R >> >>")
        .with(25, "<< /Type /Page /Contents 26 0 R /Resources 24 0 R >>")
        .stream(26, flate, &deflate(&last))
        .stream(30, "/Subtype /Form /Filter /FlateDecode", &deflate(&last));
    let mut kids = String::new();
    for number in (100..).take(pages) {
        kids.push_str(&format!("{number} 0 R "));
        objects = objects.with(number, "<< /Type /Page /Contents 21 0 R /Resources 24 0 R >>");
    }
    objects.with(22, format!("<< /Type /Pages /Kids [{kids} 25 0 R] >>")).file_with("/Root 23 0 R")
}

#[test]
fn a_conversion_takes_no_more_memory_than_documented() {
    let flate = |data: &[u8]| deflate(data);
    let font = |map: &[u8]| {
        let font = "<< /Type /Font /Subtype /Type0 /Encoding 50 0 R /ToUnicode 50 0 R \
            /DescendantFonts [<< /Subtype /CIDFontType0 >>] >>";
        document(font, &[&line("x"), &line("y")])
            .stream(50, "/Filter /FlateDecode", &deflate(map))
            .file()
    };
    let mut table = many("\u{1}\u{1}\u{1}", OBJECT_STREAM);
    for (index, byte) in table.iter_mut().enumerate() {
        *byte = if index % 3 == 0 { 1 } else { (index / 3 % 251) as u8 };
    }
    let mut xref = b"%PDF-1.5\n1 0 obj\n".to_vec();
    xref.extend(stream("/Type/XRef/W[1 1 1]/Filter/FlateDecode/Root 1 0 R", &flate(&table)));
    xref.extend(b"\nendobj\nstartxref\n9\n%%EOF");
    let small: String = (1..290_000).map(|number| format!("{number} 0 obj 1 ")).collect();
    let kids: String = (1..60_000).map(|number| format!("{number} 0 R ")).collect();
    let shows = "(abcdefghijabcdefghijabcdefghijabcdefghij) Tj T* ";
    let ranges: String = (0..65_000)
        .map(|code| format!("<{code:04x}> <{code:04x}> <00410042004300440045> "))
        .collect();
    for (file, what) in [
        (content(&many("(a) ", STREAM)), "operands"),
        (content(&many("[[0 0 0] /A] ", STREAM)), "operands that are arrays"),
        (content(&many("/AAAAAAAA ", STREAM)), "names"),
        (content(&many("(", STREAM)), "a string"),
        (content(&[b"(".to_vec(), many("a", STREAM), b") Tj".to_vec()].concat()), "a long string"),
        (content(&many("[0 ", STREAM)), "nested arrays"),
        (content(&[b"[".to_vec(), many("(abcdef) ", STREAM)].concat()), "an array of strings"),
        (content(&many("q ", STREAM)), "states"),
        (content(&many("/A <</ActualText(b)>> BDC ", STREAM)), "marks"),
        (content(&[b"BT /F1 9 Tf 9 TL ".to_vec(), many(shows, STREAM)].concat()), "glyphs"),
        (content(&[b"/A Do ".to_vec(), many(" ", STREAM)].concat()), "a form in a large page"),
        (font(&[b"beginbfrange ".to_vec(), ranges.clone().into_bytes()].concat()), "mappings"),
        (font(&many("beginbfrange <0000> <ffff> <0041> ", STREAM)), "ranges"),
        (font(&many("begincodespacerange <00> <ff> ", STREAM)), "code spaces"),
        (objects(&many("0 ", OBJECT_STREAM), 20), "values"),
        (objects(&many("[", OBJECT_STREAM), 20), "arrays"),
        (objects(&many("<</A ", OBJECT_STREAM), 20), "dictionaries"),
        (objects(&[b"[".to_vec(), many("/A ", OBJECT_STREAM)].concat(), 20), "an array of names"),
        (objects(format!("<</Kids [{kids}]>>").as_bytes(), 100), "kids"),
        (annotations(&"30 0 R ".repeat(65_000)), "free texts"),
        (annotations(&"31 0 R ".repeat(65_000)), "notes"),
        (
            annotations(&"<< /Subtype /FreeText /Rect [0 0 9 9] >> ".repeat(10_000)),
            "annotations without a text",
        ),
        (long_text(41), "a long text and a large page"),
        (long_text(50), "a text that is too long"),
        (xref, "a table"),
        (format!("%PDF-1.4 {small}").into_bytes(), "objects"),
        (
            Objects::default()
                .with(1, "<< /Type /Catalog /Pages 2 0 R >>")
                .with(2, format!("<< /Type /Pages /Kids [{kids}] >>"))
                .file(),
            "missing pages",
        ),
    ] {
        assert!(file.len() <= 32 << 20, "{what}: a file of {}", file.len());
        let (read, taken) = measured(|| read(&file).map(|document| document.facts.cut));
        assert!(taken <= MOST, "{what}: {} MiB, {read:?}", taken >> 20);
    }
}
