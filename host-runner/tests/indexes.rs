//! What a session remembers of the lines of large files makes calls cheaper and changes no answer.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod common;

use common::hostile;
use readroom::policy::{Action, Answer, Permission};
use readroom::tree::{Entry, Listing, Tree};
use readroom::{Dialect, MemoryTree, Outcome, Policy, Question, Room, Start};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The dialects that count lines on their way, which all do.
const DIALECTS: [Dialect; 6] = Dialect::ALL;

const LINES: u32 = 60_000;

/// A tree that counts what is read from it.
struct Counted {
    tree: MemoryTree,
    read: AtomicU64,
}

impl Tree for Counted {
    fn entry(&self, path: &str) -> io::Result<Entry> {
        self.tree.entry(path)
    }

    fn list(&self, directory: &str) -> io::Result<Listing> {
        self.tree.list(directory)
    }

    fn read(&self, file: &str, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        let bytes = self.tree.read(file, offset, length)?;
        self.read.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        Ok(bytes)
    }
}

/// Lines of a hundred bytes: some 6 MB.
fn large() -> String {
    (0..LINES).map(|number| format!("{number:099}\n")).collect()
}

fn counted(text: &str, modified: SystemTime) -> Arc<Counted> {
    let tree = MemoryTree::new().file("a.log", text).unwrap().modified("a.log", modified).unwrap();
    Arc::new(Counted { tree, read: AtomicU64::new(0) })
}

fn long_ago() -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(1_000_000)
}

fn arguments(room: &Room, dialect: Dialect, first: u32, lines: u32) -> String {
    let question = Question { path: "a.log".into(), start: Some(Start::Line(first)), lines: Some(lines) };
    room.phrase(dialect, &question).unwrap().unwrap()
}

/// The answer without the time it took.
fn json(room: &Room, dialect: Dialect, first: u32, lines: u32) -> String {
    let reply = room.call(dialect, &arguments(room, dialect, first, lines)).unwrap();
    assert_eq!(reply.index, None, "it stays in the room");
    let mut parts = reply.json.split("Took ").flat_map(|part| part.split("\"time_ms\":"));
    let digits = |part: &str| part.trim_start_matches(|digit: char| digit.is_ascii_digit()).to_string();
    let first = parts.next().unwrap().to_string();
    first + &parts.map(digits).collect::<String>()
}

/// How many bytes of the file one call reads.
fn cost(room: &Room, tree: &Counted, dialect: Dialect, first: u32) -> u64 {
    let before = tree.read.load(Ordering::Relaxed);
    let reply = room.call(dialect, &arguments(room, dialect, first, 500)).unwrap();
    assert_eq!(reply.outcome, Outcome::Answered);
    tree.read.load(Ordering::Relaxed) - before
}

#[test]
fn going_back_to_a_large_file_reads_little_of_it() {
    let tree = counted(&large(), long_ago());
    let room = Room::from_tree("/project", tree.clone()).unwrap();
    for dialect in DIALECTS {
        let session = room.session("one");
        let first = cost(&session, &tree, dialect, 30_001);
        assert!(first >= 3_000_000, "{dialect} counts {first}");
        // The beginning is looked at in every call: whether it is text.
        let next = cost(&session, &tree, dialect, 30_501);
        assert!(next <= 4 * 65_536, "{dialect} goes on after {next}");
        let back = cost(&session, &tree, dialect, 20_001);
        assert!(back <= 8 * 65_536, "{dialect} goes back after {back}");
        let other = cost(&room.session("one"), &tree, dialect, 30_501);
        assert!(other >= 3_000_000, "another session knows nothing: {other}");
    }
}

#[test]
fn no_answer_depends_on_what_is_remembered() {
    // Line ends of all kinds, an empty line, and nothing at the end.
    let mut mixed: String = (0..150_000)
        .map(|number| format!("{number} é{}", ["\n", "\r\n", "\r", "\n\n"][number % 4]))
        .collect();
    mixed.push_str("last");
    // Damage in the middle of a file makes its lines count anew.
    let mut damaged = large().into_bytes();
    damaged[2_000_000] = 0xff;
    for text in [mixed.into_bytes(), damaged, (large() + "\u{feff}").into_bytes()] {
        let tree = MemoryTree::new().file("a.log", text).unwrap().modified("a.log", long_ago()).unwrap();
        let room = Room::from_tree("/project", tree).unwrap();
        for dialect in DIALECTS {
            let session = room.session("one");
            for (first, lines) in [
                (30_000, 10),
                (30_010, 300),
                (59_990, 20),
                (1, 5),
                (150_000, 1),
                (25_000, 1),
                (400_000, 1),
                (7, 2),
            ] {
                let fresh = room.session("two");
                assert_eq!(
                    json(&session, dialect, first, lines),
                    json(&fresh, dialect, first, lines),
                    "{dialect}: {lines} lines from {first}"
                );
            }
        }
    }
}

#[test]
fn a_file_that_changed_is_counted_anew() {
    let project = tempfile::tempdir().unwrap();
    let path = project.path().join("a.log");
    let write = |text: &str, modified: SystemTime| {
        std::fs::write(&path, text).unwrap();
        std::fs::File::options().write(true).open(&path).unwrap().set_modified(modified).unwrap();
    };
    let room = Room::new(project.path()).unwrap();
    write(&large(), long_ago());
    for dialect in DIALECTS {
        json(&room, dialect, 30_001, 1);
    }
    // As large as before, with other lines.
    write(&large().replace("0\n", "\n1"), long_ago() + Duration::from_nanos(1_000_000));
    for dialect in DIALECTS {
        assert_eq!(
            json(&room, dialect, 30_002, 1),
            json(&room.session("new"), dialect, 30_002, 1),
            "{dialect}"
        );
    }
}

#[test]
fn of_a_file_that_just_changed_nothing_is_remembered() {
    let tree = counted(&large(), SystemTime::now());
    let room = Room::from_tree("/project", tree.clone()).unwrap();
    for first in [30_001, 30_501] {
        assert!(cost(&room, &tree, Dialect::Pi, first) >= 3_000_000);
    }
}

#[test]
fn a_component_is_given_back_what_it_learned_unless_it_is_too_much_or_denied() {
    let policy = Policy::new().rule(Permission::Read, "*", Action::Ask);
    let allowed = Arc::new(std::sync::atomic::AtomicBool::new(true));
    let answer = allowed.clone();
    let policy = policy.on_ask(move |_| match answer.load(Ordering::Relaxed) {
        true => Answer::Once,
        false => Answer::Reject,
    });
    let room = Room::builder_from_tree("/project", MemoryTree::new())
        .component(hostile::component())
        .policy(policy)
        .build()
        .unwrap();
    let given_of = |path: &str, bytes: u32| {
        let reply = room.call(Dialect::Readroom, &format!("remember {bytes} {path}")).unwrap();
        assert_eq!(reply.index, None);
        reply.json.trim_matches('"').parse::<usize>().unwrap()
    };
    let given = |bytes| given_of("/project", bytes);
    assert_eq!(given_of("/elsewhere", 7), 0);
    assert_eq!(given(1000), 0, "nothing is kept of what is denied by its real name");
    assert_eq!(given(32_768), 1000);
    assert_eq!(given(32_769), 32_768);
    assert_eq!(given(5), 0, "what is too large is not kept");
    allowed.store(false, Ordering::Relaxed);
    assert_eq!(given(6), 0, "where it may read nothing, it is told nothing");
}
