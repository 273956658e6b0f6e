//! Line numbers, so that they are not confused with offsets and counts.

use std::fmt;
use std::num::NonZeroU64;

/// A line of a file, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineNumber(NonZeroU64);

impl LineNumber {
    /// The first line of a file.
    pub const FIRST: Self = Self(NonZeroU64::MIN);

    /// Returns the line with this number. `None` for 0.
    pub fn new(number: u64) -> Option<Self> {
        NonZeroU64::new(number).map(Self)
    }

    /// Returns the number, from 1.
    pub fn get(self) -> u64 {
        self.0.get()
    }

    /// Returns the line that comes `lines` later. Saturates at the largest number.
    #[must_use]
    pub fn after(self, lines: u64) -> Self {
        Self(self.0.saturating_add(lines))
    }
}

impl fmt::Display for LineNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
