//! Bounds what waits: requests until they are answered, and lines until the other side reads them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// The number of bytes that may wait. Then nothing is read until fewer do.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// What waits.
#[derive(Default)]
pub(crate) struct Backlog {
    bytes: AtomicUsize,
    /// Held by who waits for less, and by who tells it.
    turn: Mutex<()>,
    less: Condvar,
}

/// Bytes that wait until this is dropped.
pub(crate) struct Waiting {
    backlog: Arc<Backlog>,
    bytes: usize,
}

impl Backlog {
    /// Adds bytes, however many wait.
    pub(crate) fn add(self: &Arc<Self>, bytes: usize) -> Waiting {
        self.bytes.fetch_add(bytes, Ordering::SeqCst);
        Waiting { backlog: self.clone(), bytes }
    }

    /// Waits until at most [`MAX_BYTES`] wait.
    pub(crate) fn wait_for_less(&self) {
        let is_full = || self.bytes.load(Ordering::SeqCst) > MAX_BYTES;
        if is_full() {
            let turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
            drop(self.less.wait_while(turn, |()| is_full()));
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let before = self.backlog.bytes.fetch_sub(self.bytes, Ordering::SeqCst);
        if before > MAX_BYTES {
            let _turn = self.backlog.turn.lock().unwrap_or_else(PoisonError::into_inner);
            self.backlog.less.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Backlog, MAX_BYTES};
    use std::sync::Arc;
    use std::thread;

    #[test]
    fn who_reads_waits_until_less_waits() {
        let backlog = Arc::<Backlog>::default();
        let (one, all) = (backlog.add(1), backlog.add(MAX_BYTES - 1));
        backlog.wait_for_less();
        let more = backlog.add(1);
        let reader = {
            let backlog = backlog.clone();
            thread::spawn(move || backlog.wait_for_less())
        };
        // One of these is enough, whether the reader waits already or not.
        drop(one);
        reader.join().unwrap();
        drop((all, more));
    }
}
