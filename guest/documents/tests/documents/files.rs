//! Builds documents from XML.

use crate::zip_writer::{Entry, zip};
use readroom_documents::{Detail, Document, Error, Limits, convert, recognize};
use std::convert::Infallible;

const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// Returns a ZIP file of these parts.
pub(crate) fn parts(parts: &[(&str, &str)]) -> Vec<u8> {
    let entries = parts.iter().map(|(name, xml)| Entry::deflated(name, xml.as_bytes()));
    zip(&entries.collect::<Vec<_>>())
}

/// Returns the relationships of a part: their ids, types and targets.
pub(crate) fn relationships(all: &[(&str, &str, &str)]) -> String {
    let all = all.iter().map(|(id, kind, target)| {
        let mode = if target.contains(':') { " TargetMode=\"External\"" } else { "" };
        format!("<Relationship Id=\"{id}\" Type=\"{OFFICE}/{kind}\" Target=\"{target}\"{mode}/>")
    });
    format!("<Relationships>{}</Relationships>", all.collect::<String>())
}

/// Returns an Office document whose main part has a content type, with other parts.
pub(crate) fn office(main: &str, media_type: &str, others: &[(&str, &str)]) -> Vec<u8> {
    let types = format!(
        "<Types><Override PartName=\"/{main}\" ContentType=\"application/vnd.\
         openxmlformats-officedocument.{media_type}.main+xml\"/></Types>"
    );
    let mut all = vec![("[Content_Types].xml", &*types)];
    all.extend_from_slice(others);
    parts(&all)
}

/// Returns a Word document with this body, and other parts.
pub(crate) fn docx_with(body: &str, others: &[(&str, &str)]) -> Vec<u8> {
    let document = format!(
        "<w:document xmlns:w=\"w\" xmlns:r=\"r\"><w:body>{body}<w:sectPr/></w:body></w:document>"
    );
    let mut all = vec![("word/document.xml", &*document)];
    all.extend_from_slice(others);
    office("word/document.xml", "wordprocessingml.document", &all)
}

/// Returns a Word document with this body.
pub(crate) fn docx(body: &str) -> Vec<u8> {
    docx_with(body, &[])
}

/// Returns an Excel workbook with one sheet, and other parts.
pub(crate) fn xlsx_with(sheet: &str, others: &[(&str, &str)]) -> Vec<u8> {
    let rels = relationships(&[
        ("rId1", "worksheet", "worksheets/sheet1.xml"),
        ("rId2", "styles", "styles.xml"),
        ("rId3", "sharedStrings", "sharedStrings.xml"),
    ]);
    let sheet = format!("<worksheet>{sheet}</worksheet>");
    let mut all =
        vec![("xl/_rels/workbook.xml.rels", &*rels), ("xl/worksheets/sheet1.xml", &*sheet)];
    if !others.iter().any(|(name, _)| *name == "xl/workbook.xml") {
        let book = "<workbook><sheets><sheet name=\"Data\" sheetId=\"1\" r:id=\"rId1\"/></sheets>\
            </workbook>";
        all.push(("xl/workbook.xml", book));
    }
    all.extend_from_slice(others);
    office("xl/workbook.xml", "spreadsheetml.sheet", &all)
}

/// Returns an Excel workbook whose only sheet has these rows.
pub(crate) fn xlsx(rows: &str) -> Vec<u8> {
    xlsx_with(&format!("<sheetData>{rows}</sheetData>"), &[])
}

/// Returns an OpenDocument file: its kind, the part before the body, and the body.
pub(crate) fn odf(kind: &str, styles: &str, body: &str) -> Vec<u8> {
    let content = format!(
        "<office:document-content><office:automatic-styles>{styles}</office:automatic-styles>\
         <office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    );
    let media_type = format!("application/vnd.oasis.opendocument.{kind}");
    zip(&[
        Entry::stored("mimetype", media_type.as_bytes()),
        Entry::deflated("content.xml", content.as_bytes()),
    ])
}

/// Returns a book of these chapters, each the body of its file.
pub(crate) fn epub(chapters: &[&str]) -> Vec<u8> {
    let container =
        "<container><rootfiles><rootfile full-path=\"OEBPS/book.opf\"/></rootfiles></container>";
    let (mut items, mut spine) = (String::new(), String::new());
    let mut entries = vec![
        Entry::stored("mimetype", b"application/epub+zip"),
        Entry::deflated("META-INF/container.xml", container.as_bytes()),
    ];
    for (at, chapter) in chapters.iter().enumerate() {
        items += &format!(
            "<item id=\"c{at}\" href=\"ch%20{at}.xhtml\" media-type=\"application/xhtml+xml\"/>"
        );
        spine += &format!("<itemref idref=\"c{at}\"/>");
        let page = format!("<html><head><title>x</title></head><body>{chapter}</body></html>");
        entries.push(Entry::deflated(&format!("OEBPS/ch {at}.xhtml"), page.as_bytes()));
    }
    let package = format!("<package><manifest>{items}</manifest><spine>{spine}</spine></package>");
    entries.push(Entry::deflated("OEBPS/book.opf", package.as_bytes()));
    zip(&entries)
}

/// Recognizes and converts a document.
pub(crate) fn read_within(mut file: &[u8], limits: &Limits) -> Result<Document, Error<Infallible>> {
    let format = recognize(&mut file)?.ok_or(Error::Damaged("not recognized"))?;
    convert(&mut file, format, limits, Detail::Shown)
}

pub(crate) fn read(file: &[u8]) -> Document {
    read_within(file, &Limits::default()).unwrap()
}

pub(crate) fn text(file: &[u8]) -> String {
    read(file).text
}

/// Returns the text with formulas and tracked changes.
pub(crate) fn with_formulas(mut file: &[u8]) -> String {
    let format = recognize(&mut file).unwrap().unwrap();
    convert(&mut file, format, &Limits::default(), Detail::All).unwrap().text
}

/// Returns why a document is not converted.
pub(crate) fn error(file: &[u8]) -> Error<Infallible> {
    read_within(file, &Limits::default()).unwrap_err()
}
