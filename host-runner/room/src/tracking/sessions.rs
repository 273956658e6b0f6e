//! A bounded memory of files for each session.

use lru::LruCache;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The maximum number of files that are remembered for one session. The one that was read longest
/// ago is forgotten first.
pub const MAX_FILES: usize = 2000;

/// The maximum number of sessions that are remembered. The one that read longest ago is forgotten
/// first.
pub const MAX_SESSIONS: usize = 128;

/// A value for each file in each session. Reads without a session count as one.
#[derive(Debug)]
pub(super) struct Sessions<V>(Mutex<LruCache<Session, Files<V>>>);

type Session = Option<Arc<str>>;
type Files<V> = LruCache<Arc<str>, V>;

impl<V: Copy> Sessions<V> {
    pub(super) fn new() -> Self {
        Self(Mutex::new(LruCache::new(capacity(MAX_SESSIONS))))
    }

    /// Sets the value of a file, and returns the previous one.
    pub(super) fn remember(&self, session: Option<&str>, file: &str, value: V) -> Option<V> {
        let mut sessions = self.lock();
        let session = session.map(Arc::from);
        let files = sessions.get_or_insert_mut(session, || LruCache::new(capacity(MAX_FILES)));
        files.put(file.into(), value)
    }

    /// Returns the value of a file.
    pub(super) fn recall(&self, session: Option<&str>, file: &str) -> Option<V> {
        self.lock().peek(&session.map(Arc::from))?.peek(file).copied()
    }

    /// No change under the lock can be left half done.
    fn lock(&self) -> MutexGuard<'_, LruCache<Session, Files<V>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn capacity(entries: usize) -> NonZeroUsize {
    NonZeroUsize::new(entries).unwrap_or(NonZeroUsize::MIN)
}

#[cfg(test)]
mod tests {
    use super::{MAX_FILES, MAX_SESSIONS, Sessions};

    #[test]
    fn the_file_that_was_read_longest_ago_is_forgotten() {
        let sessions = Sessions::new();
        for number in 0..MAX_FILES {
            assert_eq!(sessions.remember(Some("s"), &number.to_string(), number), None);
        }
        assert_eq!(sessions.remember(Some("s"), "0", 7), Some(0), "and is now the newest");
        sessions.remember(Some("s"), "new", 8);
        assert_eq!(sessions.recall(Some("s"), "0"), Some(7));
        assert_eq!(sessions.recall(Some("s"), "1"), None);
        assert_eq!(sessions.recall(Some("s"), "2"), Some(2));
    }

    #[test]
    fn the_session_that_read_longest_ago_is_forgotten() {
        let sessions = Sessions::new();
        sessions.remember(None, "a", 1);
        for number in 1..MAX_SESSIONS {
            sessions.remember(Some(&number.to_string()), "a", 1);
        }
        sessions.remember(None, "b", 2);
        sessions.remember(Some("new"), "a", 3);
        assert_eq!(sessions.recall(None, "a"), Some(1));
        assert_eq!(sessions.recall(Some("1"), "a"), None);
        assert_eq!(sessions.recall(Some("2"), "a"), Some(1));
        assert_eq!(sessions.recall(Some("new"), "b"), None);
    }
}
