//! Remembers where lines begin in the large files that a session reads.

use crate::contract::ReadFacts;
use crate::limits;
use lru::LruCache;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

/// The indexes that the component made of the files of a session. They are returned to it, and
/// opaque to the host.
pub(crate) struct Indexes(Mutex<LruCache<Key, Arc<str>>>);

/// The id of a tool, and the requested absolute path of a file.
type Key = (String, String);

/// The maximum number of indexes: one for each tool and file.
const MAX_FILES: NonZeroUsize = NonZeroUsize::new(16).unwrap();

/// How old a change must be before a file's index is kept. A file that has just changed may change
/// again without getting another time.
const MIN_AGE: Duration = Duration::from_secs(2);

impl Default for Indexes {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(MAX_FILES)))
    }
}

impl Indexes {
    pub(crate) fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    pub(crate) fn get(&self, tool: &str, path: &str) -> Option<Arc<str>> {
        self.lock().get(&key(tool, path)).cloned()
    }

    /// Keeps the index that a call made of a file. `started` is when the call began.
    pub(crate) fn keep(
        &self,
        tool: &str,
        path: &str,
        facts: &ReadFacts,
        started: SystemTime,
        index: &str,
    ) {
        let age = facts.modified_at().and_then(|modified| started.duration_since(modified).ok());
        let fits = index.len() <= limits::INDEX_BYTES && path.len() <= limits::PATH_BYTES;
        let (key, mut indexes) = (key(tool, path), self.lock());
        indexes.pop(&key);
        if fits && age.is_some_and(|age| age >= MIN_AGE) {
            indexes.put(key, index.into());
        }
    }

    /// No change under the lock can be left half done.
    fn lock(&self) -> MutexGuard<'_, LruCache<Key, Arc<str>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key(tool: &str, path: &str) -> Key {
    (tool.into(), path.into())
}

#[cfg(test)]
mod tests {
    use super::{Indexes, MAX_FILES};
    use crate::contract::ReadFacts;
    use crate::limits;
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    fn started() -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(100)
    }

    fn facts(modified: Option<u64>) -> ReadFacts {
        let (real_path, version) = ("/p/a".into(), Some("v".into()));
        ReadFacts { real_path, size: 1, modified, version, lines: 1, bytes: 1 }
    }

    fn keep(indexes: &Indexes, path: &str, index: &str, modified: Option<u64>) {
        indexes.keep("pi", path, &facts(modified), started(), index);
    }

    #[test]
    fn an_index_is_kept_for_a_tool_and_a_file() {
        let indexes = Indexes::default();
        assert!(indexes.is_empty());
        keep(&indexes, "/p/a", "one", Some(98_000));
        keep(&indexes, "/p/a", "two", Some(98_000));
        assert_eq!(indexes.get("pi", "/p/a").as_deref(), Some("two"));
        assert_eq!(indexes.get("dm-cc", "/p/a"), None);
        assert_eq!(indexes.get("pi", "/p/b"), None);
    }

    #[test]
    fn of_a_file_that_may_change_unnoticed_nothing_is_kept() {
        for modified in [None, Some(98_001), Some(100_000), Some(200_000)] {
            let indexes = Indexes::default();
            keep(&indexes, "/p/a", "one", Some(98_000));
            keep(&indexes, "/p/a", "two", modified);
            assert!(indexes.is_empty(), "{modified:?}");
        }
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let indexes = Indexes::default();
        keep(&indexes, "/p/a", &"x".repeat(limits::INDEX_BYTES + 1), Some(0));
        keep(&indexes, &"p".repeat(limits::PATH_BYTES + 1), "one", Some(0));
        assert!(indexes.is_empty());
        for number in 0..=MAX_FILES.get() {
            keep(&indexes, &number.to_string(), "one", Some(0));
        }
        assert_eq!(indexes.get("pi", "0"), None);
        assert!(indexes.get("pi", "1").is_some());
    }
}
