//! Tests of other spellings of names.

use readroom_policy::{folded, is_other_spelling};

#[test]
fn windows_has_other_spellings_of_names() {
    for name in
        [".env.", ".env ", ".env::$DATA", "a\\.env", "C:", "ENV~1", "SECRET~1.YML", "EN1A2B~1"]
    {
        assert!(is_other_spelling(name), "{name}");
    }
    for name in ["a.b", ".env", "a b", "a~", "~a", "notes.txt~1~"] {
        assert!(!is_other_spelling(name), "{name}");
    }
}

#[test]
fn spellings_of_one_name_have_one_form() {
    for (one, other) in [
        ("a.TXT", "A.txt"),
        ("caf\u{e9}", "CAFE\u{301}"),
        ("id_rsa", "id_r\u{17f}a"),
        ("\u{3a3}\u{3a3}", "\u{3c3}\u{3c2}"),
        ("\u{212b}", "\u{e5}"),
        ("STRASSE", "stra\u{df}e"),
    ] {
        assert_eq!(folded(one), folded(other), "{one} {other}");
    }
    assert_ne!(folded("a"), folded("b"));
    assert_ne!(folded("cafe"), folded("caf\u{e9}"));
}
