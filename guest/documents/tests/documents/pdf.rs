//! PDF files, which the crate `readroom-pdf` reads and tests.

use crate::files::{error, read, read_within};
use readroom_documents::{Error, Extraction, Limit, Limits, Unit};

/// A file without a cross-reference table, with one page per content stream.
fn pdf(contents: &[&str]) -> Vec<u8> {
    let (mut kids, mut pages) = (String::new(), String::new());
    for (number, content) in (10..).step_by(2).zip(contents) {
        kids.push_str(&format!("{number} 0 R "));
        let stream = number + 1;
        pages.push_str(&format!(
            "{number} 0 obj << /Type /Page /Contents {stream} 0 R >> endobj\n\
             {stream} 0 obj << >> stream\n{content}\nendstream endobj\n"
        ));
    }
    format!(
        "%PDF-1.7\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n\
         2 0 obj << /Type /Pages /Kids [{kids}] >> endobj\n{pages}trailer << /Root 1 0 R >>\n"
    )
    .into_bytes()
}

#[test]
fn pages_are_units() {
    let document = read(&pdf(&["BT /F 9 Tf (two words) Tj 3 Tr (x) Tj ET", "BI ID EI"]));
    assert_eq!(
        document.text,
        "## Page 1\n\ntwo words[hidden: x]\n\n## Page 2\n\n[page 2 has no text, 1 image]\n"
    );
    let unit =
        |number, line| Unit { title: format!("Page {number}"), line, hidden: false, range: None };
    let facts = document.facts;
    assert_eq!(facts.units, [unit(1, 1), unit(2, 5)]);
    assert_eq!((facts.left_out.images, facts.unseen.texts), (1, 1));
    let extraction = Extraction {
        pages_without_text: vec![2],
        pages_behind_images: vec![],
        characters: 9,
        undecoded: 0,
        is_restricted: false,
    };
    assert_eq!(facts.extraction, Some(extraction));
}

#[test]
fn limits_are_those_of_documents() {
    let file = pdf(&["BT (one) Tj (two) Tj (three) Tj ET", "BT (four) Tj ET"]);
    let cut = |limits| read_within(&file, &limits).map(|document| document.facts.cut);
    let defaults = Limits::default();
    assert_eq!(cut(Limits { events: 70, ..defaults }), Ok(Some(Limit::Pdf("number of operators"))));
    assert_eq!(cut(Limits { text: 25, ..defaults }), Ok(Some(Limit::Pdf("size of the text"))));
    assert_eq!(
        cut(Limits { inflated: 10, ..defaults }),
        Err(Error::TooLarge(Limit::Pdf("size of all streams")))
    );
    let mut large = pdf(&[]);
    large.resize((32 << 20) + 1, b' ');
    assert_eq!(error(&large), Error::TooLarge(Limit::Pdf("size of the file")));
}

#[test]
fn a_file_without_pages_is_damaged() {
    assert!(matches!(error(b"%PDF-1.7 is a text"), Error::Damaged(_)));
    let encrypted = [&pdf(&[])[..], b"trailer << /Encrypt << /Filter /X >> >>"].concat();
    assert!(matches!(error(&encrypted), Error::UnsupportedEncryption(_)));
}

#[test]
fn notes_are_comments() {
    let page = pdf(&["BT /F 9 Tf (x) Tj ET"]);
    let page = String::from_utf8(page).unwrap();
    let note = "/Contents 11 0 R /Annots [<< /Subtype /Text /T (Ann) /Contents (why) >>]";
    let document = read(page.replace("/Contents 11 0 R", note).as_bytes());
    assert_eq!(document.text, "## Page 1\n\nx\n\n[^c1]: Ann: why\n");
    assert_eq!(document.facts.unseen.comments, 1);
}
