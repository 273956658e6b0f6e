use super::{difference, folded};

#[test]
fn what_looks_the_same_is_the_same() {
    for (one, other) in [
        ("Screenshot 1.01.11\u{202f}AM.txt", "Screenshot 1.01.11 AM.txt"),
        ("a\u{a0}b\u{2009}c\u{3000}d\u{1680}e", "a b c d e"),
        ("new\nline\t.txt", "new line .txt"),
        ("it\u{2019}s \u{201c}so\u{201d} \u{2013} \u{2014}\u{2212}.md", "it's \"so\" - --.md"),
        ("wait\u{2026}", "wait..."),
        ("READ\u{200b}ME\u{feff}", "READ\u{200d}ME"),
        ("a\u{202e}b\u{e0041}", "ab"),
    ] {
        assert_eq!(folded(one), folded(other), "{one:?}");
    }
    for (one, other) in [("a.txt", "A.txt"), ("a", "\u{430}"), ("a_b", "a b"), ("\u{ff41}", "a")] {
        assert_ne!(folded(one), folded(other), "{one:?}");
    }
}

#[test]
fn composed_characters_look_like_decomposed_ones() {
    assert_eq!(folded("caf\u{e9}"), folded("cafe\u{301}"));
    assert_eq!(difference("caf\u{e9}.txt", "cafe\u{301}.txt"), Some(("\u{e9}", "e\u{301}")));
}

#[test]
fn a_difference_is_what_is_not_seen() {
    for (one, other, expected) in [
        ("a b.txt", "a\u{202f}b.txt", Some((" ", "\u{202f}"))),
        ("ab", "a\u{200b}b", Some(("", "\u{200b}"))),
        ("copy.rs", "c\u{43e}py.rs", Some(("o", "\u{43e}"))),
        ("a", "a", None),
        ("a", "b", None),
    ] {
        assert_eq!(difference(one, other), expected, "{one:?} {other:?}");
    }
}
