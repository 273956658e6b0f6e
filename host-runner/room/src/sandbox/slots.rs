//! Bounds how many calls run at once, and runs them on separate threads.

use crate::error::Error;
use crate::limits::clock::{CallTimer, Interruption};
use crate::limits::{Limit, Limits};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// The slots of a room: a call takes one, and releases it at its end.
#[derive(Debug)]
pub(crate) struct Slots {
    free: Mutex<u32>,
    released: Condvar,
}

/// A slot that is taken; dropping it releases it.
#[derive(Debug)]
pub(crate) struct Slot(Arc<Slots>);

impl Slots {
    pub(crate) fn new(limits: &Limits) -> Arc<Self> {
        Arc::new(Self { free: Mutex::new(limits.concurrency), released: Condvar::new() })
    }

    /// Takes a slot, and waits for one as long as the limits allow.
    pub(crate) fn acquire(
        self: &Arc<Self>,
        timer: &CallTimer,
        limits: &Limits,
    ) -> Result<Slot, Interruption> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut queued = None;
        while *free == 0 {
            let since = *queued.get_or_insert_with(Instant::now);
            let left = limits.queue.saturating_sub(since.elapsed());
            if left.is_zero() {
                let limit = if limits.queue.is_zero() { Limit::Concurrency } else { Limit::Queue };
                return Err(Interruption::Limit(limits.reached(limit)));
            }
            let busy = |interruption| match interruption {
                // The call has not even begun.
                Interruption::Limit(_) => Interruption::Limit(limits.reached(Limit::Queue)),
                Interruption::Cancelled => Interruption::Cancelled,
            };
            let wait = timer.remaining(limits).map_err(busy)?.min(left);
            free = self.released.wait_timeout(free, wait).unwrap_or_else(PoisonError::into_inner).0;
        }
        *free -= 1;
        Ok(Slot(self.clone()))
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.released.notify_one();
    }
}

/// Runs a job on a separate thread, and waits for it as long as the timer allows. The operating
/// system may block the thread for longer, and the process cannot end it then.
pub(crate) fn run_on_own_thread<T: Send + 'static>(
    timer: &CallTimer,
    limits: &Limits,
    job: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Error> {
    let (done, result) = sync_channel(1);
    let thread = thread::Builder::new().name("readroom-call".into()).spawn(move || {
        // The caller may have stopped waiting.
        let _ = done.send(job());
    });
    let thread = thread.map_err(|error| Error::Call(format!("cannot start a thread: {error}")))?;
    loop {
        match result.recv_timeout(timer.remaining(limits)?) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => match thread.join() {
                Ok(()) => return Err(Error::Call("its thread ended without a result".into())),
                Err(panic) => std::panic::resume_unwind(panic),
            },
        }
    }
}
