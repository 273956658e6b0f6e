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
mod tests;
