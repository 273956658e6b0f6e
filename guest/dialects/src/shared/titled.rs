//! Results of opencode, and of dm_cc, which follows it: a title, an output and metadata.

use super::{Json, Reply};
use readroom_core::{Stopped, Text};
use readroom_read::ReadFacts;

/// The number of lines or entries in a preview.
pub(crate) const PREVIEW_LINES: usize = 20;

/// Returns the reply with a text.
pub(crate) fn reply(title: &str, output: String, metadata: Json<'_>, facts: ReadFacts) -> Reply {
    let result = Json::object([
        ("title", Json::text(title)),
        ("output", Json::text(&*output)),
        ("metadata", metadata),
    ]);
    Reply::text(result.write(), output, vec![facts])
}

/// Returns the metadata that all of these tools have.
pub(crate) fn metadata(preview: String, truncated: bool) -> Json<'static> {
    Json::object([("preview", Json::text(preview)), ("truncated", Json::Bool(truncated))])
}

/// Returns the first lines of a text.
pub(crate) fn preview(text: &Text) -> String {
    let lines: Vec<&str> = text.numbered().take(PREVIEW_LINES).map(|(_, line)| line).collect();
    lines.join("\n")
}

/// Returns the notice below lines, of which there are at most `max` bytes.
pub(crate) fn notice(text: &Text, max: u64) -> String {
    let last = text.next().get() - 1;
    match text.stopped {
        Stopped::AtByteLimit => format!(
            "(Output truncated at {max} bytes. Use 'offset' parameter to read beyond line {last})"
        ),
        Stopped::AtLineLimit | Stopped::AtLineCap => {
            format!("(File has more lines. Use 'offset' parameter to read beyond line {last})")
        }
        Stopped::AtEnd => {
            format!("(End of file - total {} lines)", text.total.unwrap_or_default())
        }
    }
}
