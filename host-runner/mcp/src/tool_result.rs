//! Converts a tool's result to an MCP result: the content that the agent shows its own model, part
//! by part.
//!
//! With `--structured`, the tool `readroom` adds its result as structured content, with a schema.
//! This is off by default: several clients show a model only the structured part, which has no line
//! numbers. Errors are text as well. Tools of an MCP server return its results unchanged.

use crate::tools::Structured;
use readroom::{Content, EncodedMedia, Outcome, Reply};
use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};

/// Returns the result of a call that a tool answered, including its errors.
pub(crate) fn from_reply(reply: Reply, structured: Structured) -> CallToolResult {
    if structured == Structured::Native
        && let Ok(native) = serde_json::from_str(&reply.json)
    {
        return native;
    }
    let file = reply.facts.first().map_or("", |facts| &facts.real_path);
    let mut content: Vec<_> =
        reply.content.into_iter().map(|content| block(content, file)).collect();
    if let Some(denied) = &reply.denied {
        content.push(ContentBlock::text(format!("[It was {denied}.]")));
    }
    let mut result = match reply.outcome {
        Outcome::Answered => CallToolResult::success(content),
        Outcome::Refused => CallToolResult::error(content),
    };
    if structured == Structured::Wanted {
        // Structured content must be an object; a third-party component may return anything.
        result.structured_content =
            serde_json::from_str(&reply.json).ok().filter(serde_json::Value::is_object);
    }
    result
}

fn block(content: Content, file: &str) -> ContentBlock {
    match content {
        Content::Text(text) => ContentBlock::text(text),
        Content::Image(EncodedMedia { mime, data }) => ContentBlock::image(data, mime),
        Content::File(EncodedMedia { mime, data }) => {
            let blob =
                ResourceContents::blob(data, crate::uri::from_path(file)).with_mime_type(mime);
            ContentBlock::resource(blob)
        }
    }
}

/// Returns the result of a call that failed before a tool could answer: a code, a message and a
/// hint.
pub(crate) fn from_error(error: &readroom::Error, structured: Structured) -> CallToolResult {
    let code = error.code().unwrap_or(readroom::ErrorCode::Other).name();
    let text = format!("{code}: {error}. {}", error.hint());
    let mut result = CallToolResult::error(vec![ContentBlock::text(text)]);
    if structured == Structured::Wanted {
        result.structured_content = serde_json::from_str(&error.to_json()).ok();
    }
    result
}
