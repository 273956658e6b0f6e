//! The requests that have not been answered yet.

use readroom::{Cancel, Reservation, Room};
use rmcp::model::RequestId;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The requests that have not been answered yet, by their ids.
#[derive(Default)]
pub(super) struct PendingRequests(Mutex<HashMap<RequestId, PendingRequest>>);

/// What the transport knows of a request until it is answered.
#[derive(Clone)]
pub(super) struct PendingRequest {
    /// The memory of its answer.
    pub(super) reservation: Reservation,
    /// Ends its call if it is served by the thread that read it. Otherwise the library does.
    pub(super) cancel: Cancel,
}

impl PendingRequest {
    pub(super) fn new(room: &Room) -> Self {
        Self { reservation: room.reservation(), cancel: Cancel::new() }
    }
}

impl PendingRequests {
    fn requests(&self) -> MutexGuard<'_, HashMap<RequestId, PendingRequest>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn contains(&self, id: &RequestId) -> bool {
        self.requests().contains_key(id)
    }

    pub(super) fn len(&self) -> usize {
        self.requests().len()
    }

    pub(super) fn insert(&self, id: RequestId, request: PendingRequest) {
        self.requests().insert(id, request);
    }

    pub(super) fn get(&self, id: &RequestId) -> Option<PendingRequest> {
        self.requests().get(id).cloned()
    }

    pub(super) fn remove(&self, id: &RequestId) {
        self.requests().remove(id);
    }

    /// Removes a request that is about to be answered. Returns `false` if it was cancelled: then it
    /// is not answered, and its id may be that of another request.
    pub(super) fn remove_answered(&self, id: &RequestId, cancel: &Cancel) -> bool {
        let mut requests = self.requests();
        let is_wanted = !cancel.is_cancelled();
        if is_wanted {
            requests.remove(id);
        }
        is_wanted
    }

    /// Removes a request and ends its call.
    pub(super) fn cancel(&self, id: &RequestId) {
        let mut requests = self.requests();
        if let Some(request) = requests.remove(id) {
            request.cancel.cancel();
        }
    }

    /// Ends the calls of all requests.
    pub(super) fn cancel_all(&self) {
        self.requests().values().for_each(|request| request.cancel.cancel());
    }
}
