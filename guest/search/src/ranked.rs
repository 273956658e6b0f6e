//! Entries by modification time.

use crate::walk::Walk;
use readroom_core::{FileKind, Metadata, Smallest, Timestamp, Tree};
use std::cmp::{Ordering, Reverse};

/// Sorts newer entries first, those without a time last, and entries with equal times by path.
pub(crate) type Key = (Reverse<Option<(u64, u32)>>, String);

pub(crate) fn key(modified: Option<Timestamp>, path: String) -> Key {
    (Reverse(modified.map(|time| (time.seconds, time.nanoseconds))), path)
}

/// An entry with its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dated {
    pub(crate) key: Key,
    pub(crate) kind: FileKind,
    pub(crate) metadata: Option<Metadata>,
}

impl Ord for Dated {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key.cmp(&other.key)
    }
}

impl PartialOrd for Dated {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Returns the newest wanted entries of a walk, in order: at most `max`, with at most `max_bytes`
/// bytes of paths. Also returns whether there are more.
pub(crate) fn newest<T: Tree>(
    walk: &mut Walk<'_, T>,
    is_wanted: impl Fn(FileKind) -> bool,
    is_behind: impl Fn(&Key) -> bool,
    max: usize,
    max_bytes: usize,
) -> (Vec<Dated>, bool) {
    let mut kept = Smallest::new(max, max_bytes, |dated: &Dated| dated.key.1.len());
    while let Some(entry) = walk.next() {
        if !entry.is_taken || !is_wanted(entry.kind) {
            continue;
        }
        let metadata = walk.metadata();
        let key = key(metadata.and_then(|metadata| metadata.modified), entry.path);
        if is_behind(&key) {
            kept.offer(Dated { key, kind: entry.kind, metadata });
        }
    }
    kept.into_sorted()
}
