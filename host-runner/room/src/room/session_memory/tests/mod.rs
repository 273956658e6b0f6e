use super::{FileMemory, SessionMemory};
use crate::contract::{ComponentReply, Outcome, ReadFacts};
use crate::limits;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

fn started() -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(100)
}

fn facts(modified: Option<u64>) -> ReadFacts {
    let (real_path, version) = ("/p/a".into(), Some("v".into()));
    ReadFacts { real_path, size: 1, modified, version, lines: 1, bytes: 1, masked: None }
}

fn reply(index: Option<String>, shown: Option<String>) -> ComponentReply {
    let (outcome, json) = (Outcome::Answered, String::new());
    ComponentReply { outcome, json, content: Vec::new(), facts: Vec::new(), index, shown }
}

fn keep(memory: &SessionMemory, path: &str, text: &str, modified: Option<u64>) {
    let reply = reply(Some(text.into()), Some(text.into()));
    memory.keep("pi", path, &facts(modified), started(), &reply);
}

fn both(text: &str) -> FileMemory {
    FileMemory { index: Some(text.into()), shown: Some(text.into()) }
}

#[test]
fn strings_are_kept_by_tool_and_file() {
    let memory = SessionMemory::default();
    assert!(memory.is_empty());
    keep(&memory, "/p/a", "one", Some(98_000));
    keep(&memory, "/p/a", "two", Some(98_000));
    assert_eq!(memory.get("pi", "/p/a"), both("two"));
    let nothing_new = reply(None, None);
    memory.keep("pi", "/p/a", &facts(Some(98_000)), started(), &nothing_new);
    assert_eq!(memory.get("pi", "/p/a"), both("two"));
    assert_eq!(memory.get("dm-cc", "/p/a"), FileMemory::default());
    assert_eq!(memory.get("pi", "/p/b"), FileMemory::default());
}

#[test]
fn of_a_file_that_may_change_unnoticed_nothing_is_kept() {
    for modified in [None, Some(98_001), Some(100_000), Some(200_000)] {
        let memory = SessionMemory::default();
        keep(&memory, "/p/a", "one", Some(98_000));
        keep(&memory, "/p/a", "two", modified);
        assert!(memory.is_empty(), "{modified:?}");
    }
}

#[test]
fn the_memory_of_a_session_is_bounded() {
    let memory = SessionMemory::default();
    keep(&memory, "/p/a", &"x".repeat(limits::INDEX_BYTES + 1), Some(0));
    keep(&memory, &"p".repeat(limits::PATH_BYTES + 1), "one", Some(0));
    assert!(memory.is_empty());
    for number in 0..=256 {
        keep(&memory, &number.to_string(), "one", Some(0));
    }
    assert_eq!(memory.get("pi", "0"), FileMemory::default());
    assert_eq!(memory.get("pi", "1").index, None);
    assert!(memory.get("pi", "1").shown.is_some());
    assert_eq!(memory.get("pi", "256"), both("one"));
}
