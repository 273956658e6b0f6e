//! Entries by time, size or lines.

use crate::Walk;
use crate::measured::{Measured, measure};
use readroom_core::{FileKind, Smallest, Tree};
use readroom_types::FindOrder;
use std::cmp::{Ordering, Reverse};

/// The key of an order: seconds and nanoseconds, or a number and 0.
pub(crate) type Rank = (u64, u32);

/// Sorts greater ranks first, entries without one last, and equal ones by path.
pub(crate) type Key = (Reverse<Option<Rank>>, String);

/// An entry with its rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ranked {
    pub(crate) key: Key,
    pub(crate) kind: FileKind,
    pub(crate) measured: Measured,
}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key.cmp(&other.key)
    }
}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A request for the first entries in an order.
#[derive(Clone, Copy)]
pub(crate) struct Ranking<'a> {
    pub(crate) order: FindOrder,
    pub(crate) kinds: &'a [FileKind],
    /// The maximum number of entries.
    pub(crate) max: usize,
    /// The maximum size of their paths in bytes.
    pub(crate) max_bytes: usize,
}

impl Ranking<'_> {
    /// Returns the first entries of a walk in this order, and whether there are more.
    pub(crate) fn first<T: Tree>(
        &self,
        walk: &mut Walk<'_, T>,
        is_behind: impl Fn(&Key) -> bool,
    ) -> (Vec<Ranked>, bool) {
        let cost = |ranked: &Ranked| ranked.key.1.len();
        let mut kept = Smallest::new(self.max, self.max_bytes, cost);
        while let Some(entry) = walk.next() {
            let kind = entry.kind;
            if !entry.is_taken || !self.kinds.contains(&kind) {
                continue;
            }
            let by_lines = self.order == FindOrder::Lines;
            let left = kept.first_left().filter(|_| by_lines);
            if left.is_some_and(|left| is_too_short(walk, &entry.path, left)) {
                continue;
            }
            let measured = measure(walk, kind, by_lines, None);
            let key = (Reverse(self.rank(kind, &measured)), entry.path);
            if is_behind(&key) {
                kept.offer(Ranked { key, kind, measured });
            }
        }
        kept.into_sorted()
    }

    fn rank(&self, kind: FileKind, measured: &Measured) -> Option<Rank> {
        let Measured { metadata, length } = measured;
        match self.order {
            FindOrder::Path => None,
            FindOrder::Modified => {
                metadata.as_ref()?.modified.map(|time| (time.seconds, time.nanoseconds))
            }
            FindOrder::Size => {
                metadata.as_ref().filter(|_| kind == FileKind::File).map(|known| (known.size, 0))
            }
            FindOrder::Lines => length.map(|length| (length.lines, 0)),
        }
    }
}

/// Returns whether a file would come after an entry that does not fit even if each of its bytes
/// were a line, so that it need not be read. Files that are generated on read have the size 0.
fn is_too_short<T: Tree>(walk: &mut Walk<'_, T>, path: &str, left: &Ranked) -> bool {
    let size = walk.metadata().map_or(0, |metadata| metadata.size);
    let (Reverse(rank), left) = &left.key;
    size > 0 && (Reverse(Some((size, 0))), path) >= (Reverse(*rank), &**left)
}
