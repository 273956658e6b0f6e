//! Names that look the same: blanks, quotes and dashes of several kinds, characters that are not
//! displayed, and composed ones.
//!
//! Models write the plain form of such characters, whatever they have read.

use crate::similar::plain;
use readroom_names::is_hidden;
use readroom_names::nfd;

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
mod tests;
