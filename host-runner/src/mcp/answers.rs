//! What a tool returned, as MCP hands it to a model: the text that the dialect's agent would show, and pictures and
//! documents as content of their own.
//!
//! | dialect | content | structured content |
//! |---|---|---|
//! | `readroom` | the numbered text | the whole object but `text` |
//! | `mycodeagent` | its envelope, as JSON | none |
//! | `dm-cc`, `opencode` | `output`, and the attachments | none |
//! | `kimi-cli` | `message` as a note of the system, then `output` | none |
//! | `pi` | its content | none |
//!
//! There is structured content where there is a schema for it, because some clients show a model nothing else; it
//! repeats no text but the exact lines. An error is the text of the dialect, and for `readroom` its object too.

use readroom::{Dialect, Outcome, Reply};
use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};
use serde_json::Value;

/// The result of a call that a dialect answered.
pub(crate) fn result(dialect: Dialect, reply: Reply) -> CallToolResult {
    let Ok(mut answer) = serde_json::from_str::<Value>(&reply.json) else {
        return CallToolResult::error(vec![ContentBlock::text(reply.json)]);
    };
    let is_error = reply.outcome == Outcome::Refused;
    let content = match dialect {
        Dialect::Readroom if is_error => vec![ContentBlock::text(advice(&answer))],
        Dialect::Readroom => vec![ContentBlock::text(take(&mut answer, "text"))],
        Dialect::Mycodeagent => vec![ContentBlock::text(reply.json)],
        Dialect::KimiCli => kimi(&mut answer, is_error),
        Dialect::DmCc | Dialect::Opencode | Dialect::Pi if is_error => {
            vec![ContentBlock::text(thrown(&answer).unwrap_or(reply.json))]
        }
        Dialect::DmCc | Dialect::Opencode => {
            let file = reply.facts.map(|facts| facts.path);
            let mut content = vec![ContentBlock::text(take(&mut answer, "output"))];
            content.extend(attachments(&mut answer, file.as_deref().unwrap_or_default()));
            content
        }
        Dialect::Pi => pi(&mut answer),
    };
    let mut result = if is_error { CallToolResult::error(content) } else { CallToolResult::success(content) };
    // Structured content is an object; somebody else's component may return anything.
    if dialect == Dialect::Readroom && answer.is_object() {
        result.structured_content = Some(answer);
    }
    result
}

/// The result of a call that no dialect answered: what stopped it has a code too, and a hint.
pub(crate) fn failure(error: &readroom::Error) -> CallToolResult {
    let answer = serde_json::from_str(&error.to_json()).unwrap_or_default();
    let mut result = CallToolResult::error(vec![ContentBlock::text(advice(&answer))]);
    result.structured_content = Some(answer);
    result
}

/// What happened and what to do, from an error of our own.
fn advice(answer: &Value) -> String {
    let part = |name: &str| answer.pointer(&format!("/error/{name}")).and_then(Value::as_str);
    let (message, hint) = (part("message").unwrap_or_default(), part("hint").unwrap_or_default());
    format!("{}: {message}. {hint}", part("code").unwrap_or("other"))
}

/// The message of an exception.
fn thrown(answer: &Value) -> Option<String> {
    Some(answer.pointer("/error/message")?.as_str()?.to_string())
}

/// As kimi-cli puts a result into the conversation.
fn kimi(answer: &mut Value, is_error: bool) -> Vec<ContentBlock> {
    let (message, output) = (take(answer, "message"), take(answer, "output"));
    let kind = if is_error { "ERROR: " } else { "" };
    let mut content = vec![ContentBlock::text(format!("<system>{kind}{message}</system>"))];
    if !output.is_empty() {
        content.push(ContentBlock::text(output));
    }
    content
}

/// The content of pi's tool: texts and images.
fn pi(answer: &mut Value) -> Vec<ContentBlock> {
    let Some(Value::Array(parts)) = answer.get_mut("content") else { return Vec::new() };
    let blocks = parts.iter_mut().map(|part| match part.get("type").and_then(Value::as_str) {
        Some("image") => {
            let mime = take(part, "mimeType");
            ContentBlock::image(take(part, "data"), mime)
        }
        _ => ContentBlock::text(take(part, "text")),
    });
    blocks.collect()
}

/// What opencode attaches: images as such, anything else as a resource.
fn attachments(answer: &mut Value, file: &str) -> Vec<ContentBlock> {
    let Some(Value::Array(attached)) = answer.get_mut("attachments") else { return Vec::new() };
    let blocks = attached.iter_mut().filter_map(|attachment| {
        let (mime, mut data) = (take(attachment, "mime"), take(attachment, "url"));
        let (head, _) = data.split_once(";base64,")?;
        data.drain(..head.len() + ";base64,".len());
        Some(match mime.starts_with("image/") {
            true => ContentBlock::image(data, mime),
            false => ContentBlock::resource(
                ResourceContents::blob(data, super::uri::of_file(file)).with_mime_type(mime),
            ),
        })
    });
    blocks.collect()
}

/// Takes a text out of an object, so that nothing large is copied.
fn take(object: &mut Value, name: &str) -> String {
    match object.as_object_mut().and_then(|members| members.shift_remove(name)) {
        Some(Value::String(text)) => text,
        _ => String::new(),
    }
}
