//! Records the outcome of a request's calls, for its line in the log.

use crate::calls::CallObserver;
use readroom::observer::Event;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The outcome of a request's calls.
#[derive(Clone, Default)]
pub(crate) struct CallRecord(Arc<Mutex<Calls>>);

#[derive(Default)]
pub(crate) struct Calls {
    pub(crate) tool: Option<Arc<str>>,
    pub(crate) outcome: Option<&'static str>,
    pub(crate) read_bytes: u64,
}

impl CallRecord {
    /// Returns a function that records the calls of the request.
    pub(crate) fn observer(&self) -> CallObserver {
        let record = self.clone();
        Arc::new(move |event| record.note(event))
    }

    fn note(&self, event: &Event) {
        let mut calls = self.lock();
        calls.tool.clone_from(&event.tool);
        calls.outcome = Some(outcome(event));
        calls.read_bytes += event.cost.bytes;
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Calls> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the outcome of a call: that of its record, or `busy` if others used up what it needed.
pub(crate) fn outcome(event: &Event) -> &'static str {
    if event.busy { "busy" } else { event.outcome.name() }
}
