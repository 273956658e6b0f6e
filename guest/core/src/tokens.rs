//! How much of a model's attention a text takes, estimated without knowing the model.
//!
//! A token for every four characters of ASCII, and one for every other character, rounded up: for the tokenizers of today
//! that is about right for English and code, and on the safe side for most other scripts.

use crate::units::{characters, not_ascii};

/// An estimate of the tokens in a text.
pub fn estimate(text: &str) -> u64 {
    quarters(text).div_ceil(QUARTERS)
}

/// How many quarters a token has.
const QUARTERS: u64 = 4;

fn quarters(text: &str) -> u64 {
    let ascii = text.len() as u64 - not_ascii(text);
    ascii + (characters(text) - ascii) * QUARTERS
}

/// A character counts where it begins.
fn cost(byte: u8) -> u64 {
    match byte {
        0..0x80 => 1,
        0x80..0xc0 => 0,
        0xc0.. => QUARTERS,
    }
}

/// How much of a text fits into a number of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fitting {
    /// All of it.
    Whole,
    /// So many lines from the beginning on, at least one.
    Lines(u64),
    /// Not even the first line, but so many bytes of it. 0 if that is no character.
    Bytes(usize),
}

/// How much of lines, each but perhaps the last with its line feed, fits into so many tokens.
pub fn fitting(text: &str, max: u64) -> Fitting {
    let mut left = max.saturating_mul(QUARTERS);
    let crossing = text.bytes().position(|byte| {
        let cost = cost(byte);
        let crosses = cost > left;
        left = left.saturating_sub(cost);
        crosses
    });
    // A character begins there.
    let Some(before) = crossing.and_then(|at| text.get(..at)) else { return Fitting::Whole };
    match memchr::memchr_iter(b'\n', before.as_bytes()).count() {
        0 => Fitting::Bytes(before.len()),
        lines => Fitting::Lines(lines as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::{Fitting, estimate, fitting};

    #[test]
    fn four_letters_are_a_token_and_other_characters_one_each() {
        for (text, tokens) in [
            ("", 0),
            ("a", 1),
            ("abcd", 1),
            ("abcde", 2),
            ("\u{4e2d}\u{6587}", 2),
            ("caf\u{e9}", 2),
            ("\u{1f600}", 1),
        ] {
            assert_eq!(estimate(text), tokens, "{text}");
        }
    }

    #[test]
    fn whole_lines_fit_or_the_beginning_of_the_first() {
        let text = "abc\nabc\nabcdefg\n";
        for (max, fits) in [
            (4, Fitting::Whole),
            (3, Fitting::Lines(2)),
            (2, Fitting::Lines(2)),
            (1, Fitting::Lines(1)),
            (0, Fitting::Bytes(0)),
        ] {
            assert_eq!(fitting(text, max), fits, "{max}");
        }
        assert_eq!(fitting("abcdefgh\n", 1), Fitting::Bytes(4));
        assert_eq!(fitting("abc\u{4e2d}\n", 1), Fitting::Bytes(3));
        assert_eq!(fitting("\u{4e2d}\u{4e2d}\n", 1), Fitting::Bytes(3));
    }
}
