//! Pages are found, and have headings.

use crate::files::{HELVETICA, Objects, document, line, page, read, text};
use readroom_pdf::{PageText, PdfError};

fn two_pages() -> Objects {
    document(HELVETICA, &[&line("one"), &line("two")])
}

const TWO_PAGES: &str = "## Page 1\n\none\n\n## Page 2\n\ntwo\n";

#[test]
fn each_page_has_a_heading() {
    let document = read(&two_pages().file()).unwrap();
    assert_eq!(document.text, TWO_PAGES);
    let lines: Vec<u64> = document.facts.pages.iter().map(|page| page.line).collect();
    assert_eq!(lines, [1, 5]);
    assert_eq!(document.facts.characters, 6);
    assert_eq!(document.facts.cut, None);
}

#[test]
fn objects_and_tables_may_be_in_streams() {
    assert_eq!(text(&two_pages().modern_file()), TWO_PAGES);
}

#[test]
fn a_page_without_text_says_so() {
    let inline = "BI /W 1 /H 1 /BPC 8 /CS /G ID \u{1} EI Q (EI) ET ";
    let contents = ["/I Do", "", inline, "/I Do /I Do"];
    let file = document(HELVETICA, &contents)
        .with(4, "<< /XObject << /I 5 0 R >> >>")
        .stream(5, "/Type /XObject /Subtype /Image /Width 1 /Height 1", b"x")
        .with(6, "<< /Type /Pages /Kids [10 0 R 12 0 R 14 0 R 16 0 R] /Resources 4 0 R >>")
        .with(7, "<< /Type /Catalog /Pages 6 0 R >>")
        .file_with("/Root 7 0 R");
    let document = read(&file).unwrap();
    assert_eq!(
        document.text,
        "## Page 1\n\n[page 1 has no text, 1 image]\n\n## Page 2\n\n[page 2 has no text]\n\n\
         ## Page 3\n\n[page 3 has no text, 1 image]\n\n\
         ## Page 4\n\n[page 4 has no text, 2 images]\n"
    );
    assert!(document.facts.pages.iter().all(|page| page.text == PageText::None));
    assert_eq!(document.facts.images(), 4);
}

#[test]
fn a_file_cannot_forge_a_page() {
    let lines = ["# Page 9", "## Page 2", "```", "---", "[page 1 has no text]", "a # b"];
    let shows: String = lines.iter().map(|line| format!("({line}) Tj T* ")).collect();
    let shown = crate::files::shown(&format!("BT /F1 12 Tf 14 TL {shows} ET"));
    let expected = "\\# Page 9\n\\## Page 2\n\\```\n\\---\n\\[page 1 has no text]\na # b";
    assert_eq!(shown, expected);
}

#[test]
fn a_file_without_its_table_is_repaired() {
    let file = two_pages().file();
    let end = file.windows(4).position(|window| window == b"xref").unwrap();
    assert_eq!(text(&file[..end]), TWO_PAGES);
    let wrong = String::from_utf8(file.clone()).unwrap().replace("00000 n", "00001 n");
    assert_eq!(text(wrong.as_bytes()), TWO_PAGES);
    // The offsets in the table are wrong.
    let moved = String::from_utf8(file).unwrap().replacen("%PDF-1.7", "%PDF-1.7 and more", 1);
    assert_eq!(text(moved.as_bytes()), TWO_PAGES);
    let modern = two_pages().modern_file();
    let end = modern.windows(9).position(|window| window == b"startxref").unwrap();
    assert_eq!(text(&modern[..end]), TWO_PAGES);
}

#[test]
fn bytes_before_the_header_are_skipped() {
    let file = [b"junk\r\n".as_slice(), &two_pages().file()].concat();
    assert_eq!(text(&file), TWO_PAGES);
}

#[test]
fn an_update_replaces_objects() {
    let mut file = page(&line("old"));
    let first = file.windows(5).rposition(|window| window == b"\nxref").unwrap() + 1;
    let at = file.len();
    let content = String::from_utf8(crate::files::stream("", line("new").as_bytes())).unwrap();
    file.extend(format!("11 0 obj\n{content}\nendobj\n").bytes());
    let start = file.len();
    file.extend(
        format!(
            "xref\n11 1\n{at:010} 00000 n \ntrailer\n<< /Root 1 0 R /Prev {first} >>\n\
             startxref\n{start}\n%%EOF"
        )
        .bytes(),
    );
    assert_eq!(text(&file), "## Page 1\n\nnew\n");
}

#[test]
fn a_damaged_file_is_refused() {
    for file in [&b""[..], b"%PDF-1.7", b"PK\x03\x04", b"%PDF-1.4\nstartxref\n0\n%%EOF"] {
        assert!(matches!(read(file).unwrap_err(), PdfError::Damaged(_)), "{file:?}");
    }
}

#[test]
fn pages_without_a_tree_are_found() {
    let file = Objects::default()
        .with(1, "<< /Type /Catalog /Pages 99 0 R >>")
        .with(4, "<< /Type /Page /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>")
        .stream(5, "", line("lost").as_bytes())
        .with(3, HELVETICA);
    assert_eq!(text(&file.file()), "## Page 1\n\nlost\n");
}

#[test]
fn a_page_may_occur_twice_or_without_a_number() {
    let direct = "<< /Type /Page /Contents 11 0 R >>";
    let node = format!("<< /Type /Pages /Kids [{direct} 12 0 R] /Resources 8 0 R >>");
    let file = two_pages()
        .with(8, "<< /Font << /F1 3 0 R >> >>")
        .with(2, format!("<< /Kids [12 0 R {direct} 12 0 R {node} 2 0 R] /Resources 8 0 R >>"));
    let text = text(&file.file());
    let shown: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    let expected = "## Page 1|two|## Page 2|one|## Page 3|two|## Page 4|one|## Page 5|two";
    assert_eq!(shown.join("|"), expected);
}

#[test]
fn a_tree_of_pages_may_refer_to_itself() {
    let nested = "<< /Kids [".repeat(20) + "12 0 R 2 0 R" + &"] >>".repeat(20);
    let kids = "2 0 R 10 0 R ".repeat(3);
    let file = two_pages().with(2, format!("<< /Kids [{kids} {nested}] >>"));
    assert_eq!(read(&file.file()).unwrap().facts.pages.len(), 3);
}

#[test]
fn text_after_an_inline_image_is_read() {
    let image = b"BI /W 4 /H 1 /BPC 8 /CS /G ID ";
    for (data, end) in [
        // Binary data up to the end, and binary text after it.
        (&b"\x80\x81\x82\x83"[..], &b"EI\nQ "[..]),
        (b"\x80\x81\x82\x83\n", b"EI BT /F1 9 Tf (\xe9t\xe9) Tj ET "),
        (b"\x80EI\x82\x83", b"\nEI\nQ\n"),
        (b"\x80 EI \xff(\xff", b"\nEI Q "),
        (b"\xffEI\0\0Q\0(", b" EI\tEMC "),
        (b"zzzz~>", b"EI/P<</ActualText(\xfe\xff\0a)>>BDC BT/F1 9 Tf(a)Tj ET EMC "),
    ] {
        let content = [&b"q "[..], image, data, end, line("after").as_bytes()].concat();
        let content = [&content, &b" 1 0 0 1 0 -50 cm q "[..], &content].concat();
        let file = document(HELVETICA, &[""]).stream(11, "", &content).file();
        assert_eq!(text(&file).matches("after").count(), 2, "{data:?}{end:?}");
    }
}

#[test]
fn the_contents_of_a_page_are_one_stream() {
    let file = document(HELVETICA, &["", ""])
        .with(4, "<< /Type /Page /Contents [5 0 R 6 0 R] /Resources << /Font << /F1 3 0 R >> >> >>")
        .stream(5, "", b"BT /F1 12 Tf (one")
        .stream(6, "", b"two) Tj ET")
        .with(7, "<< /Type /Pages /Kids [4 0 R] >>")
        .with(8, "<< /Type /Catalog /Pages 7 0 R >>");
    assert_eq!(text(&file.file_with("/Root 8 0 R")), "## Page 1\n\none two\n");
}

#[test]
fn a_page_may_be_drawn_as_many_images() {
    let names: String = (0..1000).map(|number| format!("/I{number} 4 0 R ")).collect();
    let images: String = (0..20_000).map(|number| format!("/I{} Do ", number % 1000)).collect();
    let file = document(HELVETICA, &[&(images + &line("after"))])
        .with(4, "<< /Subtype /Image /Length 0 >>\nstream\n\nendstream")
        .with(22, "<< /Type /Pages /Kids [10 0 R] /Resources 25 0 R >>")
        .with(23, "<< /Type /Catalog /Pages 22 0 R >>")
        .with(24, format!("<< {names} >>"))
        .with(25, "<< /Font << /F1 3 0 R >> /XObject 24 0 R >>");
    let document = read(&file.file_with("/Root 23 0 R")).unwrap();
    assert_eq!((document.facts.cut, document.facts.images()), (None, 20_000));
    assert!(document.text.contains("after"), "{}", document.text);
}

#[test]
fn inherited_resources_are_parsed_once() {
    let mut objects = Objects::default()
        .with(1, "<< /Type /Catalog /Pages 2 0 R >>")
        .with(3, HELVETICA)
        .stream(5, "", line("x").as_bytes());
    let mut kids = String::new();
    for number in 10..3010 {
        kids.push_str(&format!("{number} 0 R "));
        objects = objects.with(number, "<< /Type /Page /Contents 5 0 R >>");
    }
    let inherited = "/MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >>";
    let file = objects.with(2, format!("<< /Type /Pages /Kids [{kids}] {inherited} >>")).file();
    let facts = read(&file).unwrap().facts;
    assert_eq!((facts.pages.len(), facts.characters, facts.cut), (3000, 3000, None));
}
