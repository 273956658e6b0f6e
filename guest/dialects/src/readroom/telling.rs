//! What was read, as JSON.

use super::notes::Shown;
use crate::json::{Json, Members};
use crate::neutral::{Ask, Body, Code, Document, Excerpt, Image, Notebook, Outline, Refusal, ShownCell};
use crate::version;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use readroom_core::structure::{Entry, Found};
use readroom_core::tokens;
use readroom_core::{Clip, Deceit, Endings, Evidence, Finding, Ordinal, Page, Presence, Stopped, Timestamp};
use readroom_formats::{CellKind, Media, Output, OutputKind};

/// The answer for one file.
pub(super) fn tell(document: &Document) -> String {
    let shown = Shown(document);
    let mut members = members(document);
    members.push(("text".into(), Json::Rendered(&shown)));
    Json::Object(members).write()
}

/// The answer for several files.
pub(super) fn tell_many(asks: &[Ask<'_>], answers: &[Result<Document, Refusal>]) -> String {
    let each = || asks.iter().zip(answers);
    let files = each().map(|(ask, answer)| match answer {
        Ok(document) => Json::Object(members(document)),
        Err(refusal) => Json::object([("path", Json::text(ask.path)), ("error", error(refusal))]),
    });
    let text = super::notes::ShownMany(asks, answers);
    let members = [
        ("kind", Json::text("files")),
        ("files", Json::List(files.collect())),
        ("text", Json::Rendered(&text)),
    ];
    Json::object(members).write()
}

/// Why there is no answer.
pub(super) fn refuse(refusal: Refusal) -> String {
    Json::object([("error", error(&refusal))]).write()
}

fn error(refusal: &Refusal) -> Json<'_> {
    let mut members: Members<'_> = vec![
        ("code".into(), Json::text(refusal.code.name())),
        ("message".into(), Json::text(&*refusal.message)),
        ("hint".into(), Json::text(&*refusal.hint)),
    ];
    if let Some(total) = refusal.total {
        members.push(("total".into(), Json::number(total)));
    }
    if matches!(refusal.code, Code::NotFound | Code::IsADirectory) {
        let suggestions = refusal.suggestions.iter().map(|path| Json::text(&**path));
        members.push(("suggestions".into(), Json::List(suggestions.collect())));
    }
    Json::Object(members)
}

/// All that is told of a file but its text for a model.
fn members(document: &Document) -> Members<'_> {
    let (kind, more) = match &document.body {
        Body::Text(excerpt) => ("text", text_members(document, excerpt)),
        Body::Unchanged => ("unchanged", Vec::new()),
        Body::Outline(outline) => ("outline", outline_members(outline)),
        Body::Notebook(notebook) => ("notebook", notebook_members(notebook)),
        Body::Image(image) => ("image", image_members(image)),
    };
    let mut members = of_the_file(document, kind);
    members.extend(more);
    members
}

fn of_the_file<'a>(document: &'a Document, kind: &'static str) -> Members<'a> {
    let Document { location, metadata, .. } = document;
    vec![
        ("path".into(), Json::Rendered(location)),
        ("size".into(), Json::number(metadata.size)),
        ("modified".into(), or_null(metadata.modified.map(Timestamp::milliseconds))),
        ("version".into(), Json::text(version(metadata))),
        ("kind".into(), Json::text(kind)),
    ]
}

fn text_members<'a>(document: &Document, excerpt: &'a Excerpt) -> Members<'a> {
    let Excerpt { page, stop, block, suspicious } = excerpt;
    let Page { text, first, .. } = page;
    let presence = |presence| Json::Bool(presence == Presence::Present);
    let more = text.stopped != Stopped::AtEnd;
    vec![
        ("content".into(), Json::text(&*text.content)),
        ("first".into(), place(*first)),
        ("lines".into(), Json::number(text.lines)),
        ("block".into(), block.as_ref().map_or(Json::Null, found)),
        ("tokens".into(), Json::number(tokens::estimate(&text.content))),
        ("stopped".into(), Json::text(stop.name())),
        ("total".into(), or_null(text.total)),
        ("next".into(), if more { place(first.after(text.lines)) } else { Json::Null }),
        ("cursor".into(), document.next().map_or(Json::Null, Json::text)),
        ("clipped".into(), Json::List(page.clipped().map(clip).collect())),
        ("encoding".into(), Json::text(text.encoding.encoding.name())),
        ("evidence".into(), Json::text(evidence(text.encoding.evidence))),
        ("byte_order_mark".into(), presence(text.encoding.mark)),
        ("replacements".into(), presence(text.replacements)),
        ("line_endings".into(), Json::text(endings(text.endings()))),
        ("suspicious".into(), Json::List(suspicious.iter().map(|at| finding(page, at)).collect())),
    ]
}

fn outline_members(outline: &Outline) -> Members<'_> {
    let entry = |entry: &'_ Entry| {
        Json::object([
            ("line", Json::number(entry.line.get())),
            ("last", Json::number(entry.end.get())),
            ("depth", Json::number(entry.depth.into())),
            ("text", Json::text(entry.text.clone())),
        ])
    };
    vec![
        ("entries".into(), Json::List(outline.entries.iter().map(entry).collect())),
        ("left_out".into(), Json::number(outline.left_out)),
        ("tokens".into(), Json::number(outline.tokens())),
        ("total".into(), Json::number(outline.total)),
        ("encoding".into(), Json::text(outline.encoding.encoding.name())),
    ]
}

fn notebook_members(notebook: &Notebook) -> Members<'_> {
    let language = notebook.language.as_deref().map_or(Json::Null, Json::text);
    vec![
        ("cells".into(), Json::List(notebook.cells.iter().map(cell).collect())),
        ("tokens".into(), Json::number(notebook.tokens())),
        ("stopped".into(), Json::text(notebook.stop.name())),
        ("total".into(), Json::number(notebook.total)),
        ("next".into(), or_null(notebook.next)),
        ("unreadable".into(), Json::number(notebook.unreadable)),
        ("language".into(), language),
    ]
}

fn cell(shown: &ShownCell) -> Json<'_> {
    let ShownCell { cell, left_out } = shown;
    Json::object([
        ("number", Json::number(cell.number)),
        ("kind", Json::text(cell_kind(cell.kind))),
        ("run", or_null(cell.run)),
        ("source", Json::text(&*cell.source)),
        ("left_out", Json::number(*left_out)),
        ("outputs", Json::List(cell.outputs.iter().map(output).collect())),
        ("outputs_left_out", Json::number(cell.outputs_left_out)),
    ])
}

fn output(output: &Output) -> Json<'_> {
    let media = |media: &Media| {
        Json::object([("mime", Json::text(media.mime.clone())), ("bytes", Json::number(media.bytes))])
    };
    Json::object([
        ("kind", Json::text(output_kind(output.kind))),
        ("text", Json::text(&*output.text)),
        ("left_out", Json::number(output.clipped)),
        ("media", Json::List(output.media.iter().map(media).collect())),
    ])
}

pub(super) fn cell_kind(kind: CellKind) -> &'static str {
    match kind {
        CellKind::Code => "code",
        CellKind::Markdown => "markdown",
        CellKind::Raw => "raw",
    }
}

pub(super) fn output_kind(kind: OutputKind) -> &'static str {
    match kind {
        OutputKind::Stdout => "standard-output",
        OutputKind::Stderr => "standard-error",
        OutputKind::Result => "outcome",
        OutputKind::Display => "display",
        OutputKind::Error => "error",
    }
}

fn image_members(image: &Image) -> Members<'static> {
    vec![
        ("mime".into(), Json::text(image.kind.mime())),
        ("width".into(), Json::number(image.shown.0.into())),
        ("height".into(), Json::number(image.shown.1.into())),
    ]
}

fn found(block: &Found) -> Json<'_> {
    let headers = block.headers.iter().map(|header| {
        Json::object([("line", Json::number(header.line.get())), ("text", Json::text(&*header.text))])
    });
    Json::object([
        ("first", Json::number(block.first.get())),
        ("last", Json::number(block.last.get())),
        ("headers", Json::List(headers.collect())),
    ])
}

fn or_null(number: Option<u64>) -> Json<'static> {
    number.map_or(Json::Null, Json::number)
}

fn clip((line, clip): (Ordinal, Clip)) -> Json<'static> {
    Json::object([
        ("line", place(line)),
        ("next", Json::number(clip.next)),
        ("characters", Json::number(clip.characters)),
    ])
}

fn evidence(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Given => "given",
        Evidence::Mark => "mark",
        Evidence::Content => "content",
    }
}

fn finding(page: &Page, finding: &Finding) -> Json<'static> {
    Json::object([
        ("line", place(page.place(finding.line))),
        ("kind", Json::text(deceit(finding.deceit))),
        ("characters", Json::number(finding.characters.into())),
    ])
}

fn deceit(deceit: Deceit) -> &'static str {
    match deceit {
        Deceit::Bidirectional => "bidirectional",
        Deceit::Invisible => "invisible",
        Deceit::Terminal => "terminal",
    }
}

/// A line as a number: a negative one if it is counted from the end.
pub(super) fn place(line: Ordinal) -> Json<'static> {
    Json::Number(line.to_string().into())
}

fn endings(endings: Endings) -> &'static str {
    match endings {
        Endings::None => "none",
        Endings::Lf => "lf",
        Endings::CrLf => "crlf",
        Endings::Cr => "cr",
        Endings::Mixed => "mixed",
    }
}
