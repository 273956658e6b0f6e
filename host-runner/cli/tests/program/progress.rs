//! The progress of long reads.

#![cfg(target_os = "linux")]

use crate::pty::Terminal;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::process::Command;
use tempfile::TempDir;

/// The length of the second line of the long file: at least a second of work.
const LONG: i64 = if cfg!(debug_assertions) { 64 << 20 } else { 512 << 20 };

/// Returns a project with a file whose second line is long: a hole, which takes no room.
fn project() -> TempDir {
    let project = tempfile::tempdir().unwrap();
    let mut file = File::create(project.path().join("long.txt")).unwrap();
    let encoded =
        |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    file.write_all(&encoded("\u{feff}one\n")).unwrap();
    file.seek(SeekFrom::Current(LONG)).unwrap();
    file.write_all(&encoded("\nthree\n")).unwrap();
    std::fs::write(project.path().join("short.txt"), "one\n").unwrap();
    project
}

#[test]
fn a_long_read_shows_its_progress_and_removes_it() {
    let project = project();
    let read = ["read", "--start", "3", "--limit", "cpu=60s", "long.txt"];
    let (seen, status) = Terminal::new(project.path()).run(&read);
    let (progress, answer) = seen.rsplit_once("\r\x1b[K").unwrap_or_else(|| panic!("{seen}"));
    assert!(
        progress.starts_with("\r\x1b[Kreadroom: ") && progress.ends_with(" MiB read"),
        "{seen}"
    );
    assert!(answer.contains("three\n") && !answer.contains("MiB read"), "{seen}");
    assert_eq!(status, 0);
    // An error removes it, too.
    let (seen, status) = Terminal::new(project.path())
        .run(&["read", "--start", "9", "--limit", "cpu=60s", "long.txt"]);
    let (progress, answer) = seen.rsplit_once("\r\x1b[K").unwrap_or_else(|| panic!("{seen}"));
    assert!(progress.ends_with(" MiB read") && answer.starts_with("readroom: "), "{seen}");
    assert_eq!(status, 1);
}

#[test]
fn a_short_read_shows_none_and_neither_does_a_pipe() {
    let project = project();
    let (seen, _) = Terminal::new(project.path()).run(&["read", "short.txt"]);
    assert!(!seen.contains("\r\x1b[K"), "{seen}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_readroom"));
    let arguments = ["read", "--start", "3", "--limit", "cpu=60s", "long.txt"];
    let output = command.args(arguments).current_dir(&project).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "3\tthree\n");
    assert!(!output.stderr.contains(&b'\r'), "{:?}", output.stderr);
}
