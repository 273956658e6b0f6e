//! Estimates language model tokens, independent of any model.
//!
//! One token for every four ASCII characters and one for every other character, rounded up. For
//! current tokenizers that is about right for English and code, and an upper bound for most other
//! scripts.

use crate::units::{characters, not_ascii};

/// Returns the estimated number of tokens in a text.
pub fn estimate(text: &str) -> u64 {
    quarters(text).div_ceil(QUARTERS)
}

/// The number of quarters in a token.
const QUARTERS: u64 = 4;

fn quarters(text: &str) -> u64 {
    let ascii = text.len() as u64 - not_ascii(text);
    ascii + (characters(text) - ascii) * QUARTERS
}

/// Returns the cost of a byte in quarters. A character counts at its first byte.
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
    /// This many lines from the beginning, at least one.
    Lines(u64),
    /// Less than the first line: this many bytes of it. 0 if not even one character fits.
    Bytes(usize),
}

/// Returns how much of a text fits into `max` tokens. Each line includes its line feed.
pub fn fitting(text: &str, max: u64) -> Fitting {
    let mut left = max.saturating_mul(QUARTERS);
    let crossing = text.bytes().position(|byte| {
        let cost = cost(byte);
        let crosses = cost > left;
        left = left.saturating_sub(cost);
        crosses
    });
    // `at` is a character boundary.
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
