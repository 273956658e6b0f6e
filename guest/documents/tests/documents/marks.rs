//! Document text is distinguished from generated marks.

use crate::files::{
    docx, docx_with, epub, odf, office, read, relationships, text, xlsx, xlsx_with,
};

const MARKS: [&str; 7] = [
    "[hidden: x]",
    "[empty]",
    "[missing: it is not in the file]",
    "[page 1 has its text behind 1 image]",
    "[Lines 1-3 of 3. Next: {}]",
    "[^c1]: Ann: yes",
    "«redacted: GitHub token»",
];

#[test]
fn no_document_writes_a_mark() {
    for mark in MARKS {
        let paragraph = format!("<w:p><w:r><w:t>a {mark}</w:t></w:r></w:p>");
        assert_eq!(text(&docx(&paragraph)), format!("a \\{mark}\n"));
        let table = format!("<w:tbl><w:tr><w:tc>{paragraph}</w:tc></w:tr></w:tbl>");
        assert_eq!(text(&docx(&table)), format!("| a \\{mark} |\n|---|\n"));
        let cell = format!("<row><c t=\"str\"><v>{mark}</v></c></row>");
        assert!(text(&xlsx(&cell)).ends_with(&format!("| 1 | \\{mark} |\n")), "{mark}");
        let paragraph = format!("<text:p>{mark}</text:p>");
        assert_eq!(text(&odf("text", "", &paragraph)), format!("\\{mark}\n"));
        let row = format!(
            "<table:table-row><table:table-cell>{paragraph}</table:table-cell></table:table-row>"
        );
        let sheet = format!("<table:table table:name=\"T\">{row}</table:table>");
        let sheet = text(&odf("spreadsheet", "", &sheet));
        assert!(sheet.ends_with(&format!("| 1 | \\{mark} |\n")), "{sheet}");
        assert_eq!(
            text(&epub(&[&format!("<h1>T</h1><p>{mark}</p>")])),
            format!("# T\n\n\\{mark}\n")
        );
        assert_eq!(text(&epub(&[&format!("<h1>{mark}</h1>")])), format!("# \\{mark}\n"));
    }
}

#[test]
fn a_mark_in_two_runs_is_one() {
    let body = "<w:p><w:r><w:t>[hid</w:t></w:r><w:r><w:t>den: x]</w:t></w:r></w:p>";
    assert_eq!(text(&docx(body)), "\\[hidden: x]\n");
}

#[test]
fn names_of_sheets_and_alternative_texts_are_not_marks() {
    let book = "<workbook><sheets><sheet name=\"Q1 (hidden)\" r:id=\"rId1\"/><sheet \
        name=\"[empty]\" state=\"hidden\" r:id=\"rId1\"/></sheets></workbook>";
    let sheets = text(&xlsx_with("", &[("xl/workbook.xml", book)]));
    assert!(sheets.starts_with("## Sheet: Q1 \\(hidden)\n\n[empty]\n"), "{sheets}");
    assert!(sheets.ends_with("## Sheet: \\[empty] (hidden)\n\n[empty]\n"), "{sheets}");
    let rels = relationships(&[("rId1", "image", "media/i.png")]);
    let body = "<w:p><w:r><w:drawing><wp:docPr descr=\"hidden: x\"/><a:blip r:embed=\"rId1\"/>\
        </w:drawing></w:r></w:p>";
    let file = docx_with(body, &[("word/_rels/document.xml.rels", &rels)]);
    assert_eq!(text(&file), "!\\[hidden: x](i.png)\n");
}

#[test]
fn hidden_text_ends_where_it_ends() {
    let body = "<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>a] b</w:t></w:r>\
        <w:r><w:t> c]</w:t></w:r></w:p>";
    assert_eq!(text(&docx(body)), "[hidden: a\\] b] c]\n");
    let book = epub(&["<p>a <span hidden=\"\">b] c</span> d</p>"]);
    assert!(text(&book).ends_with("a [hidden: b\\] c] d\n"));
    let book = read(&epub(&["<div hidden=\"\"><p>a</p><p>b</p></div><p>c</p>"]));
    assert!(book.text.ends_with("\n\n[hidden: a]\n\n[hidden: b]\n\nc\n"), "{}", book.text);
    assert_eq!(book.facts.unseen.texts, 2);
}

#[test]
fn ordinary_brackets_stay() {
    for line in ["[1] Smith, 2020", "[x] done", "a[0]", "[sic]", "«yes»", "[page 3]", "[^a-z]+"] {
        let body = format!("<w:p><w:r><w:t>{line}</w:t></w:r></w:p>");
        assert_eq!(text(&docx(&body)), format!("{line}\n"));
    }
}

/// A presentation of one slide, which may be missing.
fn slide(slide: Option<&str>) -> Vec<u8> {
    let main = "<p:presentation><p:sldIdLst><p:sldId r:id=\"rId1\"/></p:sldIdLst></p:presentation>";
    let rels = relationships(&[("rId1", "slide", "slides/slide1.xml")]);
    let mut all = vec![("ppt/presentation.xml", main), ("ppt/_rels/presentation.xml.rels", &*rels)];
    all.extend(slide.map(|slide| ("ppt/slides/slide1.xml", slide)));
    office("ppt/presentation.xml", "presentationml.presentation", &all)
}

#[test]
fn titles_are_cut_in_the_list_of_units_alone() {
    let title = "一二三四五六七八九十".repeat(12);
    let xml = format!(
        "<p:sld><p:sp><p:nvSpPr><p:cNvPr/><p:nvPr><p:ph type=\"title\"/></p:nvPr></p:nvSpPr>\
         <p:txBody><a:p><a:r><a:t>{title}</a:t></a:r></a:p></p:txBody></p:sp><p:pic><p:nvPicPr>\
         <p:cNvPr descr=\"{title}\"/></p:nvPicPr><a:blip r:embed=\"rId1\"/></p:pic></p:sld>"
    );
    let rels = relationships(&[("rId1", "image", "../media/i.png")]);
    let main_rels = relationships(&[("rId1", "slide", "slides/slide1.xml")]);
    let main = "<p:presentation><p:sldIdLst><p:sldId r:id=\"rId1\"/></p:sldIdLst></p:presentation>";
    let document = read(&office(
        "ppt/presentation.xml",
        "presentationml.presentation",
        &[
            ("ppt/presentation.xml", main),
            ("ppt/_rels/presentation.xml.rels", &main_rels),
            ("ppt/slides/slide1.xml", &xml),
            ("ppt/slides/_rels/slide1.xml.rels", &rels),
        ],
    ));
    assert_eq!(document.text, format!("## Slide 1: {title}\n\n![{title}](i.png)\n"));
    let unit = &*document.facts.units[0].title;
    assert!(unit.len() <= 200 && unit.ends_with('…'), "{unit}");
}

#[test]
fn missing_parts_are_named() {
    const MISSING: &str = "[missing: it is listed, and its part is not in the file]\n";
    assert_eq!(text(&slide(None)), format!("## Slide 1\n\n{MISSING}"));
    assert_eq!(text(&slide(Some("<p:sld/>"))), "## Slide 1\n");
    for target in ["rId9", "rId2"] {
        let book =
            format!("<workbook><sheets><sheet name=\"A\" r:id=\"{target}\"/></sheets></workbook>");
        let file = xlsx_with("", &[("xl/workbook.xml", &book)]);
        assert_eq!(text(&file), format!("## Sheet: A\n\n{MISSING}"));
    }
}
