//! Number formats of workbooks.

use crate::files::{read, relationships, text, xlsx, xlsx_with};

/// A workbook whose rows have a style with this format code.
pub(crate) fn formatted(code: &str, value: &str) -> String {
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
        ("# ?/?", "0.5", "1/2"),
        ("000-00-0000", "123456789", "123-45-6789"),
        ("0", "-0.2", "0"),
        ("&quot;yes&quot;;&quot;no&quot;", "-1", "no"),
        ("0.00", "1e308", "1e308"),
        ("0", "text", "text"),
    ] {
        assert_eq!(formatted(code, value), shown, "{code} of {value}");
    }
}

#[test]
fn a_long_whole_number_keeps_its_digits() {
    for (code, value, shown) in [
        ("0", "123456789012345", "123456789012345"),
        ("0", "1234567890123456", "1234567890123456"),
        ("0", "1234567890123456789", "1234567890123456789"),
        ("0", "-9007199254740993", "-9007199254740993"),
        ("#,##0", "1234567890123456789", "1,234,567,890,123,456,789"),
        ("#,##0.00", "999999999999999", "999,999,999,999,999.00"),
        ("0.00", "4111111111111111", "4111111111111111.00"),
        ("0000-0000-0000-0000", "4111111111111111", "4111-1111-1111-1111"),
        ("General", "1234567890123456789", "1234567890123456789"),
        ("@", "1234567890123456789", "1234567890123456789"),
        ("0", "1234567890123456789012345", "1234567890123456789012345"),
        ("0%", "1234567890123", "123456789012300%"),
        ("0.00", "12345678901234.5", "12345678901234.50"),
        ("0", "12345678901234.5", "12345678901235"),
        ("0.0", "1234567890123.45", "1234567890123.5"),
        ("0.00000000000000E+0", "123456789012345", "1.23456789012345E+14"),
        ("0", "0", "0"),
        ("0", "-0", "0"),
        ("00", "007", "07"),
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
    for code in [";;;@", ";;", "0", "@", "0;0;0;General", "0;0;0;@@"] {
        assert_eq!(shown(code), ("| 1 | a | #N/A |".into(), 0), "{code}");
    }
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
fn text_in_a_format_stays_where_it_is() {
    for (code, value, shown) in [
        ("General&quot; kg&quot;", "3.5", "3.5 kg"),
        ("&quot;~&quot;General", "-3.5", "-~3.5"),
        ("General;General&quot; CR&quot;", "-3.5", "3.5 CR"),
        ("000\\-00\\-0000", "123456789", "123-45-6789"),
        ("000-00-0000", "-5", "-000-00-0005"),
        ("(000) 000-0000", "5551234567", "(555) 123-4567"),
        ("00&quot;:&quot;00", "12345", "123:45"),
        ("0&quot; of &quot;0.0&quot; x&quot;", "12.34", "1 of 2.3 x"),
        ("0_-&quot;kg&quot;", "3", "3 kg"),
        ("_-[$€-2]\\ * #,##0.00_-", "1234.5", "€ 1,234.50"),
        ("&quot;Sum&quot;* 0", "7", "Sum 7"),
        ("0 kg", "3", "3 kg"),
        ("[$-409]General", "0.5", "0.5"),
        ("0.0?&quot;%&quot;", "1.5", "1.5 %"),
        ("#.00", "0.5", "0.50"),
        ("#", "0", "0"),
        ("#,###&quot; pcs&quot;", "0", "pcs"),
        ("0;0;&quot;-&quot;??", "0", "-"),
        ("\\1\\.0#", "1", "1.01"),
        ("A/P", "0.5", "12:00:00"),
        ("@", "7.25", "7.25"),
        ("&quot;n&quot;@", "7", "7"),
    ] {
        assert_eq!(formatted(code, value), shown, "{code} of {value}");
    }
}

#[test]
fn exponents_and_scales_are_those_of_the_format() {
    for (code, value, shown) in [
        ("0.00E+00", "-0.00012345", "-1.23E-04"),
        ("0.0E+0", "9.96", "1.0E+1"),
        ("0E-0", "1234", "1E3"),
        ("0E-0", "0.001", "1E-3"),
        ("##0.0E+0", "12345", "12.3E+3"),
        ("##0.0E+0", "999960", "1.0E+6"),
        ("##0.0E+0", "0.012", "12.0E-3"),
        ("0.00E+00", "0", "0.00E+00"),
        ("0.00E+00&quot; Hz&quot;", "1e300", "1.00E+300 Hz"),
        ("0.0E+0", "5e-324", "5e-324"),
        ("0.0,", "12345", "12.3"),
        ("#,##0,,&quot;M&quot;", "1234567890", "1,235M"),
        ("0%%", "0.5", "5000%%"),
    ] {
        assert_eq!(formatted(code, value), shown, "{code} of {value}");
    }
}

#[test]
fn fractions_are_the_nearest() {
    for (code, value, shown) in [
        ("# ?/?", "2.25", "2 1/4"),
        ("# ?/?", "0.3", "2/7"),
        ("# ?/?", "-0.75", "-3/4"),
        ("# ?/?", "4", "4"),
        ("# ?/?", "0.99", "1"),
        ("# ?/?", "0", "0"),
        ("# ??/??", "3.14159265", "3 14/99"),
        ("# ??/16", "1.5", "1 8/16"),
        ("# ?/8&quot; in&quot;", "0.3", "2/8 in"),
        ("# ??/100", "0.07", "7/100"),
        ("?/?", "2.5", "5/2"),
        ("?/?", "2", "2/1"),
        ("# ?/?", "1e15", "1000000000000000"),
        ("# ???????/???????", "0.1234567", "1116184/9041097"),
        ("0/", "5", "5/"),
        ("# ?/0", "0.5", "1/2"),
    ] {
        assert_eq!(formatted(code, value), shown, "{code} of {value}");
    }
}

#[test]
fn elapsed_time_has_the_units_of_its_format() {
    for (code, value, shown) in [
        ("[h]:mm", "1.5", "36:00"),
        ("[hh]:mm:ss", "0.1", "02:24:00"),
        ("[mm]", "1.5", "2160"),
        ("[mm]:ss", "0.01", "14:24"),
        ("[s]", "1.5", "129600"),
        ("[ss].00", "0.0001", "08.64"),
        ("[h]:mm:ss.000", "0.000001", "0:00:00.086"),
        ("[h]&quot; h &quot;mm&quot; min&quot;", "1.25", "30 h 00 min"),
        ("[h]:mm", "-0.5", "-12:00"),
        ("[h]:mm", "1e300", "1e300"),
        ("[h]:mm;@", "2", "48:00"),
        ("[h]0", "2", "2"),
    ] {
        assert_eq!(formatted(code, value), shown, "{code} of {value}");
    }
}

/// A workbook whose cells have formats built into Office.
fn built_in(cells: &[(u32, &str)]) -> String {
    let styles: String = cells.iter().map(|(id, _)| format!("<xf numFmtId=\"{id}\"/>")).collect();
    let styles = format!("<styleSheet><cellXfs>{styles}</cellXfs></styleSheet>");
    let cell =
        |(at, (_, value)): (usize, &(u32, &str))| format!("<c s=\"{at}\"><v>{value}</v></c>");
    let cells: String = cells.iter().enumerate().map(cell).collect();
    let sheet = format!("<sheetData><row>{cells}</row></sheetData>");
    let text = text(&xlsx_with(&sheet, &[("xl/styles.xml", &styles)]));
    text.lines().last().unwrap().to_owned()
}

#[test]
fn built_in_formats_are_those_of_excel() {
    let amounts =
        [(37, "-685"), (38, "685"), (39, "-1234.5"), (40, "-0.5"), (41, "-685"), (41, "0")];
    assert_eq!(built_in(&amounts), "| 1 | (685) | 685 | (1,234.50) | (0.50) | (685) | - |");
    let money = [(5, "-1234"), (7, "1234.5"), (42, "12"), (43, "-1.5"), (44, "-1.5"), (44, "0")];
    assert_eq!(built_in(&money), "| 1 | ($1,234) | $1,234.50 | $12 | (1.50) | $(1.50) | $- |");
    let others = [(12, "0.5"), (13, "0.35"), (48, "12345"), (49, "7"), (46, "1.5"), (11, "12345")];
    assert_eq!(built_in(&others), "| 1 | 1/2 | 7/20 | 12.3E+3 | 7 | 36:00:00 | 1.23E+04 |");
}

#[test]
fn a_number_without_a_format_has_the_precision_of_excel() {
    let value = |value: &str| {
        let text = text(&xlsx(&format!("<row><c><v>{value}</v></c></row>")));
        text.lines().last().unwrap().trim_start_matches("| 1 | ").trim_end_matches(" |").to_owned()
    };
    for (stored, shown) in [
        ("0.30000000000000004", "0.3"),
        ("1.0000000000000002", "1"),
        ("-19.989999999999998", "-19.99"),
        ("3.1415926535897931", "3.14159265358979"),
        ("1234567890123456", "1234567890123456"),
        ("1234567890123456789", "1234567890123456789"),
        ("-12345678901234567891234", "-12345678901234567891234"),
        ("-0", "0"),
        ("1.2345678901234567E+19", "12345678901234567000"),
        ("1E+30", "1e30"),
        ("1.1240000000000001E-8", "1.124e-8"),
    ] {
        assert_eq!(value(stored), shown, "{stored}");
    }
}

#[test]
fn a_format_may_add_to_texts() {
    let shown = |code: &str, text: &str| {
        let styles = format!(
            "<styleSheet><numFmts><numFmt numFmtId=\"164\" formatCode=\"{code}\"/></numFmts>\
             <cellXfs><xf numFmtId=\"164\"/></cellXfs></styleSheet>"
        );
        let rows =
            format!("<sheetData><row><c s=\"0\" t=\"str\"><v>{text}</v></c></row></sheetData>");
        let document = read(&xlsx_with(&rows, &[("xl/styles.xml", &styles)]));
        document.text.lines().last().unwrap().to_owned()
    };
    assert_eq!(shown("&quot;pre-&quot;@", "a"), "| 1 | pre-a |");
    assert_eq!(shown("0;-0;0;@&quot; (sic)&quot;", "a"), "| 1 | a (sic) |");
    assert_eq!(shown("0.0;@\\!", "a"), "| 1 | a! |");
    assert_eq!(shown("_(@_)", "a"), "| 1 | a |");
    assert_eq!(shown("@@", "a"), "| 1 | a |");
    assert_eq!(shown("&quot;[hidden: &quot;@", "a]"), "| 1 | \\[hidden: a] |");
}

#[test]
fn a_long_or_odd_format_leaves_the_number() {
    for code in ["0".repeat(256), "#".repeat(100_000), "@0".into(), "[h]0.0".into(), "0@".into()] {
        assert_eq!(formatted(&code, "7.5"), "7.5", "{code:.10}");
    }
    let pieces = ["0", "#", "?", ".", ",", "%", "E+", "/", "@", "[h]", "s", "m", "General", "\\"];
    for (at, first) in pieces.iter().enumerate() {
        for (to, second) in pieces.iter().enumerate() {
            let code =
                format!("{first}{second}{}{}", pieces[(at * 5 + to) % 14], pieces[(at + to) % 14]);
            for value in ["0", "-1", "5e-324", "1.7976931348623157e308", "0.5", "123456.789"] {
                formatted(&code, value);
            }
        }
    }
}

#[test]
fn a_workbook_may_redefine_the_default_format() {
    let shown = |id: u64, code: &str| {
        let styles = format!(
            "<styleSheet><numFmts><numFmt numFmtId=\"{id}\" formatCode=\"{code}\"/></numFmts>\
             <cellXfs><xf numFmtId=\"{id}\"/></cellXfs></styleSheet>"
        );
        let sheet = "<sheetData><row><c s=\"0\"><v>41549</v></c></row></sheetData>";
        text(&xlsx_with(sheet, &[("xl/styles.xml", &styles)])).lines().last().unwrap().to_owned()
    };
    assert_eq!(shown(0, "dd\\.mm\\.yyyy"), "| 1 | 2013-10-02 |");
    assert_eq!(shown(0, "General"), "| 1 | 41549 |");
    assert_eq!(shown(0, ""), "| 1 | 41549 |");
    // So it may any other that is built in.
    assert_eq!(shown(14, "0.0"), "| 1 | 41549.0 |");
}

#[test]
fn values_of_charts_are_not_rounded() {
    let rels = relationships(&[("rId1", "drawing", "../drawings/drawing1.xml")]);
    let of_drawing = relationships(&[("rId1", "chart", "../charts/chart1.xml")]);
    let chart = |code: &str, values: &[&str]| {
        let points = values.iter().enumerate();
        let points =
            points.map(|(at, value)| format!("<c:pt idx=\"{at}\"><c:v>{value}</c:v></c:pt>"));
        let chart = format!(
            "<c:chartSpace><c:chart><c:plotArea><c:barChart><c:ser><c:val><c:numCache>\
             <c:formatCode>{code}</c:formatCode>{}</c:numCache></c:val></c:ser></c:barChart>\
             </c:plotArea></c:chart></c:chartSpace>",
            points.collect::<String>()
        );
        let drawing = "<xdr:wsDr><c:chart r:id=\"rId1\"/></xdr:wsDr>";
        let parts = [
            ("xl/worksheets/_rels/sheet1.xml.rels", &*rels),
            ("xl/drawings/drawing1.xml", drawing),
            ("xl/drawings/_rels/drawing1.xml.rels", &of_drawing),
            ("xl/charts/chart1.xml", &chart),
        ];
        let text = text(&xlsx_with("", &parts));
        let rows = text.lines().skip(6).map(|row| row.trim_matches(['|', ' ']).trim().to_owned());
        rows.collect::<Vec<_>>()
    };
    assert_eq!(chart("\"$\"#,##0", &["16", "15.53"]), ["$16", "15.53"]);
    assert_eq!(chart("0%", &["0.25", "0.2567", "0.07"]), ["25%", "0.2567", "7%"]);
    assert_eq!(chart("0.0,", &["1500", "1234"]), ["1.5", "1234"]);
    assert_eq!(chart("0.0E+00", &["12345"]), ["12345"]);
    assert_eq!(chart("# ?/?", &["0.33"]), ["0.33"]);
    assert_eq!(chart("yyyy", &["41549"]), ["2013-10-02"]);
}
