//! A cache that is bounded by the size of what it keeps.

use std::collections::BTreeMap;

/// The cost of an entry in addition to its value, in bytes.
const OVERHEAD: usize = 128;

/// A cache of two generations. Values that are used stay in the recent one; once that is full, it
/// becomes the older one, whose values are dropped. This is nearly the order of use, and takes no
/// list of it.
pub(crate) struct Cache<K, V> {
    recent: BTreeMap<K, (V, usize)>,
    older: BTreeMap<K, (V, usize)>,
    recent_bytes: usize,
    /// The maximum size of a generation.
    max: usize,
}

impl<K: Ord, V: Clone> Cache<K, V> {
    /// Returns a cache of up to `max` bytes.
    pub(crate) fn new(max: usize) -> Self {
        let (recent, older) = (BTreeMap::new(), BTreeMap::new());
        Self { recent, older, recent_bytes: 0, max: max / 2 }
    }

    pub(crate) fn get(&mut self, key: K) -> Option<V> {
        if let Some((value, _)) = self.recent.get(&key) {
            return Some(value.clone());
        }
        let (value, bytes) = self.older.remove(&key)?;
        self.insert(key, value.clone(), bytes);
        Some(value)
    }

    /// Keeps a value of `bytes` bytes, unless many others would have to make room for it.
    pub(crate) fn insert(&mut self, key: K, value: V, bytes: usize) {
        let cost = bytes.saturating_add(OVERHEAD);
        if cost > self.max / 4 {
            return;
        }
        if self.recent_bytes.saturating_add(cost) > self.max {
            self.older = std::mem::take(&mut self.recent);
            self.recent_bytes = 0;
        }
        if self.recent.insert(key, (value, bytes)).is_none() {
            self.recent_bytes += cost;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Cache;

    #[test]
    fn what_is_used_stays_and_the_size_is_bounded() {
        let mut cache = Cache::new(20_000);
        cache.insert(0, 'a', 500);
        for key in 1..100 {
            assert_eq!(cache.get(0), Some('a'), "{key}");
            cache.insert(key, 'b', 500);
            assert!(cache.recent.len() + cache.older.len() <= 2 * 10_000 / 628);
        }
        assert_eq!(cache.get(99), Some('b'));
        assert_eq!(cache.get(1), None);
        cache.insert(100, 'c', 10_000);
        assert_eq!(cache.get(100), None, "it is too large");
    }
}
