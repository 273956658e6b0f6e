//! Ending a call that nobody waits for any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Ends calls from another thread: those that run in a room of [`crate::Room::cancelled_by`], and those that begin there
/// later. Clones are one and the same.
///
/// A call notices within some 10 ms, unless the operating system keeps it waiting; see [`crate::Threads`].
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// One that is not cancelled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the calls, for good.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether they were ended.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
