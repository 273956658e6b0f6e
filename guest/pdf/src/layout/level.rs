//! Raised and lowered digits, which would otherwise join the number before them: `100²`.

use std::cmp::Ordering;

/// The minimum shift of the baseline of smaller digits, and of those of the same size, in parts of
/// the font size of the line.
const MIN_SHIFT: f64 = 0.12;
const MIN_EQUAL_SHIFT: f64 = 0.25;
/// The maximum size of smaller digits, in parts of that of the line.
const MAX_SMALL: f64 = 0.9;

/// The level of the last glyph, and the baseline of its line.
pub(super) struct Levels {
    baseline: f64,
    size: f64,
    level: Ordering,
    last: char,
}

impl Levels {
    pub(super) fn new() -> Self {
        Self { baseline: 0.0, size: 0.0, level: Ordering::Equal, last: ' ' }
    }

    /// Adds the text of a glyph with its position across the line and its size. Returns the mark
    /// before it if it is a number next to one on another level.
    pub(super) fn mark_before(
        &mut self,
        text: &str,
        across: f64,
        size: f64,
        is_joined: bool,
    ) -> Option<&'static str> {
        let (Some(first), Some(last)) = (text.chars().next(), text.chars().next_back()) else {
            return None;
        };
        let is_small = size < MAX_SMALL * self.size;
        let is_equal = size * MAX_SMALL <= self.size;
        let shift = (across - self.baseline) / self.size.max(f64::MIN_POSITIVE);
        let is_shifted =
            shift.abs() > MIN_SHIFT && is_small || shift.abs() > MIN_EQUAL_SHIFT && is_equal;
        let level = if is_shifted && is_joined { shift.total_cmp(&0.0) } else { Ordering::Equal };
        if level == Ordering::Equal && !is_small || !is_joined {
            (self.baseline, self.size) = (across, size);
        }
        let before = std::mem::replace(&mut self.level, level);
        let is_number = std::mem::replace(&mut self.last, last).is_ascii_digit();
        let continues = first.is_ascii_digit()
            || level == Ordering::Greater && matches!(first, '-' | '+' | '\u{2212}' | '\u{2013}');
        if level == before || !is_joined || !is_number || !continues {
            return None;
        }
        Some(match level {
            Ordering::Greater => "^",
            Ordering::Less => "_",
            Ordering::Equal => " ",
        })
    }
}
