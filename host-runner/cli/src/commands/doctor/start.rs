//! Starts a server as a client does, and asks it for its tools.

use super::within::within;
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The maximum size of a server's output that is read, in bytes.
const MAX_OUTPUT: u64 = 1024 * 1024;

/// The maximum size of its messages for people that is read, in bytes.
const MAX_MESSAGE: u64 = 4096;

/// A server's description of itself.
pub(super) struct Served {
    pub(super) version: String,
    /// The names of its tools.
    pub(super) tools: Vec<String>,
}

/// Starts a server, and asks it for its version and its tools. It is ended after `wait`.
pub(super) fn ask(mut command: Command, wait: Duration) -> Result<Served> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().context("it cannot be started")?;
    let client = json!({ "name": "readroom-doctor", "version": env!("CARGO_PKG_VERSION") });
    let begin =
        json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
    let requests = [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": begin }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {} }),
    ];
    let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let printed = within(wait, move || {
        if let Some(mut input) = input {
            // If the server has exited, its answers are missing, and its messages say why.
            let _ =
                input.write_all(requests.map(|request| format!("{request}\n")).concat().as_bytes());
        }
        (text(output, MAX_OUTPUT), text(errors, MAX_MESSAGE))
    });
    // It may have exited already.
    let _ = child.kill();
    let _ = child.wait();
    let Some((output, errors)) = printed else {
        bail!("it does not answer within {} ms", wait.as_millis());
    };
    let answers: Vec<Value> =
        output.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let result = |id: u32| {
        let answer = answers.iter().find(|answer| answer.get("id") == Some(&id.into()));
        answer.and_then(|answer| answer.get("result"))
    };
    let (Some(begun), Some(listed)) = (result(1), result(2)) else {
        bail!("it ends without an answer: {}", errors.trim());
    };
    let version = begun.pointer("/serverInfo/version").and_then(Value::as_str).unwrap_or_default();
    let tools = listed.get("tools").and_then(Value::as_array).context("the answer has no tools")?;
    let names = tools.iter().filter_map(|tool| Some(tool.get("name")?.as_str()?.to_string()));
    Ok(Served { version: version.into(), tools: names.collect() })
}

fn text(stream: Option<impl Read>, max: u64) -> String {
    let mut bytes = Vec::new();
    if let Some(stream) = stream {
        // Bytes read before an error count.
        let _ = stream.take(max).read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
