//! What the server says: answers, questions and notifications, a line each.

use crate::answers::ReplyAnswer;
use crate::backlog::Backlog;
use crate::failure::Failure;
use crate::message::Id;
use readroom::Reply;
use readroom::audit::flush_all;
use serde::Serialize;
use std::io::{self, Write};
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

/// The unused bytes of a line that are not worth a copy.
const SPARE_BYTES: usize = 64 * 1024;

/// The output, which one thread at a time writes a line to.
pub(crate) struct Output {
    to: Mutex<Box<dyn Write + Send>>,
    /// The lines that wait to be written, and the requests that wait for their answers.
    pub(crate) backlog: Arc<Backlog>,
}

/// A line that is not yet complete.
pub(crate) struct Line(Vec<u8>);

impl Output {
    pub(crate) fn new(output: impl Write + Send + 'static) -> Self {
        Self { to: Mutex::new(Box::new(output)), backlog: Arc::default() }
    }

    /// Answers a request, or says what is wrong with a message that has no id.
    pub(crate) fn fail(&self, id: Option<&Id>, failure: &Failure) {
        let mut line = Line::with_id(id.map_or("null", Id::json));
        line.member("error", failure);
        self.write(line);
    }

    /// Asks a question.
    pub(crate) fn ask(&self, id: u64, method: &str, params: &impl Serialize) {
        self.write(Line::with_id(&id.to_string()).called(method, params));
    }

    /// Tells something that is not answered.
    pub(crate) fn say(&self, method: &str, params: &impl Serialize) {
        self.write(Line::new().called(method, params));
    }

    /// Writes a line, whole and at once. If nothing reads it any more, nobody waits for anything
    /// that this process does.
    pub(crate) fn write(&self, line: Line) {
        let Line(mut bytes) = line;
        bytes.extend(b"}\n");
        // It may wait for long, and the room for more of it would be kept.
        if bytes.capacity() - bytes.len() > SPARE_BYTES {
            bytes.shrink_to_fit();
        }
        let _waiting = self.backlog.add(bytes.len());
        let mut output = self.to.lock().unwrap_or_else(PoisonError::into_inner);
        if write(&mut **output, &bytes).is_err() {
            flush_all();
            process::exit(0);
        }
    }
}

fn write(output: &mut dyn Write, bytes: &[u8]) -> io::Result<()> {
    output.write_all(bytes)?;
    output.flush()
}

impl Line {
    fn new() -> Self {
        Self(br#"{"jsonrpc":"2.0""#.to_vec())
    }

    fn with_id(id: &str) -> Self {
        let mut line = Self::new();
        line.0.extend(br#","id":"#);
        line.0.extend(id.as_bytes());
        line
    }

    /// Returns its length in bytes.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Begins the answer to a request.
    pub(crate) fn result(id: &Id) -> Self {
        let mut line = Self::with_id(id.json());
        line.0.extend(br#","result":"#);
        line
    }

    /// Adds the result.
    pub(crate) fn value(&mut self, value: &impl Serialize) {
        // Writing to memory does not fail, and the keys of all maps are texts.
        let _ = serde_json::to_writer(&mut self.0, value);
    }

    /// Adds a reply of a tool. The native result is the last member, and stands as the tool wrote
    /// it: a program which needs its text finds it without parsing it.
    pub(crate) fn reply(&mut self, reply: Reply) {
        let (answer, native) = ReplyAnswer::of(reply);
        self.value(&answer);
        if !native.is_empty() {
            self.0.pop();
            self.0.extend(br#","value":"#);
            self.0.extend(native.as_bytes());
            self.0.push(b'}');
        }
    }

    fn called(mut self, method: &str, params: &impl Serialize) -> Self {
        self.member("method", &method);
        self.member("params", params);
        self
    }

    fn member(&mut self, name: &str, value: &impl Serialize) {
        self.0.extend(b",\"");
        self.0.extend(name.as_bytes());
        self.0.extend(b"\":");
        self.value(value);
    }
}
