//! The cost of a read: host calls, bytes of the file, memory of the component. A read that costs
//! more is slower on every machine.

use readroom::observer::{Cost, ReadOutcome};
use readroom::tree::{Tree, TreeEntry, TreeListing};
use readroom::{BasicRequest, Body, ReadRequest, Room, Start, Totals};
use readroom_testing::tools;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::{Duration, UNIX_EPOCH};

const KIB: u64 = 1024;
const MIB: u64 = 1024 * KIB;

/// Files whose content is generated while they are read.
struct MadeUp;

impl MadeUp {
    /// The size of a file and the length of its lines, including the line feed, in bytes.
    fn file(path: &str) -> Option<(u64, u64)> {
        let name = path.strip_prefix("one/two/three/four/").unwrap_or(path);
        match name {
            "small.rs" => Some((200 * 40, 40)),
            "large.log" => Some((64 * MIB, 100)),
            "line.txt" => Some((200_000_000, u64::MAX)),
            _ => None,
        }
    }
}

impl Tree for MadeUp {
    fn entry(&self, path: &str) -> io::Result<TreeEntry> {
        let is_directory =
            ["", "one", "one/two", "one/two/three", "one/two/three/four"].contains(&path);
        match Self::file(path) {
            Some((size, _)) => {
                Ok(TreeEntry::file(size).modified(UNIX_EPOCH + Duration::from_secs(1_000_000)))
            }
            None if is_directory => Ok(TreeEntry::directory()),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn list(&self, _: &str) -> io::Result<TreeListing> {
        Ok(Box::new(std::iter::empty()))
    }

    fn read(&self, file: &str, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        let (size, line) = Self::file(file).ok_or(io::ErrorKind::NotFound)?;
        let length = (length as u64).min(size.saturating_sub(offset));
        let mut bytes = vec![b'x'; length as usize];
        let mut end = line - 1 - offset % line;
        while end < length {
            bytes[end as usize] = b'\n';
            end += line;
        }
        Ok(bytes)
    }
}

/// A room, and the cost of the last read in it.
struct Meter {
    room: Room,
    last: Arc<Mutex<Option<Cost>>>,
}

impl Meter {
    fn new() -> Self {
        let last = Arc::new(Mutex::new(None));
        let told = last.clone();
        let room = Room::builder_from_tree("/project", MadeUp).observer(move |event| {
            assert_eq!(event.outcome, ReadOutcome::Answered);
            *told.lock().unwrap() = Some(event.cost);
        });
        Self { room: room.build().unwrap(), last }
    }

    fn read(&self, request: &ReadRequest) -> (Cost, Option<String>) {
        let Body::Text(text) = self.room.read(request).unwrap().body else { panic!("it is text") };
        (self.last.lock().unwrap().take().unwrap(), text.next.map(|next| next.cursor))
    }

    fn call(&self, tool: &str, path: &str, first: u32) -> Cost {
        let question =
            BasicRequest { path: path.into(), start: Some(Start::Line(first)), lines: Some(500) };
        let arguments = self.room.arguments_for(tool, &question).unwrap().unwrap();
        self.room.call(tool, &arguments).unwrap();
        self.last.lock().unwrap().take().unwrap()
    }
}

#[test]
fn a_small_file_takes_the_fewest_host_calls() {
    let meter = Meter::new();
    // The calls are: the grants; the entry, opened, checked, read, and checked again; and closing
    // what was opened.
    let (cost, _) = meter.read(&ReadRequest::new("small.rs"));
    assert_eq!((cost.host_calls, cost.bytes), (8, 8000));
    // Each directory on the way is checked, opened and closed.
    let (cost, _) = meter.read(&ReadRequest::new("one/two/three/four/small.rs"));
    assert_eq!((cost.host_calls, cost.bytes), (8 + 4 * 3, 8000));
    for tool in tools::paging() {
        // The grants are fetched and closed once more, to find out which path the call requests.
        // The embedded tool also checks whether the file changed, and those of gemini-cli and
        // kimi-code check where a path leads before they open it.
        let cost = meter.call(tool, "small.rs", 1);
        let more = ["readroom@0.4:read", "gemini-cli@0.61", "kimi-code@2.1"];
        let calls = if more.contains(&tool) { 10 } else { 9 };
        assert_eq!((cost.host_calls, cost.bytes), (calls, 8000), "{tool}");
    }
}

#[test]
fn a_window_takes_the_bytes_around_it() {
    let meter = Meter::new();
    let page = || ReadRequest::new("large.log").lines(500).bytes(50_000).totals(Totals::Never);
    let (first, next) = meter.read(&page());
    // The page, and the bytes before the next one, by which its cursor is recognized.
    assert_eq!(first.bytes, 68 * KIB);
    let (second, _) = meter.read(&page().start(Start::Cursor(next.unwrap())));
    assert!(second.bytes <= first.bytes + 16 * KIB, "{second:?}");
    let (tail, next) = meter.read(&page().start(Start::FromEnd(1000)));
    assert!(tail.bytes <= 4 * 64 * KIB, "{tail:?}");
    let (last, next) = meter.read(&page().start(Start::Cursor(next.unwrap())));
    assert!(last.bytes <= first.bytes + 16 * KIB, "{last:?}");
    assert_eq!(next, None);
    let (middle, next) = meter.read(&page().start(Start::Line(300_000)));
    assert!(middle.bytes <= 300_000 * 100 + 2 * 64 * KIB, "it stops behind the window: {middle:?}");
    let (after, _) = meter.read(&page().start(Start::Cursor(next.unwrap())));
    assert!(after.bytes <= first.bytes + 16 * KIB, "{after:?}");
    let (counted, _) = meter.read(&page().start(Start::Line(300_000)).totals(Totals::Always));
    assert_eq!(counted.bytes, 64 * MIB + 4 * KIB, "nothing else is read twice");
}

#[test]
fn memory_does_not_grow_with_the_file() {
    let meter = Meter::new();
    let everything = |path: &str| ReadRequest::new(path).totals(Totals::Always);
    for request in [
        everything("small.rs"),
        everything("large.log").start(Start::Line(600_000)),
        everything("large.log").start(Start::FromEnd(2000)),
        everything("line.txt"),
    ] {
        let (cost, _) = meter.read(&request);
        assert!(cost.memory <= 4 << 20, "{}: {cost:?}", request.path);
    }
    // gemini-cli reads no file of more than 20 MiB.
    for tool in tools::paging().filter(|tool| *tool != "gemini-cli@0.61") {
        let cost = meter.call(tool, "large.log", 600_000);
        assert!(cost.memory <= 6 << 20, "{tool}: {cost:?}");
    }
}
