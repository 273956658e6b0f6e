//! A client over HTTP that sends exactly what it is given.

use super::client::{Ended, program, wait_for_end};
use readroom_testing::wait::{MAX_TIME, wait_for};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command};

/// A running server.
pub struct Site {
    child: Child,
    pub address: SocketAddr,
}

/// A response.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// The headers, with names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns the messages in a body of events or of one JSON value.
    pub fn messages(&self) -> Vec<Value> {
        match self.header("content-type") {
            Some("text/event-stream") => messages(&self.body),
            _ => vec![serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{self:?}"))],
        }
    }

    /// Returns the answer to the only request.
    pub fn answer(&self) -> Value {
        assert_eq!(self.status, 200, "{self:?}");
        self.messages().pop().unwrap_or_else(|| panic!("{self:?}"))
    }
}

/// Returns the messages in events, as far as they have arrived.
pub fn messages(events: &str) -> Vec<Value> {
    let data = events.lines().filter_map(|line| line.strip_prefix("data:"));
    data.filter(|data| !data.trim().is_empty())
        .map(|data| serde_json::from_str(data).unwrap())
        .collect()
}

impl Site {
    pub fn new(root: &Path, arguments: &[&str]) -> Self {
        Self::with_token(root, arguments, None)
    }

    /// Starts a server that writes this log, in JSON.
    pub fn logging(root: &Path, arguments: &[&str], token: Option<&str>, log: &Path) -> Self {
        let mut command = command(root, &[arguments, &["--log", "json"]].concat(), token);
        let mut child = command.stderr(File::create(log).unwrap()).spawn().unwrap();
        let address = wait_for("the server listens", || {
            let events = events(log);
            if let Some(event) = events.iter().find(|event| event["event"] == "listening") {
                let url = event["url"].as_str().unwrap();
                return Some(address(url).unwrap_or_else(|| panic!("{event}")));
            }
            assert!(child.try_wait().unwrap().is_none(), "it ended: {events:?}");
            None
        });
        Self { child, address }
    }

    pub fn with_token(root: &Path, arguments: &[&str], token: Option<&str>) -> Self {
        let mut command = command(root, arguments, token);
        let mut child = command.spawn().unwrap();
        let mut said = BufReader::new(child.stderr.as_mut().unwrap());
        let mut line = String::new();
        said.read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("readroom: serving ").and_then(address);
        Self { child, address: address.unwrap_or_else(|| panic!("{line}")) }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(MAX_TIME)).unwrap();
        stream
    }

    /// Returns the head of a request with these headers, and with the default ones that they do not
    /// replace.
    pub fn head(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> String {
        let host = self.address.to_string();
        let usual = [
            ("Host", host.as_str()),
            ("Connection", "close"),
            ("Accept", "application/json, text/event-stream"),
            ("Content-Type", "application/json"),
        ];
        let mut head = format!("{method} {path} HTTP/1.1\r\n");
        let is_given =
            |name: &str| headers.iter().any(|(given, _)| given.eq_ignore_ascii_case(name));
        for (name, value) in usual.iter().filter(|(name, _)| !is_given(name)).chain(headers) {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head
    }

    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut stream = self.connect();
        let head = self.head(method, path, headers);
        let head = format!("{head}Content-Length: {}\r\n\r\n", body.len());
        // The server may refuse it before all of it is sent.
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
        received(stream)
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], b"")
    }

    pub fn post(&self, headers: &[(&str, &str)], message: &Value) -> Answer {
        self.send("POST", "/mcp", headers, message.to_string().as_bytes())
    }

    /// Waits for the program to exit by itself.
    pub fn wait(mut self) -> Ended {
        wait_for_end(&mut self.child)
    }
}

/// Returns the command that starts a server.
fn command(root: &Path, arguments: &[&str], token: Option<&str>) -> Command {
    let mut command = program();
    command.arg("mcp").arg("--root").arg(root);
    if !arguments.contains(&"--http") {
        command.args(["--http", "127.0.0.1:0"]);
    }
    command.args(arguments);
    if let Some(token) = token {
        command.env("READROOM_MCP_TOKEN", token);
    }
    command
}

/// Returns the address of a server by its URL.
fn address(url: &str) -> Option<SocketAddr> {
    url.strip_prefix("http://")?.strip_suffix("/mcp")?.parse().ok()
}

/// Returns the events of a log, whose last line may not be complete.
pub fn events(log: &Path) -> Vec<Value> {
    let text = fs::read_to_string(log).unwrap();
    let lines = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
    lines.map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect()
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn hello() -> Value {
    json!({
        "jsonrpc": "2.0",
        "id": 0,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": { "name": "tests", "version": "1" },
        },
    })
}

/// Returns everything that arrives until the server closes the connection.
pub fn received(mut stream: TcpStream) -> Answer {
    let mut bytes = Vec::new();
    // Refusing a request without reading it resets the connection.
    let _ = stream.read_to_end(&mut bytes);
    parsed(&bytes)
}

/// Returns the next response on a connection that stays open.
pub fn next_response(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    loop {
        let mut part = [0; 1000];
        let length = stream.read(&mut part).unwrap();
        assert!(length > 0, "the connection is closed");
        bytes.extend_from_slice(&part[..length]);
        if !bytes.windows(4).any(|end| end == b"\r\n\r\n") {
            continue;
        }
        let answer = parsed(&bytes);
        let whole = match answer.header("content-length") {
            Some(length) => answer.body.len() == length.parse::<usize>().unwrap(),
            // The last chunk.
            None => bytes.ends_with(b"\r\n0\r\n\r\n"),
        };
        if whole {
            return answer;
        }
    }
}

/// Parses a response, which may be incomplete.
pub fn parsed(bytes: &[u8]) -> Answer {
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {text:?}"));
    let mut lines = head.lines();
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let header = |line: &str| {
        line.split_once(": ").map(|(name, value)| (name.to_lowercase(), value.to_string()))
    };
    let headers: Vec<_> = lines.filter_map(header).collect();
    let is_chunked =
        headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
    let body = if is_chunked { chunks(body) } else { body.to_string() };
    Answer { status, headers, body }
}

fn chunks(mut rest: &str) -> String {
    let mut body = String::new();
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap();
        body.push_str(after.get(..size).unwrap_or(after));
        rest = after.get(size + 2..).unwrap_or_default();
    }
    body
}
