//! Results of MCP.

use super::text::TOO_LARGE;
use crate::shared::{Json, MAX_ANSWER, Reply};
use readroom_read::ReadFacts;

pub(super) fn answered(text: String, facts: Vec<ReadFacts>) -> Reply {
    let json = Json::object([
        ("content", Json::List(vec![text_block(&text)])),
        ("structuredContent", Json::object([("content", Json::text(&*text))])),
    ]);
    if json.length() + text.len() > MAX_ANSWER {
        return refused(TOO_LARGE.into());
    }
    Reply::text(json.write(), text, facts)
}

/// Returns an error result.
pub(super) fn refused(message: String) -> Reply {
    let json = Json::object([
        ("content", Json::List(vec![text_block(&message)])),
        ("isError", Json::Bool(true)),
    ]);
    Reply::refused(json.write(), message)
}

fn text_block(text: &str) -> Json<'_> {
    Json::object([("type", Json::text("text")), ("text", Json::text(text))])
}
