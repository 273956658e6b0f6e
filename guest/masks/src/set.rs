//! Sets of ASCII characters.

/// A set of ASCII characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set(u128);

pub(crate) const DIGIT: Set = Set::of("0-9");
pub(crate) const HEX: Set = Set::of("0-9a-f");
pub(crate) const ALNUM: Set = Set::of("0-9A-Za-z");
/// The URL-safe base64 alphabet.
pub(crate) const URL64: Set = Set::of("0-9A-Za-z_-");
/// The standard base64 alphabet, with its padding.
pub(crate) const BASE64: Set = Set::of("0-9A-Za-z+/=");

impl Set {
    /// Parses a set of characters, in which `a-z` is a range. A literal `-` comes last.
    #[allow(clippy::indexing_slicing, reason = "evaluated at compile time")]
    pub const fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let (mut bits, mut at) = (0, 0);
        while at < bytes.len() {
            let first = bytes[at];
            let is_range = at + 2 < bytes.len() && bytes[at + 1] == b'-';
            let last = if is_range { bytes[at + 2] } else { first };
            let mut byte = first;
            while byte <= last {
                bits |= 1 << byte;
                byte += 1;
            }
            at += if is_range { 3 } else { 1 };
        }
        Self(bits)
    }

    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns whether the set has a byte.
    #[inline]
    pub const fn has(self, byte: u8) -> bool {
        byte < 128 && self.0 >> byte & 1 == 1
    }

    /// Returns the length of the longest prefix of `bytes` in the set, at most `max`.
    pub(crate) fn run(self, bytes: &[u8], max: usize) -> usize {
        counted(bytes.iter().take(max).take_while(|byte| self.has(**byte)).count())
    }

    /// Returns the length of the longest suffix of `bytes` in the set, at most `max`.
    pub(crate) fn run_back(self, bytes: &[u8], max: usize) -> usize {
        counted(bytes.iter().rev().take(max).take_while(|byte| self.has(**byte)).count())
    }
}

/// Adds to the step counter of tests.
fn counted(steps: usize) -> usize {
    #[cfg(test)]
    STEPS.set(STEPS.get() + steps + 1);
    steps
}

#[cfg(test)]
std::thread_local! {
    pub(crate) static STEPS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}
