//! The open connections, and which of them is closed for a new one.
//!
//! Every process that reaches the address can hold connections, but only requests that pass the
//! gate are served. So a connection that has not shown such a request never keeps a client out: the
//! oldest one is closed when another client connects. Requests that passed the gate have their own
//! slots, which connections without a request cannot take. Some connections never get a slot, so
//! that a new one is always accepted: a probe gets an answer from a busy server, too.

use crate::calls::MAX_REQUESTS;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// The maximum number of connections: as many without a request as with one.
pub(crate) const MAX_CONNECTIONS: usize = 2 * MAX_REQUESTS;

/// How many connections never have a request that is served or waits for its slot.
const SPARE_CONNECTIONS: usize = 16;

/// The phase of a connection. It is closed for another one in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    /// No request has passed the gate.
    Unknown,
    /// Between two requests.
    Idle,
    /// The body of a request that passed the gate is arriving.
    Receiving,
    /// A request is being served, or waits for a slot. Never closed.
    Serving,
}

/// All connections of a server.
pub(crate) struct Connections {
    open: Mutex<OpenConnections>,
    /// One for each request that is served at a time.
    places: Arc<Semaphore>,
    /// Notified when a connection ends or becomes idle.
    changed: Notify,
}

#[derive(Default)]
struct OpenConnections {
    /// Counts connections and their phases, so that a lower number is an earlier one.
    counter: u64,
    by_number: BTreeMap<u64, OpenConnection>,
}

struct OpenConnection {
    phase: Phase,
    /// When the phase began, by the counter.
    since: u64,
    close: Arc<Notify>,
}

impl OpenConnections {
    fn next(&mut self) -> u64 {
        self.counter += 1;
        self.counter
    }

    /// Returns the number of connections whose request is served, or waits for its slot.
    fn serving(&self) -> usize {
        self.by_number.values().filter(|open| open.phase == Phase::Serving).count()
    }

    /// Closes the oldest of the connections in these phases, the earlier phase first. Returns
    /// whether there was one.
    fn close_oldest(&mut self, phases: std::ops::RangeInclusive<Phase>) -> bool {
        let candidates = self.by_number.iter().filter(|(_, open)| phases.contains(&open.phase));
        let oldest = candidates.min_by_key(|(_, open)| (open.phase, open.since));
        let Some(number) = oldest.map(|(number, _)| *number) else { return false };
        if let Some(closed) = self.by_number.remove(&number) {
            closed.close.notify_one();
        }
        true
    }
}

impl Connections {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self {
            open: Mutex::default(),
            places: Arc::new(Semaphore::new(MAX_REQUESTS)),
            changed: Notify::new(),
        })
    }

    fn open(&self) -> MutexGuard<'_, OpenConnections> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of open connections.
    pub(crate) fn len(&self) -> usize {
        self.open().by_number.len()
    }

    /// Returns whether a request would be served now, without waiting for its slot: one whose body
    /// has not arrived gives way.
    pub(crate) fn have_free_place(&self) -> bool {
        let is_receiving = |open: &OpenConnection| open.phase == Phase::Receiving;
        self.places.available_permits() > 0 || self.open().by_number.values().any(is_receiving)
    }

    /// Adds a connection. If there are too many, the one that is least likely to be missed is
    /// closed; if all were in use, this would wait.
    pub(crate) async fn add(self: &Arc<Self>) -> Connection {
        while self.open().by_number.len() >= MAX_CONNECTIONS
            && !self.open().close_oldest(Phase::Unknown..=Phase::Receiving)
        {
            self.changed.notified().await;
        }
        let close = Arc::new(Notify::new());
        let mut open = self.open();
        let number = open.next();
        let connection =
            OpenConnection { phase: Phase::Unknown, since: number, close: close.clone() };
        open.by_number.insert(number, connection);
        Connection { connections: self.clone(), number, close }
    }
}

/// One connection, until it is dropped.
pub(crate) struct Connection {
    connections: Arc<Connections>,
    number: u64,
    close: Arc<Notify>,
}

impl Connection {
    /// Waits until this connection has to be closed for another one.
    pub(crate) async fn closed(&self) {
        self.close.notified().await;
    }

    /// Waits for a slot for a request that has passed the gate. If all are taken, the oldest
    /// request whose body has not arrived loses its slot, with its connection. Returns `None` if
    /// too many wait already.
    pub(crate) async fn request(self: &Arc<Self>) -> Option<PlacedRequest> {
        self.enter(Phase::Serving);
        // From here on `drop` ends the phase in any case.
        let mut request = PlacedRequest { connection: self.clone(), place: None };
        let places = &self.connections.places;
        if places.available_permits() == 0 {
            let mut open = self.connections.open();
            if open.serving() > MAX_CONNECTIONS - SPARE_CONNECTIONS {
                return None;
            }
            open.close_oldest(Phase::Receiving..=Phase::Receiving);
        }
        // The semaphore is never closed.
        request.place = places.clone().acquire_owned().await.ok();
        self.enter(Phase::Receiving);
        Some(request)
    }

    fn enter(&self, phase: Phase) {
        let mut open = self.connections.open();
        let since = open.next();
        // It is missing if it is about to be closed.
        if let Some(connection) = open.by_number.get_mut(&self.number) {
            (connection.phase, connection.since) = (phase, since);
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.connections.open().by_number.remove(&self.number);
        self.connections.changed.notify_one();
    }
}

/// A request with a slot, until its response has been sent.
pub(crate) struct PlacedRequest {
    connection: Arc<Connection>,
    place: Option<OwnedSemaphorePermit>,
}

impl PlacedRequest {
    /// Records that the request has arrived whole: from now on its connection is not closed.
    pub(crate) fn received(&self) {
        self.connection.enter(Phase::Serving);
    }
}

impl Drop for PlacedRequest {
    fn drop(&mut self) {
        drop(self.place.take());
        self.connection.enter(Phase::Idle);
        self.connection.connections.changed.notify_one();
    }
}

#[cfg(test)]
mod tests;
