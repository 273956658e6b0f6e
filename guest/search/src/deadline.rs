//! The time that a search may take.

use std::fmt;

/// When to return what was found so far.
#[derive(Clone, Copy)]
pub struct Deadline<'c> {
    /// Returns the time in milliseconds, from any point in time on.
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

    pub(crate) fn has_passed(&self) -> bool {
        self.end.is_some_and(|end| (self.clock)() >= end)
    }
}
