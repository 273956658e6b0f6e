//! Builds the given and the expected answer of a case, to compare them.

use crate::case::{Case, CaseError, ExpectedOutcome};
use crate::fixture::Fixture;
use crate::repeat::expand_repeats;
use crate::without_time::without_time;
use readroom::{Content, EncodedMedia, Error, Limit, Outcome, Reply, Room};
use serde_json::{Value, json};
use std::fmt;

/// Why there is no answer to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoAnswer {
    /// What happened.
    pub reason: String,
    /// The limit that the call reached, if any.
    pub limit: Option<Limit>,
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for NoAnswer {}

impl From<Error> for NoAnswer {
    fn from(error: Error) -> Self {
        Self { reason: error.to_string(), limit: error.limit() }
    }
}

impl From<&str> for NoAnswer {
    fn from(reason: &str) -> Self {
        Self { reason: reason.into(), limit: None }
    }
}

impl Case {
    /// Returns the members of the given answer that the case specifies: `outcome` and `reply`, and
    /// `content` and `tool` if the case has them.
    pub fn given(&self, room: &Room, reply: &Reply) -> Result<Value, NoAnswer> {
        let outcome = match reply.outcome {
            Outcome::Answered => ExpectedOutcome::Answered,
            Outcome::Refused => ExpectedOutcome::Refused,
        };
        let native: Value = serde_json::from_str(&reply.json).map_err(|error| NoAnswer {
            reason: format!("the reply is not JSON: {error}"),
            limit: None,
        })?;
        let mut given =
            members(json!({ "outcome": outcome.name(), "reply": without_time(native) }));
        let id = &self.call.tool;
        if self.content.is_some() {
            let content = reply.content.iter().map(content);
            given.insert("content".into(), without_time(content.collect()));
        }
        if self.tool.is_some() {
            let tools = room.tools()?;
            let tool = tools
                .iter()
                .find(|tool| tool.id == *id)
                .ok_or("the component does not have this tool")?;
            given.insert(
                "tool".into(),
                json!({ "snippet": tool.snippet, "guidelines": tool.guidelines }),
            );
        }
        Ok(Value::Object(given))
    }

    /// Returns the same members as the case expects them.
    pub fn expected(&self, fixture: &Fixture) -> Result<Value, CaseError> {
        let reply = fixture.fill_in_all(&expand_repeats(&self.reply).map_err(CaseError)?);
        let mut expected =
            members(json!({ "outcome": self.outcome.name(), "reply": without_time(reply) }));
        if let Some(content) = &self.content {
            let content = fixture.fill_in_all(&expand_repeats(content).map_err(CaseError)?);
            expected.insert("content".into(), without_time(content));
        }
        if let Some(tool) = &self.tool {
            expected.insert("tool".into(), fixture.fill_in_all(tool));
        }
        Ok(Value::Object(expected))
    }
}

/// Converts a part of the content to JSON, as in the contract.
fn content(content: &Content) -> Value {
    fn media(kind: &str, EncodedMedia { mime, data }: &EncodedMedia) -> Value {
        json!({ "kind": kind, "mime": mime, "data": data })
    }
    match content {
        Content::Text(text) => json!({ "kind": "text", "text": text }),
        Content::Image(image) => media("image", image),
        Content::File(file) => media("file", file),
    }
}

fn members(value: Value) -> serde_json::Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => serde_json::Map::new(),
    }
}
