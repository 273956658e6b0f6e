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
