//! Checks whether a file may be overwritten: opencode's rule that it was read, and not changed
//! since.

use super::sessions::Sessions;
use crate::observer::{Event, ReadOutcome};
use crate::time::rfc3339;
use std::fmt;
use std::sync::Arc;
use std::time::SystemTime;

/// Remembers when each file was read, for tools that write. The observer of a room feeds it.
///
/// ```
/// use readroom::tracking::ReadTimes;
/// use readroom::{MemoryTree, Room};
///
/// let times = ReadTimes::new();
/// let observer = times.clone();
/// let room = Room::builder_from_tree("/project", MemoryTree::new().file("a.txt", "text")?)
///     .observer(move |event| observer.record(event))
///     .build()?
///     .session("one");
/// // Before a file is overwritten:
/// let modified = room.stat("/project/a.txt")?.modified_at();
/// let refused = times.check(Some("one"), "/project/a.txt", modified).unwrap_err();
/// assert_eq!(
///     refused.to_string(),
///     "You must read the file /project/a.txt before overwriting it. Use the Read tool first"
/// );
/// room.call("opencode", r#"{"path": "a.txt"}"#)?;
/// assert_eq!(times.check(Some("one"), "/project/a.txt", modified), Ok(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ReadTimes(Arc<Sessions<SystemTime>>);

/// Why a file must not be overwritten, in the words of opencode's tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stale {
    /// The session has not read it.
    NeverRead {
        /// Its absolute path.
        path: String,
    },
    /// It was changed after the session read it.
    Modified {
        /// Its absolute path.
        path: String,
        /// When it was read.
        read_at: SystemTime,
        /// When it was changed.
        modified_at: SystemTime,
    },
}

impl fmt::Display for Stale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NeverRead { path } => {
                write!(
                    f,
                    "You must read the file {path} before overwriting it. Use the Read tool first"
                )
            }
            Self::Modified { path, read_at, modified_at } => write!(
                f,
                "File {path} has been modified since it was last read.\nLast modification: {}\n\
                 Last read: {}\n\nPlease read the file again before modifying it.",
                rfc3339(*modified_at),
                rfc3339(*read_at)
            ),
        }
    }
}

impl std::error::Error for Stale {}

impl Default for ReadTimes {
    fn default() -> Self {
        Self::new()
    }
}

impl ReadTimes {
    /// Returns an empty memory.
    pub fn new() -> Self {
        Self(Arc::new(Sessions::new()))
    }

    /// Records a read that was answered; others are ignored.
    ///
    /// The time that counts is when the read began: a change during the read may have been missed.
    pub fn record(&self, event: &Event) {
        if let (ReadOutcome::Answered, Some(path)) = (event.outcome, &event.path) {
            self.0.remember(event.session.as_deref(), path, event.started);
        }
    }

    /// Records that a session knows the content of a file for another reason, such as writing it.
    pub fn know(&self, session: Option<&str>, path: &str, at: SystemTime) {
        self.0.remember(session, path, at);
    }

    /// Checks whether a session knows the content of a file, by the requested absolute path.
    ///
    /// `modified` is the current time of the file's last change; `None`, for an unknown time,
    /// counts as unchanged. Fails with the message of the tool if the file was not read, or was
    /// changed after that.
    pub fn check(
        &self,
        session: Option<&str>,
        path: &str,
        modified: Option<SystemTime>,
    ) -> Result<(), Stale> {
        let Some(read_at) = self.0.recall(session, path) else {
            return Err(Stale::NeverRead { path: path.into() });
        };
        match modified {
            Some(modified_at) if modified_at > read_at => {
                Err(Stale::Modified { path: path.into(), read_at, modified_at })
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ReadTimes, Stale};
    use crate::observer::{Cost, Event, ReadOutcome};
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    fn at(milliseconds: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_millis(milliseconds)
    }

    fn event(session: &str, path: &str, outcome: ReadOutcome) -> Event {
        Event {
            session: Some(session.into()),
            tool: Some("readroom".into()),
            arguments: None,
            path: Some(path.into()),
            facts: Vec::new(),
            opened: Vec::new(),
            opened_more: 0,
            started: at(1_738_314_487_060),
            duration: Duration::from_millis(5),
            outcome,
            denied: None,
            limit: None,
            busy: false,
            cost: Cost::default(),
        }
    }

    #[test]
    fn only_what_was_read_in_the_session_counts() {
        let times = ReadTimes::new();
        times.record(&event("one", "/p/a", ReadOutcome::Answered));
        times.record(&event("one", "/p/b", ReadOutcome::Refused));
        times.record(&event("one", "/p/c", ReadOutcome::Failed));
        assert_eq!(times.check(Some("one"), "/p/a", Some(at(1))), Ok(()));
        assert_eq!(times.check(Some("one"), "/p/a", None), Ok(()));
        for (session, path) in [
            (Some("two"), "/p/a"),
            (None, "/p/a"),
            (Some("one"), "/p/b"),
            (Some("one"), "/p/c"),
            (Some("one"), "a"),
        ] {
            let refused = times.check(session, path, Some(at(1)));
            assert_eq!(refused, Err(Stale::NeverRead { path: path.into() }), "{session:?}");
        }
    }

    #[test]
    fn what_changed_after_the_read_began_has_to_be_read_again() {
        let times = ReadTimes::new();
        let read = event("one", "/p/a", ReadOutcome::Answered);
        times.record(&read);
        assert_eq!(times.check(Some("one"), "/p/a", Some(read.started)), Ok(()));
        let modified = read.started + Duration::from_millis(1);
        let refused = times.check(Some("one"), "/p/a", Some(modified)).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "File /p/a has been modified since it was last read.\n\
             Last modification: 2025-01-31T09:08:07.061Z\n\
             Last read: 2025-01-31T09:08:07.060Z\n\nPlease read the file again before modifying it."
        );
        times.know(Some("one"), "/p/a", modified);
        assert_eq!(times.check(Some("one"), "/p/a", Some(modified)), Ok(()));
    }

    #[test]
    fn threads_share_what_is_remembered() {
        let times = ReadTimes::new();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let times = times.clone();
                scope.spawn(move || {
                    for file in 0..100 {
                        times.record(&event(
                            "one",
                            &format!("/p/{thread}/{file}"),
                            ReadOutcome::Answered,
                        ));
                    }
                });
            }
        });
        assert_eq!(times.check(Some("one"), "/p/3/99", None), Ok(()));
    }
}
