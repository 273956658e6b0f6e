//! Runs of cells whose looks differ.

use crate::files::{read, read_within, xlsx_with};
use crate::xls_writer::{Records, book};
use readroom_documents::{Limit, Limits};

/// The only row of a workbook with these shared strings, in cells of the styles 0, 1 and so on.
fn row(strings: &[&str]) -> (String, u64) {
    let cells = (0..strings.len()).map(|at| format!("<c s=\"{at}\" t=\"s\"><v>{at}</v></c>"));
    let cells: String = cells.collect();
    let strings = strings.iter().map(|string| format!("<si>{string}</si>")).collect::<String>();
    let solid = |color: &str| {
        format!(
            "<fill><patternFill patternType=\"solid\"><fgColor rgb=\"{color}\"/></patternFill>\
             </fill>"
        )
    };
    let styles = format!(
        "<styleSheet><fonts><font><color theme=\"1\"/></font>\
         <font><color rgb=\"FFFFFFFF\"/></font><font><name val=\"Wingdings\"/></font></fonts>\
         <fills><fill/><fill/>{}</fills><cellXfs><xf/><xf fontId=\"1\" fillId=\"2\"/>\
         <xf fontId=\"1\"/><xf fontId=\"2\"/></cellXfs></styleSheet>",
        solid("FF000000")
    );
    let strings = format!("<sst>{strings}</sst>");
    let sheet = format!("<sheetData><row>{cells}</row></sheetData>");
    let parts = [("xl/styles.xml", &*styles), ("xl/sharedStrings.xml", &*strings)];
    let document = read(&xlsx_with(&sheet, &parts));
    (document.text.lines().last().unwrap().to_owned(), document.facts.unseen.texts)
}

fn run(properties: &str, text: &str) -> String {
    format!("<r><rPr>{properties}</rPr><t>{text}</t></r>")
}

#[test]
fn runs_of_cells_are_raised_hidden_or_symbols() {
    let raised = "<vertAlign val=\"superscript\"/>";
    let power = "<r><t>10</t></r>".to_owned() + &run(raised, "-3") + &run("", " kg _x0041_|");
    let black = run("<color rgb=\"FFFFFFFF\"/>", "white ") + &run("<color theme=\"1\"/>", "black");
    let paper = "<r><t>lost</t></r>".to_owned() + &run("", " seen");
    let symbols = "<r><t>ü</t></r>".to_owned() + &run("<rFont val=\"Arial\"/>", " done ü");
    let expected = "| 1 | 10^-3 kg A\\| | white [hidden: black] | [hidden: lost] seen | ✓ done ü |";
    assert_eq!(row(&[&power, &black, &paper, &symbols]), (expected.into(), 2));
    let white = run("<color rgb=\"FFFFFFFF\"/>", "secret") + &run("<sz val=\"1\"/>", "] too");
    let symbol = run("<rFont val=\"Wingdings\"/>", "þ") + &run("", " # yes");
    let expected = "| 1 | [hidden: secret\\] too] | [x] # yes |";
    assert_eq!(row(&[&white, &symbol]), (expected.into(), 1));
    // Characters of the text are not taken for marks.
    let forged = "<t>a\u{f0000}b\u{f0001}</t>".to_owned();
    assert_eq!(
        row(&[&(forged + &run(raised, "\u{f0000}1"))]).0,
        "| 1 | a\u{fffd}b\u{fffd}\u{fffd}1 |"
    );
}

#[test]
fn runs_of_binary_workbooks_are_too() {
    let font = |color: u8, script: u8, name: &str| {
        let start = [200, 0, 0, 0, color, 0, 0, 0, script, 0, 0, 0, 0, 0, name.len() as u8, 0];
        [&start[..], name.as_bytes()].concat()
    };
    let fonts = [(8, 0, "Arial"), (8, 1, "Arial"), (9, 0, "Arial"), (8, 0, "Wingdings")];
    let globals = fonts.iter().fold(Records::new(), |records, (color, script, name)| {
        records.add(0x31, &font(*color, *script, name))
    });
    // Font 5 is the fifth: there is no font 4.
    let globals = globals.add(0x31, &font(8, 2, "Arial")).style(0, 0);
    let text = b"\x0c\0\x08\x06\0ab1 2 c\xfe d e";
    let runs = [(2_u16, 1_u16), (3, 0), (7, 3), (8, 2), (10, 5), (99, 9)];
    let runs = runs.iter().flat_map(|(at, font)| [at.to_le_bytes(), font.to_le_bytes()].concat());
    let runs: Vec<u8> = runs.collect();
    let strings = [&[1, 0, 0, 0, 1, 0, 0, 0][..], text, &runs[..5]].concat();
    let globals = globals.add(0xfc, &strings).add(0x3c, &runs[5..]);
    let cells = Records::new().cell(0xfd, 0, 0, 0, &[0; 4]);
    let document = read(&book(globals, &[("Data", 0, cells)]));
    let expected = "| 1 | ab^1 2 c[x][hidden:  d] e |";
    assert_eq!(document.text.lines().last(), Some(expected));
}

#[test]
fn runs_without_text_count_toward_the_limit() {
    let empty: String =
        (0..2000).map(|at| run(&format!("<sz val=\"{}\"/>", 3 + at % 2), "")).collect();
    let strings = format!("<sst><si><r><t>a</t></r>{}<r><t>b</t></r></si></sst>", empty);
    let runs = (0..20_000).map(|at| run(&format!("<sz val=\"{}\"/>", 3 + at % 2), " "));
    let long = format!("<sst><si>{}</si></sst>", runs.collect::<String>());
    let cells = "<c t=\"s\"><v>0</v></c>".repeat(1000);
    let sheet = format!("<sheetData><row>{cells}</row></sheetData>");
    let limits = Limits { text: 1 << 20, ..Limits::default() };
    let read = |strings: &str| {
        let file = xlsx_with(&sheet, &[("xl/sharedStrings.xml", strings)]);
        read_within(&file, &limits).unwrap().facts.cut
    };
    assert_eq!(read(&strings), None);
    assert_eq!(read(&long), Some(Limit::Text));
}
