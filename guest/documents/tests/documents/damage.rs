//! A damaged part does not keep the others from being read.

use crate::files::{docx_with, error, office, parts, read, relationships, text, xlsx_with};
use readroom_documents::Error;

/// A workbook with these sheets.
fn sheets(all: &[&str]) -> Vec<u8> {
    let names: Vec<String> = (1..=all.len()).map(|at| format!("worksheets/s{at}.xml")).collect();
    let parts: Vec<String> = names.iter().map(|name| format!("xl/{name}")).collect();
    let ids: Vec<String> = (1..=all.len()).map(|at| format!("rId{at}")).collect();
    let rels: Vec<_> =
        ids.iter().zip(&names).map(|(id, name)| (&**id, "worksheet", &**name)).collect();
    let rels = relationships(&rels);
    let sheet = |id: &String| format!("<sheet name=\"of {id}\" r:id=\"{id}\"/>");
    let book = ids.iter().map(sheet).collect::<String>();
    let book = format!("<workbook><sheets>{book}</sheets></workbook>");
    let mut others = vec![("xl/workbook.xml", &*book), ("xl/_rels/workbook.xml.rels", &*rels)];
    others.extend(parts.iter().map(|part| &**part).zip(all.iter().copied()));
    office("xl/workbook.xml", "spreadsheetml.sheet", &others)
}

#[test]
fn a_damaged_sheet_leaves_the_others() {
    let whole = "<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>";
    let cut = "<worksheet><sheetData><row><c><v>2</v></c></row><row><c><v>3";
    let table = |value: u8| format!("|  | A |\n|---|---|\n| 1 | {value} |\n");
    assert_eq!(
        text(&sheets(&[whole, cut, whole])),
        format!(
            "## Sheet: of rId1\n\n{}\n## Sheet: of rId2\n\n{}\n[missing: the rest of this sheet, \
             which is damaged: XML that ends inside an element]\n\n## Sheet: of rId3\n\n{}",
            table(1),
            table(2),
            table(1)
        )
    );
    let string = "<worksheet><sheetData><row><c t=\"s\"><v>9</v></c></row></sheetData></worksheet>";
    let shown = text(&sheets(&[string, whole]));
    assert!(shown.contains("is damaged: a cell has a string that is missing]\n"), "{shown}");
    assert!(shown.ends_with(&table(1)), "{shown}");
    assert!(matches!(error(&sheets(&[cut, "<x"])), Error::Damaged(_)));
}

#[test]
fn a_damaged_slide_or_its_notes_leave_the_others() {
    let main = "<p:presentation><p:sldIdLst><p:sldId r:id=\"rId1\"/><p:sldId r:id=\"rId2\"/>\
        </p:sldIdLst></p:presentation>";
    let main_rels =
        relationships(&[("rId1", "slide", "slides/a.xml"), ("rId2", "slide", "slides/b.xml")]);
    let notes_rels = relationships(&[("rId1", "notesSlide", "../n.xml")]);
    let shape = |text: &str| {
        format!("<p:sp><p:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>")
    };
    let presentation = |first: &str, notes: &str| {
        let second = format!("<p:sld>{}</p:sld>", shape("b"));
        let parts = [
            ("ppt/presentation.xml", main),
            ("ppt/_rels/presentation.xml.rels", &main_rels),
            ("ppt/slides/a.xml", first),
            ("ppt/slides/b.xml", &second),
            ("ppt/slides/_rels/a.xml.rels", &notes_rels),
            ("ppt/n.xml", notes),
        ];
        text(&office("ppt/presentation.xml", "presentationml.presentation", &parts))
    };
    let missing =
        "[missing: the rest of slide 1, which is damaged: XML that ends inside an element]";
    let rest = "## Slide 2\n\nb\n";
    let cut = format!("<p:sld>{}<p:sp>", shape("a"));
    assert_eq!(presentation(&cut, "<p:notes/>"), format!("## Slide 1\n\na\n\n{missing}\n\n{rest}"));
    let whole = format!("<p:sld>{}</p:sld>", shape("a"));
    let body =
        shape("n").replace("<p:txBody>", "<p:nvSpPr><p:ph type=\"body\"/></p:nvSpPr><p:txBody>");
    assert_eq!(
        presentation(&whole, &format!("<p:notes>{body}")),
        format!("## Slide 1\n\na\n\nNotes: n\n\n{missing}\n\n{rest}")
    );
}

#[test]
fn damaged_comments_and_charts_leave_the_text() {
    let body = "<w:p><w:r><w:t>a</w:t><w:drawing><c:chart r:id=\"rId2\"/></w:drawing>\
        <w:commentReference w:id=\"1\"/></w:r></w:p>";
    let rels = relationships(&[
        ("rId1", "comments", "comments.xml"),
        ("rId2", "chart", "chart.xml"),
        ("rId3", "endnotes", "endnotes.xml"),
    ]);
    let comments = "<w:comments><w:comment w:id=\"1\"><w:p><w:r><w:t>b</w:t></w:r></w:p>\
        </w:comment><w:comment w:id=\"2\"><w:p><w:tbl>";
    let chart = "<c:chart><c:plotArea><c:pieChart>";
    let parts = [
        ("word/_rels/document.xml.rels", &*rels),
        ("word/comments.xml", comments),
        ("word/chart.xml", chart),
    ];
    assert_eq!(
        text(&docx_with(body, &parts)),
        "a[^c1]\n\nChart (pie)\n\n[missing: the rest of this figure, which is damaged]\n\n\
         [^c1]: b\n\n\
         [missing: the rest of the notes, which is damaged: XML that ends inside an element]\n"
    );
    let sheet = "<sheetData><row><c><v>1</v></c></row></sheetData>";
    let rels = relationships(&[("rId1", "drawing", "../drawings/d.xml")]);
    let file = xlsx_with(
        sheet,
        &[("xl/worksheets/_rels/sheet1.xml.rels", &rels), ("xl/drawings/d.xml", "<a")],
    );
    assert!(read(&file).text.contains("| 1 | 1 |\n\n[missing: "));
}

#[test]
fn damaged_strings_leave_the_cells_that_have_theirs() {
    let strings = "<sst><si><t>a</t></si><si><t>b</t></si><si><t>c";
    let rels = relationships(&[
        ("rId1", "worksheet", "s1.xml"),
        ("rId2", "worksheet", "s2.xml"),
        ("rId3", "sharedStrings", "strings.xml"),
    ]);
    let book = "<workbook><sheets><sheet name=\"A\" r:id=\"rId1\"/><sheet name=\"B\" \
        r:id=\"rId2\"/></sheets></workbook>";
    let sheet = |string: u8| {
        let row = |at: u8| format!("<row><c t=\"s\"><v>{at}</v></c></row>");
        format!("<worksheet><sheetData>{}{}</sheetData></worksheet>", row(0), row(string))
    };
    let (first, second) = (sheet(1), sheet(2));
    let parts = [
        ("xl/workbook.xml", book),
        ("xl/_rels/workbook.xml.rels", &rels),
        ("xl/strings.xml", strings),
        ("xl/s1.xml", &first),
        ("xl/s2.xml", &second),
    ];
    let shown = text(&office("xl/workbook.xml", "spreadsheetml.sheet", &parts));
    assert!(shown.contains("| 1 | a |\n| 2 | b |\n\n## Sheet: B"), "{shown}");
    assert!(shown.ends_with("is damaged: a cell has a string that is missing]\n"), "{shown}");
}

#[test]
fn damaged_styles_and_numbering_leave_the_text() {
    let rels =
        relationships(&[("rId1", "styles", "styles.xml"), ("rId2", "numbering", "numbering.xml")]);
    let style = "<w:style w:styleId=\"b\"><w:name w:val=\"heading 2\"/></w:style>";
    let list = "<w:abstractNum w:abstractNumId=\"1\"><w:lvl w:ilvl=\"0\"><w:numFmt \
        w:val=\"decimal\"/><w:lvlText w:val=\"%1.\"/></w:lvl></w:abstractNum><w:num \
        w:numId=\"2\"><w:abstractNumId w:val=\"1\"/></w:num>";
    let paragraph = |property: &str, text: &str| {
        format!("<w:p><w:pPr>{property}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>")
    };
    let body = paragraph("<w:pStyle w:val=\"b\"/>", "a")
        + &paragraph("<w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"2\"/></w:numPr>", "b");
    let read = |styles: &str, numbering: &str| {
        let parts = [
            ("word/_rels/document.xml.rels", &*rels),
            ("word/styles.xml", styles),
            ("word/numbering.xml", numbering),
        ];
        text(&docx_with(&body, &parts))
    };
    let missing = |part: &str| {
        let what = "XML that ends inside an element";
        format!("[missing: the rest of the {part}, which is damaged: {what}]\n\n")
    };
    let (styles, numbering) =
        (format!("<w:styles>{style}<w:style>"), format!("<w:numbering>{list}<w:num>"));
    // Styles and lists before the damage count.
    let marks = [missing("styles"), missing("numbering")].concat();
    assert_eq!(read(&styles, &numbering), marks + "## a\n\n1. b\n");
    let shown = read("<", "<w:numbering/>");
    assert!(shown.starts_with("[missing: the rest of the styles, which is damaged: "), "{shown}");
    assert!(shown.ends_with("\n\na\n\nb\n"), "{shown}");
}

#[test]
fn damaged_styles_leave_a_sheet_and_an_open_document() {
    let sheet = "<sheetData><row><c><v>1</v></c></row></sheetData>";
    let book = text(&xlsx_with(sheet, &[("xl/styles.xml", "<styleSheet><fonts>")]));
    assert!(book.starts_with("[missing: the rest of the styles, which is damaged: "), "{book}");
    assert!(book.ends_with("| 1 | 1 |\n"), "{book}");
    let content = "<office:document-content><office:body><office:text><text:p>a</text:p>\
        </office:text></office:body></office:document-content>";
    let file = parts(&[
        ("mimetype", "application/vnd.oasis.opendocument.text"),
        ("META-INF/manifest.xml", "<manifest>"),
        ("styles.xml", "<styles"),
        ("content.xml", content),
    ]);
    let shown = text(&file);
    assert!(shown.starts_with("[missing: the rest of the manifest, which is damaged: "), "{shown}");
    assert!(shown.ends_with("\n\na\n"), "{shown}");
}
