//! Pages of the maximum size have no more JSON values than a host takes.

use crate::native::Native;
use crate::pages;
use crate::repository::{git, run};
use readroom_history::{Historic, Timeline};
use readroom_search::Deadline;
use readroom_types::{BlameRequest, HistoryStop, LogOutput, LogRequest};
use serde_json::Value;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

/// As many commits as a page has at most.
const COMMITS: usize = 10_000;

fn values(json: &Value) -> usize {
    match json {
        Value::Array(items) => 1 + items.iter().map(values).sum::<usize>(),
        Value::Object(members) => 1 + members.values().map(values).sum::<usize>(),
        _ => 1,
    }
}

fn assert_values(json: &Value) {
    let values = values(json);
    assert!(values <= 100_001, "{values}");
    // It is full.
    assert!(values > 60_000, "{values}");
}

/// Makes a repository of small commits, of which the last one but one adds each second line of a
/// file, and the last one gives it another name.
fn repository(root: &Path) {
    let mut stream = String::new();
    let mut commit = |files: &str| {
        let head = "commit refs/heads/main\ncommitter a <> 1700000000 +0000\ndata 1\nx\n";
        write!(stream, "{head}{files}").unwrap();
    };
    let file =
        |path: &str, text: &str| format!("M 644 inline {path}\ndata {}\n{text}\n", text.len());
    let lines =
        |step| (0..20_000).step_by(step).map(|line| format!("{line}\n")).collect::<String>();
    commit(&file("a", &lines(2)));
    (0..COMMITS).for_each(|at| commit(&file("b", &at.to_string())));
    commit(&file("a", &lines(1)));
    commit("R a c\n");
    run(root, &["init", "-q", "-b", "main"]);
    let import = git(root).args(["fast-import", "--quiet"]).stdin(Stdio::piped()).spawn();
    let mut import = import.expect("git");
    import.stdin.take().unwrap().write_all(stream.as_bytes()).unwrap();
    assert!(import.wait().unwrap().success());
}

#[test]
fn a_page_of_the_past_has_at_most_as_many_values_as_a_host_takes() {
    let directory = tempfile::tempdir().expect("a directory");
    let root = directory.path().canonicalize().unwrap();
    repository(&root);
    let disk = Native::open(&root);
    let tree = Timeline::now(&disk);
    let (count, bytes) = (Some(COMMITS as u32), Some(pages::ALL_BYTES));
    for output in [LogOutput::Subjects, LogOutput::Full, LogOutput::Files] {
        let request = LogRequest { output, commits: count, bytes, ..pages::log_request(".") };
        let page = tree.log(None, &request, Deadline::NEVER).unwrap();
        assert_values(&serde_json::to_value(&page).unwrap());
        assert_eq!(page.stopped, HistoryStop::ByteLimit, "{output:?}");
    }
    let at = Some("HEAD".into());
    let request = BlameRequest { at, lines: count, bytes, ..pages::blame_request("c") };
    let page = tree.blame(None, &request, Deadline::NEVER).unwrap();
    assert_values(&serde_json::to_value(&page).unwrap());
    assert_eq!(page.stopped, HistoryStop::ByteLimit);
}
