//! The time limit of a search.

use std::fmt;

/// How much of a file is masked even if the time is up, in bytes: it takes less than a second.
const MIN_MASKED: u64 = 8 << 20;

/// When to stop and return the results so far.
#[derive(Clone, Copy)]
pub struct Deadline<'c> {
    /// Returns a time in milliseconds since an arbitrary point.
    pub clock: &'c dyn Fn() -> u64,
    /// The time at which it ends. `None` means never.
    pub end: Option<u64>,
}

impl fmt::Debug for Deadline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deadline").field("end", &self.end).finish_non_exhaustive()
    }
}

impl Deadline<'_> {
    /// A deadline that never comes.
    pub const NEVER: Deadline<'static> = Deadline { clock: &|| 0, end: None };

    /// Returns this deadline, or one in `milliseconds` if that is later.
    pub fn extended(self, milliseconds: u64) -> Self {
        let later = |end: u64| end.max((self.clock)().saturating_add(milliseconds));
        Self { end: self.end.map(later), ..self }
    }

    /// Returns whether a file of which this many bytes are masked is masked further.
    pub fn masks(&self, bytes: u64) -> bool {
        bytes < MIN_MASKED || !self.has_passed()
    }

    /// Returns this deadline, or one in `milliseconds` if that is earlier. Without an end it has
    /// none.
    #[must_use]
    pub fn within(self, milliseconds: u64) -> Self {
        let earlier = |end: u64| end.min((self.clock)().saturating_add(milliseconds));
        Self { end: self.end.map(earlier), ..self }
    }

    /// Returns whether the time is up.
    pub fn has_passed(&self) -> bool {
        self.end.is_some_and(|end| (self.clock)() >= end)
    }
}
