//! Starts a server as a client does, and asks it for its tools.

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// How much is read of what a program prints, in bytes.
const MAX_OUTPUT: u64 = 1024 * 1024;

/// How much is read of its messages for people, in bytes.
const MAX_MESSAGE: u64 = 4096;

/// How long a program may take to end when its input does.
const END: Duration = Duration::from_secs(2);

/// Returns the first line that the program prints of its version.
pub(super) fn version(mut command: Command, wait: Duration) -> Result<String> {
    command.arg("--version");
    Started::new(command, wait)?.line()
}

/// Returns the names of the tools that a server offers.
pub(super) fn tools(command: Command, wait: Duration) -> Result<Vec<String>> {
    let mut server = Started::new(command, wait)?;
    let client = json!({ "name": "readroom-doctor", "version": env!("CARGO_PKG_VERSION") });
    let parameters =
        json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
    server.request(1, "initialize", &parameters)?;
    server.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))?;
    let result = server.request(2, "tools/list", &json!({}))?;
    let tools = result.get("tools").and_then(Value::as_array).context("the answer has no tools")?;
    let names = tools.iter().filter_map(|tool| Some(tool.get("name")?.as_str()?.to_string()));
    Ok(names.collect())
}

/// A program that was started. Dropping it ends it.
struct Started {
    child: Child,
    lines: Receiver<String>,
    message: Receiver<String>,
    deadline: Instant,
    wait: Duration,
}

impl Started {
    fn new(mut command: Command, wait: Duration) -> Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().context("it cannot be started")?;
        let (send_line, lines) = sync_channel(16);
        let (send_message, message) = sync_channel(1);
        // The threads end with the pipes, or with this process: a child of the program may keep
        // them open.
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || {
                let mut lines = BufReader::new(output.take(MAX_OUTPUT)).lines();
                while let Some(Ok(line)) = lines.next()
                    && send_line.send(line).is_ok()
                {}
            });
        }
        if let Some(mut errors) = child.stderr.take() {
            thread::spawn(move || {
                let mut first = Vec::new();
                let _ = errors.by_ref().take(MAX_MESSAGE).read_to_end(&mut first);
                let _ = send_message.send(String::from_utf8_lossy(&first).trim().to_string());
                let _ = std::io::copy(&mut errors, &mut std::io::sink());
            });
        }
        Ok(Self { child, lines, message, deadline: Instant::now() + wait, wait })
    }

    /// Sends a request, and returns the result.
    fn request(&mut self, id: u32, method: &str, parameters: &Value) -> Result<Value> {
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters }))?;
        loop {
            let line = self.line()?;
            let Ok(message) = serde_json::from_str::<Value>(&line) else {
                let start: String = line.chars().take(80).collect();
                bail!("it prints what is not a message of the protocol: {start}");
            };
            if message.get("id") == Some(&id.into()) {
                let result = message.get("result").cloned();
                return result.with_context(|| format!("it refuses {method}: {message}"));
            }
        }
    }

    fn send(&mut self, message: &Value) -> Result<()> {
        let input = self.child.stdin.as_mut().context("it has no input")?;
        // If the program has ended, the answer will be missing, and the reason is known then.
        let _ = input.write_all(format!("{message}\n").as_bytes());
        Ok(())
    }

    fn line(&self) -> Result<String> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => {
                bail!("it does not answer within {} ms", self.wait.as_millis())
            }
            Err(RecvTimeoutError::Disconnected) => {
                let message = self.message.recv_timeout(END).unwrap_or_default();
                bail!("it ends without an answer: {message}")
            }
        }
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let end = (Instant::now() + END).min(self.deadline);
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < end {
            thread::sleep(Duration::from_millis(5));
        }
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
