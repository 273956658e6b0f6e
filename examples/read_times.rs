//! An agent that may only overwrite what it has read: opencode's rule, from the events of a room.
//!
//! cargo run --example read_times

#![allow(clippy::print_stdout, reason = "an example")]

use readroom::observer::{Event, ReadOutcome};
use readroom::{MemoryTree, Room};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// When the files of one conversation were read. A host drops it with the conversation.
#[derive(Clone, Default)]
struct ReadTimes(Arc<Mutex<HashMap<String, SystemTime>>>);

impl ReadTimes {
    /// Records a read that was answered. Its start counts: a change during the read may have been
    /// missed.
    fn record(&self, event: &Event) {
        if let (ReadOutcome::Answered, Some(path)) = (event.outcome, &event.path) {
            let mut times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            times.insert(path.clone(), event.started);
        }
    }

    /// Fails with a message for the model if a file was not read, or was modified since.
    fn check(&self, path: &str, modified: Option<SystemTime>) -> Result<(), String> {
        let times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match (times.get(path), modified) {
            (None, _) => Err(format!("You must read the file {path} before overwriting it.")),
            (Some(read_at), Some(modified)) if modified > *read_at => {
                Err(format!("File {path} has been modified since it was last read."))
            }
            _ => Ok(()),
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let times = ReadTimes::default();
    let observer = times.clone();
    let room = Room::builder_from_tree("/project", MemoryTree::new().file("a.txt", "text")?)
        .observer(move |event| observer.record(event))
        .build()?;
    for turn in ["before", "after"] {
        // Before a file is overwritten:
        let modified = room.stat("/project/a.txt")?.modified_at();
        println!("{turn} the read: {:?}", times.check("/project/a.txt", modified));
        room.call("opencode", r#"{"path": "a.txt"}"#)?;
    }
    Ok(())
}

#[test]
fn only_what_was_read_and_not_modified_since_may_be_overwritten() -> Result<(), std::io::Error> {
    let directory = tempfile::tempdir()?;
    let file = directory.path().join("a.txt");
    std::fs::write(&file, "text")?;
    let times = ReadTimes::default();
    let observer = times.clone();
    let builder = Room::builder(directory.path()).observer(move |event| observer.record(event));
    let room = builder.build().map_err(std::io::Error::other)?;
    // In events, names have slashes on every system.
    let path = file.to_string_lossy().replace('\\', "/");
    let modified = std::fs::metadata(&file)?.modified()?;
    assert!(times.check(&path, Some(modified)).is_err_and(|why| why.contains("must read")));
    room.call("readroom", r#"{"path": "nothing.txt"}"#).map_err(std::io::Error::other)?;
    assert!(times.check(&path, Some(modified)).is_err());
    room.call("readroom", r#"{"path": "a.txt"}"#).map_err(std::io::Error::other)?;
    assert_eq!(times.check(&path, Some(modified)), Ok(()));
    assert_eq!(times.check(&path, None), Ok(()));
    let later = SystemTime::now() + std::time::Duration::from_secs(1);
    assert!(times.check(&path, Some(later)).is_err_and(|why| why.contains("modified since")));
    Ok(())
}
