//! The line indexes of a session make calls on large files cheaper and change no answer.

use readroom::policy::{Action, Permission, PolicyAnswer};
use readroom::{BasicRequest, MemoryTree, Outcome, Policy, Room, Start};
use readroom_check::without_time;
use readroom_testing::{hostile, tools};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const LINES: u32 = 60_000;

/// Returns lines of a hundred bytes, some 6 MB in all.
fn large() -> String {
    (0..LINES).map(|number| format!("{number:099}\n")).collect()
}

fn tree(text: impl Into<Vec<u8>>, modified: SystemTime) -> MemoryTree {
    MemoryTree::new().file("a.log", text).unwrap().modified("a.log", modified).unwrap()
}

fn long_ago() -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(1_000_000)
}

fn arguments(room: &Room, tool: &str, first: u32, lines: u32) -> String {
    let question =
        BasicRequest { path: "a.log".into(), start: Some(Start::Line(first)), lines: Some(lines) };
    room.arguments_for(tool, &question).unwrap().unwrap()
}

/// Returns the answer without its elapsed time.
fn json(room: &Room, tool: &str, first: u32, lines: u32) -> Value {
    let reply = room.call(tool, &arguments(room, tool, first, lines)).unwrap();
    without_time(serde_json::from_str(&reply.json).unwrap())
}

/// A room that reports how many bytes of the file each call reads.
struct Meter(Room, Arc<AtomicU64>);

impl Meter {
    fn new(modified: SystemTime) -> Self {
        let bytes = Arc::new(AtomicU64::new(0));
        let told = bytes.clone();
        let room = Room::builder_from_tree("/project", tree(large(), modified))
            .observer(move |event| told.store(event.cost.bytes, Ordering::Relaxed));
        Self(room.build().unwrap(), bytes)
    }

    fn read(&self, session: &Room, tool: &str, first: u32) -> u64 {
        let reply = session.call(tool, &arguments(session, tool, first, 500)).unwrap();
        assert_eq!(reply.outcome, Outcome::Answered);
        self.1.load(Ordering::Relaxed)
    }
}

#[test]
fn going_back_to_a_large_file_reads_little_of_it() {
    let meter = Meter::new(long_ago());
    // opencode 2 searches everything before a page for a NUL, kimi-code the whole file, and these
    // pages have too many tokens for Claude Code.
    let others = ["opencode@2", "kimi-code@2.1", "claude-code@2.1"];
    for tool in tools::paging().filter(|tool| !others.contains(tool)) {
        let session = meter.0.session("one");
        let first = meter.read(&session, tool, 30_001);
        assert!(first >= 3_000_000, "{tool} counts {first}");
        // Every call reads the start, to check that the file is text. A page that is cut to fit
        // with its numbers is read twice.
        let next = meter.read(&session, tool, 30_501);
        assert!(next <= 5 * 65_536, "{tool} goes on after {next}");
        let back = meter.read(&session, tool, 20_001);
        assert!(back <= 11 * 65_536, "{tool} goes back after {back}");
        let other = meter.read(&meter.0.session("one"), tool, 30_501);
        assert!(other >= 3_000_000, "another session knows nothing: {other}");
    }
}

#[test]
fn a_refusal_does_not_make_a_session_forget() {
    let meter = Meter::new(long_ago());
    assert!(meter.read(&meter.0, "pi", 30_001) >= 3_000_000);
    let past_end = meter.0.call("pi", &arguments(&meter.0, "pi", LINES + 2, 1)).unwrap();
    assert_eq!(past_end.outcome, Outcome::Refused);
    assert!(meter.read(&meter.0, "pi", 30_501) <= 4 * 65_536);
}

#[test]
fn no_answer_depends_on_remembered_state() {
    // Line endings of all kinds, an empty line, and no final line ending.
    let mut mixed: String = (0..150_000)
        .map(|number| format!("{number} é{}", ["\n", "\r\n", "\r", "\n\n"][number % 4]))
        .collect();
    mixed.push_str("last");
    // Invalid bytes in the middle of a file make the call count its lines again.
    let mut damaged = large().into_bytes();
    damaged[2_000_000] = 0xff;
    for text in [mixed.into_bytes(), damaged, (large() + "\u{feff}").into_bytes()] {
        let room = Room::from_tree("/project", tree(text, long_ago())).unwrap();
        for tool in tools::paging() {
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
                    json(&session, tool, first, lines),
                    json(&fresh, tool, first, lines),
                    "{tool}: {lines} lines from {first}"
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
    for tool in tools::paging() {
        json(&room, tool, 30_001, 1);
    }
    // The size is the same, with fewer lines: most remembered offsets are still the start of some
    // line.
    write(&large().replace("5\n", "55"), long_ago() + Duration::from_millis(1));
    for tool in tools::paging() {
        assert_eq!(
            json(&room, tool, 30_002, 1),
            json(&room.session("new"), tool, 30_002, 1),
            "{tool}"
        );
    }
}

#[test]
fn of_a_file_that_just_changed_nothing_is_remembered() {
    let meter = Meter::new(SystemTime::now() + Duration::from_secs(60));
    for first in [30_001, 30_501] {
        assert!(meter.read(&meter.0, "pi", first) >= 3_000_000);
    }
}

#[test]
fn a_component_gets_its_notes_back_unless_too_long_or_denied() {
    let policy = Policy::new().rule(Permission::Read, "*", Action::Ask);
    let allowed = Arc::new(AtomicBool::new(true));
    let answer = allowed.clone();
    let policy = policy.on_ask(move |_| match answer.load(Ordering::Relaxed) {
        true => PolicyAnswer::Once,
        false => PolicyAnswer::Reject,
    });
    let room = Room::builder_from_tree("/project", MemoryTree::new())
        .component(hostile::component())
        .policy(policy)
        .build()
        .unwrap();
    let given_of = |path: &str, bytes: u32| {
        let reply = room.call("readroom", &format!("remember {bytes} {path}")).unwrap();
        reply.json.trim_matches('"').parse::<usize>().unwrap()
    };
    let given = |bytes| given_of("/project", bytes);
    // The component's statement about what it read is not trusted: the index is kept under the
    // requested name.
    assert_eq!(given_of("/elsewhere", 7), 0);
    assert_eq!(given(1000), 7);
    assert_eq!(given(32_768), 1000);
    assert_eq!(given(32_769), 32_768);
    assert_eq!(given(5), 0, "what is too large is not kept");
    allowed.store(false, Ordering::Relaxed);
    assert_eq!(given(6), 0, "where it may read nothing, it is told nothing");
}
