//! What waits for a client that does not read.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use serde_json::{Value, json};
use std::collections::{HashMap, VecDeque};
use std::io::{self, Read, Write};
use std::sync::{Arc, Condvar, Mutex};

/// What may wait, as the server has it.
const MAX_WAITING: usize = 64 * 1024 * 1024;

/// The size of a request and of its answer.
const LARGE: usize = 4 * 1024 * 1024;

const REQUESTS: usize = 40;

/// The two ends of a server, seen by its client.
#[derive(Default)]
struct Client {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// What is still to be sent.
    lines: VecDeque<Vec<u8>>,
    /// The sizes of the requests, by their ids.
    sizes: HashMap<u64, usize>,
    sent: usize,
    answered: usize,
    /// The most that was sent and not answered.
    most: usize,
    /// The part of a line that has arrived.
    part: Vec<u8>,
    answers: usize,
}

struct Input(Arc<Client>);

struct Output(Arc<Client>);

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut state = self.0.state.lock().unwrap();
        let Some(line) = state.lines.front_mut() else { return Ok(0) };
        let length = line.len().min(buffer.len());
        buffer[..length].copy_from_slice(&line[..length]);
        line.drain(..length);
        if line.is_empty() {
            state.lines.pop_front();
        }
        state.sent += length;
        state.most = state.most.max(state.sent - state.answered);
        self.0.changed.notify_all();
        Ok(length)
    }
}

impl Write for Output {
    /// Reads nothing large until nearly as much was sent as may wait, or until all was.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let state = self.0.state.lock().unwrap();
        let waits = |state: &mut State| {
            let waiting = state.sent - state.answered;
            bytes.len() > LARGE / 2 && waiting < MAX_WAITING / 2 - LARGE && !state.lines.is_empty()
        };
        let mut state = self.0.changed.wait_while(state, waits).unwrap();
        state.part.extend_from_slice(bytes);
        while let Some(end) = state.part.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = state.part.drain(..=end).collect();
            let answer: Value = serde_json::from_slice(&line).unwrap();
            assert!(answer.get("error").is_none(), "{}", answer["error"]);
            let size = state.sizes.remove(&answer["id"].as_u64().unwrap()).unwrap();
            state.answered += size;
            state.answers += 1;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn input_waits_while_much_is_not_answered_and_everything_is() {
    let root = tempfile::tempdir().unwrap();
    let text = "x".repeat(LARGE);
    let asked = json!({ "room": 1, "tool": "pi", "arguments": text });
    let requests = [("hello", json!({ "protocol": 1 })), ("open", json!({ "root": root.path() }))]
        .into_iter()
        .chain(std::iter::repeat_n(("requested_path", asked), REQUESTS));
    let client = Arc::<Client>::default();
    {
        let mut state = client.state.lock().unwrap();
        for (id, (method, params)) in (1_u64..).zip(requests) {
            let line = json!({ "id": id, "method": method, "params": params }).to_string() + "\n";
            state.sizes.insert(id, line.len());
            state.lines.push_back(line.into_bytes());
        }
    }
    readroom_serve::serve(Input(client.clone()), Output(client.clone())).unwrap();
    let state = client.state.lock().unwrap();
    assert_eq!(state.answers, REQUESTS + 2);
    // The request that is being read comes on top.
    assert!(state.most <= MAX_WAITING + 2 * LARGE, "{} bytes wait", state.most);
}
