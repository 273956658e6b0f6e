//! An audit log: one JSON object a line for every read, appended to a file.
//!
//! | member | what it is |
//! |---|---|
//! | `time` | when the call began, in UTC, such as `2025-01-31T09:08:07.060Z` |
//! | `session` | the session it was made in |
//! | `tool` | the id of the tool that was called, as it was given; absent for [`crate::Room::read`] and [`crate::Room::list`] |
//! | `arguments` | what was asked, as JSON; a text of its first 4096 bytes if it is longer or no JSON |
//! | `path` | the absolute name that was asked for |
//! | `opened` | the real names of the files of which the component got bytes, in order, at most 16 |
//! | `real`, `size`, `modified_ms`, `version`, `lines`, `bytes` | what was read of which file, as the component says; absent if there were several |
//! | `outcome` | `answered`, `refused` (the tool reported an error) or `failed` (no answer) |
//! | `denied` | what the policy denied last: the real `path`, and the `origin`, `pattern` and `action` of the rule |
//! | `limit` | the limit that ended the call |
//! | `duration_us` | how long the call took |
//! | `host_calls`, `read_bytes`, `memory` | what it took of the host; see [`crate::observer::Cost`] |
//!
//! `opened`, `denied`, `limit` and the cost are what the host saw; the component may lie about the rest, and other people's
//! may want to. A page of a directory ([`crate::Room::list`]) is a read like that of a file; what [`crate::Room::stat`] looks at is not in it.
//!
//! What is not known is left out; no content of a file is in it. After records were lost, a line with `time` and their
//! number in `lost` comes before the next one.
//!
//! A thread of its own writes, each record in one piece, so that no call waits long for a disk. The file may be renamed,
//! removed or cut while it is written: the next record goes to the file that has the name then.

mod file;
mod record;

use crate::error::Error;
use crate::observer::Event;
use file::LogFile;
use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The most records that wait to be written.
const MAX_WAITING: usize = 1024;

/// The most bytes of them.
const MAX_WAITING_BYTES: usize = 16 * 1024 * 1024;

/// How long a call waits for its record, and the end of a program for the last ones.
const PATIENCE: Duration = Duration::from_secs(5);

/// What happens to a call whose record cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnFailure {
    /// It is answered. Whoever listens is told, and the log says later how many records are missing.
    GoOn,
    /// It is not: the call fails with [`Error::Audit`]. For that, each call waits until its record is written, up to 5 s.
    Stop,
}

/// Is told when records are lost, with the reason, once until one is written again.
type Listener = dyn Fn(&str) + Send + Sync;

/// An audit log that rooms write to. Clones write to the same one; when the last is dropped, what waits is written, if
/// that takes no longer than 5 s.
#[derive(Clone)]
pub struct Audit(Arc<Handle>);

struct Handle {
    path: PathBuf,
    on_failure: OnFailure,
    queue: Arc<Queue>,
}

/// Between the calls and the thread that writes.
struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    listener: Option<Box<Listener>>,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Record>,
    /// How many bytes these are.
    bytes: usize,
    /// Records that were lost since the last one that was written.
    lost: u64,
    /// Nobody adds any more.
    is_closed: bool,
    /// The thread has ended.
    is_over: bool,
}

struct Record {
    line: Vec<u8>,
    /// Whoever waits for it to be written.
    written: SyncSender<Result<(), String>>,
}

impl Audit {
    /// Opens a file to append to, or makes one that only its owner can read.
    ///
    /// Fails with [`Error::Audit`] if that is not possible.
    pub fn open(path: impl Into<PathBuf>, on_failure: OnFailure) -> Result<Self, Error> {
        Self::start(path.into(), on_failure, None)
    }

    /// The same with somebody who is told why records are lost: once, and again after one could be written.
    pub fn open_with(
        path: impl Into<PathBuf>,
        on_failure: OnFailure,
        listener: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<Self, Error> {
        Self::start(path.into(), on_failure, Some(Box::new(listener)))
    }

    fn start(
        path: PathBuf,
        on_failure: OnFailure,
        listener: Option<Box<Listener>>,
    ) -> Result<Self, Error> {
        let failed = |error: io::Error| failed(&path, &error.to_string());
        let file = LogFile::open(&path).map_err(failed)?;
        let queue = Arc::new(Queue { state: Mutex::default(), changed: Condvar::new(), listener });
        let for_thread = queue.clone();
        let thread = thread::Builder::new().name("readroom-audit".into());
        thread.spawn(move || for_thread.write_to(file)).map_err(failed)?;
        Ok(Self(Arc::new(Handle { path, on_failure, queue })))
    }

    /// Writes down what happened.
    pub(crate) fn record(&self, event: &Event) -> Result<(), Error> {
        let Handle { path, on_failure, queue } = &*self.0;
        let added = queue.add(record::line(event));
        match on_failure {
            OnFailure::GoOn => Ok(()),
            OnFailure::Stop => {
                let written = added.and_then(|written| {
                    written
                        .recv_timeout(PATIENCE)
                        .unwrap_or_else(|_| Err("the disk does not answer".into()))
                });
                written.map_err(|reason| failed(path, &reason))
            }
        }
    }
}

impl std::fmt::Debug for Audit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Audit").field("path", &self.0.path).finish_non_exhaustive()
    }
}

fn failed(path: &Path, reason: &str) -> Error {
    Error::Audit { path: path.into(), reason: reason.into() }
}

impl Drop for Handle {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        state.is_closed = true;
        self.queue.changed.notify_all();
        let over = self.queue.changed.wait_timeout_while(state, PATIENCE, |state| !state.is_over);
        drop(over.unwrap_or_else(PoisonError::into_inner));
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a record, unless too many wait already: then the disk is stuck, and so would be the call.
    fn add(&self, line: Vec<u8>) -> Result<Receiver<Result<(), String>>, String> {
        let (written, result) = sync_channel(1);
        let mut state = self.lock();
        if state.waiting.len() >= MAX_WAITING || state.bytes >= MAX_WAITING_BYTES {
            let reason = "too many records wait to be written";
            self.lose(state, reason);
            return Err(reason.into());
        }
        state.bytes += line.len();
        state.waiting.push_back(Record { line, written });
        self.changed.notify_all();
        Ok(result)
    }

    fn lose(&self, mut state: MutexGuard<'_, State>, reason: &str) {
        state.lost += 1;
        let is_first = state.lost == 1;
        drop(state);
        if let Some(listener) = self.listener.as_ref().filter(|_| is_first) {
            listener(reason);
        }
    }

    /// Writes until nobody adds any more.
    fn write_to(&self, mut file: LogFile) {
        loop {
            let mut state = self.lock();
            let Some(record) = state.waiting.pop_front() else {
                if state.is_closed {
                    state.is_over = true;
                    self.changed.notify_all();
                    return;
                }
                drop(self.changed.wait(state).unwrap_or_else(PoisonError::into_inner));
                continue;
            };
            state.bytes -= record.line.len();
            let lost = state.lost;
            drop(state);
            let line = match lost {
                0 => record.line,
                lost => [record::lost(lost), record.line].concat(),
            };
            let written = file.append(&line).map_err(|error| error.to_string());
            match &written {
                // Others may have been lost meanwhile.
                Ok(()) => self.lock().lost -= lost,
                Err(reason) => self.lose(self.lock(), reason),
            }
            // Not everybody waits.
            let _ = record.written.try_send(written);
        }
    }
}
