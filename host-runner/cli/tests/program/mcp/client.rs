//! A client over standard input and output that sends exactly the given bytes.

use readroom_testing::wait::{MAX_TIME, wait_for};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;

/// A running server.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    /// The lines of its standard output.
    lines: Receiver<String>,
    next_id: i64,
    /// The notifications that arrived.
    pub notifications: Vec<Value>,
}

/// The content of `src/abc.txt` as a model sees it.
pub const WHOLE: &str = "1\tone\n2\ttwo\n3\tthree\n";

/// Returns the first text of a result, which is what a model reads.
pub fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{result}"))
}

/// Returns the code of a result that is an error.
pub fn code(result: &Value) -> Option<&str> {
    let (code, _) = text(result).split_once(": ").filter(|_| result["isError"] == true)?;
    Some(code)
}

/// The exit code and standard error of a program that has exited.
pub struct Ended {
    pub code: Option<i32>,
    pub stderr: String,
}

pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_readroom"));
    command.env_remove("READROOM_MCP_TOKEN").stderr(Stdio::piped());
    command
}

impl Client {
    /// Starts the program, and initializes a session.
    pub fn new(root: &Path, arguments: &[&str]) -> Self {
        let mut client = Self::silent(root, arguments);
        client.initialize();
        client
    }

    /// Starts the program without sending anything.
    pub fn silent(root: &Path, arguments: &[&str]) -> Self {
        let mut command = program();
        command.arg("mcp").arg("--root").arg(root).args(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines() {
                if sender.send(line.expect("standard output is UTF-8")).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Self { child, input, lines, next_id: 0, notifications: Vec::new() }
    }

    pub fn initialize(&mut self) -> Value {
        self.initialize_as("tests")
    }

    /// Initializes a session of a client of this name.
    pub fn initialize_as(&mut self, name: &str) -> Value {
        let hello = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": { "name": name, "version": "1" },
        });
        let answer = self.ask("initialize", hello);
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        answer
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends bytes unchanged.
    pub fn write(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).and_then(|()| input.flush()).expect("the program reads");
    }

    pub fn send(&mut self, message: &Value) {
        self.write(format!("{message}\n").as_bytes());
    }

    /// Sends a request and returns its id.
    pub fn request(&mut self, method: &str, params: Value) -> i64 {
        self.next_id += 1;
        let request =
            json!({ "jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params });
        self.send(&request);
        self.next_id
    }

    /// Receives the next message. Standard output contains only messages.
    pub fn receive(&mut self) -> Value {
        let line = self.lines.recv_timeout(MAX_TIME).expect("the program answers");
        let message: Value =
            serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(message["jsonrpc"], "2.0", "{message}");
        message
    }

    /// Receives the answer to a request. Notifications before it are kept.
    pub fn answer(&mut self, id: i64) -> Value {
        loop {
            let message = self.receive();
            match &message["method"] {
                Value::Null => {
                    assert_eq!(message["id"], id, "{message}");
                    return message;
                }
                _ => self.notifications.push(message),
            }
        }
    }

    /// Sends a request, and returns the whole answer.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        self.answer(id)
    }

    /// Calls a tool, and returns its result.
    pub fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let mut answer = self.ask("tools/call", json!({ "name": tool, "arguments": arguments }));
        assert_eq!(answer.get("error"), None, "{answer}");
        answer["result"].take()
    }

    /// Sends a request that the protocol refuses, and returns the error.
    pub fn refused(&mut self, method: &str, params: Value) -> Value {
        let mut answer = self.ask(method, params);
        assert!(answer.get("result").is_none(), "{answer}");
        answer["error"].take()
    }

    /// Closes standard input.
    pub fn close(&mut self) {
        drop(self.input.take());
    }

    /// Closes standard input and waits for the program to exit. Further output is discarded.
    pub fn end(mut self) -> Ended {
        self.close();
        self.wait()
    }

    /// Waits for the program to exit by itself.
    pub fn wait(mut self) -> Ended {
        wait_for_end(&mut self.child)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits for a program to exit.
pub fn wait_for_end(child: &mut Child) -> Ended {
    let mut stderr = String::new();
    let status = wait_for("the program ends", || child.try_wait().unwrap());
    if let Some(mut said) = child.stderr.take() {
        std::io::Read::read_to_string(&mut said, &mut stderr).unwrap();
    }
    Ended { code: status.code(), stderr }
}
