//! A cache that is bounded by the size of what it keeps.

use crate::object::Object;
use std::collections::BTreeMap;

/// The cost of an entry in addition to its value, in bytes.
const OVERHEAD: usize = 128;

/// The number of a file, and an offset or the number of a block in it.
pub(crate) type Key = (u32, u64);

/// A cache of two generations. Values that are used stay in the recent one; once that is full, it
/// becomes the older one, whose values are dropped. This is nearly the order of use, and takes no
/// list of it. Blocks of files are kept as if they were objects.
pub(crate) struct Cache {
    recent: BTreeMap<Key, Object>,
    older: BTreeMap<Key, Object>,
    recent_bytes: usize,
    /// The maximum size of a generation.
    max: usize,
}

impl Cache {
    /// Returns a cache of up to `max` bytes.
    pub(crate) fn new(max: usize) -> Self {
        let (recent, older) = (BTreeMap::new(), BTreeMap::new());
        Self { recent, older, recent_bytes: 0, max: max / 2 }
    }

    pub(crate) fn get(&mut self, key: Key) -> Option<Object> {
        if let Some(value) = self.recent.get(&key) {
            return Some(value.clone());
        }
        let value = self.older.remove(&key)?;
        self.insert(key, value.clone());
        Some(value)
    }

    /// Keeps a value, unless many others would have to make room for it.
    pub(crate) fn insert(&mut self, key: Key, value: Object) {
        let cost = value.data.len().saturating_add(OVERHEAD);
        if cost > self.max / 4 {
            return;
        }
        if self.recent_bytes.saturating_add(cost) > self.max {
            self.older = std::mem::take(&mut self.recent);
            self.recent_bytes = 0;
        }
        if self.recent.insert(key, value).is_none() {
            self.recent_bytes += cost;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Cache;
    use crate::object::{Object, ObjectKind};

    #[test]
    fn what_is_used_stays_and_the_size_is_bounded() {
        let object = |bytes| Object { kind: ObjectKind::Blob, data: vec![0; bytes].into() };
        let mut cache = Cache::new(20_000);
        cache.insert((0, 0), object(501));
        for key in 1..100 {
            let size = cache.get((0, 0)).map(|object| object.data.len());
            assert_eq!(size, Some(501), "{key}");
            cache.insert((0, key), object(500));
            assert!(cache.recent.len() + cache.older.len() <= 2 * 10_000 / 628);
        }
        assert!(cache.get((0, 99)).is_some());
        assert!(cache.get((0, 1)).is_none());
        cache.insert((0, 100), object(10_000));
        assert!(cache.get((0, 100)).is_none(), "it is too large");
    }
}
