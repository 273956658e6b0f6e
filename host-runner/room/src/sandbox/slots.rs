//! Bounds how many calls run at once, and runs them on separate threads.

use crate::error::Error;
use crate::limits::Limits;
use crate::limits::clock::CallTimer;
use crate::limits::semaphore::Semaphore;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// The slots of a room: a call takes one, and releases it at its end.
#[derive(Debug)]
pub(crate) struct Slots(Semaphore);

/// A slot that is taken; dropping it releases it.
#[derive(Debug)]
pub(crate) struct Slot(Arc<Slots>);

impl Slots {
    pub(crate) fn new(limits: &Limits) -> Arc<Self> {
        Arc::new(Self(Semaphore::new(limits.concurrency as usize)))
    }

    /// Takes a slot, and waits for one in order, as [`Semaphore::acquire`] does.
    pub(crate) fn acquire<E>(
        self: &Arc<Self>,
        remaining: impl FnMut() -> Result<Duration, E>,
    ) -> Result<Slot, E> {
        self.0.acquire(1, remaining)?;
        Ok(Slot(self.clone()))
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.0.release(1);
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
