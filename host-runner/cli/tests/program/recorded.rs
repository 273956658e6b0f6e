//! Every answer is in the audit log when the program has exited.

use super::mcp::client::{Client, program, wait_for_end};
#[cfg(unix)]
use super::mcp::web::Site;
use readroom_testing::wait::wait_until;
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// How often a program is started. A record was lost in one of ten.
const PROGRAMS: usize = 30;

/// The number of reads in each.
const READS: usize = 20;

fn project() -> tempfile::TempDir {
    let project = tempfile::tempdir().unwrap();
    fs::write(project.path().join("a.txt"), "one\n").unwrap();
    project
}

/// Returns the number of records, and removes the log.
fn records(log: &Path) -> usize {
    let text = fs::read_to_string(log).unwrap();
    fs::remove_file(log).unwrap();
    let records = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    records.filter(|record| record["outcome"] == "answered").count()
}

/// Starts `readroom serve`, and returns it with its input and output.
fn serve() -> (Child, ChildStdin, BufReader<ChildStdout>) {
    let mut child =
        program().arg("serve").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    (child, input, BufReader::new(output))
}

#[test]
fn by_serve() {
    let project = project();
    let log = project.path().join("log");
    for number in 0..PROGRAMS {
        let (mut child, mut input, output) = serve();
        let open = json!({ "root": project.path(), "audit": log });
        let mut lines = vec![
            json!({ "id": 1, "method": "hello", "params": { "protocol": 1 } }),
            json!({ "id": 2, "method": "open", "params": open }),
        ];
        let read =
            |id| json!({ "id": id, "method": "read", "params": { "room": 1, "path": "a.txt" } });
        lines.extend((3..).map(read).take(READS));
        for line in lines {
            writeln!(input, "{line}").unwrap();
        }
        drop(input);
        let answers = output.lines().filter(|line| line.as_ref().unwrap().contains("\"result\":{"));
        assert_eq!(answers.count(), READS + 2);
        assert_eq!(wait_for_end(&mut child).code, Some(0));
        assert_eq!(records(&log), READS, "in program {number}");
    }
}

/// Also answers to a client that disconnects in the middle of one.
#[test]
fn by_serve_when_its_output_is_closed() {
    let project = project();
    let log = project.path().join("log");
    for number in 0..PROGRAMS {
        let (mut child, mut input, mut output) = serve();
        let mut ask = |line: Value| {
            writeln!(input, "{line}").unwrap();
            let mut answer = String::new();
            output.read_line(&mut answer).unwrap();
            assert!(answer.contains("\"result\":{"), "{answer}");
        };
        ask(json!({ "id": 1, "method": "hello", "params": { "protocol": 1 } }));
        let open = json!({ "root": project.path(), "audit": log });
        ask(json!({ "id": 2, "method": "open", "params": open }));
        ask(json!({ "id": 3, "method": "read", "params": { "room": 1, "path": "a.txt" } }));
        drop(output);
        let stat = json!({ "id": 4, "method": "stat", "params": { "room": 1, "path": "a.txt" } });
        // A program that another test starts has the output too for a moment, so that some answers
        // may be written.
        wait_until("the program reads no more", || writeln!(input, "{stat}").is_err());
        assert_eq!(wait_for_end(&mut child).code, Some(0));
        assert_eq!(records(&log), 1, "in program {number}");
    }
}

#[test]
fn by_mcp_over_standard_input() {
    let project = project();
    let log = project.path().join("log");
    for number in 0..PROGRAMS {
        let mut client = Client::new(project.path(), &["--audit", log.to_str().unwrap()]);
        let read = json!({ "name": "read", "arguments": { "path": "a.txt" } });
        let mut ids: Vec<_> =
            (0..READS).map(|_| client.request("tools/call", read.clone())).collect();
        while !ids.is_empty() {
            let answer = client.receive();
            assert_eq!(answer["result"]["content"][0]["text"], "1\tone\n", "{answer}");
            ids.retain(|id| answer["id"] != *id);
        }
        client.close();
        assert_eq!(client.wait().code, Some(0));
        assert_eq!(records(&log), READS, "in program {number}");
    }
}

#[cfg(unix)]
#[test]
fn by_mcp_over_http() {
    let project = project();
    let log = project.path().join("log");
    let read = json!({ "name": "read", "arguments": { "path": "a.txt" } });
    let read = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": read });
    for number in 0..PROGRAMS {
        let site = Site::new(project.path(), &["--audit", log.to_str().unwrap()]);
        for _ in 0..READS {
            let answer = site.post(&[], &read).answer();
            assert_eq!(answer["result"]["content"][0]["text"], "1\tone\n", "{answer}");
        }
        super::mcp::kill(site.id(), "TERM");
        assert_eq!(site.wait().code, Some(0));
        assert_eq!(records(&log), READS, "in program {number}");
    }
}
