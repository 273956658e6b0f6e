//! The file `.agentignore`, in which a project lists what agents must not read.
//!
//! It lies in the root, where a hostile repository may have put it. So it is read like any other
//! file, through the grant, and it can only deny. A file that cannot be used denies everything.

use crate::filesystem::{FileStamp, FileState, Grant};
use crate::policy::Action;
use crate::policy::list::{Broken, List, Spelling, searched};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// The name of the file.
pub(crate) const NAME: &str = ".agentignore";

/// The maximum size of the file, in bytes.
const MAX_BYTES: u64 = 64 * 1024;

/// The maximum number of bytes in patterns that have to be searched for. A long pattern can be made
/// so that each byte of a name takes as many steps as the pattern has bytes: at this size, the
/// longest name takes a second.
const MAX_SEARCHED: usize = 8 * 1024;

/// How old a change must be before the file's times are trusted. A file that has just changed may
/// change again without getting another time.
const SETTLED: Duration = Duration::from_secs(2);

/// The list of a root. It is read again when it has changed.
pub(crate) struct Agentignore {
    root: Grant,
    last: Mutex<Option<Last>>,
}

/// The content of the file.
#[derive(Clone)]
pub(crate) enum Ignored {
    /// There is no such file.
    Nothing,
    List(Arc<List>),
    /// The file cannot be used, for this reason.
    Unusable(Arc<str>),
}

/// The result of the last look.
struct Last {
    /// `None` if the file may change without getting another stamp.
    stamp: Option<FileStamp>,
    text: Vec<u8>,
    ignored: Ignored,
    broken: Vec<Broken>,
}

impl Agentignore {
    pub(crate) fn new(root: Grant) -> Self {
        Self { root, last: Mutex::default() }
    }

    /// Returns the current content. Looks at the file each time, but reads it only if its stamp is
    /// new.
    pub(crate) fn read(&self) -> Ignored {
        self.with(|last| last.ignored.clone())
    }

    /// Returns the lines that are not patterns and so deny nothing, or why everything is denied.
    pub(crate) fn problems(&self) -> Vec<String> {
        self.with(|last| match &last.ignored {
            Ignored::Unusable(why) => {
                vec![format!("{NAME} cannot be used, and nothing can be read: {why}")]
            }
            Ignored::Nothing | Ignored::List(_) => {
                let told = |broken: &Broken| {
                    let Broken { line, text, reason } = broken;
                    format!(
                        "line {line} of {NAME} denies nothing: '{text}' is no pattern: {reason}"
                    )
                };
                last.broken.iter().map(told).collect()
            }
        })
    }

    fn with<T>(&self, take: impl FnOnce(&Last) -> T) -> T {
        let found = self.root.state(NAME);
        // No change under the lock can be left half done.
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let unusable = |why: &str| Last {
            stamp: None,
            text: Vec::new(),
            ignored: Ignored::Unusable(why.into()),
            broken: Vec::new(),
        };
        let now = match found {
            Ok(FileState::Absent) => Last { ignored: Ignored::Nothing, ..unusable("") },
            Ok(FileState::Other) => unusable("it is no regular file"),
            Ok(FileState::File(stamp)) if stamp.size > MAX_BYTES => {
                unusable("it is larger than 64 KiB")
            }
            Ok(FileState::File(stamp)) => match &*last {
                Some(known) if known.stamp == Some(stamp) => return take(known),
                _ => match self.root.bytes(NAME, MAX_BYTES) {
                    Err(why) => unusable(&format!("it cannot be read: {why}")),
                    Ok(None) => unusable("it is larger than 64 KiB"),
                    Ok(Some(text)) => {
                        let stamp = Some(stamp).filter(is_settled);
                        match last.take() {
                            // Only the stamp is new.
                            Some(known)
                                if known.text == text
                                    && matches!(known.ignored, Ignored::List(_)) =>
                            {
                                Last { stamp, ..known }
                            }
                            _ => made(text, stamp),
                        }
                    }
                },
            },
            Err(why) => unusable(&format!("it cannot be read: {why}")),
        };
        take(last.insert(now))
    }
}

fn made(bytes: Vec<u8>, stamp: Option<FileStamp>) -> Last {
    // In a line that is not UTF-8, no part is taken for a pattern: an agent could not name such a
    // file.
    let text = String::from_utf8_lossy(&bytes);
    if searched(&text) > MAX_SEARCHED {
        let ignored = Ignored::Unusable(
            "it has more than 8 KiB of patterns with wildcards other than '*.ext'".into(),
        );
        return Last { stamp, ignored, broken: Vec::new(), text: bytes };
    }
    let (ignored, broken) = match List::new(NAME, &text, Action::Deny, Spelling::Usual) {
        Ok((list, broken)) => (Ignored::List(Arc::new(list)), broken),
        Err(why) => (Ignored::Unusable(why.into()), Vec::new()),
    };
    Last { stamp, ignored, broken, text: bytes }
}

/// Returns whether the times of a file can be trusted to change when it does.
fn is_settled(stamp: &FileStamp) -> bool {
    let now = SystemTime::now();
    let old = |time: &SystemTime| now.duration_since(*time).is_ok_and(|age| age >= SETTLED);
    stamp.modified.is_some_and(|modified| old(&modified)) && stamp.changed.as_ref().is_none_or(old)
}
