//! Codes are mapped to characters.

use crate::files::{HELVETICA, below_heading, document, line, read, text};

fn shown_in(font: &str, extra: &[(u32, &str, &str)], content: &str) -> String {
    let mut objects = document(font, &[content]);
    for (number, entries, data) in extra {
        objects = objects.stream(*number, entries, data.as_bytes());
    }
    below_heading(&text(&objects.file()))
}

#[test]
fn encodings_have_differences() {
    let font = |encoding: &str| format!("<< /Type /Font /Subtype /Type1 /Encoding {encoding} >>");
    let shown = |encoding: &str, text: &str| shown_in(&font(encoding), &[], &line(text));
    assert_eq!(shown("/WinAnsiEncoding", "\\200\\344\\223x\\224"), "€ä“x”");
    assert_eq!(shown("/MacRomanEncoding", "\\200\\212"), "Ää");
    assert_eq!(shown("/StandardEncoding", "\\256\\257'"), "fifl’");
    let differences = "<< /Differences [65 /Adieresis /f_f_i 1 /uni20AC 300 /B] \
        /BaseEncoding /WinAnsiEncoding >>";
    assert_eq!(shown(differences, "AB\\001C"), "Äffi€C");
    assert_eq!(shown("<< /Differences [65 /g123] >>", "A"), "\u{fffd}");
    let symbol = "<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>";
    assert_eq!(shown_in(symbol, &[], &line("ab")), "αβ");
}

const TO_UNICODE: &str = "/CIDInit /ProcSet findresource begin begincmap \
    1 begincodespacerange <0000> <FFFF> endcodespacerange \
    2 beginbfchar <0001> <0041> <0002> <D83DDE00> endbfchar \
    2 beginbfrange <0010> <0012> <0061> <0020> <0021> [<00660069> <0078>] endbfrange endcmap";

#[test]
fn a_font_of_pictures_names_its_codes() {
    let font = "<< /Type /Font /Subtype /Type3 /FontMatrix [0.01 0 0 0.01 0 0] \
        /FontBBox [0 0 50 80] /FirstChar 97 /Widths [50 50 50] \
        /Encoding << /Differences [97 /a97 /b98 /x9] >> >>";
    assert_eq!(shown_in(font, &[], "BT /F1 10 Tf [(ab) -1 (bc)] TJ ET"), "abb\u{fffd}");
    let dingbats = font.replace("Type3", "Type1");
    assert_eq!(shown_in(&dingbats, &[], "BT /F1 10 Tf (a) Tj ET"), "❛");
}

#[test]
fn a_composite_font_has_a_map_to_unicode() {
    let font = "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /ToUnicode 50 0 R \
        /DescendantFonts [<< /Subtype /CIDFontType2 /DW 500 /W [1 [600 700] 16 18 250] >>] >>";
    let content = "BT /F1 10 Tf <00010002001000120020002100FF> Tj ET";
    let file = document(font, &[content]).stream(50, "", TO_UNICODE.as_bytes()).file();
    let document = read(&file).unwrap();
    assert_eq!(below_heading(&document.text), "A😀acfix\u{fffd}");
    assert_eq!((document.facts.characters, document.facts.undecoded), (7, 1));
}

#[test]
fn codes_are_as_long_as_a_map_says() {
    let font = "<< /Type /Font /Subtype /Type0 /Encoding 51 0 R /ToUnicode 50 0 R \
        /DescendantFonts [<< /Subtype /CIDFontType0 >>] >>";
    let encoding = "2 begincodespacerange <00> <7F> <8000> <FFFF> endcodespacerange \
        1 begincidrange <00> <7F> 1 endcidrange";
    let to_unicode = "2 beginbfchar <41> <0061> <8041> <0062> endbfchar";
    let content = "BT /F1 10 Tf <41804141> Tj ET";
    assert_eq!(shown_in(font, &[(50, "", to_unicode), (51, "", encoding)], content), "aba");
}

#[test]
fn some_predefined_maps_are_unicode() {
    let font = "<< /Type /Font /Subtype /Type0 /Encoding /UniGB-UTF16-H \
        /DescendantFonts [<< /Subtype /CIDFontType0 >>] >>";
    assert_eq!(shown_in(font, &[], "BT /F1 10 Tf <4F60597D> Tj ET"), "你好");
    let font = font.replace("UniGB-UTF16-H", "90ms-RKSJ-H");
    assert_eq!(shown_in(&font, &[], "BT /F1 10 Tf (a\\202\\240b) Tj ET"), "a\u{fffd}b");
}

#[test]
fn a_type_1_program_has_an_encoding() {
    let font = "<< /Type /Font /Subtype /Type1 /FontDescriptor << /FontFile 50 0 R >> >>";
    let program = "%!FontType1\n/Encoding 256 array 0 1 255 {1 index exch /.notdef put} for\n\
        dup 65 /alpha put dup 66 /beta put readonly def currentfile eexec dup 65 /x put";
    assert_eq!(shown_in(font, &[(50, "", program)], &line("AB")), "αβ");
}

#[test]
fn a_font_that_is_missing_is_read_as_one_that_every_reader_has() {
    let file = document(HELVETICA, &["BT /F9 10 Tf (plain) Tj ET BT (x) Tj ET"]).file();
    assert!(text(&file).contains("plain"));
}

#[test]
fn a_font_in_the_resources_needs_no_object() {
    let resources = format!("/Resources << /Font << /F1 {HELVETICA} >> >>");
    let file = document(HELVETICA, &[])
        .with(20, format!("<< /Type /Page /Contents 21 0 R {resources} >>"))
        .stream(21, "", line("here").as_bytes())
        .with(22, "<< /Type /Pages /Kids [20 0 R] >>")
        .with(23, "<< /Type /Catalog /Pages 22 0 R >>");
    assert!(text(&file.file_with("/Root 23 0 R")).contains("here"));
}
