//! The errors of `readroom serve`.

use super::defined::{cases, check_classes, kebab_case, source};
use super::room_errors::{Examples, example};
use super::table::{code, section as table};
use crate::mcp::project::endless;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// The meaning of each code in JSON-RPC, and a line that is answered with it. None of them provokes
/// a fault of the server.
const CODES: [(i64, &str, Option<&str>); 6] = [
    (-32700, "The line is not JSON.", Some("{")),
    (-32600, "It is not a request.", Some(r#"{"id": 1}"#)),
    (-32601, "There is no such method.", Some(r#"{"id": 1, "method": "write"}"#)),
    (-32602, "The params are wrong.", Some(r#"{"id": 1, "method": "read", "params": {}}"#)),
    (-32603, "The server has a fault; report it.", None),
    (-32000, "A room reports it: see `data.kind`.", None),
];

/// The classes of Python and JavaScript for a kind. A call that is cancelled in JavaScript rejects
/// with the reason of its signal.
const CLASSES: [(&str, &str, &str); 8] = [
    ("read", "ReadError", "ReadError"),
    ("unknown-tool", "UnknownToolError", "UnknownToolError"),
    ("limit", "LimitError", "LimitError"),
    ("cancelled", "CallError", "CallError"),
    ("call", "CallError", "CallError"),
    ("audit", "AuditError", "AuditError"),
    ("room", "RoomError", "RoomError"),
    ("closed", "ClosedError", "RoomError"),
];

pub fn section(of_rust: &Examples) -> String {
    [codes(), kinds(of_rust)].join("\n")
}

fn codes() -> String {
    let text = source("host-runner/serve/src/failure.rs");
    let numbers = text.split(|letter: char| !letter.is_ascii_digit() && letter != '-');
    let used: BTreeSet<i64> = numbers
        .filter(|number| number.starts_with("-32"))
        .map(|number| number.parse().unwrap())
        .collect();
    assert_eq!(used, CODES.map(|(code, ..)| code).into(), "every code needs an example");
    let rows = CODES.map(|(number, meaning, line)| {
        let message = line.map_or_else(String::new, |line| {
            let error = ask(&[line.into()]).remove(0);
            assert_eq!(error["code"], number, "{error}");
            code(error["message"].as_str().unwrap())
        });
        vec![code(&number.to_string()), meaning.into(), message]
    });
    table(
        "The protocol of `readroom serve`",
        "
The `code` of JSON-RPC in an answer of the [protocol](protocol.md):",
        &["code", "meaning", "message"],
        &rows,
    )
}

fn kinds(of_rust: &Examples) -> String {
    let directory = tempfile::tempdir().unwrap();
    let errors = provoked(directory.path());
    let mut messages: BTreeMap<String, String> = BTreeMap::new();
    for error in errors {
        let kind = error["data"]["kind"].as_str().unwrap_or_else(|| panic!("{error}"));
        let message = error["message"].as_str().unwrap();
        let message = message.replace(directory.path().to_str().unwrap(), "/project");
        messages.insert(kind.into(), super::table::shortened(&message));
    }
    // The embedded component does not fail; the message is that of Rust.
    messages.insert("call".into(), example(of_rust, "Call").into());
    let rows: Vec<_> = cases("host-runner/serve/src/failure.rs", "Data")
        .into_iter()
        .map(|defined| {
            let kind = kebab_case(&defined.name);
            let message = messages.remove(&kind).unwrap_or_else(|| panic!("no example of {kind}"));
            let classes = CLASSES.into_iter().find(|(known, ..)| *known == kind);
            let (_, python, javascript) = classes.unwrap_or_else(|| panic!("no class of {kind}"));
            check_classes(python, javascript);
            vec![code(&kind), defined.meaning, code(python), code(javascript), code(&message)]
        })
        .collect();
    assert!(messages.is_empty(), "{messages:?}");
    table(
        "Kinds, and the classes of the packages",
        "
What a room reports has the code -32000 and `data.kind`. The packages raise a class for each kind, \
and
besides a `RoomError` for what they find themselves: an option that cannot be used, in JavaScript \
with
one of the codes of [`RoomErrorCode`](../packages/js/src/errors.ts). A value of a wrong type is a
`TypeError`. If the program itself ends, the calls that run in it fail with a `CallError`, and the
next call starts it again.",
        &["kind", "meaning", "in Python", "in JavaScript", "message"],
        &rows,
    )
}

/// Returns an error of each kind, except for a component that fails.
fn provoked(root: &Path) -> Vec<Value> {
    fs::write(root.join("a.txt"), "one\n").unwrap();
    endless(root, "large.txt", 1024);
    let request = |id: u64, method: &str, params: Value| {
        json!({ "id": id, "method": method, "params": params }).to_string()
    };
    let read = |id: u64, room: u64, path: &str| {
        request(id, "read", json!({ "room": room, "path": path, "totals": "always" }))
    };
    let unrecorded = json!({ "root": root, "audit": "/dev/full", "audit_or_stop": true });
    let limited = json!({ "root": root, "limits": { "time": "0ms" } });
    ask(&[
        request(1, "open", json!({ "root": root })),
        request(2, "open", unrecorded),
        request(3, "open", limited),
        request(4, "open", json!({ "root": root.join("src") })),
        read(5, 1, "b.txt"),
        request(6, "call", json!({ "room": 1, "tool": "py", "arguments": {} })),
        read(7, 2, "a.txt"),
        read(8, 3, "a.txt"),
        read(9, 7, "a.txt"),
        read(10, 1, "large.txt"),
        json!({ "method": "cancel", "params": { "id": 10 } }).to_string(),
    ])
}

/// Returns the errors that lines are answered with, after a greeting.
fn ask(lines: &[String]) -> Vec<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_readroom"));
    let command = command.arg("serve").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut program = command.spawn().unwrap();
    let mut input = program.stdin.take().unwrap();
    writeln!(input, r#"{{"id": 0, "method": "hello", "params": {{"protocol": 1}}}}"#).unwrap();
    for line in lines {
        writeln!(input, "{line}").unwrap();
    }
    drop(input);
    let answers = BufReader::new(program.stdout.take().unwrap()).lines();
    let answers = answers.map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap());
    let errors = answers.filter_map(|mut answer| answer.get_mut("error").map(Value::take));
    let errors = errors.collect();
    assert!(program.wait().unwrap().success());
    errors
}
