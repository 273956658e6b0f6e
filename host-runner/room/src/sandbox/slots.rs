//! Bounds how many calls run at once, and runs them on separate threads.

use crate::error::Error;
use crate::limits::Limits;
use crate::metering::clock::CallTimer;
use crate::metering::semaphore::Semaphore;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// The slots of a room: a call takes one, and releases it at its end.
#[derive(Debug)]
pub(crate) struct Slots {
    free: Semaphore,
    /// The number of calls that have failed, but whose threads keep their slots: below zero for a
    /// moment if a thread ends just then.
    abandoned: AtomicIsize,
}

/// A slot in use; dropping it releases it.
#[derive(Debug)]
pub(crate) struct Slot(Arc<Slots>);

impl Slots {
    pub(crate) fn new(limits: &Limits) -> Arc<Self> {
        let free = Semaphore::new(limits.concurrency as usize);
        Arc::new(Self { free, abandoned: AtomicIsize::new(0) })
    }

    /// Takes a slot, waiting in order as [`Semaphore::acquire`] does.
    pub(crate) fn acquire<E>(
        self: &Arc<Self>,
        remaining: impl FnMut() -> Result<Duration, E>,
    ) -> Result<Slot, E> {
        self.free.acquire(1, remaining)?;
        Ok(Slot(self.clone()))
    }

    /// Returns how many slots are free, and how many calls wait for one.
    pub(crate) fn usage(&self) -> (usize, usize) {
        self.free.usage()
    }

    /// Returns how many slots are kept by calls that have failed already.
    pub(crate) fn abandoned(&self) -> usize {
        usize::try_from(self.abandoned.load(Ordering::Relaxed)).unwrap_or(0)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.free.release(1);
    }
}

/// Runs a job on a separate thread, and waits for it as long as the timer allows. The operating
/// system may block the thread for longer, and the process cannot end it then: until it ends, it
/// counts as abandoned.
pub(crate) fn run_on_own_thread<T: Send + 'static>(
    slots: &Arc<Slots>,
    timer: &CallTimer,
    limits: &Limits,
    job: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Error> {
    let (done, result) = sync_channel(1);
    let caller = RunningThread { slots: slots.clone(), left: Arc::default() };
    let running = ThreadEnd(RunningThread { slots: slots.clone(), left: caller.left.clone() });
    let thread = thread::Builder::new().name("readroom-call".into()).spawn(move || {
        // The caller may have stopped waiting.
        let _ = done.send(job());
        drop(running);
    });
    let thread = thread.map_err(|error| Error::Call(format!("cannot start a thread: {error}")))?;
    loop {
        let remaining = timer.remaining(limits).inspect_err(|_| caller.abandon())?;
        match result.recv_timeout(remaining) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => match thread.join() {
                Ok(()) => return Err(Error::Call("its thread ended without a result".into())),
                Err(panic) => std::panic::resume_unwind(panic),
            },
        }
    }
}

/// The thread of a call, as shared by the thread and its caller.
struct RunningThread {
    slots: Arc<Slots>,
    /// Whether one of the two has left.
    left: Arc<AtomicBool>,
}

impl RunningThread {
    /// Notes that the caller no longer waits. The thread is abandoned, unless it has just ended.
    fn abandon(&self) {
        if !self.left.swap(true, Ordering::Relaxed) {
            self.slots.abandoned.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Held by the thread until it ends, even in a panic.
struct ThreadEnd(RunningThread);

impl Drop for ThreadEnd {
    fn drop(&mut self) {
        if self.0.left.swap(true, Ordering::Relaxed) {
            self.0.slots.abandoned.fetch_sub(1, Ordering::Relaxed);
        }
    }
}
