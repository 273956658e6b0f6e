//! Files made of typical PDF fragments, and the invariants of their conversion.

use super::files::{Objects, deflate, document, line};
use readroom_pdf::{Limits, text_of};

/// Low enough that each is reached.
pub(crate) const LIMITS: Limits = Limits {
    file: 1 << 20,
    stream: 100_000,
    decoded: 1 << 20,
    objects: 100,
    values: 20_000,
    operators: 1000,
    glyphs: 500,
    forms: 20,
    form_depth: 4,
    states: 8,
    pages: 10,
    mappings: 20,
    text: 2000,
};

/// Fragments of content streams, objects and maps.
pub(crate) const PIECES: [&str; 64] = [
    "BT ",
    "ET ",
    "/F1 9 Tf ",
    "/F2 -9 Tf ",
    "/F3 9 Tf ",
    "<05d0 05b0 0028 0031 0061 0029 0627> Tj ",
    "(text) Tj ",
    "<0041> Tj ",
    "[(a) -900 <42>] TJ ",
    "0 -12 Td ",
    "1 0 0 1 0 0 Tm ",
    "T* ",
    "(x) ' ",
    "1 2 (x) \" ",
    "q ",
    "Q ",
    "0 0 0 0 0 0 cm ",
    "/A Do ",
    "/B Do ",
    "BI /W 1 ID x EI ",
    "/Span <</ActualText (a)>> BDC ",
    "EMC ",
    "<< ",
    ">> ",
    "[ ",
    "] ",
    "( ",
    ") ",
    "% ",
    "/ ",
    "/#41 ",
    "10 0 R ",
    "3 0 obj ",
    "endobj ",
    "stream\n",
    "endstream ",
    "/Kids [2 0 R 10 0 R] ",
    "/Length 10 ",
    "/Filter /FlateDecode ",
    "-- ",
    "99999999999999999999 ",
    "1e400 ",
    ". ",
    "beginbfrange <00> <FF> <0041> ",
    "endbfrange ",
    "begincodespacerange <00> <FFFF> ",
    "begincidrange <00> <FFFFFFFF> 9 ",
    "trailer ",
    "xref ",
    "/Encrypt ",
    "1 g ",
    "0 0 0 0 k ",
    "/Pattern cs ",
    "9 9 200 50 re f ",
    "0 0 m 9 9 l f* ",
    "3 Tr ",
    "/MediaBox [0 0 9 9] ",
    "(# x) Tj ",
    "/Annots [46 0 R 47 0 R 10 0 R] ",
    "/Rect [0 0 99 9] ",
    "/V (value) ",
    "/Contents (# [^c1]) ",
    "/F 2 ",
    "/FT /Btn ",
];

/// Objects that use every supported feature, with this text in many positions.
pub(crate) fn objects(text: &str) -> Objects {
    let type0 = "<< /Type /Font /Subtype /Type0 /Encoding 41 0 R /ToUnicode 42 0 R \
        /DescendantFonts [<< /Subtype /CIDFontType2 /W [1 [500 600] 3 9 250] \
        /FontDescriptor << /FontFile2 43 0 R >> >>] >>";
    let type1 = "<< /Type /Font /Subtype /Type1 /FirstChar 32 /Widths [250 300] \
        /Encoding << /Differences [65 /Adieresis /f_i] >> \
        /FontDescriptor << /FontFile3 44 0 R >> >>";
    let map = format!(
        "1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfchar <0041> <0042> \
         endbfchar 1 begincidrange <0000> <0100> 5 endcidrange {text}"
    );
    let content = format!("{} /F2 9 Tf <0041> Tj {text}", line("text"));
    let unicode = "<< /Type /Font /Subtype /Type0 /Encoding /UniGB-UTF16-H \
        /DescendantFonts [<< /Subtype /CIDFontType0 >>] >>";
    let resources = "<< /Font << /F1 3 0 R /F2 40 0 R /F3 45 0 R >> \
        /XObject << /A 30 0 R /B 31 0 R >> >>";
    document(type1, &[])
        .with(
            10,
            "<< /Type /Page /Contents [11 0 R 12 0 R] /Resources 24 0 R \
            /Annots [46 0 R 47 0 R] >>",
        )
        .stream(11, "/Filter /FlateDecode", &deflate(content.as_bytes()))
        .stream(12, "", text.as_bytes())
        .with(20, "<< /Type /Pages /Kids [10 0 R] >>")
        .with(24, resources)
        .stream(30, "/Subtype /Form", format!("/B Do {text}").as_bytes())
        .stream(31, "/Subtype /Image", b"x")
        .with(40, type0)
        .stream(41, "", map.as_bytes())
        .stream(42, "", map.as_bytes())
        .stream(43, "", TRUE_TYPE)
        .stream(44, "", CFF)
        .with(45, unicode)
        .with(46, format!("<< /Subtype /Widget /Rect [9 9 99 20] /FT /Tx /V (value) {text} >>"))
        .with(47, format!("<< /Subtype /Stamp /Rect [0 0 9 9] /AP << /N 30 0 R >> {text} >>"))
        .with(1, "<< /Type /Catalog /Pages 20 0 R >>")
        .with(50, format!("<< {text} >>"))
}

/// A program of one table, `cmap`, with a segment and its end.
pub(crate) const TRUE_TYPE: &[u8] = b"\0\x01\0\0\0\x01\0\0\0\0\0\0cmap\0\0\0\0\0\0\0\x1c\0\0\0\x30\
    \0\0\0\x01\0\x03\0\x01\0\0\0\x0c\0\x04\0\x20\0\0\0\x04\0\0\0\0\0\0\
    \0\x42\xff\xff\0\0\0\x41\xff\xff\xff\xd0\0\x01\0\0\0\0";
/// A program with a name, a charset and an encoding.
pub(crate) const CFF: &[u8] = b"\x01\0\x04\x01\0\x01\x01\x01\x02A\0\x01\x01\x01\x0a\
    \xb0\x0f\xb4\x10\xbb\x11\x8b\x8b\x8b\0\0\0\0\0\0\x22\0\x23\0\x02\x41\x42\0\x03\
    \x01\x01\x01\x01\x01";

/// The result is within the limits, and has no page that the file does not have.
pub(crate) fn check(file: &[u8]) {
    let Ok(document) = text_of(file, &LIMITS) else { return };
    assert!(document.text.len() <= LIMITS.text + 200);
    let lines: Vec<&str> = document.text.lines().collect();
    let facts = &document.facts;
    assert!(facts.pages.len() <= LIMITS.pages);
    for (page, number) in facts.pages.iter().zip(1..) {
        assert_eq!(lines[page.line as usize - 1], format!("## Page {number}"));
    }
    let headings = lines.iter().filter(|line| line.starts_with('#')).count();
    assert_eq!(headings, facts.pages.len(), "{lines:?}");
    assert!(facts.undecoded <= facts.characters);
    assert!(!document.text.contains(['\u{1}', '\u{2}']));
}
