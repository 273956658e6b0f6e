//! A bounded memory of files, one for each session.

use super::{MOST_FILES, MOST_SESSIONS};
use crate::recent::Recent;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What is remembered of each file in each session. Reads without a session count as one.
#[derive(Debug)]
pub(super) struct Sessions<V>(Mutex<Recent<Session, Files<V>>>);

type Session = Option<Arc<str>>;
type Files<V> = Recent<Arc<str>, V>;

impl<V: Copy> Sessions<V> {
    pub(super) fn new() -> Self {
        Self(Mutex::new(Recent::new(MOST_SESSIONS)))
    }

    /// Remembers something of a file, and returns what was remembered before.
    pub(super) fn remember(&self, session: Option<&str>, file: &str, value: V) -> Option<V> {
        let mut sessions = self.lock();
        let session = session.map(Arc::from);
        let mut files = sessions.remove(&session).unwrap_or_else(|| Recent::new(MOST_FILES));
        let before = files.remove(file);
        files.insert(file.into(), value);
        sessions.insert(session, files);
        before
    }

    /// What is remembered of a file.
    pub(super) fn recall(&self, session: Option<&str>, file: &str) -> Option<V> {
        self.lock().get(&session.map(Arc::from))?.get(file).copied()
    }

    /// Nothing that is done under the lock can leave a half-done change behind.
    fn lock(&self) -> MutexGuard<'_, Recent<Session, Files<V>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_FILES, MOST_SESSIONS, Sessions};

    #[test]
    fn the_file_that_was_read_longest_ago_is_forgotten() {
        let sessions = Sessions::new();
        for number in 0..MOST_FILES {
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
        for number in 1..MOST_SESSIONS {
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
