//! Tests of other forms of numbers and formulas.

use super::as_written;
use readroom_search::{LetterCase, LineEnds, Matcher, Pattern, PatternSyntax};

fn finds(wanted: &str, line: &str) -> bool {
    let text = &as_written(wanted).unwrap();
    let (syntax, case) = (PatternSyntax::Regex, LetterCase::Sensitive);
    let pattern = Pattern { text, syntax, case, words: true };
    let matcher = Matcher::new(&pattern, LineEnds::LfOrCrLf).unwrap();
    !matcher.find_all(line.as_bytes(), 1).is_empty()
}

#[test]
fn thousands_may_be_separated_and_figures_marked() {
    for (wanted, line) in [
        ("12553", "| Zone NA | 12,553 |"),
        ("1234567", "1.234.567 EUR"),
        ("1234567", "1 234 567"),
        ("12553", "12553"),
        ("H2O", "of H_2O and"),
        ("IC50", "the IC_50 of"),
        ("m2", "20 m^2"),
        ("CO2", "CO2"),
    ] {
        assert!(finds(wanted, line), "{wanted} {line}");
    }
    for (wanted, line) in [("12553", "125,53"), ("12553", "12,5530"), ("H2O", "H_2_O2")] {
        assert!(!finds(wanted, line), "{wanted} {line}");
    }
}

#[test]
fn other_texts_have_one_form() {
    for text in ["", "123", "walk", "a.b2", "x1 y2", &"a1".repeat(17)] {
        assert_eq!(as_written(text), None, "{text}");
    }
}
