//! The load that a room reports for its running calls.

use readroom::tree::{Tree, TreeEntry, TreeListing};
use readroom::{Cancel, Error, Limits, Load, ReadRequest, Room, Threads};
use readroom_testing::patient;
use readroom_testing::wait::{MAX_TIME, wait_until};
use std::io;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

/// A tree with one file, whose reads wait until the tree is opened.
#[derive(Clone, Default)]
struct Gate(Arc<(Mutex<GateState>, Condvar)>);

#[derive(Default)]
struct GateState {
    is_open: bool,
    /// The number of reads that have begun.
    reads: u32,
}

impl Gate {
    fn open(&self) {
        self.0.0.lock().unwrap().is_open = true;
        self.0.1.notify_all();
    }

    fn reads(&self) -> u32 {
        self.0.0.lock().unwrap().reads
    }
}

impl Tree for Gate {
    fn entry(&self, path: &str) -> io::Result<TreeEntry> {
        match path {
            "" => Ok(TreeEntry::directory()),
            "a.txt" => Ok(TreeEntry::file(4)),
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn list(&self, _: &str) -> io::Result<TreeListing> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn read(&self, _: &str, _: u64, _: usize) -> io::Result<Vec<u8>> {
        let (state, opened) = &*self.0;
        let mut state = state.lock().unwrap();
        state.reads += 1;
        let (state, _) = opened.wait_timeout_while(state, MAX_TIME, |gate| !gate.is_open).unwrap();
        if state.is_open { Ok(b"one\n".into()) } else { Err(io::ErrorKind::TimedOut.into()) }
    }
}

/// Waits until the load is as expected.
#[track_caller]
fn until(room: &Room, expected: impl Fn(&Load) -> bool) {
    wait_until("calls of this number run or wait", || expected(&room.load()));
}

fn room(gate: &Gate, limits: Limits) -> Room {
    Room::builder_from_tree("/project", gate.clone()).limits(limits).build().unwrap()
}

#[test]
fn calls_that_run_and_calls_that_wait_are_counted() {
    let gate = Gate::default();
    let room = room(&gate, patient().concurrency(2));
    thread::scope(|scope| {
        let calls: Vec<_> =
            (0..5).map(|_| scope.spawn(|| room.read(&ReadRequest::new("a.txt")))).collect();
        until(&room, |load| (load.running, load.waiting) == (2, 3));
        let load = room.session("one").load();
        assert_eq!((load.slots, load.abandoned, load.total_memory), (2, 0, 1 << 30));
        assert!(load.reserved_memory > 0, "{load:?}");
        gate.open();
        assert!(calls.into_iter().all(|call| call.join().unwrap().is_ok()));
    });
    let load = room.load();
    assert_eq!((load.running, load.waiting, load.reserved_memory), (0, 0, 0));
}

#[test]
fn a_call_that_waits_for_memory_does_not_run() {
    let gate = Gate::default();
    // Enough for one call.
    let room = room(&gate, patient().total_memory(10 << 20).concurrency(2));
    thread::scope(|scope| {
        let calls: Vec<_> =
            (0..3).map(|_| scope.spawn(|| room.read(&ReadRequest::new("a.txt")))).collect();
        until(&room, |load| (load.running, load.waiting) == (1, 2));
        gate.open();
        assert!(calls.into_iter().all(|call| call.join().unwrap().is_ok()));
    });
}

#[test]
fn threads_that_outlive_their_calls_are_counted_until_they_end() {
    let gate = Gate::default();
    let room = room(&gate, patient().threads(Threads::Own).concurrency(2));
    for number in 1..=2 {
        let cancel = Cancel::new();
        thread::scope(|scope| {
            let cancellable = room.cancelled_by(&cancel);
            let call = scope.spawn(move || cancellable.read(&ReadRequest::new("a.txt")));
            // Its thread hangs in the file system, where no cancellation ends it.
            until(&room, |load| load.running == number as usize && gate.reads() == number);
            cancel.cancel();
            assert!(matches!(call.join().unwrap(), Err(Error::Cancelled)));
        });
    }
    let load = room.load();
    assert_eq!((load.running, load.abandoned, load.slots), (2, 2, 2));
    gate.open();
    until(&room, |load| (load.running, load.abandoned) == (0, 0));
    room.read(&ReadRequest::new("a.txt")).unwrap();
    assert_eq!(room.load().abandoned, 0);
}

#[test]
fn a_second_observer_gets_events_and_busy_calls_too() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (gate, limits) = (Gate::default(), patient().concurrency(1));
    let note = |number: u32| {
        let seen = seen.clone();
        move |event: &readroom::observer::Event| {
            seen.lock().unwrap().push((number, event.outcome.name(), event.busy));
        }
    };
    let builder = Room::builder_from_tree("/project", gate.clone()).observer(note(1));
    let room = builder.limits(limits.queue(Duration::ZERO)).build().unwrap();
    let observed = room.observed_by(note(2));
    thread::scope(|scope| {
        let running = scope.spawn(|| room.read(&ReadRequest::new("a.txt")));
        until(&room, |load| load.running == 1);
        assert!(observed.read(&ReadRequest::new("a.txt")).is_err());
        gate.open();
        running.join().unwrap().unwrap();
    });
    observed.read(&ReadRequest::new("nothing")).unwrap_err();
    let (failed, answered, refused) = ("failed", "answered", "refused");
    assert_eq!(
        *seen.lock().unwrap(),
        [
            (1, failed, true),
            (2, failed, true),
            (1, answered, false),
            (1, refused, false),
            (2, refused, false)
        ]
    );
}
