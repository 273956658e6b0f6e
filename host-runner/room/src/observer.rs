//! What a host gets to know of every read.
//!
//! For an audit log, for telling a language server which files matter, or for what [`crate::tracking`] keeps.

use crate::contract::ReadFacts;
use crate::error::Error;
use crate::limits::Limit;
use crate::policy::Denied;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

/// Is told of every read when it is over, on the thread that made the call.
pub type Observer = Arc<dyn Fn(&Event) + Send + Sync>;

/// One read.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Event {
    /// The session it was made in. None if the room was told none.
    pub session: Option<Arc<str>>,
    /// The id of the tool that was called, as it was given. `None` for [`crate::Room::read`].
    pub tool: Option<Arc<str>>,
    /// What was asked, as JSON text: what a model wrote, up to [`crate::MAX_ARGUMENTS`], or the request of
    /// [`crate::Room::read`].
    pub arguments: Option<Arc<str>>,
    /// The absolute name that was asked for, without `.` and `..`: links in it are not followed. None if the question
    /// names no file.
    pub path: Option<String>,
    /// What was read, as the component says: one item per file or directory.
    pub facts: Vec<ReadFacts>,
    /// The real absolute names of the files of which the component got bytes, as the host saw it: in order, at most 16.
    pub opened: Vec<String>,
    /// When the call began.
    pub started: SystemTime,
    /// How long it took.
    pub duration: Duration,
    /// How it ended.
    pub ended: Ended,
    /// What the policy denied last, whatever the answer was.
    pub denied: Option<Denied>,
    /// The limit that it reached, if one ended it.
    pub limit: Option<Limit>,
    /// What it took of the host.
    pub cost: Cost,
}

/// What a read took of the host, whatever the answer was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cost {
    /// How often the component asked the host about files: looked, opened, read, listed and closed.
    pub host_calls: u64,
    /// How many bytes of files it was handed.
    pub bytes: u64,
    /// The most linear memory that an instance had, in bytes.
    pub memory: usize,
}

impl Cost {
    /// Both, one after the other.
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
pub enum Ended {
    /// With an answer, if only in part.
    Answered,
    /// With an error in the words of the dialect.
    Refused,
    /// Without an answer: the component failed, or reached a limit.
    Failed,
}

impl Ended {
    /// The word for it in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Refused => "refused",
            Self::Failed => "failed",
        }
    }
}

/// All that are told.
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

    pub(crate) fn tell(&self, event: &Event) {
        for observer in &self.0 {
            observer(event);
        }
    }
}

/// When a call began, for people and for measuring.
pub(crate) struct Stopwatch(SystemTime, Instant);

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Self(SystemTime::now(), Instant::now())
    }

    pub(crate) fn started(&self) -> SystemTime {
        self.0
    }

    /// What happened since then.
    pub(crate) fn event(
        self,
        session: Option<Arc<str>>,
        tool: Option<Arc<str>>,
        path: Option<String>,
        facts: Vec<ReadFacts>,
        ended: Result<Ended, &Error>,
        cost: Cost,
    ) -> Event {
        let (Self(started, watch), limit) = (self, ended.err().and_then(Error::limit));
        let (duration, ended) = (watch.elapsed(), ended.unwrap_or(Ended::Failed));
        let (arguments, denied, opened) = (None, None, Vec::new());
        Event {
            session,
            tool,
            arguments,
            path,
            facts,
            opened,
            started,
            duration,
            ended,
            denied,
            limit,
            cost,
        }
    }
}
