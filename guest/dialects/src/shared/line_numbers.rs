//! Line numbers before lines.

use readroom_core::Text;
use std::fmt::{self, Write};

/// Consecutive line numbers, each padded to a width and followed by a separator.
///
/// Formatting every number would take longer than reading the file: all but the last digit is kept
/// for ten lines. So is each digit with the separator.
pub(crate) struct LineNumbers {
    next: u64,
    width: usize,
    fill: char,
    ends: [String; 10],
    /// The next number without its last digit, padded. Empty until it is needed.
    tens: String,
}

impl LineNumbers {
    /// Returns the numbers starting at `first`, padded with `fill` to `width`.
    pub(crate) fn new(first: u64, width: usize, fill: char, after: &str) -> Self {
        let ends = std::array::from_fn(|digit| format!("{digit}{after}"));
        let mut numbers = Self { next: first, width, fill, ends, tens: String::new() };
        numbers.set_tens();
        numbers
    }

    fn set_tens(&mut self) {
        let digits = match self.next / 10 {
            0 => String::new(),
            tens => tens.to_string(),
        };
        self.tens.clear();
        let padding = self.width.saturating_sub(digits.len() + 1);
        self.tens.extend(std::iter::repeat_n(self.fill, padding));
        self.tens.push_str(&digits);
    }

    /// Writes the next number and the separator.
    pub(crate) fn write_next(&mut self, out: &mut impl Write) -> fmt::Result {
        let digit = (self.next % 10) as usize;
        out.write_str(&self.tens)?;
        out.write_str(self.ends.get(digit).map_or("", String::as_str))?;
        self.next += 1;
        if digit == 9 {
            self.set_tens();
        }
        Ok(())
    }

    /// Writes the lines of a text, each after its number and with a line feed.
    pub(crate) fn write_lines(mut self, text: &Text, out: &mut impl Write) -> fmt::Result {
        let (mut rest, mut lines) = (&*text.content, text.lines);
        let mut begin = 0;
        for at in memchr::memchr_iter(b'\n', rest.as_bytes()) {
            let Some((line, after)) = rest.split_at_checked(at + 1 - begin) else { break };
            if lines == 0 {
                return Ok(());
            }
            self.write_next(out)?;
            out.write_str(line)?;
            (rest, begin, lines) = (after, at + 1, lines - 1);
        }
        // The last one may have no line feed.
        if lines > 0 {
            self.write_next(out)?;
            out.write_str(rest)?;
            out.write_char('\n')?;
        }
        Ok(())
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
                let text = |numbers: &mut LineNumbers| {
                    let mut text = String::new();
                    numbers.write_next(&mut text).unwrap();
                    text
                };
                assert_eq!(text(&mut six), format!("{number:6}\t"));
                assert_eq!(text(&mut five), format!("{number:05}| "));
                assert_eq!(text(&mut bare), format!("{number}: "));
            }
        }
    }
}
