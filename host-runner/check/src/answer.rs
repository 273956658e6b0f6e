//! The answer to a case: the one that is given, and the one that is expected.

use crate::case::{Answer, Case, Malformed};
use crate::repeat::repeated;
use crate::scene::Scene;
use crate::without_time::without_time;
use readroom::{Content, EncodedMedia, Error, Fold, Limit, Outcome, Reply, Room};
use serde_json::{Value, json};
use std::fmt;

/// Why there is no answer that could be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoAnswer {
    /// What happened.
    pub reason: String,
    /// The limit that the call reached, if it reached one.
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
    /// What is given of all that the case fixes: `outcome`, `reply`, and `content`, `render` and `tool` where it has them.
    pub fn given(&self, scene: &Scene, room: &Room, reply: &Reply) -> Result<Value, NoAnswer> {
        let outcome = match reply.outcome {
            Outcome::Answered => Answer::Answered,
            Outcome::Refused => Answer::Refused,
        };
        let native: Value = serde_json::from_str(&reply.json).map_err(|error| NoAnswer {
            reason: format!("the reply is no JSON: {error}"),
            limit: None,
        })?;
        let mut given =
            members(json!({ "outcome": outcome.name(), "reply": without_time(native) }));
        let id = &self.call.tool;
        if self.content.is_some() {
            let content = reply.content.iter().map(content);
            given.insert("content".into(), without_time(content.collect()));
        }
        if self.render.is_some() {
            let arguments = self.call.arguments(scene);
            let arguments = readroom::arguments(&arguments);
            let draw = |fold| room.render_result(id, &arguments, &reply.json, &reply.content, fold);
            let drawn = json!({
                "call": room.render_call(id, &arguments)?,
                "collapsed": draw(Fold::Collapsed)?,
                "expanded": draw(Fold::Expanded)?,
            });
            given.insert("render".into(), without_time(drawn));
        }
        if self.tool.is_some() {
            let tools = room.tools()?;
            let tool = tools.iter().find(|tool| tool.id == *id).ok_or("it has no such tool")?;
            given.insert(
                "tool".into(),
                json!({ "snippet": tool.snippet, "guidelines": tool.guidelines }),
            );
        }
        Ok(Value::Object(given))
    }

    /// What the case expects in its place.
    pub fn expected(&self, scene: &Scene) -> Result<Value, Malformed> {
        let reply = scene.fill_in_all(&repeated(&self.reply).map_err(Malformed)?);
        let mut expected =
            members(json!({ "outcome": self.outcome.name(), "reply": without_time(reply) }));
        if let Some(content) = &self.content {
            let content = scene.fill_in_all(&repeated(content).map_err(Malformed)?);
            expected.insert("content".into(), without_time(content));
        }
        for (name, value) in [("render", &self.render), ("tool", &self.tool)] {
            if let Some(value) = value {
                expected.insert(name.into(), scene.fill_in_all(value));
            }
        }
        Ok(Value::Object(expected))
    }
}

/// A part of what a model is shown, as JSON spells the contract.
fn content(content: &Content) -> Value {
    let media = |kind: &str, media: &EncodedMedia| json!({ "kind": kind, "mime": media.mime, "data": media.data });
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
