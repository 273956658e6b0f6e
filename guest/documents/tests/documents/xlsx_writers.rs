//! Excel workbooks that other applications write.

use crate::files::{read, relationships, text, xlsx_with};
use crate::number_formats::formatted;

#[test]
fn the_general_format_has_names_in_other_languages() {
    for (code, value, shown) in [
        ("G/通用格式", "1234.5", "1234.5"),
        ("G/標準", "7", "7"),
        ("G/표준&quot; kg&quot;", "7", "7 kg"),
        ("[DBNum1][$-804]G/通用格式", "-12", "-12"),
        ("Standard", "45351", "45351"),
        ("Általános", "12.5", "12.5"),
        ("Generale", "12.5", "12.5"),
        ("Γενικός τύπος", "6", "6"),
        ("标准", "6", "6"),
        ("0.0;Standard", "-6", "-6"),
        // Units of dates are not such a name, also next to signs that mean nothing.
        ("yyyymmdd", "45351", "2024-02-29"),
        ("yyyy年m月d日", "45351", "2024-02-29"),
        ("TT.MM.JJJJ hh:mm", "45351.5", "2024-02-29 12:00:00"),
        ("gg/mm/aaaa", "45351", "2024-02-29"),
        ("ДД.ММ.ГГГГ", "45351", "2024-02-29"),
        ("aaa", "45351", "2024-02-29"),
        ("#,##0 Std", "5", "5 Std"),
    ] {
        assert_eq!(formatted(code, value), shown, "{code} of {value}");
    }
}

#[test]
fn dates_of_cells_may_be_iso() {
    // A date, a date with a time, a time, and no date.
    let styles = "<styleSheet><cellXfs><xf/><xf numFmtId=\"14\"/><xf numFmtId=\"22\"/>\
        <xf numFmtId=\"21\"/></cellXfs></styleSheet>";
    let row = |value: &str| {
        let cells = (0..4).map(|style| format!("<c t=\"d\" s=\"{style}\"><v>{value}</v></c>"));
        let sheet = format!("<sheetData><row>{}</row></sheetData>", cells.collect::<String>());
        let text = text(&xlsx_with(&sheet, &[("xl/styles.xml", styles)]));
        text.lines().last().unwrap().to_owned()
    };
    for (value, shown) in [
        (
            "2024-02-29T13:45:30.000Z",
            "| 1 | 2024-02-29 13:45:30 | 2024-02-29 | 2024-02-29 13:45:30 | 13:45:30 |",
        ),
        (
            " 2024-02-29T00:00:00\n",
            "| 1 | 2024-02-29 | 2024-02-29 | 2024-02-29 00:00:00 | 00:00:00 |",
        ),
        ("2024-02-29", "| 1 | 2024-02-29 | 2024-02-29 | 2024-02-29 | 2024-02-29 |"),
        ("13:45:30", "| 1 | 13:45:30 | 13:45:30 | 13:45:30 | 13:45:30 |"),
    ] {
        assert_eq!(row(value), shown);
    }
}

#[test]
fn empty_notes_and_notes_of_threads_without_an_id_are_left_out() {
    let rels = relationships(&[
        ("rId1", "comments", "../comments1.xml"),
        ("rId2", "threadedComment", "../threadedComments/threadedComment1.xml"),
    ]);
    let threads = "<ThreadedComments><threadedComment ref=\"B1\" id=\"{1}\"><text>Hello</text>\
        </threadedComment></ThreadedComments>";
    let note =
        |cell: &str, text: &str| format!("<comment ref=\"{cell}\"><text>{text}</text></comment>");
    let notes = [
        note("A1", "<t></t>"),
        note("A2", ""),
        note("B1", "<t>Comment:\n    Hello</t>"),
        note("B1", "<t>another</t>"),
        note("B2", "<t>alone</t>"),
    ];
    let notes = format!("<comments><commentList>{}</commentList></comments>", notes.concat());
    let parts = [
        ("xl/worksheets/_rels/sheet1.xml.rels", &*rels),
        ("xl/comments1.xml", &*notes),
        ("xl/threadedComments/threadedComment1.xml", threads),
    ];
    let document = read(&xlsx_with("<sheetData><row><c><v>1</v></c></row></sheetData>", &parts));
    let expected = "| 1 | 1 |\n\nComment B1: Hello\n\nComment B1: another\n\n\
        Comment B2: alone\n";
    assert!(document.text.ends_with(expected), "{}", document.text);
    assert_eq!(document.facts.unseen.comments, 3);
}
