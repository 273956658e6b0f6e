//! Cancels calls from another thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Ends calls from another thread: those that run in a room of [`crate::Room::cancelled_by`], and
/// those that begin there later. Clones share one state.
///
/// A call ends within about 10 ms, unless the operating system blocks it; see [`crate::Threads`].
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Returns a value that is not cancelled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the calls. This cannot be undone.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the calls were cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
