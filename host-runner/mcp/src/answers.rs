//! What a tool returned, as MCP hands it to a model: what the agent shows its own model, part by part.
//!
//! With `--structured`, the tool `readroom` adds its result as structured content, with a schema. Without it there is
//! none: several clients give a model nothing but the structured part, which has no line numbers. An error is text too.

use crate::tools::Structured;
use readroom::{Content, EncodedMedia, Outcome, Reply};
use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};

/// The result of a call that a tool answered.
pub(crate) fn result(reply: Reply, structured: Structured) -> CallToolResult {
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
        // Structured content is an object; somebody else's component may return anything.
        result.structured_content =
            serde_json::from_str(&reply.json).ok().filter(serde_json::Value::is_object);
    }
    result
}

/// The bytes of what a client is sent of a reply.
pub(crate) fn bytes(reply: &Reply, structured: Structured) -> usize {
    let content = reply.content.iter().map(|content| match content {
        Content::Text(text) => text.len(),
        Content::Image(media) | Content::File(media) => media.data.len(),
    });
    let json = if structured == Structured::Wanted { reply.json.len() } else { 0 };
    content.sum::<usize>() + json
}

fn block(content: Content, file: &str) -> ContentBlock {
    match content {
        Content::Text(text) => ContentBlock::text(text),
        Content::Image(EncodedMedia { mime, data }) => ContentBlock::image(data, mime),
        Content::File(EncodedMedia { mime, data }) => {
            let blob = ResourceContents::blob(data, crate::uri::of_file(file)).with_mime_type(mime);
            ContentBlock::resource(blob)
        }
    }
}

/// The result of a call that no tool answered: what stopped it has a code too, and a hint.
pub(crate) fn failure(error: &readroom::Error, structured: Structured) -> CallToolResult {
    let code = error.code().unwrap_or(readroom::ErrorCode::Other).name();
    let text = format!("{code}: {error}. {}", error.hint());
    let mut result = CallToolResult::error(vec![ContentBlock::text(text)]);
    if structured == Structured::Wanted {
        result.structured_content = serde_json::from_str(&error.to_json()).ok();
    }
    result
}
