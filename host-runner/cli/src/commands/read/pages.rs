//! Reads a file page after page: to its end, or as many lines as requested.

use anyhow::Result;
use readroom::{
    Body, Document, DocumentText, Error, ErrorCode, ReadError, ReadRequest, Room, Start, Text,
    Totals, View,
};
use std::mem::take;

/// The maximum number of lines of one page.
pub(super) const MAX_LINES: u32 = 10_000;

/// The maximum size of a page in bytes, and of a part of a line in characters.
const MAX_BYTES: u32 = 1 << 20;

/// The size from which a line is not completed. Each part costs as much as all before it.
const MAX_LINE_BYTES: usize = 64 << 20;

/// Reads a file, and passes each page to `print`, with the `tail` that it begins at. Returns all of
/// it without the lines, for its notes. Pages have at most `bytes` bytes.
pub(super) fn read(
    room: &Room,
    mut request: ReadRequest,
    bytes: usize,
    mut print: impl FnMut(&Document, Option<u32>) -> Result<()>,
) -> Result<Document> {
    let (start, columns) = (request.start.clone(), request.columns);
    let is_block = matches!(start, Some(Start::Block(_) | Start::Definition(_)));
    let mut tail = if let Some(Start::FromEnd(lines)) = start { Some(lines) } else { None };
    let mut left = request.lines;
    if request.view != View::Outline {
        request.bytes = Some(u32::try_from(bytes).unwrap_or(MAX_BYTES).clamp(1, MAX_BYTES));
        request.columns = columns.or(Some(MAX_BYTES));
        request.lines = Some(left.unwrap_or(MAX_LINES).min(MAX_LINES));
    }
    // Lines are counted where a note or a number needs it.
    if left.is_none() && matches!(start, None | Some(Start::Line(_))) {
        request.totals = Totals::Never;
    }
    let mut whole: Option<Document> = None;
    loop {
        let mut page = match (room.read(&request), &whole) {
            (Ok(page), Some(whole)) if page.version != whole.version => return Err(changed(whole)),
            (Err(Error::Read(error)), Some(whole)) if error.code == ErrorCode::Stale => {
                return Err(changed(whole));
            }
            (page, _) => page?,
        };
        if columns.is_none() && !is_block {
            complete_line(room, &request, &mut page)?;
        }
        print(&page, tail)?;
        let (length, next) = extent(&page.body);
        left = left.map(|left| left.saturating_sub(length));
        tail = tail.map(|tail| tail.saturating_sub(length));
        if let Some(text) = text(&mut page.body) {
            text.content = String::new();
            if text.encoding != "utf-8" {
                request.encoding = Some(text.encoding.clone());
            }
        }
        let all = match whole.take() {
            None => page,
            Some(whole) => joined(whole, page),
        };
        let Some(next) = next.filter(|_| !is_block && left != Some(0)) else { return Ok(all) };
        whole = Some(all);
        request.start = Some(next);
        request.lines = Some(left.unwrap_or(MAX_LINES).min(MAX_LINES));
        request.totals = Totals::Never;
        request.known_version = None;
    }
}

/// Returns the error for a file that was replaced after its first pages were printed.
fn changed(document: &Document) -> anyhow::Error {
    Error::Read(ReadError {
        code: ErrorCode::Stale,
        message: format!("'{}' changed while it was read", document.path),
        hint: "What was printed is the beginning of its earlier content. Read it again.".into(),
        suggestions: Vec::new(),
        total: None,
    })
    .into()
}

/// Adds the rest of the first line, if it is longer than a page.
fn complete_line(room: &Room, request: &ReadRequest, page: &mut Document) -> Result<()> {
    let mut request = request.clone();
    request.lines = Some(1);
    request.totals = Totals::Never;
    request.known_version = None;
    loop {
        let Some(line) = text(&mut page.body) else { return Ok(()) };
        let clip = line.clipped.first().filter(|clip| clip.next_column <= clip.characters);
        let Some(clip) = clip.filter(|_| line.content.len() < MAX_LINE_BYTES) else {
            return Ok(());
        };
        request.column = Some(clip.next_column);
        let mut rest = room.read(&request)?;
        if rest.version != page.version {
            return Err(changed(page));
        }
        let (Some(line), Some(rest)) = (text(&mut page.body), text(&mut rest.body)) else {
            return Ok(());
        };
        line.content += &rest.content;
        line.clipped = take(&mut rest.clipped);
        line.suspicious.append(&mut rest.suspicious);
    }
}

/// Returns the text of a file or document.
fn text(body: &mut Body) -> Option<&mut Text> {
    match body {
        Body::Text(text) | Body::Document(DocumentText { text, .. }) => Some(text),
        _ => None,
    }
}

/// Returns the number of lines, cells or entries of a page, and where the next one starts.
fn extent(body: &Body) -> (u32, Option<Start>) {
    match body {
        Body::Text(text) | Body::Document(DocumentText { text, .. }) => {
            let next = text.next.as_ref();
            (text.lines, next.map(|next| Start::Cursor(next.cursor.clone())))
        }
        Body::Notebook(notebook) => {
            (notebook.cells.len() as u32, notebook.next_cell.map(Start::Line))
        }
        Body::Directory(page) => (page.entries.len() as u32, page.next.map(Start::Line)),
        Body::Unchanged | Body::Outline(_) | Body::Image(_) => (0, None),
    }
}

/// Merges the facts about consecutive pages.
fn joined(mut all: Document, mut page: Document) -> Document {
    if let (Some(all), Some(page)) = (text(&mut all.body), text(&mut page.body)) {
        // Without numbers, lines are counted from the start of a page.
        let before = if page.first.is_none() { all.lines } else { 0 };
        page.clipped.iter_mut().for_each(|clip| clip.line += before);
        all.clipped.append(&mut page.clipped);
        page.suspicious.iter_mut().for_each(|line| line.line += before);
        all.suspicious.append(&mut page.suspicious);
        all.suspicious.truncate(100);
        all.lines = all.lines.saturating_add(page.lines);
        all.encoding = take(&mut page.encoding);
        all.lossy |= page.lossy;
        all.total = page.total.or(all.total);
        (all.stopped, all.next) = (page.stopped, page.next.take());
    }
    match (&mut all.body, page.body) {
        (Body::Notebook(all), Body::Notebook(page)) => {
            // The first and the last are named.
            all.cells.truncate(1);
            all.cells.extend(page.cells.into_iter().next_back());
            all.malformed += page.malformed;
            (all.stopped, all.next_cell) = (page.stopped, page.next_cell);
        }
        (Body::Directory(all), Body::Directory(page)) => {
            all.entries.extend(page.entries);
            (all.stopped, all.next) = (page.stopped, page.next);
        }
        _ => {}
    }
    all
}
