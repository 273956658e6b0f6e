//! A search of a large directory runs in several instances, and answers as one.

use readroom::tree::{MemoryTree, Tree, TreeEntry, TreeListing};
use readroom::{
    Builder, Cancel, Error, FoundOrder, Limits, Room, Scope, SearchOutput, SearchRequest,
    SearchResults, SearchStop, Threads,
};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};
use tempfile::TempDir;

/// The number of files: more than one instance opens before several take over.
const FILES: usize = 1500;

/// Makes a directory of text, binary, ignored, hidden and denied files.
fn made() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    for number in 0..FILES {
        let around = directory.path().join(format!("{}/{}", number % 7, number / 40));
        fs::create_dir_all(&around).unwrap();
        let name = match number % 50 {
            0 => ".env".into(),
            1 => ".hidden".into(),
            2 => format!("{number}.o"),
            _ => format!("{number}.rs"),
        };
        let text = match number % 100 {
            3 => "\u{7f}ELF\u{2}\u{1}\u{0}\u{0}everywhere\n".into(),
            _ => {
                format!("fn number_{number}() {{\n    everywhere();\n    x{}();\n}}\n", number % 9)
            }
        };
        fs::write(around.join(name), text).unwrap();
    }
    fs::write(directory.path().join("3/.gitignore"), "*.o\n12\n").unwrap();
    directory
}

fn room(directory: &Path, shards: u32) -> Room {
    Room::builder(directory).limits(Limits::default().shards(shards)).build().unwrap()
}

/// Returns all pages of a search, at most this many.
fn pages(room: &Room, request: &SearchRequest, most: usize) -> Vec<SearchResults> {
    let (mut pages, mut request) = (Vec::new(), request.clone());
    while pages.len() < most {
        let page = room.search(&request).unwrap();
        request.cursor = page.next.clone();
        pages.push(page);
        if request.cursor.is_none() {
            break;
        }
    }
    pages
}

#[test]
#[cfg_attr(windows, ignore = "Wine opens so few files in the time of a page")]
fn the_number_of_shards_changes_no_answer() {
    let directory = made();
    let rooms = [1, 2, 5].map(|shards| room(directory.path(), shards));
    let search = |pattern: &str| SearchRequest::new(".", pattern);
    let everything = || Scope::new(".").hidden(true).ignored(true);
    for request in [
        search("nowhere"),
        search("number_(7|700|1499)\\b"),
        search("everywhere"),
        search("x3").matches(40),
        search("x[34]").bytes(3000).before(1).headers(true),
        search("everywhere").output(SearchOutput::Counts),
        search("everywhere").output(SearchOutput::Counts).order(FoundOrder::Matches),
        search("x8").output(SearchOutput::Files).order(FoundOrder::Modified),
        SearchRequest::new(everything(), "number_\\d*5\\b"),
        SearchRequest::new(everything(), "everywhere").binary(true),
        SearchRequest::new(Scope::new("3").depth(2), "number"),
        SearchRequest::new(Scope::new(".").globs(["*.rs", "!5/"]), "x1"),
    ] {
        let [one, others @ ..] = rooms.each_ref().map(|room| pages(room, &request, 4));
        for other in others {
            assert_eq!(other, one, "{request:?}");
        }
    }
}

#[test]
#[cfg_attr(windows, ignore = "Wine opens so few files in the time of a page")]
fn the_number_of_shards_does_not_change_the_models_view() {
    let directory = made();
    let rooms = [1, 3].map(|shards| room(directory.path(), shards));
    for arguments in [
        r#"{"pattern": "nowhere"}"#,
        r#"{"pattern": "NUMBER_7\\b", "case": "insensitive"}"#,
        r#"{"pattern": "everywhere", "what": "files", "matches": 900}"#,
        r#"{"pattern": "x[12]", "context": 1, "tokens": 900}"#,
        r#"{"pattern": "number", "path": "./3", "glob": "*.rs", "hidden": true}"#,
        r#"{"pattern": "number", "path": "nothing"}"#,
        r#"{"pattern": "("}"#,
    ] {
        let [one, three] =
            rooms.each_ref().map(|room| room.call("readroom:search", arguments).unwrap());
        assert_eq!(one, three, "{arguments}");
    }
}

/// A tree that records the threads that read it, and calls a function at each read.
struct Noting {
    files: MemoryTree,
    threads: Mutex<BTreeSet<String>>,
    on_read: Box<dyn Fn() + Send + Sync>,
}

impl Tree for Noting {
    fn entry(&self, path: &str) -> io::Result<TreeEntry> {
        self.files.entry(path)
    }

    fn list(&self, directory: &str) -> io::Result<TreeListing> {
        self.files.list(directory)
    }

    fn read(&self, file: &str, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        let name = std::thread::current().name().unwrap_or_default().to_string();
        self.threads.lock().unwrap().insert(name);
        (self.on_read)();
        self.files.read(file, offset, length)
    }
}

fn noting(on_read: impl Fn() + Send + Sync + 'static) -> Arc<Noting> {
    let files = (0..FILES).fold(MemoryTree::new(), |tree, number| {
        let path = format!("{}/{number}.txt", number % 20);
        tree.file(&path, format!("line {number}\n")).unwrap()
    });
    Arc::new(Noting { files, threads: Mutex::default(), on_read: Box::new(on_read) })
}

/// Returns whether separate threads search shards of a tree.
fn is_shared(build: impl FnOnce(Builder) -> Builder, call: fn(&Room)) -> bool {
    let tree = noting(|| {});
    let builder = Room::builder_from_tree("/project", tree.clone());
    call(&build(builder).build().unwrap());
    let threads = tree.threads.lock().unwrap();
    threads.iter().any(|name| name == "readroom-shard")
}

fn search(room: &Room) {
    let results = room.search(&SearchRequest::new(".", "line 1234")).unwrap();
    assert_eq!((results.files.len(), results.searched), (1, FILES as u32));
}

#[test]
fn a_large_directory_is_searched_on_several_threads() {
    let limits = || Limits::default().shards(3);
    assert!(is_shared(|builder| builder.limits(limits()), search));
    assert!(is_shared(
        |builder| builder.limits(limits()),
        |room| {
            room.call("readroom:search", r#"{"pattern": "line 1234"}"#).unwrap();
        }
    ));
    let few = |room: &Room| {
        room.search(&SearchRequest::new("7", "line 1234")).unwrap();
    };
    assert!(!is_shared(|builder| builder.limits(limits()), few));
    assert!(!is_shared(|builder| builder.limits(limits().shards(1)), search));
    assert!(!is_shared(|builder| builder.limits(limits().threads(Threads::Caller)), search));
    assert!(!is_shared(|builder| builder.limits(limits().concurrency(1)), search));
    // Each file that was opened is recorded in order.
    assert!(!is_shared(|builder| builder.limits(limits()).observer(|_| {}), search));
}

#[test]
fn instances_without_memory_are_done_without() {
    let limits = Limits::default().shards(4);
    for total in [6 << 20, 10 << 20, 20 << 20] {
        let builder = Room::builder_from_tree("/project", noting(|| {}));
        let room = builder.limits(limits.total_memory(total)).build().unwrap();
        let results = room.search(&SearchRequest::new(".", "line 1234")).unwrap();
        assert_eq!((results.files.len(), results.searched), (1, FILES as u32), "{total}");
    }
}

#[test]
fn a_page_ends_before_the_processor_time_of_the_call_does() {
    let spin = || {
        let started = std::time::Instant::now();
        while started.elapsed() < std::time::Duration::from_millis(5) {}
    };
    for shards in [1, 3] {
        let limits = Limits::default().shards(shards).cpu(std::time::Duration::from_secs(1));
        let builder = Room::builder_from_tree("/project", noting(spin));
        let room = builder.limits(limits).build().unwrap();
        let results = room.search(&SearchRequest::new(".", "line 1234")).unwrap();
        assert_eq!(results.stopped, SearchStop::TimeLimit, "{shards}");
        assert!(results.next.is_some() && results.searched > 0, "{shards}");
    }
}

#[test]
fn all_instances_end_when_the_call_is_cancelled() {
    let cancel = Cancel::new();
    let (own, count) = (cancel.clone(), std::sync::atomic::AtomicUsize::new(0));
    let tree = noting(move || {
        if count.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == FILES / 2 {
            own.cancel();
        }
        // A call checks that at a tick of the clock.
        if own.is_cancelled() {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    });
    let builder = Room::builder_from_tree("/project", tree);
    let room = builder.limits(Limits::default().shards(3)).build().unwrap().cancelled_by(&cancel);
    let error = room.search(&SearchRequest::new(".", "line 1234")).unwrap_err();
    assert!(matches!(error, Error::Cancelled), "{error}");
}
