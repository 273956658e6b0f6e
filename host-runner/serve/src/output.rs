//! What the server says: answers, questions and notifications, a line each.

use crate::answers::ReplyAnswer;
use crate::failure::Failure;
use crate::lines::Output;
use crate::message::Id;
use readroom::Reply;
use serde::Serialize;

/// A line that is not yet complete.
pub(crate) struct Line(Vec<u8>);

impl Output {
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

    /// Writes a complete line.
    pub(crate) fn write(&self, line: Line) {
        let Line(mut bytes) = line;
        bytes.push(b'}');
        self.write_line(bytes);
    }
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
