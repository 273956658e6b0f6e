//! Line numbers, where errors by one live.

use core::fmt;
use core::num::NonZeroU64;

/// A line of a file, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineNumber(NonZeroU64);

impl LineNumber {
    /// The first line of a file.
    pub const FIRST: Self = Self(NonZeroU64::MIN);

    /// The line with this number, or none for 0.
    pub fn new(number: u64) -> Option<Self> {
        NonZeroU64::new(number).map(Self)
    }

    /// The number, from 1.
    pub fn get(self) -> u64 {
        self.0.get()
    }

    /// The line that comes this many lines later. Stays at the largest number instead of overflowing.
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
