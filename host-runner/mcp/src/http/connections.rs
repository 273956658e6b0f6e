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
mod tests {
    use super::{
        Connection, Connections, MAX_CONNECTIONS, MAX_REQUESTS, PlacedRequest, SPARE_CONNECTIONS,
    };
    use std::future::Future;
    use std::pin::pin;
    use std::sync::Arc;
    use std::task::{Context, Poll, Waker};

    /// Returns the output of a future that is ready at once.
    fn now<T>(future: impl Future<Output = T>) -> Option<T> {
        match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(value) => Some(value),
            Poll::Pending => None,
        }
    }

    fn add(connections: &Arc<Connections>) -> Arc<Connection> {
        Arc::new(now(connections.add()).expect("room for another"))
    }

    fn request(connection: &Arc<Connection>) -> PlacedRequest {
        now(connection.request()).flatten().expect("a place")
    }

    fn is_closed(connection: &Connection) -> bool {
        now(connection.closed()).is_some()
    }

    #[test]
    fn the_oldest_that_showed_nothing_is_closed_first() {
        let connections = Connections::new();
        let (serving, receiving, idle) = (add(&connections), add(&connections), add(&connections));
        let served = request(&serving);
        served.received();
        let received = request(&receiving);
        drop(request(&idle));
        let silent: Vec<_> = (3..MAX_CONNECTIONS).map(|_| add(&connections)).collect();
        let more: Vec<_> = silent.iter().map(|_| add(&connections)).collect();
        assert!(silent.iter().all(|silent| is_closed(silent)));
        assert!(!more.iter().chain([&serving, &receiving, &idle]).any(|kept| is_closed(kept)));
        // Once all have shown a request, the one that was idle longest is closed.
        more.iter().for_each(|more| drop(request(more)));
        let _next = add(&connections);
        assert!(is_closed(&idle));
        assert!(!more.iter().chain([&serving, &receiving]).any(|kept| is_closed(kept)));
        drop((served, received));
    }

    #[test]
    fn a_slot_is_for_a_request_that_arrived() {
        let connections = Connections::new();
        let slow: Vec<_> = (0..MAX_REQUESTS).map(|_| add(&connections)).collect();
        let requests: Vec<_> = slow.iter().map(request).collect();
        let next = add(&connections);
        let mut waiting = pin!(next.request());
        let mut context = Context::from_waker(Waker::noop());
        assert!(waiting.as_mut().poll(&mut context).is_pending());
        assert!(is_closed(&slow[0]) && !is_closed(&slow[1]));
        let mut requests = requests.into_iter();
        // This is what its connection does when it is closed.
        drop(requests.next());
        let Poll::Ready(Some(served)) = waiting.as_mut().poll(&mut context) else {
            panic!("a place is free")
        };
        served.received();
        // All have arrived: the next one waits, and nothing is closed for it.
        let requests: Vec<_> = requests.inspect(PlacedRequest::received).collect();
        let last = add(&connections);
        assert!(now(last.request()).is_none());
        assert!(!slow[1..].iter().any(|slow| is_closed(slow)));
        drop(requests);
    }

    #[test]
    fn a_new_one_is_accepted_while_as_many_as_possible_are_served_or_wait() {
        let connections = Connections::new();
        let all: Vec<_> = (0..MAX_CONNECTIONS).map(|_| add(&connections)).collect();
        assert!(connections.have_free_place());
        let requests: Vec<_> = all[..MAX_REQUESTS].iter().map(request).collect();
        assert!(connections.have_free_place());
        requests.iter().for_each(PlacedRequest::received);
        assert!(!connections.have_free_place());
        let (busy, spare) = all.split_at(MAX_CONNECTIONS - SPARE_CONNECTIONS);
        let mut waiting: Vec<_> =
            busy[MAX_REQUESTS..].iter().map(|connection| Box::pin(connection.request())).collect();
        let mut context = Context::from_waker(Waker::noop());
        for waiting in &mut waiting {
            assert!(waiting.as_mut().poll(&mut context).is_pending());
        }
        for connection in spare {
            assert!(now(connection.request()).expect("it does not wait").is_none());
        }
        let new: Vec<_> = (0..2 * SPARE_CONNECTIONS).map(|_| add(&connections)).collect();
        // One of them stays at a time, until its request has passed the gate.
        assert!(is_closed(&spare[0]) && !is_closed(&new[2 * SPARE_CONNECTIONS - 1]));
        assert!(!busy.iter().any(|busy| is_closed(busy)));
        assert_eq!(connections.len(), MAX_CONNECTIONS);
        // The slots are given to those that waited.
        drop(requests);
        for waiting in &mut waiting {
            assert!(waiting.as_mut().poll(&mut context).is_ready());
        }
        drop((new, waiting));
    }
}
