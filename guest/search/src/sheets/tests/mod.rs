//! Tests of cell and column names.

use super::{column_name, matching_cells, name_cells};
use readroom_read::documents::Unit;

#[test]
fn cells_are_named_as_people_do() {
    for (row, starts, expected) in [
        ("| 457 | Rent | 1,200 |", &[8][..], &["A457"][..]),
        ("| 457 | Rent | 1,200 |", &[8, 15], &["A457", "B457"]),
        ("| 457 | Rent | 1,200 |", &[3], &[]),
        ("| 4 | a \\| b |  | é | d |", &[9, 23], &["A4", "D4"]),
        ("| 4 | é | é |", &[11], &["B4"]),
        ("| 5 (hidden) | a | b |", &[20], &["B5"]),
        ("| 3-9 | a | b |", &[11], &[]),
        ("| 7 | a | XFD7: far |", &[19], &["XFD7"]),
        ("| 7 | a | b: far |", &[11], &["B7"]),
        ("no table", &[1], &[]),
        ("", &[], &[]),
    ] {
        let ranges: Vec<_> = starts.iter().map(|start| *start..start + 1).collect();
        assert_eq!(matching_cells(row, &ranges), expected, "{row}");
    }
    // Bars belong to the text after them.
    for (range, expected) in
        [(7..12, ["A457"]), (13..18, ["B457"]), (14..15, ["A457"]), (9..18, ["A457"])]
    {
        let found = matching_cells("| 457 | Rent | 1,200 |", std::slice::from_ref(&range));
        assert_eq!(found, expected, "{range:?}");
    }
    let names = [0, 25, 26, 51, 52, 701, 702, 16_383].map(column_name);
    assert_eq!(names, ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA", "XFD"]);
}

fn unit(line: u64, range: Option<&str>) -> Unit {
    Unit { title: String::new(), line, hidden: false, range: range.map(String::from) }
}

#[test]
fn a_title_of_several_cells_does_not_name_the_columns() {
    for (rows, expected) in [
        ("| 1 | Report | 2024 |\n| 3 | Item | Unit | Price | Sum |\n| 4 | a | b | 1 | 2 |", 6),
        ("| 1 | Report | 2024 |\n| 2 | By | Ann |\n| 3 | Item | Unit | Price | Sum |", 7),
        ("| 1 | Item | Unit | Price |\n| 2 | a | b | 1 | 2 |", 5),
        ("| 1 | Item | Price |\n| 2 | a | 1 |\n| 3 | b |  |", 5),
    ] {
        let text = format!("## Sheet: A\n\n|  | A | B |\n|---|---|---|\n{rows}\n");
        let names = name_cells(&text, &[unit(1, Some("A1:D4")), unit(8, None)], &mut []);
        let lines: Vec<_> = names.iter().map(|row| row.line.get()).collect();
        assert_eq!(lines, [expected], "{rows}");
    }
}

#[test]
fn the_first_row_of_two_cells_names_the_columns() {
    let text = "## Sheet: A\n\n|  | A | B |\n|---|---|---|\n| 1 | Budget |\n| 2 | Item | Cost |\
                \n| 3 | Rent | 5 |\n\n## Sheet: B\n\n[empty]\n";
    let names = name_cells(text, &[unit(1, Some("A1:B3")), unit(9, None)], &mut []);
    let names: Vec<_> =
        names.iter().map(|row| (row.line.get(), row.last.get(), &*row.text)).collect();
    assert_eq!(names, [(6, 8, "| 2 | Item | Cost |")]);
}
