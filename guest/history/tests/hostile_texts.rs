//! Texts that are slow to compare are compared in bounded time, and the hunks are right.

#![allow(clippy::indexing_slicing, reason = "tests")]

use readroom_history::{LineKind, text_hunks};

/// Returns the second text, made of the first and the hunks.
fn applied(from: &str, to: &str, context: usize) -> String {
    let lines: Vec<_> = from.split_inclusive('\n').collect();
    let (mut text, mut line) = (String::new(), 0);
    for hunk in text_hunks(from, to, context) {
        let start = hunk.from_start - usize::from(hunk.from_lines > 0);
        text.extend(lines[line..start].iter().copied());
        for part in &hunk.parts {
            let number = part.lines.split_inclusive('\n').count();
            if part.kind != LineKind::Removed {
                text += part.lines;
            }
            if part.kind != LineKind::Added {
                assert_eq!(lines[line.max(start)..][..number].concat(), part.lines);
                line = line.max(start) + number;
            }
        }
        line = start + hunk.from_lines;
    }
    text.extend(lines[line..].iter().copied());
    text
}

fn text(seed: u64, number: usize, line: impl Fn(usize, u64) -> String) -> String {
    let mut state = seed;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 20
    };
    (0..number).map(|index| line(index, next())).collect()
}

fn check(from: &str, to: &str) {
    assert!(applied(from, to, 3) == to);
    assert!(applied(to, from, 0) == from);
}

#[test]
fn few_different_lines_in_random_order_are_compared() {
    let line = |_, random| format!("{}\n", random % 2);
    check(&text(1, 30_000, line), &text(2, 30_000, line));
}

#[test]
fn frequent_lines_among_unmatched_ones_are_compared() {
    let line = |side| {
        move |index, random| match random % 3 {
            0 => format!("{side}{index}\n"),
            other => format!("{other}\n"),
        }
    };
    check(&text(1, 30_000, line("a")), &text(2, 30_000, line("b")));
}

#[test]
fn groups_that_slide_far_are_compared() {
    let from = "\n".repeat(60_000);
    let to = text(1, 60_000, |_, random| if random % 50 == 0 { "x\n\n" } else { "\n" }.into());
    check(&from, &to);
    let repeated = "a\nb\nc\n".repeat(10_000);
    check(&repeated, &repeated.replacen("c\n", "", 4_000));
}

#[test]
fn too_many_lines_are_replaced_as_a_whole() {
    let from = "\n".repeat(1_500_000);
    check(&from, "a\n");
    assert_eq!(text_hunks(&from, "a\n", 3).len(), 1);
}

#[test]
fn lines_without_an_end_and_empty_texts_are_compared() {
    for (from, to) in
        [("", ""), ("", "a"), ("a", "a\n"), ("\n", ""), ("a\nb", "a\nb\n"), ("\r", "\r\n")]
    {
        check(from, to);
    }
}
