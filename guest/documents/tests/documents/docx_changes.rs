//! Tracked changes of Word documents, as if accepted.

use crate::files::{docx, docx_with, read, relationships, text};

/// A paragraph of a list, with properties of its mark.
fn item(mark: &str, runs: &str) -> String {
    format!(
        "<w:p><w:pPr><w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"1\"/></w:numPr>\
         <w:rPr>{mark}</w:rPr></w:pPr>{runs}</w:p>"
    )
}

fn run(text: &str) -> String {
    format!("<w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r>")
}

fn gone(kind: &str, text: &str) -> String {
    format!("<w:{kind} w:id=\"1\">{}</w:{kind}>", run(text))
}

fn listed(body: &str) -> String {
    let numbering = "<w:numbering><w:abstractNum w:abstractNumId=\"0\"><w:lvl w:ilvl=\"0\">\
        <w:start w:val=\"1\"/><w:numFmt w:val=\"decimal\"/><w:lvlText w:val=\"%1.\"/></w:lvl>\
        </w:abstractNum><w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num></w:numbering>";
    let rels = relationships(&[("rId1", "numbering", "numbering.xml")]);
    let parts = [("word/_rels/document.xml.rels", &*rels), ("word/numbering.xml", numbering)];
    text(&docx_with(body, &parts))
}

#[test]
fn what_is_gone_has_no_label() {
    for (mark, kind) in [("<w:del w:id=\"1\"/>", "del"), ("<w:moveFrom w:id=\"1\"/>", "moveFrom")] {
        let body = [
            item("", &run("one")),
            item(mark, &gone(kind, "two")),
            item("", &run("three")),
            item("<w:ins w:id=\"1\"/>", &format!("<w:ins>{}</w:ins>", run("four"))),
            item("<w:moveTo w:id=\"1\"/>", &format!("<w:moveTo>{}</w:moveTo>", run("two"))),
        ];
        assert_eq!(listed(&body.concat()), "1. one\n2. three\n3. four\n4. two\n");
    }
}

#[test]
fn a_paragraph_without_its_mark_continues_in_the_next() {
    let deleted = "<w:pPr><w:rPr><w:del w:id=\"1\"/></w:rPr></w:pPr>";
    let first = format!("<w:p>{deleted}{}</w:p>", run("First half "));
    let second = format!("<w:p>{}</w:p>", run("second half."));
    assert_eq!(text(&docx(&(first.clone() + &second))), "First half second half.\n");
    let three = [&*first, &first, &second].concat();
    assert_eq!(text(&docx(&three)), "First half First half second half.\n");
    assert_eq!(listed(&(first.clone() + &item("", &run("x")))), "1. First half x\n");
    // Nothing that it can continue in follows.
    let table = format!("<w:tbl><w:tr><w:tc>{second}{first}</w:tc></w:tr></w:tbl>");
    let expected = "First half\n\n| second half.<br>First half |\n|---|\n\nFirst half\n";
    assert_eq!(text(&docx(&[&*first, &table, &first].concat())), expected);
    let last = item("<w:del/>", &run("x"));
    assert_eq!(listed(&last), "1. x\n");
}

#[test]
fn a_deleted_row_is_left_out() {
    let row = |properties: &str, text: &str| {
        format!("<w:tr><w:trPr>{properties}</w:trPr><w:tc><w:p>{}</w:p></w:tc></w:tr>", run(text))
    };
    let rows = [row("", "a"), row("<w:del w:id=\"1\"/>", "b"), row("<w:ins w:id=\"2\"/>", "c")];
    let body = format!("<w:tbl>{}</w:tbl>", rows.concat());
    assert_eq!(text(&docx(&body)), "| a |\n|---|\n| c |\n");
}

#[test]
fn the_text_of_deleted_cells_is_left_out() {
    let cell = |properties: &str, text: &str| {
        format!("<w:tc><w:tcPr>{properties}</w:tcPr><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>")
    };
    let cells = [cell("", "a"), cell("<w:cellDel/>", "b"), cell("<w:cellIns/>", "c")].concat();
    let document = read(&docx(&format!("<w:tbl><w:tr>{cells}</w:tr></w:tbl>")));
    assert_eq!(document.text, "| a |  | c |\n|---|---|---|\n");
    let unseen = document.facts.unseen;
    assert_eq!((unseen.deletions, unseen.insertions), (1, 1));
}
