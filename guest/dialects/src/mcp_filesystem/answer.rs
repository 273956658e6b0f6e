//! Results of MCP.

use super::text::TOO_LARGE;
use crate::shared::content::Content;
use crate::shared::json::Json;
use crate::shared::render::{self, ResultView};
use crate::shared::reply::{MAX_ANSWER, Outcome, Reply};
use readroom_read::ReadFacts;

/// Returns a result that is a text.
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

/// Returns a result that is an error.
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

/// Returns what is drawn of a result.
pub(crate) fn view(_: &str, result: &str, _: &[Content]) -> Option<ResultView<'static>> {
    let mut view = ResultView::default();
    for block in render::elements(render::member(result, "content")?) {
        if let Some(text) = render::text(block, "text") {
            view.text = text.into();
            continue;
        }
        let media = render::member(block, "resource").unwrap_or(block);
        let data = render::member(media, "data").or_else(|| render::member(media, "blob"))?;
        let mime = render::text(media, "mimeType")?;
        view.notes.push(render::attachment(&mime, data.trim_matches(['"', '=']).len()).into());
    }
    Some(view)
}
