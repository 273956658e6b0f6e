//! Reads the file `.agentignore` of a root, and reads it again when it has changed.

use crate::filesystem::{FileStamp, FileState, Grant};
use readroom_policy::agentignore::{AgentignoreState, MAX_BYTES, NAME};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// How old a change must be before the file's times are trusted. A file that has just changed may
/// change again without getting another time.
const MIN_AGE: Duration = Duration::from_secs(2);

/// The list of a root. It is read again when it has changed.
pub(crate) struct Agentignore {
    root: Grant,
    snapshot: Mutex<Option<Snapshot>>,
}

/// The result of the last read.
struct Snapshot {
    /// `None` if the file may change without getting another stamp.
    stamp: Option<FileStamp>,
    text: Vec<u8>,
    state: AgentignoreState,
}

impl Agentignore {
    pub(crate) fn new(root: Grant) -> Self {
        Self { root, snapshot: Mutex::default() }
    }

    /// Returns the current content. Stats the file each time, but reads it only if its stamp is
    /// new.
    pub(crate) fn read(&self) -> AgentignoreState {
        self.with_snapshot(|snapshot| snapshot.state.clone())
    }

    /// Returns why everything is denied, if the file cannot be used.
    pub(crate) fn problem(&self) -> Option<String> {
        self.with_snapshot(|snapshot| match &snapshot.state {
            AgentignoreState::Unusable(why) => Some(format!(
                "'{NAME}' cannot be used, so nothing can be read until it is corrected: {why}"
            )),
            AgentignoreState::Absent | AgentignoreState::List(_) => None,
        })
    }

    fn with_snapshot<T>(&self, take: impl FnOnce(&Snapshot) -> T) -> T {
        let found = self.root.state(NAME);
        // No update under the lock can be left incomplete.
        let mut snapshot = self.snapshot.lock().unwrap_or_else(PoisonError::into_inner);
        let without_text = |state| Snapshot { stamp: None, text: Vec::new(), state };
        let unreadable =
            |why| AgentignoreState::Unusable(format!("it cannot be read: {why}").into());
        let now = match found {
            Ok(FileState::Absent) => without_text(AgentignoreState::Absent),
            Ok(FileState::Other) => without_text(AgentignoreState::not_a_file()),
            Ok(FileState::File(stamp)) if stamp.size > MAX_BYTES => {
                without_text(AgentignoreState::too_large())
            }
            Ok(FileState::File(stamp)) => match &*snapshot {
                Some(previous) if previous.stamp == Some(stamp) => return take(previous),
                _ => match self.root.bytes(NAME, MAX_BYTES) {
                    Err(why) => without_text(unreadable(why)),
                    Ok(None) => without_text(AgentignoreState::too_large()),
                    Ok(Some(text)) => {
                        let stamp = Some(stamp).filter(is_settled);
                        match snapshot.take() {
                            // Only the stamp is new.
                            Some(previous)
                                if previous.text == text
                                    && matches!(previous.state, AgentignoreState::List(_)) =>
                            {
                                Snapshot { stamp, ..previous }
                            }
                            _ => Snapshot { stamp, state: AgentignoreState::parse(&text), text },
                        }
                    }
                },
            },
            Err(why) => without_text(unreadable(why)),
        };
        take(snapshot.insert(now))
    }
}

/// Returns whether the times of a file can be trusted to change when it does.
fn is_settled(stamp: &FileStamp) -> bool {
    let now = SystemTime::now();
    let old = |time: &SystemTime| now.duration_since(*time).is_ok_and(|age| age >= MIN_AGE);
    stamp.modified.is_some_and(|modified| old(&modified)) && stamp.changed.as_ref().is_none_or(old)
}
