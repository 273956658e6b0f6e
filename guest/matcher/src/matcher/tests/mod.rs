//! Tests of matches in lines.

use super::{LineEnds, Matcher, Pattern, PatternError};
use readroom_types::{LetterCase, PatternSyntax};

fn pattern(text: &str) -> Pattern<'_> {
    Pattern { text, syntax: PatternSyntax::Regex, case: LetterCase::Sensitive, words: false }
}

fn found(pattern: &Pattern<'_>, text: &str) -> Vec<String> {
    let matcher = Matcher::new(pattern, LineEnds::LfOrCrLf).unwrap();
    let ranges = matcher.find_all(text.as_bytes(), 100);
    ranges.into_iter().map(|range| text[range].to_string()).collect()
}

#[test]
fn a_match_stays_in_its_line() {
    for (text, expected) in [
        (r"a\sb", &[][..]),
        (r"a[^x]*", &["a", "ab\r"]),
        (r"(?s)a.*", &["a", "ab\r"]),
        (r"^ab$", &["ab"]),
        (r"\Aab\z", &["ab"]),
        (r"(?-u)a\s*", &["a", "a"]),
        (r"\n|ab", &[]),
    ] {
        match Matcher::new(&pattern(text), LineEnds::LfOrCrLf) {
            Ok(_) => assert_eq!(found(&pattern(text), "a\nab\r\nc"), expected, "{text}"),
            Err(error) => assert_eq!((error, expected.len()), (PatternError::LineFeed, 0)),
        }
    }
}

#[test]
fn lines_may_end_at_line_feeds_alone() {
    let of = |text: &str| Matcher::new(&pattern(text), LineEnds::Lf);
    for (text, expected) in [
        ("b$", &[][..]),
        (r"b\r$", &["b\r"]),
        (r"(?R)b$", &["b"]),
        (r"\Aab.\z", &["ab\r"]),
        (r"c\z", &["c"]),
    ] {
        let lines = "a\nab\r\nc";
        let ranges = of(text).unwrap().find_all(lines.as_bytes(), 100);
        let found: Vec<_> = ranges.into_iter().map(|range| &lines[range]).collect();
        assert_eq!(found, expected, "{text}");
    }
    for text in [r"\x00", r"a[\x00]|b", r"(\x00)+"] {
        assert_eq!(of(text).unwrap_err(), PatternError::Nul, "{text}");
    }
    assert!(of(r"[\x00a]").is_ok());
}

#[test]
fn errors_are_reported_in_the_words_of_the_crate() {
    let expected = "regex parse error:\n    (?:a(b)\n    ^\nerror: unclosed group";
    let error = Matcher::new(&pattern("(?:a(b)"), LineEnds::Lf).unwrap_err();
    let PatternError::Syntax { report, .. } = error else { panic!("{error:?}") };
    assert_eq!(report, expected);
}

#[test]
fn letters_are_equal_as_requested() {
    let smart = |text| Pattern { case: LetterCase::Smart, ..pattern(text) };
    for (pattern, expected) in [
        (pattern("ab"), &["ab"][..]),
        (smart("ab"), &["ab", "AB", "aB"]),
        (smart("aB"), &["aB"]),
        (smart("[A]b"), &[]),
        (smart(r"\w\W"), &["b ", "B "]),
        (Pattern { case: LetterCase::Insensitive, ..pattern("A[b]") }, &["ab", "AB", "aB"]),
        (Pattern { words: true, ..pattern("a.*") }, &["ab AB aB"]),
        (Pattern { words: true, ..pattern("a") }, &[]),
        (Pattern { syntax: PatternSyntax::Literal, ..pattern("a.") }, &[]),
    ] {
        assert_eq!(found(&pattern, "ab AB aB"), expected, "{pattern:?}");
    }
}

#[test]
fn an_empty_match_is_between_characters_and_not_after_another() {
    let matcher = Matcher::new(&pattern("x*"), LineEnds::LfOrCrLf).unwrap();
    let found = |text: &str| matcher.find_all(text.as_bytes(), 3);
    assert_eq!(found("\u{e9}xx"), [0..0, 2..4]);
    assert_eq!(found("xa"), [0..1, 2..2]);
    assert_eq!(found("abcde"), [0..0, 1..1, 2..2]);
}

#[test]
fn a_pattern_that_cannot_be_searched_for_is_refused() {
    let error = |text: &str| Matcher::new(&pattern(text), LineEnds::LfOrCrLf).unwrap_err();
    for (text, expected) in [
        ("a(b", (2, "(")),
        ("é[b", (2, "[")),
        (r"a\p{Klingon}", (2, r"\p{Klingon}")),
        ("(?=a)", (1, "(?=")),
        (r"(a)\1", (4, r"\1")),
        ("a{5,2}", (2, "{5,2}")),
        ("a\\", (2, "\\")),
    ] {
        let PatternError::Syntax { at, text: wrong, reason, .. } = error(text) else {
            panic!("{text}")
        };
        assert_eq!((at, &*wrong), expected, "{text}: {reason}");
    }
    assert_eq!(error(r"a\nb"), PatternError::LineFeed);
    assert_eq!(error(&"a".repeat(10_000)), PatternError::TooLong);
    for bomb in [r"\w{1000}{1000}", r"(?:\pL{100}){100}", r"((a{1000}){1000}){1000}"] {
        assert_eq!(error(bomb), PatternError::TooLarge, "{bomb}");
    }
    let nested = ["(".repeat(200), ")".repeat(200)].concat();
    assert!(matches!(error(&nested), PatternError::Syntax { .. }));
}
