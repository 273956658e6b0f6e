//! The memory of a session for the files that its tools read: strings that the component makes and
//! gets back, opaque to the host.

use crate::contract::{ComponentReply, ReadFacts};
use crate::limits;
use lru::LruCache;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

/// The memory of a session.
#[derive(Default)]
pub(crate) struct SessionMemory {
    /// Where lines start in large files.
    indexes: Files<{ limits::INDEX_BYTES }, 16>,
    /// The lines of files that the conversation already has.
    shown: Files<{ limits::SHOWN_BYTES }, 256>,
}

/// The memory of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FileMemory {
    pub(crate) index: Option<Arc<str>>,
    pub(crate) shown: Option<Arc<str>>,
}

/// How old a change must be before something is remembered of a file. A file that has just changed
/// may change again without getting another time.
const MIN_AGE: Duration = Duration::from_secs(2);

impl SessionMemory {
    pub(crate) fn is_empty(&self) -> bool {
        self.indexes.lock().is_empty() && self.shown.lock().is_empty()
    }

    pub(crate) fn get(&self, tool: &str, path: &str) -> FileMemory {
        FileMemory { index: self.indexes.get(tool, path), shown: self.shown.get(tool, path) }
    }

    /// Keeps what a call noted of a file. `started` is when the call began.
    pub(crate) fn keep(
        &self,
        tool: &str,
        path: &str,
        facts: &ReadFacts,
        started: SystemTime,
        reply: &ComponentReply,
    ) {
        let age = facts.modified_at().and_then(|modified| started.duration_since(modified).ok());
        let is_settled = age.is_some_and(|age| age >= MIN_AGE);
        self.indexes.keep(tool, path, reply.index.as_deref(), is_settled);
        self.shown.keep(tool, path, reply.shown.as_deref(), is_settled);
    }
}

/// Strings for the files that were read last, at most `FILES` of at most `BYTES` bytes.
struct Files<const BYTES: usize, const FILES: usize>(Mutex<LruCache<Key, Arc<str>>>);

/// The id of a tool, and the requested absolute path of a file.
type Key = (String, String);

impl<const BYTES: usize, const FILES: usize> Default for Files<BYTES, FILES> {
    fn default() -> Self {
        let max = NonZeroUsize::new(FILES).unwrap_or(NonZeroUsize::MIN);
        // It grows as files are read.
        let mut files = LruCache::unbounded();
        files.resize(max);
        Self(Mutex::new(files))
    }
}

impl<const BYTES: usize, const FILES: usize> Files<BYTES, FILES> {
    fn get(&self, tool: &str, path: &str) -> Option<Arc<str>> {
        self.lock().get(&key(tool, path)).cloned()
    }

    /// Replaces what is kept of a file, if a call learned something.
    fn keep(&self, tool: &str, path: &str, text: Option<&str>, is_settled: bool) {
        let Some(text) = text else { return };
        let fits = text.len() <= BYTES && path.len() <= limits::PATH_BYTES;
        let (key, mut files) = (key(tool, path), self.lock());
        files.pop(&key);
        if fits && is_settled {
            files.put(key, text.into());
        }
    }

    /// No update under the lock can be left incomplete.
    fn lock(&self) -> MutexGuard<'_, LruCache<Key, Arc<str>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key(tool: &str, path: &str) -> Key {
    (tool.into(), path.into())
}

#[cfg(test)]
mod tests {
    use super::{FileMemory, SessionMemory};
    use crate::contract::{ComponentReply, Outcome, ReadFacts};
    use crate::limits;
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    fn started() -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(100)
    }

    fn facts(modified: Option<u64>) -> ReadFacts {
        let (real_path, version) = ("/p/a".into(), Some("v".into()));
        ReadFacts { real_path, size: 1, modified, version, lines: 1, bytes: 1, masked: None }
    }

    fn reply(index: Option<String>, shown: Option<String>) -> ComponentReply {
        let (outcome, json) = (Outcome::Answered, String::new());
        ComponentReply { outcome, json, content: Vec::new(), facts: Vec::new(), index, shown }
    }

    fn keep(memory: &SessionMemory, path: &str, text: &str, modified: Option<u64>) {
        let reply = reply(Some(text.into()), Some(text.into()));
        memory.keep("pi", path, &facts(modified), started(), &reply);
    }

    fn both(text: &str) -> FileMemory {
        FileMemory { index: Some(text.into()), shown: Some(text.into()) }
    }

    #[test]
    fn strings_are_kept_by_tool_and_file() {
        let memory = SessionMemory::default();
        assert!(memory.is_empty());
        keep(&memory, "/p/a", "one", Some(98_000));
        keep(&memory, "/p/a", "two", Some(98_000));
        assert_eq!(memory.get("pi", "/p/a"), both("two"));
        let nothing_new = reply(None, None);
        memory.keep("pi", "/p/a", &facts(Some(98_000)), started(), &nothing_new);
        assert_eq!(memory.get("pi", "/p/a"), both("two"));
        assert_eq!(memory.get("dm-cc", "/p/a"), FileMemory::default());
        assert_eq!(memory.get("pi", "/p/b"), FileMemory::default());
    }

    #[test]
    fn of_a_file_that_may_change_unnoticed_nothing_is_kept() {
        for modified in [None, Some(98_001), Some(100_000), Some(200_000)] {
            let memory = SessionMemory::default();
            keep(&memory, "/p/a", "one", Some(98_000));
            keep(&memory, "/p/a", "two", modified);
            assert!(memory.is_empty(), "{modified:?}");
        }
    }

    #[test]
    fn the_memory_of_a_session_is_bounded() {
        let memory = SessionMemory::default();
        keep(&memory, "/p/a", &"x".repeat(limits::INDEX_BYTES + 1), Some(0));
        keep(&memory, &"p".repeat(limits::PATH_BYTES + 1), "one", Some(0));
        assert!(memory.is_empty());
        for number in 0..=256 {
            keep(&memory, &number.to_string(), "one", Some(0));
        }
        assert_eq!(memory.get("pi", "0"), FileMemory::default());
        assert_eq!(memory.get("pi", "1").index, None);
        assert!(memory.get("pi", "1").shown.is_some());
        assert_eq!(memory.get("pi", "256"), both("one"));
    }
}
