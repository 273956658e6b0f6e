//! The server with a hostile component: regardless of its claims, a request takes no more than
//! another one.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

use readroom::{Limits, Room};
use readroom_mcp::{Error, HttpOptions, Options, serve_http};
use readroom_testing::wait::MAX_TIME;
use readroom_testing::{hostile, patient, uri_of};
use serde_json::{Value, json};
use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use tempfile::TempDir;

/// A server in this process. It serves until the process exits.
struct Server {
    address: SocketAddr,
    project: TempDir,
}

impl Server {
    /// Serves a directory with this name, which determines what the component does.
    fn new(name: &str, limits: Limits) -> Result<Self, Error> {
        let project = tempfile::tempdir().unwrap();
        let root = project.path().join(name);
        fs::create_dir(&root).unwrap();
        let builder = Room::builder(&root).component(hostile::component()).limits(limits);
        let room = builder.build().unwrap();
        let options = Options { directories: vec![root], ..Options::default() };
        let http = HttpOptions::new("127.0.0.1:0".parse().unwrap());
        let (sender, serving) = channel();
        let server = thread::spawn(move || {
            serve_http(room, &options, &http, &|url| sender.send(url.to_string()).unwrap())
        });
        let url = match serving.recv_timeout(MAX_TIME) {
            Ok(url) => url,
            Err(RecvTimeoutError::Timeout) => panic!("the server does not start"),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(server.join().unwrap().expect_err("it has not served"));
            }
        };
        let address = url.strip_prefix("http://").and_then(|url| url.strip_suffix("/mcp"));
        let address = address.unwrap().parse().unwrap();
        Ok(Self { address, project })
    }

    /// Sends a request, and returns the response.
    fn ask(&self, method: &str, params: Value) -> Value {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let message = message.to_string();
        // By HTTP/1.0, so that the body is not chunked.
        let request = format!(
            "POST /mcp HTTP/1.0\r\nHost: {}\r\nAccept: application/json, text/event-stream\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{message}",
            self.address,
            message.len()
        );
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(MAX_TIME)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        let (_, body) = response.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(body).unwrap_or_else(|_| panic!("{response}"))
    }

    fn uri(&self, name: &str) -> String {
        let root = self.project.path().canonicalize().unwrap();
        uri_of(root.join("root").join(name))
    }
}

#[test]
fn an_invalid_page_is_an_error() {
    let server = Server::new("root", Limits::default()).unwrap();
    for (cursor, why) in [
        (Value::Null, "it returned more entries than requested"),
        (json!("after-long"), "its page has more than 1 MiB of names"),
        (json!("after-paths"), "it returned a path instead of a name"),
        (json!("after-order"), "its entries are not in order"),
        (json!("after-unsorted"), "its entries are not in order"),
        (json!("after-nothing"), "its pages have no end"),
    ] {
        let params = if cursor.is_null() { json!({}) } else { json!({ "cursor": cursor }) };
        let answer = server.ask("resources/list", params);
        let said = format!("the component failed: {why}");
        assert_eq!(answer["error"]["message"], said, "{cursor}: {answer}");
    }
    let flood = server.ask("resources/read", json!({ "uri": server.uri("flood") }));
    let said = "the component failed: it returned more text than requested";
    assert_eq!(flood["error"]["message"], said, "{flood}");
    // It has endless pages, one of which is read.
    let pages = server.ask("resources/read", json!({ "uri": server.uri("pages") }));
    assert_eq!(pages["result"]["contents"].as_array().map(Vec::len), Some(2), "{pages}");
}

/// The request needs a hundred calls, each of 50 ms or more: if each had its own time, it would be
/// answered. On a busy machine, a call has little of the processor in its time.
#[test]
fn a_request_has_the_time_of_one_call() {
    for (limit, time) in [("time", "500 ms"), ("cpu", "200 ms")] {
        let mut limits = patient();
        limits.set(&format!("{limit}={}", time.replace(' ', ""))).unwrap();
        let server = Server::new("root", limits).unwrap();
        let answer = server.ask("resources/list", json!({ "cursor": "after-links" }));
        assert_eq!(answer["error"]["data"]["code"], "timeout", "{limit}: {answer}");
        let said = format!("the call reached its limit '{limit}' ({time})");
        assert_eq!(answer["error"]["message"], said);
    }
}

#[test]
fn definitions_of_tools_are_bounded() {
    let fails = |name: &str| match Server::new(name, Limits::default()) {
        Ok(_) => panic!("it serves {name}"),
        Err(error) => error.to_string(),
    };
    assert_eq!(
        fails("values 110000"),
        "the component failed: its answer has more than 100001 JSON values"
    );
    assert_eq!(
        fails("bytes 1048576"),
        "the component failed: its answer has more than 1048576 bytes"
    );
    // Ten million values would take 700 MiB.
    assert!(fails("values 10000000").contains("its answer has more than 1048576 bytes"));
    let server = Server::new("values 90000", Limits::default()).unwrap();
    let listed = server.ask("tools/list", json!({}));
    let schema = &listed["result"]["tools"][0]["inputSchema"];
    assert_eq!(schema["x"].as_array().unwrap().len(), 90_001);
}
