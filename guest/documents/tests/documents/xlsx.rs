//! Excel workbooks.

use crate::files::{read, relationships, text, xlsx, xlsx_with};

#[test]
fn a_sheet_is_a_table_whose_cells_can_be_named() {
    let rows = r#"<row r="2"><c r="B2" t="str"><v>a|b</v></c><c r="D2"><v>1.5000000000000002</v>
        </c></row>
        <row r="3"><c r="A3"/></row>
        <row r="7"><c r="A7" t="b"><v>1</v></c><c r="B7" t="e"><v>#N/A</v></c>
            <c r="C7" t="inlineStr"><is><r><t>two</t></r><r><t xml:space="preserve"> runs</t></r>
                <rPh><t>no</t></rPh></is></c></row>"#;
    let document = read(&xlsx(rows));
    let expected = "## Sheet: Data\n\n|  | A | B | C | D |\n|---|---|---|---|---|\n\
        | 2 |  | a\\|b |  | 1.5 |\n| 7 | TRUE | #N/A | two runs |\n";
    assert_eq!(document.text, expected);
    let [unit] = &*document.facts.units else { panic!("one sheet") };
    assert_eq!((&*unit.title, unit.line, unit.hidden), ("Data", 1, false));
    assert_eq!(unit.range.as_deref(), Some("A2:D7"));
}

#[test]
fn booleans_may_be_words() {
    let values = ["0", "1", "false", "true", "FALSE"];
    let cell = |value: &str| format!("<c t=\"b\"><v>{value}</v></c>");
    let row = format!("<row>{}</row>", values.map(cell).concat());
    let text = text(&xlsx(&row));
    assert!(text.ends_with("| 1 | FALSE | TRUE | FALSE | TRUE | FALSE |\n"), "{text}");
}

#[test]
fn shared_strings_are_unescaped_and_lose_how_they_are_spoken() {
    let strings = "<sst count=\"999999999\" uniqueCount=\"999999999\"><si><t>a_x000D_\nb_x41</t>\
        </si><si/>\
        <si><r><t>rich</t></r><rPh><t>RICH</t></rPh></si></sst>";
    let rows = "<sheetData><row><c t=\"s\"><v>2</v></c><c t=\"s\"><v>0</v></c><c t=\"s\"><v>1</v>\
        </c></row></sheetData>";
    let text = text(&xlsx_with(rows, &[("xl/sharedStrings.xml", strings)]));
    assert!(text.ends_with("| 1 | rich | a<br>b_x41 |\n"), "{text}");
}

#[test]
fn raised_and_lowered_figures_keep_their_distance() {
    let run = |align: &str, text: &str| {
        format!("<r><rPr><b/><vertAlign val=\"{align}\"/></rPr><t>{text}</t></r>")
    };
    let plain = |text: &str| format!("<r><rPr><b/></rPr><t>{text}</t></r>");
    let power = [plain("100"), run("superscript", "2"), plain("=10000")].concat();
    let water = [plain("H"), run("subscript", "2"), run("baseline", "O")].concat();
    let strings = format!("<sst><si>{power}</si><si>{water}</si><si><t>2</t></si></sst>");
    let rows = format!(
        "<sheetData><row><c t=\"s\"><v>0</v></c><c t=\"s\"><v>1</v></c><c t=\"s\"><v>2</v></c>\
         <c t=\"inlineStr\"><is>{power}</is></c><c t=\"inlineStr\"><is>{}</is></c><c><v>1</v></c>\
         </row></sheetData>",
        run("superscript", "")
    );
    let text = text(&xlsx_with(&rows, &[("xl/sharedStrings.xml", &strings)]));
    let expected = "| 1 | 100^2=10000 | H_2O | 2 | 100^2=10000 |  | 1 |\n";
    assert!(text.ends_with(expected), "{text}");
}

#[test]
fn a_formula_may_have_an_empty_text() {
    let rows = "<row><c t=\"str\"><f>IF(C2=\"\",\"\",C2)</f><v></v></c><c t=\"str\"><f>A1</f>\
        <v/></c>\
        <c t=\"str\"><f>B1</f></c><c><f>C1</f><v/></c><c><v>9</v></c></row>";
    assert!(text(&xlsx(rows)).ends_with("| 1 |  |  | =B1 | =C1 | 9 |\n"), "{}", text(&xlsx(rows)));
}

#[test]
fn dates_may_begin_in_1904() {
    let book = "<workbook><workbookPr date1904=\"1\"/><extLst><workbookPr/></extLst><sheets>\
        <sheet name=\"Data\" r:id=\"rId1\"/></sheets></workbook>";
    let styles = "<styleSheet><cellXfs><xf numFmtId=\"14\"/></cellXfs></styleSheet>";
    let rows =
        "<sheetData><row><c s=\"0\"><v>0</v></c><c s=\"0\"><v>43889</v></c></row></sheetData>";
    let file = xlsx_with(rows, &[("xl/styles.xml", styles), ("xl/workbook.xml", book)]);
    assert!(text(&file).ends_with("| 1 | 1904-01-01 | 2024-02-29 |\n"));
}

#[test]
fn a_formula_that_was_not_calculated_is_itself() {
    let rows = "<row><c><f>A2+1</f><v>5</v></c><c><f>SUM(A1:A2)</f><v></v></c></row>";
    assert!(text(&xlsx(rows)).ends_with("| 1 | 5 | =SUM(A1:A2) |\n"));
}

#[test]
fn a_shared_formula_without_a_value_is_that_of_its_cell() {
    let shared = "<f t=\"shared\" si=\"0\"/>";
    let rows = format!(
        "<row r=\"2\"><c r=\"B2\"><f t=\"shared\" ref=\"B2:B3\" si=\"0\">A2*2</f></c></row>\
         <row r=\"3\"><c r=\"B3\">{shared}<v></v></c><c><f t=\"shared\" si=\"7\"/></c>\
         <c>{shared}<v>5</v></c><c t=\"str\">{shared}<v/></c><c><f t=\"array\">A1:A2*2</f></c>\
         <c><f t=\"shared\"/></c><c><v>1</v></c></row>"
    );
    let expected = "| 2 |  | =A2*2 |\n| 3 |  | =A3*2 | =… | 5 |  | =A1:A2*2 |  | 1 |\n";
    assert!(text(&xlsx(&rows)).ends_with(expected), "{}", text(&xlsx(&rows)));
}

#[test]
fn hidden_content_is_marked_and_counted() {
    let book = "<workbook><sheets><sheet name=\"Data\" state=\"veryHidden\" r:id=\"rId1\"/>\
        </sheets></workbook>";
    let styles = "<styleSheet><numFmts><numFmt numFmtId=\"200\" formatCode=\";;;\"/></numFmts>\
        <cellXfs><xf/><xf numFmtId=\"200\"/></cellXfs></styleSheet>";
    let sheet = r#"<cols><col min="2" max="2" hidden="1"/><col min="5" max="16384" hidden="1"/>
        </cols>
        <sheetData><row r="1"><c><v>1</v></c><c><v>2</v></c></row>
        <row r="2" hidden="1"><c><v>3</v></c><c s="1"><v>4</v></c></row></sheetData>"#;
    let document = read(&xlsx_with(sheet, &[("xl/workbook.xml", book), ("xl/styles.xml", styles)]));
    let expected = "## Sheet: Data (hidden)\n\n|  | A | B (hidden) |\n|---|---|---|\n\
        | 1 | 1 | 2 |\n| 2 (hidden) | 3 | [hidden: 4] |\n";
    assert_eq!(document.text, expected);
    let unseen = document.facts.unseen;
    assert_eq!((unseen.units, unseen.rows, unseen.columns, unseen.texts), (1, 1, 1, 1));
}

/// A workbook with a cell in this font, on this fill.
fn painted(font: &str, fill: &str, others: &[(&str, &str)]) -> String {
    let styles = format!(
        "<styleSheet><fonts><font><color rgb=\"FF000000\"/></font><font>{font}</font></fonts>\
         <fills><fill><patternFill patternType=\"solid\"><fgColor rgb=\"FF000000\"/>\
         </patternFill></fill><fill/><fill>{fill}</fill></fills>\
         <cellXfs><xf/><xf fontId=\"1\" fillId=\"2\"/></cellXfs>\
         <dxfs><dxf><font><color rgb=\"FFFFFFFF\"/></font></dxf></dxfs></styleSheet>"
    );
    let sheet = "<sheetData><row><c s=\"1\"><v>7</v></c><c><v>8</v></c></row></sheetData>";
    let styles = [("xl/styles.xml", &*styles)];
    let document = read(&xlsx_with(sheet, &[&styles, others].concat()));
    let row = document.text.lines().last().unwrap().to_owned();
    assert_eq!(document.facts.unseen.texts, u64::from(row.contains("hidden")), "{row}");
    row
}

#[test]
fn white_on_white_is_marked() {
    let dark = "<patternFill patternType=\"solid\"><fgColor rgb=\"FF333333\"/>\
        <bgColor indexed=\"64\"/></patternFill>";
    let white = "<patternFill patternType=\"solid\"><fgColor theme=\"0\"/></patternFill>";
    for color in
        ["rgb=\"FFFFFFFF\"", "rgb=\"00ffffff\"", "rgb=\"FFFCFCFC\"", "theme=\"0\"", "indexed=\"9\""]
    {
        let font = format!("<color {color}/>");
        assert_eq!(painted(&font, "", &[]), "| 1 | [hidden: 7] | 8 |", "{color}");
        assert_eq!(painted(&font, white, &[]), "| 1 | [hidden: 7] | 8 |", "{color}");
        assert_eq!(painted(&font, dark, &[]), "| 1 | 7 | 8 |", "{color}");
        assert_eq!(painted(&font, "<gradientFill/>", &[]), "| 1 | 7 | 8 |", "{color}");
    }
    let font = "<color rgb=\"FFFFFFFF\"/>";
    let table = relationships(&[("rId1", "table", "../tables/table1.xml")]);
    let table = [("xl/worksheets/_rels/sheet1.xml.rels", &*table)];
    assert_eq!(painted(font, "", &table), "| 1 | 7 | 8 |");
    for font in ["<color theme=\"0\" tint=\"-0.5\"/>", "<color theme=\"1\"/>", "<b/>"] {
        assert_eq!(painted(font, "", &[]), "| 1 | 7 | 8 |", "{font}");
    }
}

#[test]
fn merged_cells_and_comments_follow_the_table() {
    let sheet = "<sheetData><row><c><v>1</v></c></row></sheetData><mergeCells><mergeCell \
        ref=\"A1:C1\"/></mergeCells>";
    let rels = relationships(&[("rId1", "comments", "../comments1.xml")]);
    let comments = "<comments><commentList><comment ref=\"A1\"><text><r><t>Is it?</t></r></text>\
        </comment></commentList></comments>";
    let document = read(&xlsx_with(
        sheet,
        &[("xl/worksheets/_rels/sheet1.xml.rels", &rels), ("xl/comments1.xml", comments)],
    ));
    assert!(document.text.ends_with("| 1 | 1 |\n\nMerged: A1:C1\n\nComment A1: Is it?\n"));
    assert_eq!(document.facts.unseen.comments, 1);
}

#[test]
fn a_cell_far_away_is_named() {
    let document = read(&xlsx(
        "<row r=\"1\"><c r=\"A1\"><v>1</v></c><c r=\"XFD1\"><v>2</v></c></row>\
        <row r=\"1048576\"><c r=\"XFD1048576\"><v>3</v></c></row>",
    ));
    let expected = "## Sheet: Data\n\n|  | A |\n|---|---|\n| 1 | 1 | XFD1: 2 |\n\
        | 1048576 | XFD1048576: 3 |\n";
    assert_eq!(document.text, expected);
    assert_eq!(document.facts.units[0].range.as_deref(), Some("A1:XFD1048576"));
}

#[test]
fn threads_of_comments_have_their_authors_and_are_not_repeated() {
    let book = relationships(&[
        ("rId1", "worksheet", "worksheets/sheet1.xml"),
        ("rId9", "person", "persons/person.xml"),
    ]);
    let rels = relationships(&[
        ("rId1", "comments", "../comments1.xml"),
        ("rId2", "threadedComment", "../threadedComments/threadedComment1.xml"),
    ]);
    let persons = "<personList><person displayName=\"Jane Roe\" id=\"{1}\"/></personList>";
    let threads = "<ThreadedComments><threadedComment ref=\"B3\" personId=\"{1}\" id=\"{2}\">\
        <text>Is it\nright?</text></threadedComment><threadedComment ref=\"B3\" personId=\"{9}\" \
        parentId=\"{2}\"><text>Yes</text></threadedComment></ThreadedComments>";
    let note = |cell: &str, id: &str, text: &str| {
        format!("<comment ref=\"{cell}\" xr:uid=\"{id}\"><text><t>{text}</t></text></comment>")
    };
    let notes = format!(
        "<comments><authors><author>Joe</author></authors><commentList>{}{}{}{}</commentList>\
         </comments>",
        note("B3", "{2}", "[Threaded comment]\n\nYour version of Excel"),
        note("B4", "{3}", "its thread is missing"),
        note("B3", "{4}", "a note"),
        note("B3", "", "[Threaded comment]\n\nYour version of Excel"),
    );
    let mut parts = vec![
        ("xl/_rels/workbook.xml.rels", &*book),
        ("xl/persons/person.xml", persons),
        ("xl/worksheets/_rels/sheet1.xml.rels", &*rels),
        ("xl/comments1.xml", &*notes),
        ("xl/threadedComments/threadedComment1.xml", threads),
    ];
    let sheet = "<sheetData><row><c><v>1</v></c></row></sheetData>";
    let document = read(&xlsx_with(sheet, &parts));
    let expected = "| 1 | 1 |\n\nComment B3: Jane Roe: Is it right?\n\nComment B3: Yes\n\n\
        Comment B4: its thread is missing\n\nComment B3: a note\n";
    assert!(document.text.ends_with(expected), "{}", document.text);
    assert_eq!(document.facts.unseen.comments, 4);
    parts.pop();
    let text = text(&xlsx_with(sheet, &parts));
    assert!(text.contains("Comment B3: [Threaded comment] Your version of Excel\n"), "{text}");
}

#[test]
fn text_of_the_color_of_its_fill_or_tiny_is_marked() {
    let fill = |color: &str| {
        format!("<patternFill patternType=\"solid\"><fgColor {color}/></patternFill>")
    };
    for (font, fill, hides) in [
        ("<color rgb=\"FF112233\"/>", fill("rgb=\"FF112233\""), true),
        ("<color theme=\"4\"/>", fill("theme=\"4\""), true),
        ("<color theme=\"4\"/>", fill("theme=\"5\""), false),
        ("<color theme=\"4\" tint=\"0.4\"/>", fill("theme=\"4\""), false),
        ("<color theme=\"4\" tint=\"0.4\"/>", fill("theme=\"4\" tint=\"0.39999\""), true),
        ("<color theme=\"1\"/>", fill("rgb=\"FF000000\""), true),
        ("<color indexed=\"8\"/>", fill("theme=\"1\""), true),
        ("<color indexed=\"10\"/>", fill("rgb=\"FFFF0000\""), true),
        ("<b/>", fill("rgb=\"FF000000\""), false),
        ("<color rgb=\"FF112233\"/>", "<patternFill patternType=\"gray125\"/>".into(), false),
        ("<sz val=\"1\"/>", String::new(), true),
        ("<sz val=\"11\"/>", String::new(), false),
    ] {
        let expected = if hides { "| 1 | [hidden: 7] | 8 |" } else { "| 1 | 7 | 8 |" };
        assert_eq!(painted(font, &fill, &[]), expected, "{font} {fill}");
    }
}

#[test]
fn rows_and_columns_without_a_size_are_hidden() {
    let sheet = "<cols><col min=\"2\" max=\"2\" width=\"0\" customWidth=\"1\"/></cols><sheetData>\
        <row ht=\"0\" customHeight=\"1\"><c><v>1</v></c><c><v>2</v></c></row>\
         <row ht=\"15.5\"><c><v>3</v>\
        </c></row></sheetData>";
    let document = read(&xlsx_with(sheet, &[]));
    let expected = "|  | A | B (hidden) |\n|---|---|---|\n| 1 (hidden) | 1 | 2 |\n| 2 | 3 |\n";
    assert!(document.text.ends_with(expected), "{}", document.text);
    assert_eq!((document.facts.unseen.rows, document.facts.unseen.columns), (1, 1));
}

#[test]
fn links_of_cells_follow_the_table() {
    let rels = relationships(&[
        ("rId1", "hyperlink", "https://a.example/x"),
        ("rId2", "hyperlink", "mailto:a@b.example?subject=[empty]"),
    ]);
    let sheet = "<sheetData><row><c><v>1</v></c></row></sheetData><hyperlinks>\
        <hyperlink ref=\"A1\" r:id=\"rId1\" location=\"y\"/>\
        <hyperlink ref=\"B2:B3\" r:id=\"rId2\"/>\
        <hyperlink ref=\"C1\" location=\"Data!A1\"/><hyperlink ref=\"C2\" r:id=\"rId9\"/>\
        </hyperlinks>";
    let file = xlsx_with(sheet, &[("xl/worksheets/_rels/sheet1.xml.rels", &rels)]);
    let expected = "| 1 | 1 |\n\nLink A1: https://a.example/x#y\n\
        Link B2:B3: mailto:a@b.example?subject=\\[empty]\n";
    assert!(text(&file).ends_with(expected), "{}", text(&file));
}
