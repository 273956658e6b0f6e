//! Times of modification.

use crate::{FileStat, ReadFacts};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

impl FileStat {
    /// Returns when the file was last changed, if that is known.
    pub fn modified_at(&self) -> Option<SystemTime> {
        time(self.modified?)
    }
}

impl ReadFacts {
    /// Returns when the file was last changed, if that is known.
    pub fn modified_at(&self) -> Option<SystemTime> {
        time(self.modified?)
    }
}

fn time(milliseconds: u64) -> Option<SystemTime> {
    UNIX_EPOCH.checked_add(Duration::from_millis(milliseconds))
}
