//! Rooms of files in memory.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use serde_json::{Value, json};
use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};

/// Collects what the server writes.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Opens a room, makes calls in it, and returns the answers in the order of the requests.
fn answers(open: Value, calls: &[(&str, Value)]) -> Vec<Value> {
    let mut requests = vec![
        json!({ "id": 0, "method": "hello", "params": { "protocol": 1 } }),
        json!({ "id": 1, "method": "open", "params": open }),
    ];
    for (method, params) in calls {
        let mut params = params.clone();
        params["room"] = json!(1);
        requests.push(json!({ "id": requests.len(), "method": method, "params": params }));
    }
    let lines: Vec<String> = requests.iter().map(|request| format!("{request}\n")).collect();
    let output = Output::default();
    readroom_serve::serve(Cursor::new(lines.concat()), output.clone()).unwrap();
    let written = String::from_utf8(output.0.lock().unwrap().clone()).unwrap();
    let mut answers: Vec<Value> =
        written.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    answers.sort_by_key(|answer| answer["id"].as_u64());
    answers.split_off(1)
}

/// Returns the error of opening a room.
fn refused(open: Value) -> Value {
    let mut answers = answers(open, &[]);
    assert!(answers[0].get("result").is_none(), "{answers:?}");
    answers[0]["error"].take()
}

#[test]
fn files_are_read_from_memory() {
    let files = json!([
        { "path": "src/main.rs", "text": "fn main() {}\n", "modified": 1_600_000_000_123_u64 },
        { "path": "bytes", "base64": "Y2Fm6Qo=" },
        { "path": "link", "link": "src/main.rs" },
        { "path": "empty/inside", "directory": true },
        { "path": ".env", "text": "SECRET=1\n" },
        { "path": ".agentignore", "text": "/bytes\n" },
    ]);
    let paths = ["link", "/project/src/main.rs", "bytes", ".env", "../etc/passwd", "src/mian.rs"];
    let mut calls: Vec<_> = paths.iter().map(|path| ("read", json!({ "path": path }))).collect();
    calls.push(("stat", json!({ "path": "src/main.rs" })));
    calls.push(("list", json!({ "path": "empty" })));
    let answers = answers(json!({ "files": files }), &calls);
    assert_eq!(answers[0]["result"], json!({ "room": 1 }));
    for at in [1, 2] {
        let result = &answers[at]["result"];
        assert_eq!(result["path"], "src/main.rs");
        assert_eq!(result["body"]["content"], "fn main() {}\n");
    }
    let code = |at: usize| answers[at]["error"]["data"]["error"]["code"].clone();
    assert_eq!([code(3), code(4)], ["permission-denied", "permission-denied"]);
    assert_eq!([code(5), code(6)], ["outside-root", "not-found"]);
    assert_eq!(answers[7]["result"]["modified"], 1_600_000_000_123_u64);
    assert_eq!(answers[8]["result"]["entries"][0]["name"], "inside");
}

#[test]
fn they_have_a_name_a_working_directory_and_bytes_that_are_not_text() {
    let open = json!({
        "files": [{ "path": "src/a", "base64": "Y2Fm6Qo=" }], "name": "/app", "cwd": "src",
    });
    let read = json!({ "path": "/app/src/a", "encoding": "latin1" });
    let answers = answers(open, &[("read", json!({ "path": "a" })), ("read", read)]);
    assert_eq!(answers[1]["result"]["body"]["encoding"], "windows-1252", "{answers:?}");
    assert_eq!(answers[2]["result"]["body"]["content"], "caf\u{e9}\n");
}

#[test]
fn what_cannot_be_a_tree_is_refused() {
    let file = |path: &str| json!({ "path": path, "text": "" });
    for path in ["", "/a", "a/", "a//b", "a/../b", ".", "a\0", &format!("{}a", "a/".repeat(2048))] {
        let error = refused(json!({ "files": [file(path)] }));
        assert_eq!((&error["code"], &error["data"]["kind"]), (&json!(-32000), &json!("room")));
    }
    for twice in [[file("a"), file("a")], [file("a"), file("a/b")], [file("a/b"), file("a")]] {
        let error = refused(json!({ "files": twice }));
        assert!(error["message"].as_str().unwrap().contains("in the tree already"), "{error}");
    }
    let relative = refused(json!({ "files": [], "name": "project" }));
    assert_eq!(relative["data"]["kind"], "room");
    for wrong in [
        json!({ "path": "a" }),
        json!({ "path": "a", "text": "", "base64": "" }),
        json!({ "path": "a", "text": "", "directory": true }),
        json!({ "path": "a", "base64": "Y2Fm6Q" }),
        json!({ "path": "a", "base64": "?" }),
        json!({ "path": "a", "text": 1 }),
        json!({ "path": "a", "text": "", "mode": 0o644 }),
        json!({ "path": "a", "text": "", "modified": -1 }),
        json!({ "text": "" }),
    ] {
        let error = refused(json!({ "files": [wrong.clone()] }));
        assert_eq!(error["code"], -32602, "{wrong}: {error}");
    }
    for wrong in
        [json!({}), json!({ "root": "/", "files": [] }), json!({ "root": "/", "name": "/a" })]
    {
        assert_eq!(refused(wrong)["code"], -32602);
    }
    let error = refused(json!({ "files": [], "limits": { "total-memory": "1GiB" } }));
    assert!(error["message"].as_str().unwrap().contains("has to be in snake_case"), "{error}");
}

#[test]
fn more_than_the_memory_of_all_calls_is_refused() {
    let open = |length: usize, limit: &str| {
        let files = json!([{ "path": "a", "text": "a".repeat(length) }]);
        json!({ "files": files, "limits": { "total_memory": limit } })
    };
    let error = refused(open(1 << 20, "1MiB"));
    assert_eq!(error["data"]["limit"], "total-memory", "{error}");
    assert!(!error["data"]["hint"].as_str().unwrap().is_empty());
    // Names count too.
    let names: Vec<_> =
        (0..1000).map(|at| json!({ "path": format!("{at}"), "text": "" })).collect();
    let error = refused(json!({ "files": names, "limits": { "total_memory": "100KiB" } }));
    assert_eq!(error["data"]["kind"], "limit", "{error}");
    let fits = answers(open(1 << 20, "2MiB"), &[]);
    assert_eq!(fits[0]["result"]["room"], 1, "{fits:?}");
}
