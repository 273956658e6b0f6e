//! Names that look the same: blanks, quotes and dashes of several kinds, characters that are not
//! displayed, and composed ones.
//!
//! Models write the plain form of such characters, whatever they have read.

use crate::nfd::nfd;
use crate::similar::plain;
use readroom_names::is_hidden;

/// Returns a name in a form that is the same for all names that look the same. Letters stay what
/// they are: `а` of Cyrillic is not `a`.
pub(crate) fn folded(name: &str) -> String {
    if name.bytes().all(|byte| matches!(byte, b'!'..=b'~' | b' ')) {
        return name.into();
    }
    let mut folded = String::with_capacity(name.len());
    for character in nfd(name).chars().filter(|character| !is_hidden(*character)) {
        match character {
            '\u{b4}' | '\u{2bc}' => folded.push('\''),
            '\u{201e}' | '\u{201f}' => folded.push('"'),
            '\u{2026}' => folded.push_str("..."),
            blank if blank.is_whitespace() => folded.push(' '),
            '\u{2000}'..='\u{2fff}' => folded.push(plain(character)),
            other => folded.push(other),
        }
    }
    folded
}

/// Returns where two different texts that look the same differ: what the first has there, and what
/// the other has. `None` if they do not look the same.
pub fn difference<'t>(one: &'t str, other: &'t str) -> Option<(&'t str, &'t str)> {
    let looks = |text: &str| folded(text).chars().map(plain).collect::<String>();
    if one == other || looks(one) != looks(other) {
        return None;
    }
    let same = |(one, other): &(char, char)| one == other;
    let begin: usize =
        one.chars().zip(other.chars()).take_while(same).map(|(one, _)| one.len_utf8()).sum();
    let (one, other) = (one.get(begin..)?, other.get(begin..)?);
    let pairs = one.chars().rev().zip(other.chars().rev());
    let end: usize = pairs.take_while(same).map(|(one, _)| one.len_utf8()).sum();
    Some((one.get(..one.len() - end)?, other.get(..other.len() - end)?))
}

#[cfg(test)]
mod tests {
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
        for (one, other) in
            [("a.txt", "A.txt"), ("a", "\u{430}"), ("a_b", "a b"), ("\u{ff41}", "a")]
        {
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
}
