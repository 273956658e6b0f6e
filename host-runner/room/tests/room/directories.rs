//! Directories far too large to be sorted in memory, through the dialect that lists them and those
//! that suggest similar names.
//!
//! This test has its own binary, as it measures the memory of the process.

use readroom::Room;
use readroom::tree::{Tree, TreeEntry, TreeEntryKind, TreeListing};
use readroom_testing::alone::alone;
use serde_json::Value;
use std::io;

const ENTRIES: u64 = 100_000;

/// Creates a directory of unsorted files with long names.
struct Crowd;

/// The names are numbers that all differ, in no order.
fn name(number: u64) -> String {
    format!("{:06}-{}.txt", number * 7919 % ENTRIES, "x".repeat(180))
}

impl Tree for Crowd {
    fn entry(&self, path: &str) -> io::Result<TreeEntry> {
        match path {
            "" | "crowd" => Ok(TreeEntry::directory()),
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn list(&self, _: &str) -> io::Result<TreeListing> {
        Ok(Box::new((0..ENTRIES).map(|number| Ok((name(number), TreeEntryKind::File)))))
    }

    fn read(&self, _: &str, _: u64, _: usize) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::IsADirectory.into())
    }
}

#[test]
fn a_crowded_directory_takes_no_more_memory_than_a_page_of_it() {
    alone("directories::a_crowded_directory_takes_no_more_memory_than_a_page_of_it", || {
        let room = Room::builder_from_tree("/project", Crowd)
            .limits(readroom_testing::patient())
            .build()
            .unwrap();
        let list = |arguments: &str| -> Value {
            serde_json::from_str(&room.call("dm-cc", arguments).unwrap().json).unwrap()
        };
        // Warms up everything except the listing itself.
        list(r#"{"filePath":"crowd","offset":0}"#);
        let before = peak_memory();
        for (offset, limit, shown) in [(50_001, 1000, 1000), (99_999, 10, 2)] {
            let page =
                list(&format!(r#"{{"filePath":"crowd","offset":{offset},"limit":{limit}}}"#));
            let output = page["output"].as_str().unwrap();
            let lines: Vec<&str> = output.lines().filter(|line| line.ends_with("x.txt")).collect();
            assert_eq!(lines.len(), shown, "{offset}");
            for (number, line) in (offset - 1..).zip(&lines) {
                assert!(line.starts_with(&format!("{number:06}-")), "{line} is entry {number}");
            }
            let more = offset + (shown as u64) <= ENTRIES;
            assert_eq!(page["metadata"]["truncated"], more, "{offset}");
        }
        // Suggestions are the first in order, wherever in the directory they are.
        let missing = list(r#"{"filePath":"crowd/X.TXT"}"#);
        let message = missing["error"]["message"].as_str().unwrap();
        assert!(
            message.contains("\n/project/crowd/000000-x")
                && message.contains("\n/project/crowd/000002-x")
        );
        let grown = peak_memory().saturating_sub(before);
        assert!(grown < 12 * 1024 * 1024, "{grown} bytes");
    });
}

/// Returns the peak memory of the process so far, in bytes.
#[cfg(target_os = "linux")]
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}

#[cfg(not(target_os = "linux"))]
fn peak_memory() -> u64 {
    0
}
