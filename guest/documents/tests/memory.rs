//! Allocations stay below 128 MiB, for the worst files we could think of.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]
#![allow(dead_code, reason = "what the other tests use")]

#[path = "documents/compound_file.rs"]
mod compound_file;
#[path = "../../images/tests/support/counting.rs"]
mod counting;
#[path = "documents/doc_writer.rs"]
mod doc_writer;
#[path = "documents/files.rs"]
mod files;
#[path = "documents/xls_writer.rs"]
mod xls_writer;
#[path = "documents/zip_writer.rs"]
mod zip_writer;

use counting::measured;
use files::{docx, epub, odf, read_within, xlsx, xlsx_with};
use readroom_documents::Limits;

/// The maximum number of bytes that a conversion allocates.
const MOST: usize = 100 << 20;
/// The size of the repeated XML.
const XML: usize = 20 << 20;

fn many(part: &str) -> String {
    part.repeat(XML / part.len())
}

#[test]
fn a_document_takes_no_more_memory_than_documented() {
    let style =
        |name: &str| format!("<w:style w:styleId=\"{name}\"><w:name w:val=\"x\"/></w:style>");
    let rels = files::relationships(&[("rId1", "styles", "styles.xml")]);
    let styles = format!("<w:styles>{}</w:styles>", many(&style("a")));
    let styled = [("word/_rels/document.xml.rels", &*rels), ("word/styles.xml", &*styles)];
    let strings = |part: &str| format!("<sst>{}</sst>", many(part));
    let rows = "<sheetData><row><c t=\"s\"><v>0</v></c></row></sheetData>";
    let shared = |part: &str| xlsx_with(rows, &[("xl/sharedStrings.xml", &strings(part))]);
    let nested = "<w:tbl><w:tr><w:tc>".repeat(70);
    let word = format!("<w:r><w:t>{}</w:t></w:r>", "words and more ".repeat(20));
    let word = &*word;
    let rows_of_cells = format!("<w:tr><w:tc>{word}</w:tc>{}</w:tr>", "<w:tc/>".repeat(500));
    let strings = (0..XML / 4000).fold(xls_writer::Records::new(), |records, at| {
        records.add(if at == 0 { 0xfc } else { 0x3c }, &[0, 0, 0, 0, 1, 0, 0, b'x'].repeat(1000))
    });
    let cells = (0..60_000_u16).fold(xls_writer::Records::new(), |records, row| {
        records
            .cell(0x203, row, 300, 0, &[0; 8])
            .add(0x208, &[&row.to_le_bytes()[..], &[32; 14]].concat())
    });
    let text = "words and more\r".repeat(XML / 32);
    let list = "<text:list-style style:name=\"a\"/>";
    for (file, what) in [
        (docx(&many(&format!("<w:p>{word}</w:p>"))), "paragraphs"),
        (docx(&format!("<w:p>{word}</w:p><w:p>{}</w:p>", many(word))), "a paragraph"),
        (docx(&many("<w:tc>")), "depth"),
        (docx(&many("<w:tc/>")), "cells outside of tables"),
        (docx(&format!("<w:tbl><w:tr>{}</w:tr></w:tbl>", many("<w:tc/>"))), "cells"),
        (docx(&format!("{nested}{}", many(&format!("<w:p>{word}</w:p>")))), "nested tables"),
        (docx(&format!("{nested}{}", many(&rows_of_cells))), "empty cells of nested tables"),
        (docx(&many("<w:fldChar w:fldCharType=\"begin\"/>")), "fields"),
        (docx(&many("<w:p><w:footnoteReference w:id=\"1\"/></w:p>")), "notes"),
        (docx(&format!("<w:p w:x=\"{}\"/>", "x".repeat(XML))), "a tag"),
        (files::docx_with(word, &styled), "styles"),
        (shared("<si><t>text that is shared</t></si>"), "strings"),
        (shared("<si/>"), "empty strings"),
        (xlsx(&many("<row><c><v>1</v></c><c><v>2</v></c></row>")), "rows"),
        (xlsx(&format!("<row><c><v>{}", many("&amp;"))), "a value"),
        (xlsx_with(&many("<mergeCell ref=\"A1:B2\"/>"), &[]), "merged cells"),
        (
            odf("text", "", &many("<text:p><text:note><text:note-body/></text:note></text:p>")),
            "notes",
        ),
        (odf("text", &many(list), "<text:p>x</text:p>"), "lists"),
        (odf("spreadsheet", "", &many("<office:annotation/>")), "comments"),
        (odf("presentation", "", &many("<draw:page/>")), "slides"),
        (epub(&[&many("<h1>x</h1>")]), "headings"),
        (epub(&[&many("<a href=\"a:b\">")]), "links"),
        (epub(&[&many("<p>one two three</p>")]), "a chapter"),
        (xls_writer::book(strings, &[]), "strings of a binary workbook"),
        (xls_writer::book(xls_writer::Records::new(), &[("A", 0, cells)]), "cells of it"),
        (doc_writer::Doc::new().text(&text).file(), "paragraphs of a binary text"),
        (doc_writer::Doc::new().text(&text.replace('\r', " ")).file(), "a paragraph of it"),
        (format!("{{\\rtf1{}", many("x")).into(), "rich text"),
        (format!("{{\\rtf1{}", many("\\u9999?")).into(), "rich text in Unicode"),
        (format!("{{\\rtf1{}", many("{\\footnote}")).into(), "notes of rich text"),
        (format!("{{\\rtf1{}", many("{\\shptxt x}")).into(), "text boxes of rich text"),
    ] {
        let (read, taken) = measured(|| read_within(&file, &Limits::default()).is_ok());
        assert!(taken <= MOST, "{what}: {} MiB, {read}", taken >> 20);
    }
}
