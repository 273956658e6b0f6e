//! The file `.agentignore`, in which a project lists what agents must not read.
//!
//! It lies in the root, where a hostile repository may have put it. So it is read like any other
//! file, through the grant, and it can only deny. A file that cannot be used denies everything.

use crate::filesystem::{FileStamp, FileState, Grant};
use crate::policy::Action;
use crate::policy::list::{List, searched_bytes};
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
        // No change under the lock can be left half done.
        let mut snapshot = self.snapshot.lock().unwrap_or_else(PoisonError::into_inner);
        let unusable = |why: &str| Snapshot {
            stamp: None,
            text: Vec::new(),
            state: AgentignoreState::Unusable(why.into()),
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
    let list = text(&bytes).and_then(|text| {
        if searched_bytes(&text) > MAX_SEARCHED_BYTES {
            return Err(
                "it has more than 8 KiB of patterns with wildcards other than '*.ext'".into()
            );
        }
        List::new(NAME, &text, Action::Deny).map_err(|error| error.to_string())
    });
    let state = match list {
        Ok(list) => AgentignoreState::List(Arc::new(list)),
        Err(why) => AgentignoreState::Unusable(why.into()),
    };
    Snapshot { stamp, state, text: bytes }
}

/// Decodes UTF-8, and UTF-16 that begins with a byte order mark, as some shells write it.
fn text(bytes: &[u8]) -> Result<String, String> {
    let utf16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let (units, rest) = bytes.as_chunks::<2>();
        let units = units.iter().map(|bytes| unit(*bytes));
        let text = char::decode_utf16(units).collect::<Result<String, _>>().ok();
        text.filter(|_| rest.is_empty())
    };
    let text = match bytes {
        [0xff, 0xfe, bytes @ ..] => utf16(bytes, u16::from_le_bytes),
        [0xfe, 0xff, bytes @ ..] => utf16(bytes, u16::from_be_bytes),
        bytes => String::from_utf8(bytes.to_vec()).ok(),
    };
    let text = text.ok_or("it is neither UTF-8 nor UTF-16 with a byte order mark")?;
    // Git would take what follows such a character for the rest of one pattern.
    if text.contains('\0') || text.replace("\r\n", "\n").contains('\r') {
        return Err("it contains a NUL, or a carriage return that ends no line".into());
    }
    Ok(text)
}

/// Returns whether the times of a file can be trusted to change when it does.
fn is_settled(stamp: &FileStamp) -> bool {
    let now = SystemTime::now();
    let old = |time: &SystemTime| now.duration_since(*time).is_ok_and(|age| age >= MIN_AGE);
    stamp.modified.is_some_and(|modified| old(&modified)) && stamp.changed.as_ref().is_none_or(old)
}
