//! Questions and answers, as records have them.

use crate::contract::{Block, Cell, Notebook, Outline, SharedLimits, Siblings, View};
use crate::limits::MOST_ARGUMENTS;
use crate::{Body, Document, Facts, Request, Start};
use serde_json::{Value, json};

/// What is handed on of text that a caller wrote: the component finds fault with what is longer.
pub(super) fn cut(text: &str) -> &str {
    &text[..text.floor_char_boundary(MOST_ARGUMENTS)]
}

/// A request as JSON, for whoever keeps records.
pub(super) fn asked(request: &Request) -> Value {
    let start = request.start.as_ref().map(|start| match start {
        Start::Line(line) => json!({ "line": line }),
        Start::FromEnd(lines) => json!({ "from_end": lines }),
        Start::Cursor(cursor) => json!({ "cursor": cut(cursor) }),
        Start::Block(Block { line, levels, siblings }) => {
            json!({ "block": line, "levels": levels, "siblings": *siblings == Siblings::Included })
        }
    });
    let Request { path, lines, bytes, tokens, column, columns, encoding, known, .. } = request;
    let mut asked = json!({ "path": cut(path), "start": start, "lines": lines, "bytes": bytes });
    let text = |text: &Option<String>| text.as_deref().map(|text| cut(text).into());
    let view = match request.view {
        View::Auto => None,
        View::Text => Some("text".into()),
        View::Outline => Some("outline".into()),
    };
    let more = [
        ("tokens", tokens.map(Value::from)),
        ("column", column.map(Value::from)),
        ("columns", columns.map(Value::from)),
        ("encoding", text(encoding)),
        ("version", text(known)),
        ("view", view),
    ];
    if let Some(asked) = asked.as_object_mut() {
        asked.extend(more.into_iter().filter_map(|(name, value)| Some((name.into(), value?))));
    }
    asked
}

/// Several requests as JSON, as much of them as the arguments of a call may have.
pub(super) fn asked_of_many(requests: &[Request], limits: SharedLimits) -> String {
    let files: Vec<Value> = requests.iter().map(asked).collect();
    let asked = json!({ "files": files, "bytes": limits.bytes, "tokens": limits.tokens }).to_string();
    cut(&asked).into()
}

pub(super) fn cut_request(request: &Request) -> Request {
    let start = match &request.start {
        Some(Start::Cursor(cursor)) => Some(Start::Cursor(cut(cursor).into())),
        start => start.clone(),
    };
    let text = |text: &Option<String>| text.as_deref().map(|text| cut(text).into());
    let (known, encoding) = (text(&request.known), text(&request.encoding));
    Request { path: cut(&request.path).into(), start, known, encoding, ..*request }
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// The facts of a document that was read below a root.
pub(super) fn facts(root: &str, document: &Document) -> Facts {
    let (lines, bytes) = match &document.body {
        Body::Text(text) => (text.lines, text.content.len() as u64),
        Body::Unchanged | Body::Image(_) => (0, 0),
        Body::Outline(Outline { entries, .. }) => {
            (count(entries.len()), entries.iter().map(|entry| entry.text.len() as u64 + 1).sum())
        }
        Body::Notebook(Notebook { cells, .. }) => {
            let outputs =
                |cell: &Cell| cell.outputs.iter().map(|output| output.text.len() as u64).sum::<u64>();
            (count(cells.len()), cells.iter().map(|cell| cell.source.len() as u64 + outputs(cell)).sum())
        }
    };
    Facts {
        path: match document.path.as_str() {
            path if path.starts_with('/') => path.into(),
            path => format!("{}/{path}", root.trim_end_matches('/')),
        },
        size: document.size,
        modified: document.modified,
        version: document.version.clone(),
        lines,
        bytes,
    }
}
