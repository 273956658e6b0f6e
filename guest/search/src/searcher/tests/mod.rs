//! Tests of lines found in text that arrives in pieces.

use super::{Context, FoundLine, LineStart, MAX_LINE_BYTES, Searcher};
use crate::matcher::{LineEnds, Matcher, Pattern};
use readroom_types::{LetterCase, PatternSyntax};
use std::ops::ControlFlow;

fn matcher(text: &str) -> Matcher {
    let (syntax, case) = (PatternSyntax::Regex, LetterCase::Sensitive);
    let pattern = Pattern { text, syntax, case, words: false };
    Matcher::new(&pattern, LineEnds::LfOrCrLf).unwrap()
}

/// Returns the lines as `grep -n` prints them.
fn found(pattern: &str, text: &[u8], context: Context, size: usize) -> Vec<String> {
    let matcher = matcher(pattern);
    let (mut searcher, mut lines) =
        (Searcher::new(&matcher, context, LineStart::FIRST), Vec::new());
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
