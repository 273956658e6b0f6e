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
}

impl Levels {
    pub(super) fn new() -> Self {
        Self { baseline: 0.0, size: 0.0, level: Ordering::Equal }
    }

    /// Adds the position of a glyph across the line, its size, and whether no gap precedes it.
    /// Returns whether it is on another level than the last one.
    #[inline]
    pub(super) fn changes(&mut self, across: f64, size: f64, is_joined: bool) -> bool {
        if across == self.baseline && size == self.size && self.level == Ordering::Equal {
            return false;
        }
        let level = if is_joined { self.level_of(across, size) } else { Ordering::Equal };
        if !is_joined || level == Ordering::Equal && size >= MAX_SMALL * self.size {
            (self.baseline, self.size) = (across, size);
        }
        std::mem::replace(&mut self.level, level) != level && is_joined
    }

    fn level_of(&self, across: f64, size: f64) -> Ordering {
        let shift = (across - self.baseline) / self.size.max(f64::MIN_POSITIVE);
        let is_small = size < MAX_SMALL * self.size;
        let is_equal = size * MAX_SMALL <= self.size;
        if shift.abs() > MIN_SHIFT && is_small || shift.abs() > MIN_EQUAL_SHIFT && is_equal {
            shift.total_cmp(&0.0)
        } else {
            Ordering::Equal
        }
    }

    /// Returns the mark between two numbers on different levels, given the text before and after.
    pub(super) fn mark(&self, before: &str, after: &str) -> Option<&'static str> {
        let is_number = before.ends_with(|last: char| last.is_ascii_digit());
        let continues = after.starts_with(|first: char| first.is_ascii_digit())
            || self.level == Ordering::Greater
                && after.starts_with(['-', '+', '\u{2212}', '\u{2013}']);
        if !is_number || !continues {
            return None;
        }
        Some(match self.level {
            Ordering::Greater => "^",
            Ordering::Less => "_",
            Ordering::Equal => " ",
        })
    }
}
