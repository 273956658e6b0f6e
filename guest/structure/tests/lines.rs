//! Lines have the indentation and the text that a naive implementation finds, wherever the pieces
//! are cut.

#![allow(clippy::indexing_slicing, reason = "tests")]

#[path = "../../core/tests/support/cut.rs"]
mod cut;
#[path = "../../core/tests/support/random.rs"]
mod random;

use proptest::prelude::*;
use readroom_structure::{Lines, MAX_TEXT_BYTES, TAB_WIDTH};

/// A line that owns its text: number, indentation, text, whether it is clipped, last character.
type Owned = (u64, Option<u32>, String, bool, Option<char>);

fn lines(pieces: &[&str]) -> (Vec<Owned>, u64) {
    let mut found = Vec::new();
    let mut lines = Lines::new();
    let mut add = |line: readroom_structure::Line<'_>| {
        found.push((
            line.number.get(),
            line.indentation,
            line.text.to_owned(),
            line.clipped,
            line.last,
        ));
    };
    for piece in pieces {
        lines.push(piece, &mut add);
    }
    let total = lines.finish(&mut add);
    (found, total)
}

/// The same from the whole text at once.
fn naive(text: &str) -> Vec<Owned> {
    let white = |c: char| " \t\r\u{b}\u{c}".contains(c);
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines: Vec<_> = text.split('\n').collect();
    if lines.last() == Some(&"") {
        lines.pop();
    }
    let mut owned = Vec::new();
    for (line, number) in lines.into_iter().zip(1..) {
        let trimmed = line.trim_matches(white);
        let before = &line[..line.len() - line.trim_start_matches(white).len()];
        let columns = before.rsplit('\u{c}').next().unwrap_or_default().chars().fold(
            0,
            |column, c| match c {
                ' ' => column + 1,
                '\t' => (column / TAB_WIDTH + 1) * TAB_WIDTH,
                _ => column,
            },
        );
        let mut kept = String::new();
        for c in trimmed.chars() {
            if kept.len() + c.len_utf8() > MAX_TEXT_BYTES {
                break;
            }
            kept.push(c);
        }
        let clipped = kept.len() < trimmed.len();
        let indentation = (!trimmed.is_empty()).then_some(columns);
        owned.push((
            number,
            indentation,
            kept.trim_end_matches(white).to_owned(),
            clipped,
            trimmed.chars().next_back(),
        ));
    }
    owned
}

#[test]
fn tabs_stop_at_every_fourth_column_and_blank_lines_have_no_indentation() {
    for (text, indentation) in [
        ("a", Some(0)),
        ("  a", Some(2)),
        ("\ta", Some(4)),
        ("  \ta", Some(4)),
        ("    \ta", Some(8)),
        ("\t a", Some(5)),
        ("\u{c}a", Some(0)),
        ("  \u{c} a", Some(1)),
        ("\u{feff}  a", Some(2)),
        (" \u{feff}a", Some(1)),
        ("\u{a0}a", Some(0)),
        ("  \r", None),
        ("\t \t", None),
    ] {
        let (found, total) = lines(&[text]);
        assert_eq!((found[0].1, total), (indentation, 1), "{text:?}");
    }
}

#[test]
fn a_line_feed_ends_a_line_and_the_file_ends_the_last_one() {
    for (text, expected) in [
        ("", &[][..]),
        ("\u{feff}", &[]),
        ("\n", &[""]),
        ("a", &["a"]),
        ("a\n", &["a"]),
        ("a\r\n  b \r\n", &["a", "b"]),
        ("a\rb\r", &["a\rb"]),
        ("a\n\n", &["a", ""]),
        ("\0\n\0", &["\0", "\0"]),
    ] {
        let (found, total) = lines(&[text]);
        let texts: Vec<_> = found.iter().map(|line| &line.2[..]).collect();
        assert_eq!((&texts[..], total), (expected, expected.len() as u64), "{text:?}");
    }
}

proptest! {
    #![proptest_config(random::inputs(2000))]

    #[test]
    fn lines_are_the_same_wherever_the_pieces_are_cut(
        parts in prop::collection::vec(prop_oneof![
            Just("\n".to_owned()),
            Just("\r\n".to_owned()),
            Just("\u{feff}".to_owned()),
            "[ \t\r\u{b}\u{c}]{1,5}",
            "[a-z{}é€😀\0]{1,6}",
            Just("€".repeat(84)),
            Just("x".repeat(250)),
            Just(" ".repeat(300)),
        ], 0..20),
        cuts in cut::cuts(),
    ) {
        let text = parts.concat();
        let expected = naive(&text);
        for pieces in cut::ways(&text, &cuts) {
            let (found, total) = lines(&pieces);
            prop_assert_eq!(total, expected.len() as u64);
            prop_assert_eq!(&found, &expected);
        }
    }
}
