//! Repositories that are small on disk and large as trees take a bounded amount of memory.

#![cfg(unix)]
#![allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests"
)]

#[path = "../../images/tests/support/counting.rs"]
mod counting;
#[path = "../../../host-runner/cli/benches/speed/native.rs"]
mod native;
#[path = "like_git/pages.rs"]
mod pages;
#[path = "support/random.rs"]
mod random;
#[path = "support/random_history.rs"]
mod random_history;

use native::Native;
use random_history::{git, output, run, text};
use readroom_history::{Historic, HistoryError, Timeline};
use readroom_search::Deadline;
use readroom_types::{BlameRequest, DiffOutput, DiffRequest, LogOutput, LogRequest};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Half of what a call has in the component.
const MAX_MEMORY: usize = 64 << 20;

/// Makes a tree of entries with a mode and an object.
fn tree(root: &Path, mode: &str, id: &str, names: &[String]) -> String {
    let kind = if mode == "040000" { "tree" } else { "blob" };
    let entries: String =
        names.iter().map(|name| format!("{mode} {kind} {id}\t{name}\n")).collect();
    let made = output(git(root, &["mktree", "--missing"]), entries.as_bytes()).unwrap();
    String::from_utf8(made).unwrap().trim().into()
}

/// Returns a repository with a file whose next commit has levels of directories, each with the same
/// content under every one of its names.
fn repository(levels: &[Vec<String>]) -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().canonicalize().unwrap();
    run(&root, &["init", "-q", "-b", "main"]);
    fs::write(root.join("a"), "one\n").unwrap();
    run(&root, &["add", "-A"]);
    run(&root, &["commit", "-q", "-m", "first"]);
    let blob = output(git(&root, &["hash-object", "-w", "--stdin"]), b"x needle\n").unwrap();
    let (mut id, mut mode) = (String::from_utf8(blob).unwrap().trim().to_owned(), "100644");
    for names in levels.iter().rev() {
        (id, mode) = (tree(&root, mode, &id, names), "040000");
    }
    let commit = text(&root, &["commit-tree", "-p", "HEAD", "-m", "bomb", &id]);
    run(&root, &["update-ref", "refs/heads/main", commit.trim()]);
    (directory, root)
}

fn names(count: usize, length: usize) -> Vec<String> {
    (0..count).map(|number| format!("{number:0length$}")).collect()
}

/// Asks all that compares whole trees. Returns which of it is too much.
fn too_much(root: &Path) -> Vec<&'static str> {
    let disk = Native::open(root);
    let timeline = &Timeline::now(&disk);
    let diff = |from: &str, to: &str| DiffRequest {
        from: Some(from.into()),
        to: Some(to.to_owned()).filter(|to| !to.is_empty()),
        output: DiffOutput::Files,
        ..pages::diff_request(".")
    };
    let compare = |request: &DiffRequest| timeline.compare(None, request).map(|_| 0);
    let log = |path: &str, text: Option<&str>, output| {
        let text = text.map(String::from);
        let request = LogRequest { output, text, ..pages::log_request(path) };
        timeline.log(None, &request, Deadline::NEVER).map(|page| page.commits.len())
    };
    let blame = |request: &BlameRequest| {
        timeline.blame(None, request, Deadline::NEVER).map(|page| page.runs.len())
    };
    type Ask<'a> = &'a dyn Fn() -> Result<usize, HistoryError>;
    let all: [(&str, Ask<'_>); 9] = [
        ("working tree", &|| compare(&diff("HEAD", ""))),
        ("index", &|| compare(&diff("index", "HEAD"))),
        ("commit", &|| compare(&diff("HEAD~1", "HEAD"))),
        ("nothing", &|| compare(&diff("HEAD~1", ""))),
        ("log", &|| log(".", None, LogOutput::Full)),
        ("log of a path", &|| log("0/0/0", None, LogOutput::Subjects)),
        ("log of a text", &|| log(".", Some("needle"), LogOutput::Subjects)),
        ("log of files", &|| log(".", None, LogOutput::Files)),
        ("blame", &|| blame(&pages::blame_request("a"))),
    ];
    let mut too_much = Vec::new();
    for (name, ask) in all {
        let (result, peak) = counting::measured(ask);
        assert!(peak < MAX_MEMORY, "{name}: {peak} bytes");
        match result {
            Ok(_) => {}
            Err(HistoryError::TooMuch { .. }) => too_much.push(name),
            Err(error) => panic!("{name}: {error:?}"),
        }
    }
    too_much
}

const ALL: [&str; 5] = ["working tree", "index", "commit", "log of a text", "log of files"];

#[test]
fn directories_with_the_same_content_are_not_listed_without_end() {
    let (_directory, root) = repository(&vec![names(10, 1); 10]);
    assert_eq!(too_much(&root), ALL);
}

#[test]
fn long_paths_are_not_kept_without_end() {
    let mut levels = vec![names(1, 200); 3000];
    levels.extend(vec![names(10, 1); 10]);
    let (_directory, root) = repository(&levels);
    assert_eq!(too_much(&root), ALL);
}
