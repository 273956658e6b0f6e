//! Gives up on work that the operating system may never finish.

use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Duration;

/// Runs a job on a separate thread. Returns `None` if it takes longer than `wait`; the thread then
/// ends no later than the process.
pub(super) fn within<T: Send + 'static>(
    wait: Duration,
    job: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (done, result) = sync_channel(1);
    thread::spawn(move || {
        let _ = done.send(job());
    });
    result.recv_timeout(wait).ok()
}
