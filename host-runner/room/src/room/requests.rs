//! Requests and answers in the form that events record.

use crate::contract::truncate;
use crate::contract::{
    BlamePage, Body, Document, DocumentText, Listing, Notebook, NotebookCell, Outline, ReadFacts,
    ReadRequest, SharedLimits,
};
use readroom_policy::PathStyle;
use readroom_types::{FlatReadRequest, FlatSharedLimits};
use serde::Serialize;

/// Returns several requests as JSON, cut to the maximum length of a call's arguments.
pub(super) fn requests_json(requests: &[ReadRequest], limits: SharedLimits) -> String {
    let files: Vec<_> = requests.iter().map(FlatReadRequest::from).collect();
    let limits = FlatSharedLimits::from(&limits);
    truncate(&json(&Many { files, limits })).into()
}

#[derive(Serialize)]
struct Many {
    files: Vec<FlatReadRequest>,
    #[serde(flatten)]
    limits: FlatSharedLimits,
}

/// Returns a flat request as a string.
pub(super) fn json(request: &impl Serialize) -> String {
    serde_json::to_string(request).unwrap_or_default()
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// Returns the facts of a document that was read below a root.
pub(super) fn facts(root: &str, document: &Document) -> ReadFacts {
    let (lines, bytes) = match &document.body {
        Body::Text(text) | Body::Document(DocumentText { text, .. }) => {
            (text.lines, text.content.len() as u64)
        }
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
        Body::Directory(page) => {
            return facts_of_look(absolute(root, &document.path), page.entries.len());
        }
    };
    ReadFacts {
        real_path: absolute(root, &document.path),
        size: document.size,
        modified: document.modified,
        version: Some(document.version.clone()),
        lines,
        bytes,
        masked: document.masked,
    }
}

/// Returns the facts of a page of a directory below a root.
pub(super) fn facts_of_listing(root: &str, listing: &Listing) -> ReadFacts {
    facts_of_look(absolute(root, &listing.path), listing.entries.len())
}

/// Returns the facts of lines with their commits, of a file below a root.
pub(super) fn facts_of_blame(root: &str, page: &BlamePage) -> ReadFacts {
    let lines = page.runs.iter().map(|run| run.lines.len()).sum();
    facts_of_look(absolute(root, &page.path), lines)
}

/// Returns the facts of an answer about a directory: how many entries or lines it has.
pub(super) fn facts_of_look(directory: String, lines: usize) -> ReadFacts {
    ReadFacts {
        real_path: directory,
        size: 0,
        modified: None,
        version: None,
        lines: count(lines),
        bytes: 0,
        masked: None,
    }
}

fn absolute(root: &str, path: &str) -> String {
    if path == "." {
        root.into()
    } else if PathStyle::of(root).is_absolute(path) {
        path.into()
    } else {
        format!("{}/{path}", root.trim_end_matches('/'))
    }
}
