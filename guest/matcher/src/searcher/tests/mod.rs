//! Tests of lines found in text that arrives in pieces.

use super::{Context, FoundLine, LineStart, MAX_LINE_BYTES, Searcher};
use crate::matcher::{LineEnds, Matcher, Pattern};
use proptest::prelude::*;
use readroom_types::{LetterCase, PatternSyntax};
use std::ops::{ControlFlow, Range};

fn matcher(text: &str) -> Matcher {
    let (syntax, case) = (PatternSyntax::Regex, LetterCase::Sensitive);
    let pattern = Pattern { text, syntax, case, words: false };
    Matcher::new(&pattern, LineEnds::LfOrCrLf).unwrap()
}

/// Returns the lines as `grep -n` prints them.
fn found(pattern: &str, text: &[u8], context: Context, size: usize) -> Vec<String> {
    let matcher = matcher(pattern);
    let lines = lines_of(Searcher::new(&matcher, context, LineStart::FIRST), text, size);
    let is_match =
        |line: &&String| line.trim_start_matches(|it: char| it.is_ascii_digit()).starts_with(':');
    let matches = lines.iter().filter(is_match).count();
    assert_eq!(tally(&matcher, text, size), matches, "{pattern} {size}");
    lines
}

/// Returns the number of matching lines, without returning lines.
fn tally(matcher: &Matcher, text: &[u8], size: usize) -> usize {
    let searcher = Searcher::new(matcher, Context::default(), LineStart::FIRST);
    let (mut searcher, mut tally) = (searcher.tallying(true), 0);
    for piece in text.chunks(size).chain([&[][..]]) {
        let take = &mut |_: FoundLine<'_>| {
            tally += 1;
            ControlFlow::Continue(())
        };
        assert!(searcher.push(piece, take).is_continue());
        tally += searcher.take_tally() as usize;
    }
    tally
}

fn lines_of(mut searcher: Searcher<'_>, text: &[u8], size: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut take = |line: FoundLine<'_>| {
        let mark = if line.is_match { ':' } else { '-' };
        let text = String::from_utf8_lossy(line.bytes);
        lines.push(format!("{}{mark}{text}", line.number));
        ControlFlow::Continue(())
    };
    for piece in text.chunks(size).chain([&[][..]]) {
        assert!(searcher.push(piece, &mut take).is_continue());
    }
    lines
}

#[test]
fn lines_are_found_with_their_context_in_pieces_of_any_size() {
    let text = b"a\nb\nc\nx1\nd\nx2\ne\nf\ng\nh\nx3";
    let context = |before, after| Context { before, after };
    for (pattern, context, expected) in [
        ("x", context(0, 0), &["4:x1", "6:x2", "11:x3"][..]),
        ("x", context(1, 0), &["3-c", "4:x1", "5-d", "6:x2", "10-h", "11:x3"]),
        ("x", context(0, 1), &["4:x1", "5-d", "6:x2", "7-e", "11:x3"]),
        ("x1", context(9, 1), &["1-a", "2-b", "3-c", "4:x1", "5-d"]),
        ("x2", context(1, 9), &["5-d", "6:x2", "7-e", "8-f", "9-g", "10-h", "11-x3"]),
        ("^$", context(1, 1), &[]),
        (
            "$",
            context(0, 0),
            &["1:a", "2:b", "3:c", "4:x1", "5:d", "6:x2", "7:e", "8:f", "9:g", "10:h", "11:x3"],
        ),
    ] {
        for size in [1, 2, 3, 7, 100] {
            assert_eq!(found(pattern, text, context, size), expected, "{pattern} {size}");
        }
    }
}

#[test]
fn a_final_line_feed_does_not_start_a_line() {
    let none = Context::default();
    assert_eq!(found("", b"a\n\n", none, 1), ["1:a", "2:"]);
    assert_eq!(found("", b"", none, 1), [""; 0]);
    assert_eq!(found("^$", b"\r\n\n", none, 1), ["1:\r", "2:"]);
}

#[test]
fn a_long_line_is_searched_in_parts() {
    let long = "é".repeat(MAX_LINE_BYTES);
    let text = ["x\n", &long, "x", &long, "x\nx"].concat();
    let matcher = matcher("x|^é$");
    let mut searcher = Searcher::new(&matcher, Context::default(), LineStart::FIRST);
    let mut lines = Vec::new();
    let mut take = |line: FoundLine<'_>| {
        let ranges = matcher.find_all(line.bytes, 1);
        let before = String::from_utf8_lossy(&line.bytes[..ranges[0].start]).chars().count();
        lines.push((line.number, line.characters_before + before as u64));
        ControlFlow::Continue(())
    };
    for piece in text.as_bytes().chunks(1 << 16).chain([&[][..]]) {
        assert!(searcher.push(piece, &mut take).is_continue());
    }
    assert_eq!(lines, [(1, 0), (2, MAX_LINE_BYTES as u64), (3, 0)]);
    assert!(searcher.buffer.capacity() < 3 * MAX_LINE_BYTES);
}

proptest! {
    #[test]
    fn skipped_text_changes_nothing(
        text in "[abxé\n]{0,200}",
        pattern in prop::sample::select(vec!["ab", "ab|xx", "(?i)AB", "a[^\n]*bb", "x?xx", "bb$"]),
        (before, after) in (0_usize..3, 0_usize..3),
        size in 1_usize..40,
    ) {
        let (matcher, text) = (matcher(pattern), text.as_bytes());
        let counted = |range: Range<u64>| {
            let bytes = &text[range.start as usize..range.end as usize];
            bytes.iter().filter(|byte| **byte == b'\n').count() as u64
        };
        let searcher = || Searcher::new(&matcher, Context { before, after }, LineStart::FIRST);
        let expected = lines_of(searcher(), text, size);
        prop_assert_eq!(lines_of(searcher().skipping(&counted), text, size), expected);
    }
}

#[test]
fn text_without_a_literal_is_neither_counted_nor_checked() {
    let matcher = matcher("needle");
    let text = [&b"\xff\n".repeat(100)[..], b"needle\n"].concat();
    let line_feeds = |_| panic!("nothing asked for a number");
    let search = |text: &[u8]| {
        let searcher = Searcher::new(&matcher, Context::default(), LineStart::FIRST);
        let mut searcher = searcher.skipping(&line_feeds).checking(true);
        let flow = text
            .chunks(10)
            .try_for_each(|piece| searcher.push(piece, &mut |_| ControlFlow::Continue(())));
        (flow.is_continue(), searcher.is_ill_formed())
    };
    assert_eq!(search(&text[..200]), (true, false));
    assert_eq!(search(&[&text[..200], b"\xff needle\n"].concat()), (false, true));
}

#[test]
fn a_match_may_be_longer_than_a_window() {
    let long = [&"ab ".repeat(100_000), "end"].concat();
    let text = format!("{}\n{long}\n{}\n{long}", "x".repeat(150), "é".repeat(3000));
    for (pattern, lines) in [
        ("^.{120,}$", &[1, 2, 3, 4][..]),
        ("^.{1000,}$", &[2, 3, 4]),
        ("^.{1000,}end$", &[2, 4]),
        ("^.{1000,}b $", &[]),
        ("^(?:[a-z ]{3}){300,}e", &[2, 4]),
        ("^[a-z]{150}.{0,3}$", &[1]),
    ] {
        let matcher = matcher(pattern);
        let searcher = Searcher::new(&matcher, Context::default(), LineStart::FIRST);
        let numbers = lines_of(searcher, text.as_bytes(), 70_000);
        let numbers: Vec<u64> =
            numbers.iter().map(|line| line.split(':').next().unwrap().parse().unwrap()).collect();
        assert_eq!(numbers, lines, "{pattern}");
    }
}

#[test]
fn a_line_for_which_an_automaton_is_too_slow_is_searched_in_parts() {
    // Its states tell all of the last 18 letters.
    let matcher = matcher(r"[ab]*a[ab]{18}[^ab]$");
    let letter = |number: u64| {
        let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        if mixed >> 63 == 0 { 'a' } else { 'b' }
    };
    let text: String = (0..2_000_000).map(letter).collect();
    let mut searcher = Searcher::new(&matcher, Context::default(), LineStart::FIRST);
    for piece in [text.as_bytes(), b""] {
        assert!(searcher.push(piece, &mut |_| ControlFlow::Break(())).is_continue());
    }
    assert!(searcher.is_partial());
}
