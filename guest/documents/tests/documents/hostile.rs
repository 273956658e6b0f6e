//! Documents made to exhaust resources.

use crate::files::{docx, error, odf, parts, read_within, relationships, text, xlsx, xlsx_with};
use readroom_documents::{Document, Error, Limit, Limits};

const PARAGRAPH: &str = "<w:p><w:r><w:t>words and more</w:t></w:r></w:p>";

/// The text ends with a line that names the limit.
fn assert_cut(document: &Document, limit: Limit) {
    assert_eq!(document.facts.cut, Some(limit));
    let last = document.text.lines().last().unwrap();
    assert_eq!(last, format!("[The text ends here: the {limit} exceeds its limit.]"));
}

#[test]
fn a_limit_cuts_the_text_and_says_so() {
    let file = docx(&PARAGRAPH.repeat(5000));
    let defaults = Limits::default();
    for (limits, limit) in [
        (Limits { text: 1000, ..defaults }, Limit::Text),
        (Limits { events: 1000, ..defaults }, Limit::Events),
        (Limits { inflated: 100_000, ..defaults }, Limit::Inflated),
    ] {
        let document = read_within(&file, &limits).unwrap();
        assert!(document.text.starts_with("words and more\n\nwords"));
        assert!(document.text.len() < 50_000);
        assert_cut(&document, limit);
    }
    let limits = Limits { text: 5, ..defaults };
    assert_eq!(read_within(&file, &limits).unwrap_err(), Error::TooLarge(Limit::Text));
}

#[test]
fn a_bomb_is_cut() {
    // 400 MB of spaces in the text, some 400 kB in the file.
    let body = format!("{PARAGRAPH}<w:p><w:r><w:t>{}</w:t></w:r></w:p>", " ".repeat(20 << 20));
    let document = read_within(&docx(&body), &Limits::default()).unwrap();
    assert_cut(&document, Limit::Token);
}

#[test]
fn deep_xml_is_refused() {
    let deep =
        format!("{}{}", "<w:tbl><w:tr><w:tc>".repeat(1000), "</w:tc></w:tr></w:tbl>".repeat(1000));
    assert_eq!(error(&docx(&deep)), Error::TooLarge(Limit::Depth));
}

#[test]
fn entities_of_a_document_are_not_expanded() {
    let xml = "<!DOCTYPE d [<!ENTITY a \"aaaa\"><!ENTITY b SYSTEM \"file:///etc/passwd\">]>\
        <w:document><w:p><w:r><w:t>&a;&b;&amp;&#x41;&#0;</w:t></w:r></w:p></w:document>";
    let types = "<Types><Override PartName=\"/d.xml\" \
        ContentType=\"application/vnd.openxmlformats-officedocument.\
        wordprocessingml.document.main+xml\"/></Types>";
    let file = parts(&[("[Content_Types].xml", types), ("d.xml", xml)]);
    assert_eq!(text(&file), "&a;&b;&A\u{fffd}\n");
}

#[test]
fn a_table_of_strings_is_bounded() {
    let strings = format!("<sst>{}</sst>", "<si><t>text</t></si>".repeat(1000));
    let row = |string: usize| format!("<row><c t=\"s\"><v>{string}</v></c></row>");
    let sheet = format!("<sheetData>{}{}</sheetData>", row(1), row(999));
    let file = xlsx_with(&sheet, &[("xl/sharedStrings.xml", &strings)]);
    let limits = Limits { table: 10_000, ..Limits::default() };
    let document = read_within(&file, &limits).unwrap();
    assert!(document.text.contains("|  | A |\n|---|---|\n| 1 | text |\n"), "{}", document.text);
    assert_cut(&document, Limit::Table);
    assert_eq!(
        error(&xlsx("<row><c t=\"s\"><v>7</v></c></row>")),
        Error::Damaged("a cell has a string that is missing")
    );
}

#[test]
fn a_million_rows_are_cut_in_a_whole_row() {
    let rows: String = (0..100_000).map(|_| "<row><c><v>12345</v></c></row>").collect();
    let limits = Limits { text: 100_000, ..Limits::default() };
    let document = read_within(&xlsx(&rows), &limits).unwrap();
    assert_cut(&document, Limit::Text);
    let rows = document.text.lines().filter(|line| line.starts_with("| ")).skip(1);
    assert!(rows.enumerate().all(|(at, row)| row == format!("| {} | 12345 |", at + 1)));
}

#[test]
fn repeats_of_a_sheet_are_bounded() {
    let cell = |text: &str| {
        format!(
            "<table:table-row table:number-rows-repeated=\"18446744073709551615\">\
                <table:table-cell \
         table:number-columns-repeated=\"4294967295\"><text:p>{text}</text:p></table:table-cell>\
             </table:table-row>"
        )
    };
    let sheet = |text: &str| {
        format!("<table:table table:name=\"x\">{}{}</table:table>", cell(text), cell("y"))
    };
    let document = read_within(&odf("spreadsheet", "", &sheet("x")), &Limits::default()).unwrap();
    assert_eq!(document.facts.cut, None);
    assert_eq!(document.facts.units[0].range.as_deref(), Some("A1:XFD1048576"));
    let long = "x".repeat(10_000);
    let document = read_within(&odf("spreadsheet", "", &sheet(&long)), &Limits::default()).unwrap();
    assert_cut(&document, Limit::Text);
}

#[test]
fn a_package_that_refers_to_itself_ends() {
    let rels =
        relationships(&[("rId1", "worksheet", "workbook.xml"), ("rId2", "styles", "workbook.xml")]);
    let file = xlsx_with("", &[("xl/_rels/workbook.xml.rels", &rels)]);
    assert!(text(&file).starts_with("## Sheet: Data"));
}

#[test]
fn a_part_that_is_cut_anywhere_does_no_harm() {
    let xml = "<w:document><w:body><w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:r><w:fldChar \
        w:fldCharType=\"begin\"><w:ffData><w:ddList><w:result w:val=\"1\"/><w:listEntry \
        w:val=\"a\"/></w:ddList></w:ffData></w:fldChar><w:instrText>HYPERLINK \\o \"</w:instrText>\
        </w:r><w:ruby><w:rt><w:r><w:t>r</w:t></w:r></w:rt></w:ruby><m:oMath><m:nary><m:naryPr>\
        <m:chr m:val=\"\"/></m:naryPr><m:sub/><m:e><m:d><m:e><m:r><m:t>x</m:t></m:r></m:e></m:d>\
        </m:e></m:nary></m:oMath><w:r><w:drawing><wps:wsp><wps:cNvPr hidden=\"1\"/><w:txbxContent>\
        <w:p><w:r><w:rPr><w:vertAlign w:val=\"superscript\"/></w:rPr><w:t>2</w:t></w:r></w:p>\
        </w:txbxContent></wps:wsp></w:drawing></w:r></w:p></w:body></w:document>";
    for end in 0..xml.len() {
        let cut = &xml[..end];
        let parts = [("word/document.xml", cut)];
        let file = crate::files::office("word/document.xml", "wordprocessingml.document", &parts);
        // It is an error or a text, but never a panic.
        let _ = read_within(&file, &Limits::default());
        let book = crate::files::epub(&[&cut.replace("m:", "").replace("oMath", "math")]);
        assert!(read_within(&book, &Limits::default()).is_ok());
    }
}

#[test]
fn deep_equations_and_many_scripts_stay_within_the_limits() {
    let deep = "<m:f><m:num>".repeat(300);
    let file = docx(&format!("<w:p><m:oMath>{deep}"));
    assert!(read_within(&file, &Limits::default()).is_err());
    let run = |place: &str| {
        format!("<w:r><w:rPr><w:vertAlign w:val=\"{place}\"/></w:rPr><w:t>x</w:t></w:r>")
    };
    let runs = (run("superscript") + &run("subscript")).repeat(20_000);
    let text = read_within(&docx(&format!("<w:p>{runs}</w:p>")), &Limits::default()).unwrap().text;
    assert!(text.len() < 400_000);
    let limits = Limits { text: 1000, ..Limits::default() };
    let sums = "<m:nary><m:e/></m:nary>".repeat(2000);
    let body = format!("<w:p><w:r><w:t>a</w:t></w:r></w:p><w:p><m:oMath>{sums}</m:oMath></w:p>");
    let cut = read_within(&docx(&body), &limits).unwrap();
    assert_eq!(cut.facts.cut, Some(readroom_documents::Limit::Text));
}

#[test]
fn long_signs_of_equations_are_cut() {
    let long = "x".repeat(1 << 20);
    let brackets = format!("<m:d><m:dPr><m:endChr m:val=\"{long}\"/></m:dPr><m:e>").repeat(80);
    let closed = "</m:e></m:d>".repeat(80);
    let file = docx(&format!("<w:p><m:oMath>{brackets}{closed}</m:oMath></w:p>"));
    let text = read_within(&file, &Limits::default()).unwrap().text;
    assert!(text.len() < 100 * 1024, "{}", text.len());
}

#[test]
fn damaged_comments_and_controls_leave_the_sheet() {
    let book = relationships(&[
        ("rId1", "worksheet", "worksheets/sheet1.xml"),
        ("rId2", "person", "persons.xml"),
    ]);
    let rels = relationships(&[
        ("rId1", "comments", "/xl/comments.xml"),
        ("rId2", "threadedComment", "/xl/threads.xml"),
        ("rId3", "vmlDrawing", "/xl/controls.vml"),
    ]);
    let whole = [
        ("xl/persons.xml", "<p><person id=\"1\" displayName=\"Jane\"/></p>"),
        (
            "xl/comments.xml",
            "<comments><comment ref=\"A1\"><text><t>one</t></text></comment></comments>",
        ),
        (
            "xl/threads.xml",
            "<T><threadedComment ref=\"A1\" personId=\"1\" id=\"2\"><text>two</text>\
             </threadedComment></T>",
        ),
        (
            "xl/controls.vml",
            "<xml><v:shape><v:textbox>three</v:textbox><x:ClientData ObjectType=\"Checkbox\">\
             <x:Anchor>1, 2, 3</x:Anchor><x:Checked>1</x:Checked></x:ClientData></v:shape></xml>",
        ),
    ];
    let sheet = "<sheetData><row><c><v>1</v></c></row></sheetData>";
    for (at, (name, part)) in whole.iter().enumerate() {
        for end in 0..=part.len() {
            let mut parts = whole;
            parts[at] = (name, &part[..end]);
            let more = [
                ("xl/_rels/workbook.xml.rels", &*book),
                ("xl/worksheets/_rels/sheet1.xml.rels", &*rels),
            ];
            let text = text(&xlsx_with(sheet, &[&more[..], &parts[..]].concat()));
            assert!(text.contains("| 1 | 1 |\n"), "{text}");
            for (other, shown) in [(1, "A1: one"), (2, "two"), (3, "B4: [x] three")] {
                assert!(other == at || text.contains(shown), "{name} {end}: {text}");
            }
        }
    }
}
