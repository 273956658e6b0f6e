//! Values that a file has under merged cells, where no program shows them.

use crate::files::{docx, odf, read, text, xlsx_with};
use crate::xls_writer::{Records, book};

#[test]
fn values_under_merged_cells_of_a_sheet_are_hidden() {
    let cell = |name: &str| format!("<c r=\"{name}\"><v>1</v></c>");
    let row = |row: u64, columns: &str| {
        let cells = columns.chars().map(|column| cell(&format!("{column}{row}")));
        format!("<row r=\"{row}\">{}</row>", cells.collect::<String>())
    };
    let rows = [row(1, "ABC"), row(2, "ABCD"), row(3, "B")].concat();
    let merged = |ranges: &[&str]| {
        let ranges = ranges.iter().map(|range| format!("<mergeCell ref=\"{range}\"/>"));
        let ranges = ranges.collect::<String>();
        let document = read(&xlsx_with(&format!("<sheetData>{rows}</sheetData>{ranges}"), &[]));
        let lines = document.text.lines().filter(|line| line.contains('1'));
        let lines: Vec<String> = lines.map(|line| line.replace("[hidden: 1]", "-")).collect();
        assert_eq!(document.facts.unseen.texts, lines.concat().matches('-').count() as u64);
        lines.iter().filter(|line| line.starts_with("| ")).cloned().collect::<Vec<_>>()
    };
    let all = ["| 1 | 1 | 1 | 1 |", "| 2 | 1 | 1 | 1 | 1 |", "| 3 |  | 1 |"];
    assert_eq!(merged(&["E1:F9", "B3", "A9:A9", "??", "A1:ZZZZ1", "C3:C1"]), all);
    let hidden = ["| 1 | 1 | - | 1 |", "| 2 | 1 | 1 | - | - |", "| 3 |  | - |"];
    assert_eq!(merged(&["B2:D2", "A1:B1", "A3:B4"]), hidden);
    assert_eq!(merged(&["A1:D3"])[1..], ["| 2 | - | - | - | - |", "| 3 |  | - |"]);
    let cells = |records: Records, row: u16| {
        let number = 1_f64.to_le_bytes();
        records.cell(0x203, row, 0, 0, &number).cell(0x203, row, 1, 0, &number)
    };
    let range = [1_u16, 1, 2, 0, 1].map(u16::to_le_bytes).concat();
    for rows in [[0, 1, 2], [1, 0, 2]] {
        let records = rows.into_iter().fold(Records::new(), cells).add(0xe5, &range);
        let sheet = read(&book(Records::new(), &[("Data", 0, records)]));
        let lines: Vec<&str> = sheet.text.lines().skip(4).take(3).collect();
        let under = "| [hidden: 1] | [hidden: 1] |";
        assert_eq!(lines, ["| 1 | 1 | 1 |", "| 2 | 1 | [hidden: 1] |", &format!("| 3 {under}")]);
        assert_eq!(sheet.facts.unseen.texts, 3);
    }
}

#[test]
fn text_under_merged_cells_of_a_table_is_hidden() {
    let cell = |merge: &str, text: &str| {
        format!("<w:tc><w:tcPr>{merge}</w:tcPr><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>")
    };
    let rows = [
        [cell("<w:vMerge w:val=\"restart\"/>", "a"), cell("", "b")],
        [cell("<w:vMerge/>", "c"), cell("<w:hMerge w:val=\"continue\"/>", "d")],
    ];
    let rows = rows.map(|cells| format!("<w:tr>{}</w:tr>", cells.concat())).concat();
    let expected = "| a | b |\n|---|---|\n| [hidden: c] | [hidden: d] |\n";
    assert_eq!(text(&docx(&format!("<w:tbl>{rows}</w:tbl>"))), expected);
    let body = "<table:table><table:table-row><table:table-cell><text:p>a</text:p>\
        </table:table-cell><table:covered-table-cell><text:p>b</text:p>\
        </table:covered-table-cell></table:table-row></table:table>";
    assert_eq!(text(&odf("text", "", body)), "| a | [hidden: b] |\n|---|---|\n");
}

#[test]
fn many_merged_ranges_are_compared_within_bounds() {
    let ranges = "<mergeCell ref=\"A1:XFD1048576\"/>".repeat(100_000);
    let sheet = format!("<sheetData><row><c><v>1</v></c><c><v>2</v></c></row></sheetData>{ranges}");
    let text = text(&xlsx_with(&sheet, &[]));
    assert!(text.contains("\n| 1 | 1 | [hidden: 2] |\n"), "{text}");
}
