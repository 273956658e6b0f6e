//! Results of MCP.

use super::text::TOO_LARGE;
use crate::shared::{Json, MAX_ANSWER, Reply};
use readroom_read::ReadFacts;
use readroom_types::{Content, Outcome};

pub(super) fn answered(text: String, facts: Vec<ReadFacts>) -> Reply {
    let json = Json::object([
        ("content", Json::List(vec![text_block(&text)])),
        ("structuredContent", Json::object([("content", Json::text(&*text))])),
    ]);
    if json.length() + text.len() > MAX_ANSWER {
        return refused(TOO_LARGE.into());
    }
    let json = json.write();
    Reply { outcome: Outcome::Answered, json, content: vec![Content::Text(text)], facts }
}

/// Returns an error result.
pub(super) fn refused(message: String) -> Reply {
    let json = Json::object([
        ("content", Json::List(vec![text_block(&message)])),
        ("isError", Json::Bool(true)),
    ]);
    let json = json.write();
    let content = vec![Content::Text(message)];
    Reply { outcome: Outcome::Refused, json, content, facts: Vec::new() }
}

fn text_block(text: &str) -> Json<'_> {
    Json::object([("type", Json::text("text")), ("text", Json::text(text))])
}
