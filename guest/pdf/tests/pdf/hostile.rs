//! Limits hold for files that were made to exceed them.

use crate::files::{HELVETICA, Objects, deflate, document, line, page, read, stream, text};
use readroom_pdf::{Limit, Limits, PdfError, PdfText, text_of};

const MANY: usize = 17 << 20;

/// The text ends with a line that names the limit.
fn assert_cut(document: &PdfText, limit: Limit) {
    assert_eq!(document.facts.cut, Some(limit));
    let last = document.text.lines().last().unwrap();
    assert_eq!(last, format!("[The text ends here: the {limit} exceeds its limit.]"));
}

/// Returns a document whose second page has this stream as its content.
fn second_page(content: &[u8], entries: &str) -> Vec<u8> {
    document(HELVETICA, &[&line("first")])
        .with(20, "<< /Type /Page /Contents 21 0 R /Resources 24 0 R >>")
        .stream(21, entries, content)
        .with(22, "<< /Type /Pages /Kids [10 0 R 20 0 R] /Resources 24 0 R >>")
        .with(23, "<< /Type /Catalog /Pages 22 0 R >>")
        .with(24, "<< /Font << /F1 3 0 R >> /XObject << /A 30 0 R >> >>")
        .stream(30, "/Subtype /Form", b"1 0 0 1 0 -20 cm /A Do BT /F1 9 Tf (loop) Tj ET")
        .file_with("/Root 23 0 R")
}

#[test]
fn a_bomb_is_cut() {
    let zeros = deflate(&vec![b' '; MANY]);
    let document = read(&second_page(&zeros, "/Filter /FlateDecode")).unwrap();
    assert!(document.text.starts_with("## Page 1\n\nfirst\n"));
    assert_cut(&document, Limit::Stream);
    let twice = deflate(&zeros);
    let filters = "/Filter [/FlateDecode /FlateDecode]";
    assert_cut(&read(&second_page(&twice, filters)).unwrap(), Limit::Stream);
    let runs: Vec<u8> = [129, b' '].repeat(MANY / 128);
    assert_cut(&read(&second_page(&deflate(&runs), "/Filter [/Fl /RL]")).unwrap(), Limit::Stream);
    let many = vec![b'z'; MANY / 4];
    assert_cut(&read(&second_page(&deflate(&many), "/Filter [/Fl /A85]")).unwrap(), Limit::Stream);
    let filters = format!("/Filter [{}]", "/ASCIIHexDecode ".repeat(50_000));
    assert!(text(&second_page(b"20", &filters)).contains("page 2 has no text"));
}

#[test]
fn a_bomb_before_any_text_is_refused() {
    let bomb = deflate(&vec![b' '; MANY]);
    let error = PdfError::TooLarge(Limit::Stream);
    let table = stream("/Type/XRef/W[1 1 1]/Filter/FlateDecode/Root 1 0 R", &bomb);
    let mut file = b"%PDF-1.5\n1 0 obj\n".to_vec();
    file.extend(&table);
    file.extend(b"\nendobj\nstartxref\n9\n%%EOF");
    assert_eq!(read(&file).unwrap_err(), error);
    let objects = Objects::default()
        .stream(9, "/Type/ObjStm/N 1/First 5/Filter/FlateDecode", &bomb)
        .with(1, "<< /Type /Catalog /Pages 7 0 R >>");
    assert_eq!(read(&objects.file()[..objects.file().len() - 30]).unwrap_err(), error);
}

#[test]
fn all_streams_together_are_bounded() {
    let limits = Limits { decoded: 500, ..Limits::default() };
    let contents: Vec<String> = (0..50).map(|number| line(&format!("page {number}"))).collect();
    let contents: Vec<&str> = contents.iter().map(|content| &**content).collect();
    let file = document(HELVETICA, &contents).file();
    let document = text_of(&file, &limits).unwrap();
    assert_cut(&document, Limit::Decoded);
    assert!(document.facts.pages.len() < 30);
    assert_eq!(read(&file).unwrap().facts.cut, None);
}

#[test]
fn each_limit_cuts_the_text() {
    let defaults = Limits::default();
    let shows = |count: usize| format!("BT /F1 9 Tf 9 TL {} ET", "(ab) Tj T* ".repeat(count));
    let draws = format!("{} {}", line("x"), "/A Do ".repeat(10));
    for (limits, limit, content) in [
        (Limits { glyphs: 100, ..defaults }, Limit::Glyphs, shows(100)),
        (Limits { operators: 100, ..defaults }, Limit::Operators, shows(100)),
        (Limits { text: 100, ..defaults }, Limit::Text, shows(200)),
        (Limits { forms: 5, ..defaults }, Limit::Forms, draws),
        (Limits { pages: 1, ..defaults }, Limit::Pages, String::new()),
        (Limits { values: 100, ..defaults }, Limit::Values, "/A Do ".repeat(100)),
    ] {
        let file = second_page(content.as_bytes(), "");
        let document = text_of(&file, &limits).unwrap();
        assert!(document.text.starts_with("## Page 1\n\nfirst\n"), "{limit}");
        assert_cut(&document, limit);
        assert!(document.text.len() < 600, "{limit}: {}", document.text.len());
    }
    let file = second_page(b"", "");
    let error = |limits| text_of(&file, &limits).unwrap_err();
    assert_eq!(error(Limits { file: 100, ..defaults }), PdfError::TooLarge(Limit::File));
    assert_eq!(error(Limits { objects: 5, ..defaults }), PdfError::TooLarge(Limit::Objects));
}

#[test]
fn repeated_work_is_bounded() {
    let limits = Limits { values: 20_000, ..Limits::default() };
    let error = PdfError::TooLarge(Limit::Values);
    // Each search for the end of a stream reaches the end of the file.
    let endless: String =
        (1..1000).map(|number| format!("{number} 0 obj <</Type/XRef>> stream\n")).collect();
    let file = format!("%PDF-1.7\n{endless}");
    assert_eq!(text_of(file.as_bytes(), &limits).unwrap_err(), error);
    // Each unknown name is looked up in all of the fonts.
    let names: String = (0..5000).map(|number| format!("/G{number} 9 Tf ")).collect();
    let fonts = "/A 3 0 R ".repeat(500);
    let file = document(HELVETICA, &[&format!("{} BT {names} ET", line("first"))])
        .with(22, "<< /Type /Pages /Kids [10 0 R] /Resources << /Font 24 0 R >> >>")
        .with(23, "<< /Type /Catalog /Pages 22 0 R >>")
        .with(24, format!("<< /F1 3 0 R {fonts} >>"))
        .file_with("/Root 23 0 R");
    assert_cut(&text_of(&file, &limits).unwrap(), Limit::Values);
}

#[test]
fn a_form_that_draws_itself_ends() {
    let document = read(&second_page(b"/A Do", "")).unwrap();
    assert_eq!(document.facts.cut, None);
    assert_eq!(document.text.matches("loop").count(), 10);
}

#[test]
fn forms_that_draw_each_other_ten_times_are_cut() {
    let mut objects = document(HELVETICA, &[&format!("{} /A0 Do", line("first"))]);
    let mut names = String::new();
    for number in 0..9 {
        names.push_str(&format!("/A{number} {} 0 R ", 30 + number));
        let content = format!("/A{} Do ", number + 1).repeat(10);
        objects = objects.stream(30 + number, "/Subtype /Form", content.as_bytes());
    }
    let file = objects
        .with(22, "<< /Type /Pages /Kids [10 0 R] /Resources 24 0 R >>")
        .with(23, "<< /Type /Catalog /Pages 22 0 R >>")
        .with(24, format!("<< /Font << /F1 3 0 R >> /XObject << {names} >> >>"))
        .file_with("/Root 23 0 R");
    assert_cut(&read(&file).unwrap(), Limit::Forms);
}

#[test]
fn the_ranges_of_a_map_are_not_written_out() {
    let font = "<< /Type /Font /Subtype /Type0 /Encoding 51 0 R /ToUnicode 50 0 R \
        /DescendantFonts [<< /Subtype /CIDFontType0 /W [0 4294967295 500] >>] >>";
    let ranges = "<00000000> <FFFFFFFF> <0041> ".repeat(1000);
    let map = format!("1 beginbfrange {ranges} endbfrange");
    let codes = "1 begincodespacerange <00000000> <FFFFFFFF> endcodespacerange \
        1 begincidrange <00000000> <FFFFFFFF> 0 endcidrange";
    let file = document(font, &["BT /F1 9 Tf <0000000100000002> Tj ET"])
        .stream(50, "", map.as_bytes())
        .stream(51, "", codes.as_bytes());
    assert_eq!(text(&file.file()), "## Page 1\n\nBC\n");
    let limits = Limits { mappings: 1, ..Limits::default() };
    let map = "2 beginbfchar <00000001> <0041> <00000002> <0042> endbfchar";
    let file = document(font, &["BT /F1 9 Tf <0000000100000002> Tj ET"])
        .stream(50, "", map.as_bytes())
        .stream(51, "", codes.as_bytes());
    let document = text_of(&file.file(), &limits).unwrap();
    assert_eq!(document.text, "## Page 1\n\nA\u{fffd}\n");
}

#[test]
fn a_tree_of_pages_that_leads_to_itself_ends() {
    let file = document(HELVETICA, &[&line("one")])
        .with(20, "<< /Type /Pages /Kids [20 0 R 21 0 R 10 0 R 10 0 R] /Parent 21 0 R >>")
        .with(21, "<< /Type /Pages /Kids [20 0 R 21 0 R] >>")
        .with(23, "<< /Type /Catalog /Pages 20 0 R >>")
        .file_with("/Root 23 0 R");
    assert!(text(&file).starts_with("## Page 1\n\n"));
    let mut deep = Objects::default().with(1, "<< /Type /Catalog /Pages 2 0 R >>");
    for number in 2..1000 {
        deep = deep.with(number, format!("<< /Type /Pages /Kids [{} 0 R] >>", number + 1));
    }
    let error = PdfError::Damaged("it has no pages");
    assert_eq!(read(&deep.file()).unwrap_err(), error);
}

#[test]
fn references_that_lead_to_themselves_end() {
    for object in ["1 0 R", "2 0 R"] {
        let file = Objects::default().with(1, object).with(2, "1 0 R").file();
        assert!(read(&file).is_err());
    }
    let length = document(HELVETICA, &[&line("one")])
        .with(20, "<< /Length 20 0 R >>\nstream\nx\nendstream")
        .with(11, b"<< /Length 20 0 R >>\nstream\nBT /F1 9 Tf (text) Tj ET\nendstream");
    let file = length.file_with("/Root 1 0 R /Prev 0");
    assert!(read(&file).is_ok());
    let table = "%PDF-1.4\nxref\n0 0\ntrailer << /Prev 9 /XRefStm 9 >>\nstartxref\n9\n%%EOF";
    assert!(read(table.as_bytes()).is_err());
    // An object stream that contains itself.
    let itself = stream("/Type/ObjStm/N 1/First 4", b"1 0 << /Type /Catalog /Pages 1 0 R >>");
    let file = Objects::default().with(1, itself).file();
    assert!(read(&file).is_err());
}

#[test]
fn deep_nesting_is_skipped() {
    for deep in ["[", "<<", "<</A", "[<</A[", "(", "<", "/A<<"] {
        let content = format!("{} {}", deep.repeat(100_000), line("x"));
        assert!(read(&second_page(content.as_bytes(), "")).is_ok(), "{deep}");
        let object = deep.repeat(100_000);
        let file = document(HELVETICA, &[&line("one")]).with(10, object).file();
        assert!(read(&file).is_err() || text(&file).contains("no text"), "{deep}");
    }
    let states = format!("{} {} {}", "q ".repeat(1000), line("x"), "Q ".repeat(2000));
    assert!(text(&page(&states)).contains("\nx\n"));
    let marks = format!("{} {}", "/A <</ActualText(b)>> BDC ".repeat(10_000), line("x"));
    assert!(text(&page(&marks)).contains("\nb\n"));
}

#[test]
fn a_wrong_length_is_not_believed() {
    for length in ["5", "99999999999999999999", "-1", "4294967295", "999 0 R", "(x)", "1e9", "12"] {
        let lie = format!("<< /Length {length} >>\nstream\n{}\nendstream", line("one"));
        let file = document(HELVETICA, &[""]).with(11, lie).file();
        assert!(text(&file).contains("one"), "{length}");
    }
}

#[test]
fn wrong_numbers_are_not_believed() {
    let huge = "99999999999999999999";
    for object in [
        format!(
            "<< /Type /Pages /Kids [10 0 R] /Count {huge} /Resources << /Font \
            << /F1 << /FirstChar {huge} /LastChar {huge} /Widths [{huge} -1 1e400] >> >> >> >>"
        ),
        "<< /Type /Pages /Kids [10 0 R 4294967295 0 R 99999999999 0 R] >>".to_owned(),
    ] {
        let file = document(HELVETICA, &[&line("one")])
            .with(20, object)
            .with(21, "<< /Type /Catalog /Pages 20 0 R >>");
        assert!(text(&file.file_with("/Root 21 0 R")).contains("one"));
    }
    let numbers = format!(
        "BT /F1 {huge}{huge}{huge}.5 Tf {huge} Tc -{huge} Tw 0 Tz {huge} 0 0 \
        -{huge} {huge} 0 Tm [(a) {huge} (b) -{huge} (c)] TJ 0 0 0 0 0 0 Tm (d) Tj \
        /F1 0 Tf (e) Tj ET"
    );
    assert!(read(&page(&numbers)).is_ok());
    let table = format!("%PDF-1.4\nxref\n0 {huge}\n4294967295 4294967295\nstartxref\n9\n%%EOF");
    assert!(read(table.as_bytes()).is_err());
    for widths in ["[8 8 8]", "[0 0 0]", "[9 9 9]", "[0 8 0]", "[-1 1 1]", "[1 1]"] {
        let index = "/Index [4294967295 4294967295 0 18446744073709551615]";
        let entries = format!("/Type/XRef/W {widths} {index} /Root 1 0 R");
        let mut file = b"%PDF-1.5\n1 0 obj\n".to_vec();
        file.extend(stream(&entries, &[1; 240]));
        file.extend(b"\nendobj\nstartxref\n9\n%%EOF");
        assert!(read(&file).is_err(), "{widths}");
    }
}

#[test]
fn a_line_that_the_limit_of_the_text_cuts_is_not_written_again() {
    let content = "BT /F1 9 Tf (HELLO) Tj 3 Tr (HIDDEN) Tj 0 Tr (WORLD) Tj ET";
    for text in 12..40 {
        let limits = Limits { text, ..Limits::default() };
        let Ok(document) = text_of(&page(content), &limits) else { continue };
        assert!(document.text.matches("HELLO").count() <= 1, "{text}: {:?}", document.text);
    }
}

#[test]
fn a_limit_after_a_scan_does_not_name_its_images_again() {
    let scan = "BI /W 1 /H 1 ID x EI BT /F1 9 Tf 3 Tr 72 720 Td (recognized) Tj ET";
    let limits = Limits { pages: 1, ..Limits::default() };
    let document = text_of(&document(HELVETICA, &[scan, ""]).file(), &limits).unwrap();
    assert_cut(&document, Limit::Pages);
    assert_eq!(document.text.matches("has its text behind").count(), 1, "{}", document.text);
}

#[test]
fn a_line_of_spaces_is_one_space() {
    let font = "<< /Type /Font /Subtype /Type1 /Encoding << /Differences [65 /uni05D0] >> >>";
    let content = format!("BT /F1 9 Tf (A{}A) Tj ET", " ".repeat(100_000));
    let document = read(&document(font, &[&content]).file()).unwrap();
    assert_eq!(document.text, "## Page 1\n\nא א\n");
}
