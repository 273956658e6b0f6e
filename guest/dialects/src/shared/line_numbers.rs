//! Line numbers before lines.

use readroom_core::Text;
use std::fmt::{self, Write};

/// The number of a line as text, with the separator after it. Each is derived from the previous
/// one: formatting every number would take longer than reading the file.
pub(crate) struct LineNumbers {
    /// The digits, up to [`DIGITS`], and the separator.
    text: [u8; DIGITS + AFTER],
    begin: usize,
    end: usize,
}

/// The number of digits of the largest number.
const DIGITS: usize = 20;

/// The maximum length of the separator in bytes.
const AFTER: usize = 4;

impl LineNumbers {
    /// Returns the number of a first line, padded with `fill` to `width`.
    pub(crate) fn new(first: u64, width: usize, fill: char, after: &str) -> Self {
        let mut text = [fill as u8; DIGITS + AFTER];
        let mut begin = DIGITS;
        let mut rest = first;
        for (at, digit) in text.iter_mut().enumerate().take(DIGITS).rev() {
            if rest == 0 && begin < DIGITS {
                break;
            }
            *digit = b'0' + (rest % 10) as u8;
            rest /= 10;
            begin = at;
        }
        for (slot, byte) in text.iter_mut().skip(DIGITS).zip(after.bytes()) {
            *slot = byte;
        }
        Self {
            text,
            begin: begin.min(DIGITS.saturating_sub(width)),
            end: DIGITS + after.len().min(AFTER),
        }
    }

    /// Returns the text before the line.
    pub(crate) fn text(&self) -> &str {
        let text = self.text.get(self.begin..self.end).unwrap_or_default();
        std::str::from_utf8(text).unwrap_or_default()
    }

    /// Writes the lines of a text, each after its number and with a line feed.
    pub(crate) fn before(mut self, text: &Text, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (_, line) in text.numbered() {
            f.write_str(self.text())?;
            self.advance();
            f.write_str(line)?;
            f.write_char('\n')?;
        }
        Ok(())
    }

    /// Advances to the next line.
    pub(crate) fn advance(&mut self) {
        for (at, digit) in self.text.iter_mut().enumerate().take(DIGITS).rev() {
            if *digit != b'9' {
                *digit = if digit.is_ascii_digit() { *digit + 1 } else { b'1' };
                self.begin = self.begin.min(at);
                return;
            }
            *digit = b'0';
        }
    }
}

#[cfg(test)]
mod tests {
    use super::LineNumbers;

    #[test]
    fn numbers_follow_each_other_as_they_would_be_formatted() {
        for first in [0, 1, 7, 95, 995, 9_990, 99_990, 999_990, 12_345_678_901_234_567_890] {
            let mut six = LineNumbers::new(first, 6, ' ', "\t");
            let mut five = LineNumbers::new(first, 5, '0', "| ");
            let mut bare = LineNumbers::new(first, 0, ' ', ": ");
            for number in first..first + 25 {
                assert_eq!(six.text(), format!("{number:6}\t"));
                assert_eq!(five.text(), format!("{number:05}| "));
                assert_eq!(bare.text(), format!("{number}: "));
                six.advance();
                five.advance();
                bare.advance();
            }
        }
    }
}
