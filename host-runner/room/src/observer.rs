//! Events that report every read to a host.
//!
//! Use them for an audit log, to notify a language server of the files that matter, or to remember
//! what may be overwritten, as `examples/read_times.rs` does.

use crate::contract::ReadFacts;
use crate::limits::Limit;
use crate::policy::Denied;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// A function that is called after every read, on the thread that made the call.
pub type Observer = Arc<dyn Fn(&Event) + Send + Sync>;

/// One read.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Event {
    /// The session of the call. `None` if the room has none.
    pub session: Option<Arc<str>>,
    /// The id of the tool that was called, as given. `None` for [`crate::Room::read`].
    pub tool: Option<Arc<str>>,
    /// The request as JSON text: what a model wrote, up to [`crate::MAX_ARGUMENTS`], or the request
    /// of [`crate::Room::read`].
    pub arguments: Option<Arc<str>>,
    /// The requested absolute path, without `.` and `..`; links in it are not followed. `None` if
    /// the request names no file.
    pub path: Option<String>,
    /// The facts, according to the component: one item per file or directory.
    pub facts: Vec<ReadFacts>,
    /// The real absolute paths of the files that the component read bytes of, as the host saw it:
    /// in order, at most 16.
    pub opened: Vec<String>,
    /// The number of further files that it read bytes of. Above some thousand it may count a file
    /// more than once.
    pub opened_more: u64,
    /// When the call began.
    pub started: SystemTime,
    /// How long it took.
    pub duration: Duration,
    /// How it ended.
    pub outcome: ReadOutcome,
    /// The last denial of the policy, whatever the answer was.
    pub denied: Option<Denied>,
    /// The limit that ended the call, if any.
    pub limit: Option<Limit>,
    /// Whether other calls had used up that limit: the same call can be answered later.
    pub busy: bool,
    /// The resources of the host that the call used.
    pub cost: Cost,
}

/// The files that a component read bytes of.
#[derive(Default)]
pub(crate) struct OpenedFiles {
    /// Their real absolute paths: the first ones, each once.
    pub(crate) paths: Vec<String>,
    /// The number of further ones.
    pub(crate) more: u64,
}

/// The resources of the host that a read used, whatever the answer was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cost {
    /// The number of host calls about files: looking, opening, reading, listing and closing.
    pub host_calls: u64,
    /// The number of bytes of files that the component read.
    pub bytes: u64,
    /// The peak of an instance's linear memory, in bytes.
    pub memory: usize,
}

impl Cost {
    /// Returns the cost of two runs, one after the other.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            host_calls: self.host_calls + other.host_calls,
            bytes: self.bytes + other.bytes,
            memory: self.memory.max(other.memory),
        }
    }
}

/// How a read ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadOutcome {
    /// With an answer, even if only a partial one.
    Answered,
    /// With an error in the words of the dialect.
    Refused,
    /// Without an answer: the component failed, or reached a limit.
    Failed,
}

impl ReadOutcome {
    /// Returns the word that records use for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Refused => "refused",
            Self::Failed => "failed",
        }
    }
}

/// The observers of a room.
#[derive(Clone, Default)]
pub(crate) struct Observers(Vec<Observer>);

impl fmt::Debug for Observers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Observers({})", self.0.len())
    }
}

impl Observers {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn add(&mut self, observer: Observer) {
        self.0.push(observer);
    }

    pub(crate) fn notify(&self, event: &Event) {
        for observer in &self.0 {
            observer(event);
        }
    }
}
