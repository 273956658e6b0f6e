//! The progress of long reads.

#![cfg(target_os = "linux")]

use crate::pty::Terminal;
use std::fs::File;
use std::io::Write;
use std::process::Command;
use tempfile::TempDir;

/// Returns a project with a file of 2 TiB whose second line never ends: a hole, which takes no
/// room.
fn project() -> TempDir {
    let project = tempfile::tempdir().unwrap();
    let mut file = File::create(project.path().join("endless.txt")).unwrap();
    let beginning = "\u{feff}one\n".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    file.write_all(&beginning).unwrap();
    file.set_len(2 << 40).unwrap();
    project
}

/// Reads until the processor's time is over, which takes longer than progress needs to be shown.
const ENDLESS: [&str; 8] =
    ["read", "--start", "3", "--limit", "cpu=2s", "--limit", "time=60min", "endless.txt"];

#[test]
fn a_long_read_shows_its_progress_and_removes_it() {
    let project = project();
    let (seen, status) = Terminal::new(project.path()).run(&ENDLESS);
    let (progress, error) = seen.rsplit_once("\r\x1b[K").unwrap_or_else(|| panic!("{seen}"));
    assert!(progress.starts_with("\r\x1b[Kreadroom: ") && progress.ends_with("iB read"), "{seen}");
    let message = "readroom: the call reached its limit 'cpu' (2 s)";
    assert!(error.starts_with(message) && !error.contains(" read\n"), "{seen}");
    assert_ne!(status, 0);
}

#[test]
fn a_pipe_gets_no_progress() {
    let project = project();
    let mut command = Command::new(env!("CARGO_BIN_EXE_readroom"));
    let output = command.args(ENDLESS).current_dir(&project).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.starts_with("readroom: the call reached its limit 'cpu'"), "{stderr}");
    assert!(output.stdout.is_empty() && !stderr.contains('\r'), "{stderr}");
}
