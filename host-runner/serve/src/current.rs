//! The request that a thread serves.

use crate::message::Id;
use readroom::Cancel;
use std::cell::RefCell;

thread_local! {
    /// The request that this thread serves.
    static CURRENT: RefCell<Option<(Id, Cancel)>> = const { RefCell::new(None) };
}

/// Marks the request that this thread serves, while it exists.
pub(crate) struct Current;

impl Current {
    pub(crate) fn enter(id: &Id, cancel: &Cancel) -> Self {
        CURRENT.set(Some((id.clone(), cancel.clone())));
        Self
    }
}

impl Drop for Current {
    fn drop(&mut self) {
        CURRENT.set(None);
    }
}

/// Returns the request that this thread serves: what the other side is told while a call runs names
/// it.
pub(crate) fn id() -> Option<Id> {
    CURRENT.with_borrow(|current| current.as_ref().map(|(id, _)| id.clone()))
}

/// Returns whether that request was cancelled.
pub(crate) fn is_cancelled() -> bool {
    CURRENT.with_borrow(|current| current.as_ref().is_some_and(|(_, cancel)| cancel.is_cancelled()))
}
