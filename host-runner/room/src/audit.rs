//! An audit log: one JSON object per line for every read, appended to a file.
//!
//! | member | meaning |
//! |---|---|
//! | `time` | when the call began, in UTC, such as `2025-01-31T09:08:07.060Z` |
//! | `session` | the session of the call |
//! | `tool` | the id of the tool that was called, as given; absent for typed reads |
//! | `arguments` | the request as JSON; as a string of its first 4096 bytes if longer or not JSON |
//! | `path` | the requested absolute path |
//! | `opened` | the real paths of the files that the component read, in order, at most 16 |
//! | `opened_more` | the number of further files that it read, if there were more |
//! | `real`, `size`, `modified_ms`, `version`, `lines`, `bytes` | facts of the file; see below |
//! | `outcome` | `answered`, `refused` (the tool reported an error) or `failed` (no answer) |
//! | `denied` | the policy's last denial: `path`, and `origin`, `pattern`, `action` of the rule |
//! | `limit` | the limit that ended the call |
//! | `duration_us` | how long the call took, in microseconds |
//! | `host_calls`, `read_bytes`, `memory` | what it used; see [`crate::observer::Cost`] |
//!
//! The facts of the file, `real` to `bytes`, come from the component, and are absent if it read
//! several files. `opened`, `denied`, `limit` and the cost come from the host. A third-party
//! component may give wrong facts. A page of a directory ([`crate::Room::list`]) is a read like
//! that of a file; [`crate::Room::stat`] is not recorded.
//!
//! Unknown members are left out, and no content of a file is recorded. If records were lost, a line
//! with `time` and their number in `lost` precedes the next record.
//!
//! Characters that could drive a terminal or hide text are JSON escapes.
//!
//! A separate thread writes each record in one write, so that no call waits long for a disk. A
//! program calls [`flush_all`] before it exits, so that the last records are written. The file may
//! be renamed, removed or truncated meanwhile: the next record goes to the file at the path. A link
//! at the end of the path is refused, except in `/dev`.

mod file;
pub(crate) mod record;

use crate::error::{Error, reason_of};
use crate::observer::Event;
use file::LogFile;
use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// The maximum number of records that wait to be written.
const MAX_WAITING: usize = 1024;

/// The maximum size of the records that wait, in bytes.
const MAX_WAITING_BYTES: usize = 16 * 1024 * 1024;

/// The time limit for writing the record of a call, and for the last records in [`flush_all`].
const WRITE_TIMEOUT: Duration = Duration::from_secs(5);

/// What happens to a call whose record cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnFailure {
    /// The call is answered. The listener gets the reason, and the log states later how many
    /// records are missing.
    Continue,
    /// The call fails with [`Error::Audit`]. For that, each call waits until its record is written,
    /// up to 5 s.
    Stop,
}

/// A function that gets the reason when a record is lost: once, and again after a record could be
/// written.
type LossListener = dyn Fn(&str) + Send + Sync;

/// An audit log that rooms write to. Clones write to the same log; when the last one is dropped,
/// the waiting records are written, which takes at most 5 s.
#[derive(Clone)]
pub struct Audit(Arc<Handle>);

struct Handle {
    path: PathBuf,
    on_failure: OnFailure,
    queue: Arc<Queue>,
}

/// The records between the calls and the writing thread.
struct Queue {
    state: Mutex<QueueState>,
    changed: Condvar,
    listener: Option<Box<LossListener>>,
}

#[derive(Default)]
struct QueueState {
    waiting: VecDeque<Record>,
    /// The size of the waiting records, in bytes.
    bytes: usize,
    /// The number of records lost since the last one that was written.
    lost: u64,
    /// A record is being written.
    is_writing: bool,
    /// No more records will be added.
    is_closed: bool,
    /// The thread has ended.
    has_ended: bool,
}

/// The logs whose threads have not ended.
static OPEN: Mutex<Vec<Weak<Queue>>> = Mutex::new(Vec::new());

/// Waits until the records of all calls that have returned are written, in every log of the process
/// and for at most 5 s.
///
/// Dropping the last clone of an [`Audit`] waits for its own records. Threads that still run
/// when a program exits drop nothing, so a program whose calls run on other threads calls this.
pub fn flush_all() {
    let open = OPEN.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let deadline = Instant::now() + WRITE_TIMEOUT;
    for queue in open.iter().filter_map(Weak::upgrade) {
        let left = deadline.saturating_duration_since(Instant::now());
        let is_busy = |state: &mut QueueState| {
            !state.has_ended && (state.is_writing || !state.waiting.is_empty())
        };
        drop(queue.changed.wait_timeout_while(queue.lock(), left, is_busy));
    }
}

struct Record {
    line: Vec<u8>,
    /// Gets the result, for a call that waits for it.
    written: SyncSender<Result<(), String>>,
}

impl Audit {
    /// Opens a file to append to, or creates one that only its owner can read.
    ///
    /// Fails with [`Error::Audit`] if that is not possible.
    pub fn open(path: impl Into<PathBuf>, on_failure: OnFailure) -> Result<Self, Error> {
        Self::start(path.into(), on_failure, None)
    }

    /// Opens a log as [`Audit::open`] does, with a function that gets the reason when a record is
    /// lost: once, and again after a record could be written.
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
        listener: Option<Box<LossListener>>,
    ) -> Result<Self, Error> {
        let failed = |error: io::Error| failed(&path, &reason_of(&error));
        let file = LogFile::open(&path).map_err(failed)?;
        let queue = Arc::new(Queue { state: Mutex::default(), changed: Condvar::new(), listener });
        let for_thread = queue.clone();
        let thread = thread::Builder::new().name("readroom-audit".into());
        thread.spawn(move || for_thread.write_to(file)).map_err(failed)?;
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|queue| queue.strong_count() > 0);
        open.push(Arc::downgrade(&queue));
        drop(open);
        Ok(Self(Arc::new(Handle { path, on_failure, queue })))
    }

    /// Records a read.
    pub(crate) fn record(&self, event: &Event) -> Result<(), Error> {
        let Handle { path, on_failure, queue } = &*self.0;
        let added = queue.add(record::line(event));
        match on_failure {
            OnFailure::Continue => Ok(()),
            OnFailure::Stop => {
                let written = added.and_then(|written| {
                    written
                        .recv_timeout(WRITE_TIMEOUT)
                        .unwrap_or_else(|_| Err("the disk does not respond".into()))
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
        let ended =
            self.queue.changed.wait_timeout_while(state, WRITE_TIMEOUT, |state| !state.has_ended);
        drop(ended.unwrap_or_else(PoisonError::into_inner));
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a record, unless too many are waiting: then the disk is stuck, and the call must not
    /// wait for it.
    fn add(&self, line: Vec<u8>) -> Result<Receiver<Result<(), String>>, String> {
        let (written, result) = sync_channel(1);
        let mut state = self.lock();
        if state.waiting.len() >= MAX_WAITING || state.bytes >= MAX_WAITING_BYTES {
            let reason = "too many records are waiting to be written";
            self.lose(state, reason);
            return Err(reason.into());
        }
        state.bytes += line.len();
        state.waiting.push_back(Record { line, written });
        self.changed.notify_all();
        Ok(result)
    }

    fn lose(&self, mut state: MutexGuard<'_, QueueState>, reason: &str) {
        state.lost += 1;
        let is_first = state.lost == 1;
        drop(state);
        if let Some(listener) = self.listener.as_ref().filter(|_| is_first) {
            listener(reason);
        }
    }

    /// Writes records until the log is closed.
    fn write_to(&self, mut file: LogFile) {
        loop {
            let mut state = self.lock();
            let Some(record) = state.waiting.pop_front() else {
                if state.is_closed {
                    state.has_ended = true;
                    self.changed.notify_all();
                    return;
                }
                drop(self.changed.wait(state).unwrap_or_else(PoisonError::into_inner));
                continue;
            };
            state.bytes -= record.line.len();
            state.is_writing = true;
            let lost = state.lost;
            drop(state);
            let line = match lost {
                0 => record.line,
                lost => [record::lost(lost), record.line].concat(),
            };
            let written = file.append(&line).map_err(|error| reason_of(&error));
            match &written {
                // Others may have been lost meanwhile.
                Ok(()) => self.lock().lost -= lost,
                Err(reason) => self.lose(self.lock(), reason),
            }
            self.lock().is_writing = false;
            self.changed.notify_all();
            // Not every call waits.
            let _ = record.written.try_send(written);
        }
    }
}
