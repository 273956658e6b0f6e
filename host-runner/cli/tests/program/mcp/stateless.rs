//! The server over HTTP without sessions: any of several servers answers any request.

use super::calls::{ONE_CALL, begun, cancelled, long, patient, short, until_served, with_endless};
use super::client::{WHOLE, code, text};
use super::project::{project, uri};
use super::web::{Answer, Site, hello, messages};
use readroom_testing::wait::wait_until;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;

/// The versions of the protocol that begin with `initialize`.
const OLDER: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

fn request(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params })
}

/// Sends a request as a client whose version begins a session, which it began elsewhere.
fn ask(site: &Site, version: &str, method: &str, params: Value) -> Answer {
    // The header is newer than the first versions.
    let headers: &[_] = match version {
        "2024-11-05" | "2025-03-26" => &[],
        version => &[("MCP-Protocol-Version", version)],
    };
    site.post(headers, &request(method, params))
}

/// Returns the result of a call of the tool by a client of the newest version.
fn newest(site: &Site, mut params: Value) -> Value {
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    let headers = [
        ("MCP-Protocol-Version", "2026-07-28"),
        ("Mcp-Method", "tools/call"),
        ("Mcp-Name", "read"),
    ];
    site.post(&headers, &request("tools/call", params)).answer()["result"].take()
}

#[test]
fn any_server_answers_any_request_of_any_version() {
    let project = project();
    let sites = [Site::new(project.path(), &[]), Site::new(project.path(), &[])];
    let root = project.path().canonicalize().unwrap();
    let uri = uri(&root, "/src/abc.txt");
    for version in OLDER {
        let mut hello = hello();
        hello["params"]["protocolVersion"] = json!(version);
        let answer = sites[0].post(&[], &hello);
        assert_eq!(answer.answer()["result"]["protocolVersion"], version, "{answer:?}");
        assert_eq!(answer.header("mcp-session-id"), None);
        let begun = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        assert_eq!(sites[1].post(&[], &begun).status, 202);
        for site in &sites {
            assert_eq!(ask(site, version, "ping", json!({})).answer()["result"], json!({}));
            let listed = ask(site, version, "tools/list", json!({})).answer();
            assert_eq!(listed["result"]["tools"][0]["name"], "read", "{version}: {listed}");
            let called = ask(site, version, "tools/call", short());
            assert_eq!(called.header("content-type"), Some("application/json"));
            assert_eq!(called.header("mcp-session-id"), None);
            assert_eq!(text(&called.answer()["result"]), WHOLE, "{version}");
            let read = ask(site, version, "resources/read", json!({ "uri": uri })).answer();
            assert_eq!(read["result"]["contents"][0]["text"], "one\ntwo\nthree\n", "{read}");
        }
    }
    for site in &sites {
        assert_eq!(text(&newest(site, short())), WHOLE);
    }
}

#[test]
fn the_session_of_another_server_is_no_obstacle() {
    let project = project();
    let site = Site::new(project.path(), &[]);
    let headers = [("Mcp-Session-Id", "of-another")];
    let called = site.post(&headers, &request("tools/call", short())).answer();
    assert_eq!(text(&called["result"]), WHOLE);
    // There is nothing to end, and nothing to listen to.
    for method in ["DELETE", "GET"] {
        let refused = site.send(method, "/mcp", &headers, b"");
        assert_eq!((refused.status, refused.header("allow")), (405, Some("POST")), "{method}");
    }
    // A response to a request that the server never sent.
    let response = json!({ "jsonrpc": "2.0", "id": 1, "result": {} });
    assert_eq!(site.post(&headers, &response).status, 400);
}

#[test]
fn errors_of_the_protocol_and_of_files_are_answers() {
    let project = project();
    let site = Site::new(project.path(), &[]);
    let call = |name: &str, path: &str| {
        let params = json!({ "name": name, "arguments": { "path": path } });
        ask(&site, "2025-11-25", "tools/call", params).answer()
    };
    assert_eq!(call("read", "nothing")["result"]["isError"], true);
    assert_eq!(call("write", "a")["error"]["code"], -32602);
    assert_eq!(ask(&site, "2025-11-25", "nothing", json!({})).answer()["error"]["code"], -32601);
    for method in ["initialize", "ping"] {
        let refused = ask(&site, "2026-07-28", method, json!({}));
        let body: Value = serde_json::from_str(&refused.body).unwrap();
        assert_eq!((refused.status, &body["error"]["code"]), (404, &json!(-32601)), "{method}");
    }
    assert_eq!(ask(&site, "1999-01-01", "tools/list", json!({})).status, 400);
}

#[test]
fn clients_that_use_the_same_id_are_told_apart() {
    let project = project();
    let site = Site::new(project.path(), &[]);
    thread::scope(|scope| {
        for number in 0..64 {
            let site = &site;
            scope.spawn(move || {
                let start = number % 3 + 1;
                let arguments = json!({ "path": "src/abc.txt", "start": start });
                let params = json!({ "name": "read", "arguments": arguments });
                let answer = ask(site, "2025-11-25", "tools/call", params).answer();
                assert!(text(&answer["result"]).starts_with(&format!("{start}\t")), "{answer}");
            });
        }
    });
}

/// Sends a long call that sends nothing until it ends, and waits until it runs.
fn silent(site: &Site, headers: &[(&str, &str)]) -> TcpStream {
    let mut call = request("tools/call", long(json!("t")));
    call["params"]["_meta"].take();
    call["id"] = json!(1);
    let call = call.to_string();
    let mut stream = site.connect();
    let head = site.head("POST", "/mcp", headers);
    stream
        .write_all(format!("{head}Content-Length: {}\r\n\r\n{call}", call.len()).as_bytes())
        .unwrap();
    wait_until("it runs", || site.get("/metrics").body.contains("\nreadroom_calls_running 1\n"));
    stream
}

#[test]
fn a_client_that_disconnects_cancels_its_call() {
    let project = with_endless();
    let site = Site::new(project.path(), &patient(&ONE_CALL));
    let call = || ask(&site, "2025-11-25", "tools/call", short()).answer()["result"].take();
    let newer = [
        ("MCP-Protocol-Version", "2026-07-28"),
        ("Mcp-Method", "tools/call"),
        ("Mcp-Name", "read"),
    ];
    let mut params = long(json!("t"));
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    let progress_to_older = || begun(&site, &[], 1, &long(json!("t")));
    let progress_to_newer = || begun(&site, &newer, 1, &params);
    let without_progress = || silent(&site, &[]);
    let streams: [&dyn Fn() -> TcpStream; 3] =
        [&progress_to_older, &progress_to_newer, &without_progress];
    for begin in streams {
        let stream = begin();
        assert_eq!(code(&call()), Some("busy"));
        // The notification could be that of any client.
        assert_eq!(site.post(&[], &cancelled(1)).status, 202);
        assert_eq!(code(&call()), Some("busy"));
        drop(stream);
        until_served(call);
    }
}

#[test]
fn progress_is_followed_by_the_answer() {
    let project = with_endless();
    // On a busy machine it waits long for that second of a processor.
    let limits = ["--limit", "time=60min", "--limit", "cpu=1s"];
    let site = Site::new(project.path(), &limits);
    let mut stream = begun(&site, &[], 1, &long(json!("t")));
    let mut rest = String::new();
    stream.read_to_string(&mut rest).unwrap();
    let last = messages(&rest).pop().unwrap();
    assert_eq!((&last["id"], code(&last["result"])), (&json!(1), Some("timeout")), "{last}");
}
