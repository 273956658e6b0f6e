//! Notes what the calls of a request came to, for its line in the log.

use hyper::http::request::Parts;
use readroom::Room;
use readroom::observer::Event;
use rmcp::RoleServer;
use rmcp::service::RequestContext;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What the calls of a request came to.
#[derive(Clone, Default)]
pub(crate) struct CallRecord(Arc<Mutex<Calls>>);

#[derive(Default)]
pub(crate) struct Calls {
    pub(crate) session: Option<Arc<str>>,
    pub(crate) tool: Option<Arc<str>>,
    pub(crate) outcome: Option<&'static str>,
    pub(crate) read_bytes: u64,
}

/// Returns where the calls of a request are noted, if they are.
pub(crate) fn record_of(context: &RequestContext<RoleServer>) -> Option<&CallRecord> {
    context.extensions.get::<Parts>()?.extensions.get()
}

impl CallRecord {
    /// Returns the same room for the calls of the request.
    pub(crate) fn observing(&self, room: &Room) -> Room {
        let record = self.clone();
        room.observed_by(move |event| record.note(event))
    }

    fn note(&self, event: &Event) {
        let mut calls = self.lock();
        calls.session.clone_from(&event.session);
        calls.tool.clone_from(&event.tool);
        calls.outcome = Some(outcome(event));
        calls.read_bytes += event.cost.bytes;
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Calls> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns how a call ended: as its record says, or `busy` if other calls used up what it needed.
pub(crate) fn outcome(event: &Event) -> &'static str {
    if event.busy { "busy" } else { event.outcome.name() }
}
