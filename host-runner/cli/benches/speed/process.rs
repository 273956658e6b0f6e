//! Runs the command line as a process, and calls it there.

use serde_json::{Value, json};
use std::ffi::OsStr;
use std::fmt::Display;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Runs a program to its end.
pub(crate) fn run(program: impl AsRef<OsStr>, arguments: &[&OsStr]) {
    // Packages use the program under test.
    let mut command = Command::new(program);
    command.env("READROOM_PROGRAM", READROOM).args(arguments).stdin(Stdio::null());
    let output = command.output();
    assert!(output.is_ok_and(|output| output.status.success() && !output.stdout.is_empty()));
}

/// The command line of this package.
pub(crate) const READROOM: &str = env!("CARGO_BIN_EXE_readroom");

/// A process that answers each line of input with a line of output.
pub(crate) struct Caller {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Caller {
    /// Starts `readroom call … -`.
    pub(crate) fn start(root: &Path, tool: &str) -> Self {
        Self::spawn(Command::new(READROOM).arg("call").arg("--root").arg(root).args([tool, "-"]))
    }

    pub(crate) fn spawn(command: &mut Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program can be started");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("its output is a pipe"));
        Self { child, input, output }
    }

    /// Sends one line, in one piece.
    fn send(&mut self, line: impl Display) {
        let input = self.input.as_mut().expect("its input is a pipe");
        input.write_all(format!("{line}\n").as_bytes()).expect("it takes calls");
    }

    /// Sends one call and waits for its answer.
    pub(crate) fn call(&mut self, arguments: impl Display) -> String {
        self.send(arguments);
        let mut answer = String::new();
        self.output.read_line(&mut answer).expect("it answers");
        answer
    }

    /// Returns the maximum resident memory of the process in bytes, if the system reports it.
    pub(crate) fn peak(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
    }
}

/// A client of `readroom mcp` over standard input and output.
pub(crate) struct McpClient {
    server: Caller,
    last_id: u64,
}

impl McpClient {
    /// Starts the server and begins a session.
    pub(crate) fn start(root: &Path) -> Self {
        Self::of(Command::new(READROOM).arg("mcp").arg("--root").arg(root))
    }

    /// Starts a server and begins a session.
    pub(crate) fn of(server: &mut Command) -> Self {
        let server = Caller::spawn(server);
        let mut client = Self { server, last_id: 0 };
        client.ask(
            "initialize",
            &json!({
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": { "name": "speed", "version": "1" },
            }),
        );
        client.server.send(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        client
    }

    /// Calls the tool `read` and returns the line that answers it.
    pub(crate) fn read(&mut self, arguments: &Value) -> String {
        self.call("read", arguments)
    }

    /// Calls a tool and returns the line that answers it.
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> String {
        self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }))
    }

    fn ask(&mut self, method: &str, params: &Value) -> String {
        self.last_id += 1;
        self.server.call(
            json!({ "jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params }),
        )
    }
}

/// A client of `readroom serve` that does not parse the answers: the part that every language
/// shares.
pub(crate) struct Pipe(Caller);

impl Pipe {
    /// Starts the program and opens a room and a session of it, under no policy.
    pub(crate) fn start(root: &Path) -> Self {
        let mut pipe = Self(Caller::spawn(Command::new(READROOM).arg("serve")));
        let policy = json!({ "rules": "everything", "agentignore": false });
        pipe.ask("hello", &json!({ "protocol": 1 }));
        pipe.ask("open", &json!({ "root": root, "policy": policy }));
        pipe.ask("session", &json!({ "room": 1 }));
        pipe
    }

    /// Makes a call as it is written for the other languages, in the session.
    pub(crate) fn run(&mut self, asked: &Value) -> String {
        if let Some([tool, arguments]) = asked["call"].as_array().map(Vec::as_slice) {
            return self.ask("call", &json!({ "room": 2, "tool": tool, "arguments": arguments }));
        }
        let mut params = asked["read"].clone();
        params["room"] = json!(2);
        self.ask("read", &params)
    }

    fn ask(&mut self, method: &str, params: &Value) -> String {
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let answer = self.0.call(request);
        assert!(answer.starts_with(r#"{"jsonrpc":"2.0","id":1,"result":"#), "{answer}");
        answer
    }
}

impl Drop for Caller {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.wait();
    }
}
