//! The file `.agentignore`, in which a project lists what agents must not read.
//!
//! It lies in the root, where a hostile repository may have put it. So it is read like any other
//! file, through the grant, and it can only deny. A file that cannot be used denies everything.

use crate::filesystem::{FileStamp, FileState, Grant};
use crate::policy::Action;
use crate::policy::list::{CaseSensitivity, InvalidLine, List, searched_bytes};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// The name of the file.
pub(crate) const NAME: &str = ".agentignore";

/// The maximum size of the file, in bytes.
const MAX_BYTES: u64 = 64 * 1024;

/// The maximum number of bytes in patterns that have to be searched for. A long pattern can be made
/// so that each byte of a name takes as many steps as the pattern has bytes: at this size, the
/// longest name takes a second.
const MAX_SEARCHED_BYTES: usize = 8 * 1024;

/// How old a change must be before the file's times are trusted. A file that has just changed may
/// change again without getting another time.
const MIN_AGE: Duration = Duration::from_secs(2);

/// The list of a root. It is read again when it has changed.
pub(crate) struct Agentignore {
    root: Grant,
    snapshot: Mutex<Option<Snapshot>>,
}

/// The content of the file.
#[derive(Clone)]
pub(crate) enum AgentignoreState {
    /// There is no such file.
    Absent,
    List(Arc<List>),
    /// The file cannot be used, for this reason.
    Unusable(Arc<str>),
}

/// The result of the last look.
struct Snapshot {
    /// `None` if the file may change without getting another stamp.
    stamp: Option<FileStamp>,
    text: Vec<u8>,
    state: AgentignoreState,
    invalid_lines: Vec<InvalidLine>,
}

impl Agentignore {
    pub(crate) fn new(root: Grant) -> Self {
        Self { root, snapshot: Mutex::default() }
    }

    /// Returns the current content. Looks at the file each time, but reads it only if its stamp is
    /// new.
    pub(crate) fn read(&self) -> AgentignoreState {
        self.with_snapshot(|snapshot| snapshot.state.clone())
    }

    /// Returns the lines that are not patterns and so deny nothing, or why everything is denied.
    pub(crate) fn problems(&self) -> Vec<String> {
        self.with_snapshot(|snapshot| match &snapshot.state {
            AgentignoreState::Unusable(why) => {
                vec![format!("{NAME} cannot be used, and nothing can be read: {why}")]
            }
            AgentignoreState::Absent | AgentignoreState::List(_) => {
                let describe = |invalid_line: &InvalidLine| {
                    let InvalidLine { line, text, reason } = invalid_line;
                    format!(
                        "line {line} of {NAME} denies nothing: '{text}' is not a pattern: {reason}"
                    )
                };
                snapshot.invalid_lines.iter().map(describe).collect()
            }
        })
    }

    fn with_snapshot<T>(&self, take: impl FnOnce(&Snapshot) -> T) -> T {
        let found = self.root.state(NAME);
        // No change under the lock can be left half done.
        let mut snapshot = self.snapshot.lock().unwrap_or_else(PoisonError::into_inner);
        let unusable = |why: &str| Snapshot {
            stamp: None,
            text: Vec::new(),
            state: AgentignoreState::Unusable(why.into()),
            invalid_lines: Vec::new(),
        };
        let now = match found {
            Ok(FileState::Absent) => Snapshot { state: AgentignoreState::Absent, ..unusable("") },
            Ok(FileState::Other) => unusable("it is not a regular file"),
            Ok(FileState::File(stamp)) if stamp.size > MAX_BYTES => {
                unusable("it is larger than 64 KiB")
            }
            Ok(FileState::File(stamp)) => match &*snapshot {
                Some(previous) if previous.stamp == Some(stamp) => return take(previous),
                _ => match self.root.bytes(NAME, MAX_BYTES) {
                    Err(why) => unusable(&format!("it cannot be read: {why}")),
                    Ok(None) => unusable("it is larger than 64 KiB"),
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
                            _ => compile(text, stamp),
                        }
                    }
                },
            },
            Err(why) => unusable(&format!("it cannot be read: {why}")),
        };
        take(snapshot.insert(now))
    }
}

fn compile(bytes: Vec<u8>, stamp: Option<FileStamp>) -> Snapshot {
    // In a line that is not UTF-8, no part is taken for a pattern: an agent could not name such a
    // file.
    let text = String::from_utf8_lossy(&bytes);
    if searched_bytes(&text) > MAX_SEARCHED_BYTES {
        let state = AgentignoreState::Unusable(
            "it has more than 8 KiB of patterns with wildcards other than '*.ext'".into(),
        );
        return Snapshot { stamp, state, invalid_lines: Vec::new(), text: bytes };
    }
    let (state, invalid_lines) =
        match List::new(NAME, &text, Action::Deny, CaseSensitivity::Platform) {
            Ok((list, invalid_lines)) => (AgentignoreState::List(Arc::new(list)), invalid_lines),
            Err(why) => (AgentignoreState::Unusable(why.into()), Vec::new()),
        };
    Snapshot { stamp, state, invalid_lines, text: bytes }
}

/// Returns whether the times of a file can be trusted to change when it does.
fn is_settled(stamp: &FileStamp) -> bool {
    let now = SystemTime::now();
    let old = |time: &SystemTime| now.duration_since(*time).is_ok_and(|age| age >= MIN_AGE);
    stamp.modified.is_some_and(|modified| old(&modified)) && stamp.changed.as_ref().is_none_or(old)
}
