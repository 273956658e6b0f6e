//! Tests of lines in results.

use super::MatchLine;
use readroom_matcher::{Deadline, FoundLine, LineEnds, Matcher, Pattern};
use readroom_types::{LetterCase, PatternSyntax};

fn line(pattern: &str, bytes: &[u8], columns: u64) -> MatchLine {
    let (syntax, case) = (PatternSyntax::Regex, LetterCase::Sensitive);
    let pattern = Pattern { text: pattern, syntax, case, words: false };
    let matcher = Matcher::new(&pattern, LineEnds::LfOrCrLf).unwrap();
    let found = FoundLine {
        number: 1,
        bytes,
        characters_before: 0,
        goes_on: false,
        is_match: true,
        first_match: 0,
        continued: 0,
        end: 0,
    };
    MatchLine::new(&found, &matcher, columns, Deadline::NEVER)
}

/// Returns the range of the only match.
fn only(line: &MatchLine) -> (u64, u64) {
    assert_eq!(line.ranges.len(), 1);
    (line.ranges[0].start, line.ranges[0].end)
}

#[test]
fn a_long_line_is_clipped_around_its_first_match() {
    let text = "é".repeat(100) + "needle" + &"é".repeat(100);
    for (columns, expected) in [
        (300, (1, 206, false, (101, 107))),
        (206, (1, 206, false, (101, 107))),
        (40, (91, 40, true, (101, 107))),
        (4, (100, 4, true, (101, 104))),
        (1, (101, 1, true, (101, 102))),
    ] {
        let line = line("needle", text.as_bytes(), columns);
        let given = (line.column, line.text.chars().count(), line.goes_on, only(&line));
        assert_eq!(given, expected, "{columns}");
    }
    let several = "needle, ".repeat(5);
    assert_eq!(
        [16, 20, 300].map(|max| line("needle", several.as_bytes(), max).more_matches),
        [2, 2, 0]
    );
    let end = "é".repeat(100) + "needle";
    let line = line("needle$", end.as_bytes(), 40);
    assert_eq!((line.column, line.goes_on, only(&line)), (67, false, (101, 107)));
}

#[test]
fn bytes_that_are_not_text_count_as_characters() {
    let line = line("b", b"a\xff\xfeb\xe2\x82c", 100);
    assert_eq!((&*line.text, only(&line)), ("a\u{fffd}\u{fffd}b\u{fffd}c", (4, 5)));
}

#[test]
fn an_empty_match_has_a_range() {
    assert_eq!(line("x*", b"axb", 100).ranges, [1..1, 2..3, 4..4]);
    assert_eq!(line("$", b"ab\r", 100).ranges, [3..3, 4..4]);
}
