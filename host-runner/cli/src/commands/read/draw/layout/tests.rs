#![allow(clippy::indexing_slicing, reason = "tests")]

use super::super::row::Row;
use super::{broken, lay_out};
use unicode_width::UnicodeWidthStr;

/// The lines that are drawn for a document.
fn drawn(lines: &[&str], columns: usize) -> Vec<String> {
    let mut rows: Vec<Row> = lines.iter().map(|line| Row::new("", line)).collect();
    lay_out(&mut rows, columns);
    let lines = rows.iter().flat_map(|row| row.text.split('\n'));
    lines.map(str::to_owned).collect()
}

#[test]
fn a_table_is_drawn_in_columns() {
    let lines =
        ["|  | A | B |", "|---|---|---|", "| 1 | Item | Cost |", "| 10 | 房租 | 1,200.00 |"];
    let expected =
        ["   │ A    │ B", "───┼──────┼─────────", " 1 │ Item │ Cost", "10 │ 房租 │ 1,200.00"];
    assert_eq!(drawn(&lines, 60), expected);
}

#[test]
fn wide_cells_are_broken_at_words_and_keep_their_row() {
    let mut rows = [
        Row::new("1", "| 1 | the quick brown fox | 7 |"),
        Row::new("2", "| 2 | a<br>b\\|c | 12 |"),
        Row::new("3", "| 3 |"),
    ];
    lay_out(&mut rows, 20);
    assert_eq!(rows[0].text, "1 │ the quick   │  7\n  │ brown fox   │");
    assert_eq!(rows[1].text, "2 │ a           │ 12\n  │ b|c         │");
    assert_eq!(rows[2].text, "3");
    assert_eq!(drawn(&["| abcdefghijk | x |"], 10), ["abcdef │ x", "ghijk  │"]);
}

#[test]
fn a_table_with_more_cells_than_fit_is_left_as_it_is() {
    let line = format!("|{}", " abcdefgh |".repeat(9));
    assert_eq!(drawn(&[&line], 60).concat().replace(' ', ""), line.replace(' ', ""));
    assert_eq!(drawn(&["|", "||", "|-"], 30), ["", "", "-"]);
}

#[test]
fn text_is_broken_at_words() {
    assert_eq!(broken("one two three four", 9), ["one two", "three", "four"]);
    assert_eq!(broken("  - one two", 9), ["  - one", "  two"]);
    assert_eq!(broken("abcdefghijklm no", 5), ["abcde", "fghij", "klm", "no"]);
    assert_eq!(broken("日本語の文章", 5), ["日本", "語の", "文章"]);
    assert_eq!(broken("a  b", 9), ["a  b"]);
    assert_eq!(broken("", 9), [""]);
    assert_eq!(broken("                    x", 8), ["        ", "        ", "    x"]);
    assert_eq!(drawn(&["a\u{1b}b c"], 8), ["a\\u{1b}b", "c"]);
}

#[test]
fn any_line_is_laid_out_within_its_columns() {
    let pieces =
        ["|", "\\", " ", "a", "日", "\u{301}", "---", "<br>", "12", "\u{200d}", "\t", "👩"];
    for seed in 0..4000_usize {
        let line: String =
            (0..12).map(|at| pieces[(seed / 7 + at * (seed % 11 + 1)) % 12]).collect();
        let lines = drawn(&[&line, &format!("|{line}")], 24);
        assert!(lines.iter().all(|line| line.width() <= 24), "{lines:?}");
        let kept = |text: &str| text.matches('a').count();
        assert_eq!(kept(&lines.concat()), 2 * kept(&line), "{line}");
    }
}
