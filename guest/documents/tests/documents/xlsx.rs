//! Excel workbooks.

use crate::files::{read, relationships, text, xlsx, xlsx_with};

/// A workbook whose rows have a style with this format code.
fn formatted(code: &str, value: &str) -> String {
    let styles = format!(
        "<styleSheet><numFmts><numFmt numFmtId=\"164\" formatCode=\"{code}\"/></numFmts>\
         <cellStyleXfs><xf numFmtId=\"9\"/></cellStyleXfs><cellXfs><xf numFmtId=\"0\"/>\
         <xf numFmtId=\"164\"/></cellXfs></styleSheet>"
    );
    let sheet = format!("<sheetData><row><c s=\"1\"><v>{value}</v></c></row></sheetData>");
    let text = text(&xlsx_with(&sheet, &[("xl/styles.xml", &styles)]));
    let row = text.lines().last().unwrap();
    if row == "[empty]" {
        return String::new();
    }
    row.trim_start_matches("| 1 | ").trim_end_matches(" |").to_owned()
}

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
        | 2 |  | a\\|b |  | 1.5000000000000002 |\n| 7 | TRUE | #N/A | two runs |\n";
    assert_eq!(document.text, expected);
    let [unit] = &*document.facts.units else { panic!("one sheet") };
    assert_eq!((&*unit.title, unit.line, unit.hidden), ("Data", 1, false));
    assert_eq!(unit.range.as_deref(), Some("A2:D7"));
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
fn numbers_are_shown_by_their_format() {
    for (code, value, shown) in [
        ("General", "0.1", "0.1"),
        ("GENERAL", "7", "7"),
        ("0.00", "2.675", "2.68"),
        ("#,##0", "1234567.5", "1,234,568"),
        ("#,##0.00 [$€-407]", "1234.5", "1,234.50 €"),
        ("&quot;$&quot;#,##0.00_);(&quot;$&quot;#,##0.00)", "-3", "($3.00)"),
        ("0%", "0.256", "26%"),
        ("0.0##", "1.5", "1.5"),
        ("00000", "42", "00042"),
        ("0.0,,&quot; M&quot;", "2500000", "2.5 M"),
        ("0.00E+00", "12345", "1.23E+04"),
        ("# ?/?", "0.5", "0.5"),
        ("000-00-0000", "123456789", "123456789"),
        ("0", "-0.2", "0"),
        ("&quot;yes&quot;;&quot;no&quot;", "-1", "no"),
        ("0.00", "1e308", "1e308"),
        ("0", "text", "text"),
    ] {
        assert_eq!(formatted(code, value), shown, "{code} of {value}");
    }
}

#[test]
fn a_section_of_a_format_is_for_its_numbers() {
    for (code, value, shown) in [
        ("[&gt;999999]#,,&quot;M&quot;;[&gt;999]#,&quot;K&quot;;#", "1.02", "1"),
        ("[&gt;999999]#,,&quot;M&quot;;[&gt;999]#,&quot;K&quot;;#", "1500", "2K"),
        ("[&gt;999999]#,,&quot;M&quot;;[&gt;999]#,&quot;K&quot;;#", "2500000", "3M"),
        ("[&gt;999999]#,,&quot;M&quot;;[&gt;999]#,&quot;K&quot;;#", "-1500", "-1500"),
        ("[&lt;0]&quot;&quot;;0%", "1", "100%"),
        ("[&lt;0]&quot;&quot;;0%", "-1", "[hidden: -1]"),
        ("[Red][&lt;-25]General;[Blue][&gt;25]General;General", "-1", "-1"),
        ("[Red][&lt;-25]General;[Blue][&gt;25]General;General", "-30", "-30"),
        ("[Red][&lt;-25]General;[Blue][&gt;25]General;General", "30", "30"),
        ("[=1]&quot;one&quot;;[=12]&quot;dozen&quot;;0", "1", "one"),
        ("[=1]&quot;one&quot;;[=12]&quot;dozen&quot;;0", "12", "dozen"),
        ("[=1]&quot;one&quot;;[=12]&quot;dozen&quot;;0", "-5", "-5"),
        ("[&lt;&gt;0]0.0;&quot;nil&quot;", "0", "nil"),
        ("[&lt;&gt;0]0.0;&quot;nil&quot;", "-2", "-2.0"),
        ("[&gt;=100]0.00", "99.5", "99.5"),
        ("[&gt;=100]0.00;0.000", "-10", "-10.000"),
        ("[&gt;=100]0.00;0.000;0.0000", "10", "10.0000"),
        ("[&gt;=100]0.00;0.000;0.0000", "-10", "10.000"),
        ("0.00;[&gt;=100]0.000;0.0000", "-10", "-10.0000"),
        ("0.00;[&gt;=100]0.000", "-10", "-10"),
        ("[&lt;-999]-0,&quot;K&quot;;0", "-1500", "-2K"),
        ("[&lt;0](0);0", "-7", "(7)"),
        ("[&gt;x]0.0;0.00", "7", "7"),
        ("General;General", "-7", "-7"),
        ("General;[Red]-General", "-7", "-7"),
        ("0.0;-0.0;", "0", ""),
        ("0;;", "-3", "[hidden: -3]"),
        (";", "5", "[hidden: 5]"),
    ] {
        assert_eq!(formatted(code, value), shown, "{code} of {value}");
    }
}

#[test]
fn texts_that_a_format_hides_are_marked() {
    let shown = |code: &str| {
        let styles = format!(
            "<styleSheet><numFmts><numFmt numFmtId=\"164\" formatCode=\"{code}\"/></numFmts>\
             <cellXfs><xf numFmtId=\"164\"/></cellXfs></styleSheet>"
        );
        let rows = "<sheetData><row><c s=\"0\" t=\"str\"><v>a</v></c><c s=\"0\" t=\"e\"><v>#N/A</v>\
            </c></row></sheetData>";
        let document = read(&xlsx_with(rows, &[("xl/styles.xml", &styles)]));
        (document.text.lines().last().unwrap().to_owned(), document.facts.unseen.texts)
    };
    assert_eq!(shown(";;;"), ("| 1 | [hidden: a] | #N/A |".into(), 1));
    assert_eq!(shown("0;0;0;&quot;x&quot;"), ("| 1 | [hidden: a] | #N/A |".into(), 1));
    for code in [";;;@", ";;", "0", "@", "0;-0;0;&quot;pre-&quot;@"] {
        assert_eq!(shown(code), ("| 1 | a | #N/A |".into(), 0), "{code}");
    }
}

#[test]
fn a_formula_may_have_an_empty_text() {
    let rows = "<row><c t=\"str\"><f>IF(C2=\"\",\"\",C2)</f><v></v></c><c t=\"str\"><f>A1</f>\
        <v/></c>\
        <c t=\"str\"><f>B1</f></c><c><f>C1</f><v/></c><c><v>9</v></c></row>";
    assert!(text(&xlsx(rows)).ends_with("| 1 |  |  | =B1 | =C1 | 9 |\n"), "{}", text(&xlsx(rows)));
}

#[test]
fn dates_and_times_are_iso() {
    for (code, value, shown) in [
        ("m/d/yyyy", "45351", "2024-02-29"),
        ("m/d/yyyy", "45351.9999999", "2024-02-29"),
        ("d-mmm", "0.5", "12:00:00"),
        ("dd.mm.yy hh:mm", "45351.75", "2024-02-29 18:00:00"),
        ("mmm yyyy", "1", "1900-01-01"),
        ("yyyy-mm-dd", "60", "1900-02-29"),
        ("yyyy-mm-dd", "61", "1900-03-01"),
        ("yyyy-mm-dd", "2958465", "9999-12-31"),
        ("yyyy-mm-dd", "2958466", "2958466"),
        ("yyyy-mm-dd", "-1", "-1"),
        ("h:mm AM/PM", "0.5", "12:00:00"),
        ("[h]:mm:ss", "1.5", "36:00:00"),
        ("mm:ss.0", "0.0000057870", "00:00:00.500"),
        ("[Red]0&quot;d&quot;", "3", "3d"),
        ("[$-409]d\\-mmm;@", "45351", "2024-02-29"),
    ] {
        assert_eq!(formatted(code, value), shown, "{code} of {value}");
    }
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
         <fills><fill><patternFill patternType=\"none\"/></fill><fill>{fill}</fill></fills>\
         <cellXfs><xf/><xf fontId=\"1\" fillId=\"1\"/></cellXfs>\
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
