//! Tests of names that are nearly another one.

use super::nearly;
use readroom_search::{LetterCase, LineEnds, Matcher, Pattern, PatternSyntax};

/// Returns whether a name is nearly the wanted one.
fn is_near(wanted: &str, name: &str) -> bool {
    let text = &nearly(wanted).unwrap();
    let (syntax, case) = (PatternSyntax::Regex, LetterCase::Sensitive);
    let pattern = Pattern { text, syntax, case, words: true };
    let found = Matcher::new(&pattern, LineEnds::LfOrCrLf).unwrap().find_all(name.as_bytes(), 1);
    found.first().is_some_and(|found| *found == (0..name.len()))
}

#[test]
fn a_name_in_another_style_or_with_one_wrong_letter_is_near() {
    for (wanted, name) in [
        ("parseArgs", "parse_args"),
        ("parse_args", "parseArgs"),
        ("parse-args", "PARSE_ARGS"),
        ("parseArgs", "_parse_args"),
        ("HttpCleint", "HttpClient"),
        ("HttpClent", "HttpClient"),
        ("HttpClientt", "http_client"),
        ("HttpClyent", "HTTPClient"),
        ("ttpClient", "HttpClient"),
        ("HttpClien", "HttpClient"),
        ("tHtpClient", "HttpClient"),
        ("grüße_alle", "grüßeAlle"),
        ("next", "naxt"),
    ] {
        assert!(is_near(wanted, name), "{wanted} {name}");
    }
}

#[test]
fn a_name_with_two_wrong_letters_is_not_near() {
    for (wanted, name) in [
        ("HttpCleint", "HttpServer"),
        ("HttpClient", "HttpClients2"),
        ("HttpClient", "HtpClint"),
        ("parseArgs", "parse_args_of"),
        ("next", "text_of"),
        ("next", "tex"),
    ] {
        assert!(!is_near(wanted, name), "{wanted} {name}");
    }
}

#[test]
fn a_short_name_or_an_expression_has_no_near_ones() {
    for text in ["abc", "a_b_c", "parse.*", "", "x".repeat(33).as_str()] {
        assert_eq!(nearly(text), None, "{text}");
    }
    let longest = "Ab".repeat(16);
    assert!(is_near(&longest, &longest.to_lowercase()));
}
