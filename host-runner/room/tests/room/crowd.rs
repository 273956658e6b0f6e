//! Calls do not depend on the instance pool: there may be more calls than it holds, or no room for
//! the pool at all.

use readroom::tree::{Tree, TreeEntry, TreeListing};
use readroom::{Outcome, Room};
use readroom_testing::patient;
use readroom_testing::wait::MAX_TIME;
use std::io;
use std::sync::{Condvar, Mutex};

/// More calls than the pool has instances.
const CALLS: usize = 80;

/// A tree with one file, whose reads wait until all calls have reached it.
#[derive(Default)]
struct Meeting {
    waiting: Mutex<usize>,
    complete: Condvar,
}

impl Tree for Meeting {
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
        let mut waiting = self.waiting.lock().unwrap();
        *waiting += 1;
        self.complete.notify_all();
        let (there, waited) =
            self.complete.wait_timeout_while(waiting, MAX_TIME, |there| *there < CALLS).unwrap();
        drop(there);
        if waited.timed_out() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(b"one\n".into()) }
    }
}

#[test]
fn more_calls_than_the_pool_holds_are_answered() {
    let limits = patient().concurrency(CALLS as u32);
    let room =
        Room::builder_from_tree("/project", Meeting::default()).limits(limits).build().unwrap();
    std::thread::scope(|scope| {
        let call = || room.call("pi@0", r#"{"path": "a.txt"}"#).unwrap();
        let calls: Vec<_> = (0..CALLS).map(|_| scope.spawn(call)).collect();
        for reply in calls.into_iter().map(|call| call.join().unwrap()) {
            assert_eq!(reply.outcome, Outcome::Answered);
            assert_eq!(reply.json, r#"{"content":[{"type":"text","text":"one\n"}]}"#);
        }
    });
}
