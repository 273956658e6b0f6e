//! Requests and answers in the form that events record.

use crate::contract::{
    BlockSelector, Notebook, NotebookCell, Outline, SharedLimits, Siblings, Totals, View,
};
use crate::contract::{Body, Document, ListRequest, Listing, ReadFacts, ReadRequest, Start};
use crate::limits::MAX_ARGUMENTS;
use serde_json::{Map, Value, json};

/// Truncates text of the caller to what the component gets; the component reports what is longer.
pub(super) fn truncate(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_ARGUMENTS)]
}

/// Returns a request as a model would write it for the tool `readroom`.
pub(super) fn request_json(request: &ReadRequest) -> Value {
    let text = |text: &str| Value::from(truncate(text));
    let mut json = Map::new();
    let mut put = |name: &str, value: Option<Value>| {
        json.extend(value.map(|value| (name.into(), value)));
    };
    put("path", Some(text(&request.path)));
    put("view", (request.view != View::Auto).then(|| request.view.name().into()));
    match &request.start {
        None => {}
        Some(Start::Line(line)) => put("start", Some((*line).into())),
        Some(Start::FromEnd(lines)) => put("start", Some((-i64::from(*lines)).into())),
        Some(Start::Cursor(cursor)) => put("cursor", Some(text(cursor))),
        Some(Start::Block(BlockSelector { line, levels, siblings })) => {
            put("block", Some((*line).into()));
            put("levels", Some((*levels).into()));
            put("siblings", Some((*siblings == Siblings::Included).into()));
        }
    }
    put("lines", request.lines.map(Value::from));
    put("bytes", request.bytes.map(Value::from));
    put("tokens", request.tokens.map(Value::from));
    put("column", request.column.map(Value::from));
    put("columns", request.columns.map(Value::from));
    put("encoding", request.encoding.as_deref().map(text));
    put("totals", (request.totals != Totals::Auto).then(|| request.totals.name().into()));
    put("known_version", request.known_version.as_deref().map(text));
    Value::Object(json)
}

/// Returns several requests as JSON, cut to the maximum length of a call's arguments.
pub(super) fn requests_json(requests: &[ReadRequest], limits: SharedLimits) -> String {
    let files: Vec<Value> = requests.iter().map(request_json).collect();
    let json =
        json!({ "files": files, "bytes": limits.bytes, "tokens": limits.tokens }).to_string();
    truncate(&json).into()
}

/// Returns a request for a listing as JSON, with the names of the contract.
pub(super) fn list_request_json(request: &ListRequest) -> Value {
    let ListRequest { path, after, entries } = request;
    let mut json = Map::new();
    json.insert("path".into(), truncate(path).into());
    json.extend(after.as_deref().map(|after| ("after".into(), truncate(after).into())));
    json.extend(entries.map(|entries| ("entries".into(), entries.into())));
    Value::Object(json)
}

pub(super) fn truncate_list_request(request: &ListRequest) -> ListRequest {
    let after = request.after.as_deref().map(|after| truncate(after).into());
    ListRequest { path: truncate(&request.path).into(), after, ..*request }
}

pub(super) fn truncate_request(request: &ReadRequest) -> ReadRequest {
    let start = match &request.start {
        Some(Start::Cursor(cursor)) => Some(Start::Cursor(truncate(cursor).into())),
        start => start.clone(),
    };
    let text = |text: &Option<String>| text.as_deref().map(|text| truncate(text).into());
    let (known_version, encoding) = (text(&request.known_version), text(&request.encoding));
    ReadRequest { path: truncate(&request.path).into(), start, known_version, encoding, ..*request }
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// Returns the facts of a document that was read below a root.
pub(super) fn facts(root: &str, document: &Document) -> ReadFacts {
    let (lines, bytes) = match &document.body {
        Body::Text(text) => (text.lines, text.content.len() as u64),
        Body::Unchanged | Body::Image(_) => (0, 0),
        Body::Outline(Outline { entries, .. }) => {
            (count(entries.len()), entries.iter().map(|entry| entry.text.len() as u64 + 1).sum())
        }
        Body::Notebook(Notebook { cells, .. }) => {
            let outputs = |cell: &NotebookCell| {
                cell.outputs.iter().map(|output| output.text.len() as u64).sum::<u64>()
            };
            (
                count(cells.len()),
                cells.iter().map(|cell| cell.source.len() as u64 + outputs(cell)).sum(),
            )
        }
    };
    ReadFacts {
        real_path: absolute(root, &document.path),
        size: document.size,
        modified: document.modified,
        version: Some(document.version.clone()),
        lines,
        bytes,
    }
}

/// Returns the facts of a page of a directory below a root.
pub(super) fn facts_of_listing(root: &str, listing: &Listing) -> ReadFacts {
    ReadFacts {
        real_path: if listing.path == "." { root.into() } else { absolute(root, &listing.path) },
        size: 0,
        modified: None,
        version: None,
        lines: count(listing.entries.len()),
        bytes: 0,
    }
}

fn absolute(root: &str, path: &str) -> String {
    if path.starts_with('/') {
        path.into()
    } else {
        format!("{}/{path}", root.trim_end_matches('/'))
    }
}
