//! What a client of `readroom serve` sees.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use serde_json::{Value, json};
use std::fs;
use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::path::Path;
use std::thread::{self, JoinHandle};
use tempfile::TempDir;

/// A client, and the server at the other end of its pipes.
struct Client {
    input: Option<PipeWriter>,
    output: BufReader<PipeReader>,
    server: Option<JoinHandle<io::Result<()>>>,
    last: u64,
}

impl Client {
    fn new() -> Self {
        let ((server_input, input), (output, server_output)) =
            (io::pipe().unwrap(), io::pipe().unwrap());
        let serve = || readroom_serve::serve(server_input, server_output);
        let (server, output) = (Some(thread::spawn(serve)), BufReader::new(output));
        Self { input: Some(input), output, server, last: 0 }
    }

    /// A client that has said hello, and opened a room.
    fn in_room(root: &Path, options: Value) -> Self {
        let mut client = Self::new();
        client.ask("hello", json!({ "protocol": 1 }));
        let mut params = json!({ "root": root });
        params.as_object_mut().unwrap().extend(options.as_object().unwrap().clone());
        assert_eq!(client.ask("open", params)["result"], json!({ "room": 1 }));
        client
    }

    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    fn request(&mut self, method: &str, params: Value) -> u64 {
        self.last += 1;
        let id = self.last;
        self.send(
            &json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string(),
        );
        id
    }

    fn next(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        assert!(line.ends_with('\n'), "the server ended: {line}");
        serde_json::from_str(&line).unwrap()
    }

    /// Sends a request, and returns the next message.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.request(method, params);
        self.next()
    }

    /// Ends the input, and returns what the server still says.
    fn end(mut self) -> Vec<Value> {
        self.input = None;
        let lines = self.output.lines();
        let rest = lines.map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
        self.server.take().unwrap().join().unwrap().unwrap();
        rest
    }
}

fn project() -> TempDir {
    let project = tempfile::tempdir().unwrap();
    fs::create_dir(project.path().join("src")).unwrap();
    fs::write(project.path().join("src/main.rs"), "fn main() {\n    run();\n}\n").unwrap();
    fs::write(project.path().join(".env"), "SECRET=1\n").unwrap();
    project
}

#[test]
fn the_version_is_agreed_on_first() {
    let mut client = Client::new();
    let early = client.ask("tools", json!({}));
    assert_eq!(early["error"]["code"], -32600);
    let other = client.ask("hello", json!({ "protocol": 99 }));
    assert!(other["error"]["message"].as_str().unwrap().contains("only 1"), "{other}");
    let hello = client.ask("hello", json!({ "protocol": 1 }));
    assert_eq!(hello["result"]["protocol"], 1);
    assert_eq!(hello["result"]["version"], env!("CARGO_PKG_VERSION"));
    assert!(client.ask("tools", json!({}))["result"].as_array().unwrap().len() > 10);
    assert_eq!(client.end(), Vec::<Value>::new());
}

#[test]
fn answers_are_the_contract_in_json() {
    let project = project();
    let mut client = Client::in_room(project.path(), json!({}));
    let read = client.ask("read", json!({ "room": 1, "path": "src/main.rs", "lines": 1 }));
    let body = &read["result"]["body"];
    assert_eq!((&body["kind"], &body["content"]), (&json!("text"), &json!("fn main() {\n")));
    assert_eq!((&body["stopped"], &body["next"]["line"]), (&json!("line-limit"), &json!(2)));
    assert!(body.get("block").is_none(), "what is absent is left out: {body}");

    let last = client.ask("read", json!({ "room": 1, "path": "src/main.rs", "start": -1 }));
    assert_eq!(last["result"]["body"]["content"], "}\n");
    let block = json!({ "room": 1, "path": "src/main.rs", "block": 2, "siblings": true });
    assert_eq!(client.ask("read", block)["result"]["body"]["block"]["first"], 1);
    let outline = json!({ "room": 1, "path": "src/main.rs", "view": "outline" });
    assert_eq!(client.ask("read", outline)["result"]["body"]["entries"][0]["last"], 3);

    let files = json!([{ "path": "src/main.rs", "lines": 1 }, { "path": "src/none.rs" }]);
    let many = client.ask("read_many", json!({ "room": 1, "files": files, "bytes": 1000 }));
    assert_eq!(many["result"]["files"][0]["path"], "src/main.rs");
    assert_eq!(many["result"]["files"][1]["error"]["code"], "not-found");

    let page = client.ask("list", json!({ "room": 1, "path": "src", "entries": 1 }));
    assert_eq!(page["result"]["entries"][0]["kind"], "file");
    assert_eq!(
        client.ask("stat", json!({ "room": 1, "path": "src" }))["result"]["kind"],
        "directory"
    );
}

#[test]
fn files_and_lines_are_found_a_page_at_a_time() {
    let project = project();
    fs::write(project.path().join("src/lib.rs"), "fn run() {}\n").unwrap();
    let mut client = Client::in_room(project.path(), json!({}));
    let mut find = json!({ "room": 1, "scope": { "path": ".", "globs": ["*.rs"] }, "entries": 1 });
    let first = client.ask("find", find.clone())["result"].take();
    assert_eq!(first["entries"], json!([{ "path": "src/lib.rs", "kind": "file" }]));
    assert_eq!(first["out_of_time"], false);
    find["cursor"] = first["next"].clone();
    let last = client.ask("find", find)["result"].take();
    assert_eq!(last["entries"][0]["path"], "src/main.rs");
    assert!(last.get("next").is_none(), "there is no more: {last}");

    let mut search = json!({
        "room": 1, "scope": { "path": "src" }, "pattern": "RUN(", "syntax": "literal",
        "letter_case": "insensitive", "before": 1, "matches": 1,
    });
    let first = client.ask("search", search.clone())["result"].take();
    let line = &first["files"][0]["groups"][0]["lines"][0];
    assert_eq!((&line["text"], &line["matches"]), (&json!("fn run() {}"), &json!(true)));
    assert_eq!(line["ranges"], json!([{ "start": 4, "end": 8 }]));
    assert_eq!(first["stopped"], "match-limit");
    search["cursor"] = first["next"].clone();
    let last = client.ask("search", search)["result"].take();
    assert_eq!(last["files"][0]["groups"][0]["lines"][0]["text"], "fn main() {");
    assert_eq!(last["stopped"], "end");
}

#[test]
fn what_is_wrong_about_a_search_is_said() {
    let project = project();
    let mut client = Client::in_room(project.path(), json!({}));
    for (method, params) in [
        ("find", json!({ "room": 1, "path": "src" })),
        ("find", json!({ "room": 1, "scope": { "path": "src", "glob": "*" } })),
        ("find", json!({ "room": 1, "scope": { "path": "src", "globs": "*" } })),
        ("find", json!({ "room": 1, "scope": { "path": "src" }, "kinds": ["folder"] })),
        ("search", json!({ "room": 1, "scope": { "path": "src" } })),
        ("search", json!({ "room": 1, "scope": { "path": "src" }, "pattern": "a", "before": -1 })),
    ] {
        let answer = client.ask(method, params.clone());
        assert_eq!(answer["error"]["code"], -32602, "{method} {params}: {answer}");
    }
    for (method, params, code) in [
        ("find", json!({ "scope": { "path": "srx" } }), "not-found"),
        ("find", json!({ "scope": { "path": "." }, "cursor": "1" }), "invalid-argument"),
        ("search", json!({ "scope": { "path": "." }, "pattern": "(" }), "invalid-argument"),
        ("search", json!({ "scope": { "path": ".env" }, "pattern": "S" }), "permission-denied"),
        ("search", json!({ "scope": { "path": "../x" }, "pattern": "S" }), "outside-root"),
    ] {
        let mut asked = params.clone();
        asked["room"] = json!(1);
        let answer = client.ask(method, asked);
        let data = &answer["error"]["data"];
        assert_eq!(data["kind"], "read", "{method} {params}: {answer}");
        assert_eq!(data["error"]["code"], code, "{method} {params}: {answer}");
    }
}

#[test]
fn a_tool_is_called_with_text_or_an_object_and_its_value_ends_the_line() {
    let project = project();
    let mut client = Client::in_room(project.path(), json!({}));
    let arguments = r#"{"path":"src/main.rs","limit":1}"#;
    let text = client.ask("call", json!({ "room": 1, "tool": "pi", "arguments": arguments }));
    let object: Value = serde_json::from_str(arguments).unwrap();
    client.request("call", json!({ "room": 1, "tool": "pi", "arguments": object }));
    let mut line = String::new();
    client.output.read_line(&mut line).unwrap();
    let again: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(text["result"], again["result"]);

    let result = &again["result"];
    assert_eq!(result["outcome"], "answered");
    assert_eq!(result["content"][0]["kind"], "text");
    assert_eq!(result["facts"][0]["lines"], 1);
    let (_, native) = line.split_once(r#","value":"#).unwrap();
    let native = native.strip_suffix("}}\n").unwrap();
    let room = readroom::Room::new(project.path()).unwrap();
    assert_eq!(native, room.call("pi", arguments).unwrap().json);

    let content_only =
        json!({ "room": 1, "tool": "pi", "arguments": arguments, "content_only": true });
    let mut content_only = client.ask("call", content_only)["result"].take();
    assert_eq!(content_only["value"].take(), Value::Null);
    let mut whole = text["result"].clone();
    whole["value"].take();
    assert_eq!(content_only, whole);

    let refused = client.ask("call", json!({ "room": 1, "tool": "pi", "arguments": "{" }));
    assert_eq!(refused["result"]["outcome"], "refused");
    let unknown = client.ask("call", json!({ "room": 1, "tool": "po", "arguments": "{}" }));
    let data = &unknown["error"]["data"];
    assert_eq!((&data["kind"], &data["error"]["tool"]), (&json!("unknown-tool"), &json!("po")));

    let written =
        client.ask("arguments_for", json!({ "room": 1, "tool": "pi", "path": "a", "start": 3 }));
    assert_eq!(written["result"], r#"{"path":"a","offset":3}"#);
    let path = json!({ "room": 1, "tool": "pi", "arguments": "{}" });
    assert_eq!(client.ask("requested_path", path)["result"], Value::Null);
}

#[test]
fn what_is_wrong_is_said_and_the_next_request_is_served() {
    let project = project();
    let mut client = Client::in_room(project.path(), json!({}));
    for (line, code) in [
        ("not json", -32700),
        ("[1, 2]", -32700),
        (r#"{"id": 7}"#, -32600),
        (r#"{"id": {}, "method": "tools"}"#, -32600),
        (r#"{"id": 7, "method": "tools", "params": [1]}"#, -32600),
        (r#"{"method": "tools"}"#, -32600),
        (r#"{"id": 7, "method": "tolls"}"#, -32601),
        (r#"{"id": 7, "method": "tools", "params": {"room": 1}}"#, -32602),
        (r#"{"id": 7, "method": "read", "params": {"path": "a"}}"#, -32602),
        (r#"{"id": 7, "method": "read", "params": {"room": 1, "path": "a", "line": 3}}"#, -32602),
        (
            r#"{"id": 7, "method": "read", "params": {"room": 1, "path": "a", "start": 1, "block": 2}}"#,
            -32602,
        ),
        (r#"{"id": 7, "method": "read", "params": {"room": 1, "path": "a", "levels": 2}}"#, -32602),
        (
            r#"{"id": 7, "method": "stat", "params": {"room": 1, "path": ".env", "path": "src"}}"#,
            -32602,
        ),
        (r#"{"id": 7, "method": "stat", "params": {"room": 1, "room": 1, "path": "src"}}"#, -32602),
        (
            concat!(
                r#"{"id": 7, "method": "read_many", "params": {"room": 1, "#,
                r#""files": [{"path": ".env", "p\u0061th": "a"}]}}"#
            ),
            -32602,
        ),
        (
            concat!(
                r#"{"id": 7, "method": "call", "params": {"room": 1, "#,
                r#""tool": "pi", "tool": "pi", "arguments": {}}}"#
            ),
            -32602,
        ),
        (
            concat!(
                r#"{"id": 7, "method": "open", "params": {"root": "/", "#,
                r#""limits": {"time": "1s", "time": "9s"}}}"#
            ),
            -32602,
        ),
        (r#"{"id": 7, "method": "open", "params": {"root": "/nothing/here"}}"#, -32000),
        (r#"{"id": 7, "method": "stat", "params": {"room": 99, "path": "a"}}"#, -32000),
    ] {
        client.send(line);
        let answer = client.next();
        assert_eq!(answer["error"]["code"], code, "{line}: {answer}");
    }
    client.send("");
    client.send("\r");
    let kind = |answer: Value| answer["error"]["data"]["kind"].clone();
    let missing = client.ask("read", json!({ "room": 1, "path": "src/mian.rs" }));
    assert_eq!(missing["error"]["data"]["error"]["suggestions"], json!(["src/main.rs"]));
    assert_eq!(kind(missing), "read");
    let open = json!({ "root": project.path(), "limits": { "time": "forever" } });
    assert_eq!(kind(client.ask("open", open)), "room");
    let open = json!({ "root": project.path(), "policy": { "rules": { "raed": "deny" } } });
    assert_eq!(kind(client.ask("open", open)), "room");
    assert_eq!(
        client.ask("stat", json!({ "room": 1, "path": "src" }))["result"]["kind"],
        "directory"
    );
}

#[test]
fn rooms_have_numbers_in_the_order_of_the_requests() {
    let project = project();
    let mut client = Client::new();
    client.request("hello", json!({ "protocol": 1 }));
    // Nothing waits for an answer.
    let opened = client.request("open", json!({ "root": project.path() }));
    let session = client.request("session", json!({ "room": 1, "id": "one" }));
    let read = client.request("stat", json!({ "room": 2, "path": "src" }));
    let answers: Vec<Value> = (0..4).map(|_| client.next()["id"].clone()).collect();
    assert_eq!(answers, [json!(1), json!(opened), json!(session), json!(read)]);

    let failed = client.ask("open", json!({ "root": project.path().join("none") }));
    assert_eq!(failed["error"]["data"]["kind"], "room");
    let of_session = client.ask("session", json!({ "room": 2 }));
    assert_eq!(of_session["result"]["room"], 4);
    assert_eq!(client.ask("close", json!({ "room": 1 }))["result"], json!({}));
    for room in 1..=5 {
        let closed = client.ask("stat", json!({ "room": room, "path": "src" }));
        assert_eq!(closed["error"]["data"]["kind"], "closed", "{room}");
    }
}

#[test]
fn a_session_is_not_shown_the_same_again() {
    let project = project();
    // Files that were just written may change again unnoticed.
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(60);
    let file = fs::File::options().append(true).open(project.path().join("src/main.rs")).unwrap();
    file.set_modified(old).unwrap();
    let mut client = Client::in_room(project.path(), json!({}));
    client.ask("session", json!({ "room": 1, "id": "one", "unchanged": true }));
    let call = json!({ "room": 2, "tool": "readroom", "arguments": { "path": "src/main.rs" } });
    let text = |answer: &Value| answer["result"]["content"][0]["text"].to_string();
    let (first, second) = (client.ask("call", call.clone()), client.ask("call", call));
    assert!(text(&first).contains("fn main()"), "{first}");
    assert!(!text(&second).contains("fn main()"), "{second}");
}

#[test]
fn the_client_answers_what_a_policy_asks() {
    let project = project();
    let mut client = Client::in_room(project.path(), json!({ "policy": { "asks": true } }));
    for (answer, is_read) in
        [(json!("once"), true), (json!("reject"), false), (json!({ "yes": true }), false)]
    {
        let question = client.ask("read", json!({ "room": 1, "path": ".env" }));
        assert_eq!((&question["method"], &question["params"]["room"]), (&json!("ask"), &json!(1)));
        assert_eq!(question["params"]["rule"]["origin"], "secrets");
        assert_eq!(question["params"]["request"], client.last);
        // Others are served meanwhile.
        let other = client.ask("stat", json!({ "room": 1, "path": "src" }));
        assert_eq!(other["result"]["kind"], "directory");
        client.send(&json!({ "id": question["id"], "result": answer }).to_string());
        let read = client.next();
        assert_eq!(read.get("result").is_some(), is_read, "{read}");
    }
    let asked =
        client.ask("call", json!({ "room": 1, "tool": "pi", "arguments": { "path": ".env" } }));
    assert_eq!(asked["method"], "ask");
    // Nobody answers any more.
    let rest = client.end();
    assert_eq!(rest[0]["result"]["denied"]["pattern"], ".env", "{rest:?}");

    let mut client = Client::in_room(project.path(), json!({}));
    let denied = client.ask("read", json!({ "room": 1, "path": ".env" }));
    assert_eq!(denied["error"]["data"]["error"]["code"], "permission-denied");
    let allow = json!({ "root": project.path(), "policy": { "allow": [".env"] } });
    assert_eq!(client.ask("open", allow)["result"]["room"], 2);
    assert!(client.ask("read", json!({ "room": 2, "path": ".env" })).get("result").is_some());
}

#[test]
fn calls_report_what_they_read_and_how_far_they_are() {
    let project = project();
    let log = fs::File::create(project.path().join("build.log")).unwrap();
    // Counting goes on to the end of the file, which takes no space.
    (&log).write_all("text\n".repeat(4096).as_bytes()).unwrap();
    log.set_len(1 << 40).unwrap();
    let audit = project.path().join("audit.jsonl");
    let limits = json!({ "time": "60s" });
    let options =
        json!({ "events": true, "audit": audit, "audit_or_stop": true, "limits": limits });
    let mut client = Client::in_room(project.path(), options);
    let event = client.ask("read", json!({ "room": 1, "path": "src/main.rs" }));
    assert_eq!((&event["method"], &event["params"]["room"]), (&json!("event"), &json!(1)));
    assert_eq!(event["params"]["request"], client.last);
    let event = &event["params"]["event"];
    assert_eq!((&event["outcome"], &event["lines"]), (&json!("answered"), &json!(3)));
    assert!(client.next().get("result").is_some());
    assert!(fs::read_to_string(&audit).unwrap().contains("src/main.rs"));

    let long = json!({ "room": 1, "path": "build.log", "totals": "always", "progress": true });
    let id = client.request("read", long);
    let progress = client.next();
    assert_eq!(
        (&progress["method"], &progress["params"]["request"]),
        (&json!("progress"), &json!(id))
    );
    assert!(progress["params"]["bytes"].as_u64().unwrap() > 0);
    client.send(&json!({ "method": "cancel", "params": { "id": id } }).to_string());
    let cancelled = std::iter::repeat_with(|| client.next()).find(|next| next["id"] == id).unwrap();
    assert_eq!(cancelled["error"]["data"]["kind"], "cancelled", "{cancelled}");
}

#[test]
fn many_requests_are_all_answered() {
    let project = project();
    let mut client = Client::in_room(project.path(), json!({ "limits": { "queue": "60s" } }));
    let mut input = client.input.take().unwrap();
    // More than are served and wait at a time, so that the pipe has to hold them back.
    let numbers = 10..6000_u64;
    let wanted = numbers.clone().count();
    let sender = thread::spawn(move || {
        for id in numbers {
            let params = json!({ "room": 1, "path": "src/main.rs", "lines": 1 });
            let request = json!({ "id": id, "method": "read", "params": params });
            input.write_all(format!("{request}\n").as_bytes()).unwrap();
        }
    });
    let mut ids: Vec<u64> = client
        .end()
        .iter()
        .map(|answer| {
            assert_eq!(answer["result"]["body"]["lines"], 1, "{answer}");
            answer["id"].as_u64().unwrap()
        })
        .collect();
    sender.join().unwrap();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), wanted);
}
