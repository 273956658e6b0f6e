//! The answer in JSON: the types of the contract, spelled as `docs/json.md` says. Members stand in the order of
//! `wit/types.wit`; one that has no value is left out.

use crate::json::{Json, Members};
use crate::neutral::{
    Body, Document, Excerpt, Image, Notebook, Outline, Position, Refusal, ShownCell,
};
use crate::version;
use alloc::string::String;
use alloc::vec::Vec;
use readroom_core::structure::{Entry, Found, Header};
use readroom_core::tokens;
use readroom_core::{
    Clip, Deceit, Endings, Evidence, Finding, LineNumber, Ordinal, Page, Presence, Timestamp,
};
use readroom_notebook::{CellKind, Media, Output, OutputKind};

/// A `document`.
pub(super) fn document(document: &Document) -> String {
    document_members(document).write()
}

/// `documents`.
pub(super) fn documents(answers: &[Result<Document, Refusal>]) -> String {
    Json::object([("files", list(answers, file))]).write()
}

fn file(answer: &Result<Document, Refusal>) -> Json<'_> {
    match answer {
        Ok(document) => document_members(document),
        Err(refusal) => error(refusal),
    }
}

/// A `read-error` in the place of a result.
pub(super) fn refused(refusal: &Refusal) -> String {
    error(refusal).write()
}

fn error(refusal: &Refusal) -> Json<'_> {
    let Refusal { code, message, hint, total, suggestions } = refusal;
    let error = Record::new()
        .text("code", code.name())
        .text("message", message)
        .text("hint", hint)
        .number_if("total", *total)
        .member("suggestions", list(suggestions, |path| Json::text(&**path)));
    Json::object([("error", error.into())])
}

fn document_members(document: &Document) -> Json<'_> {
    let Document { location, metadata, body } = document;
    Record::new()
        .member("path", Json::Rendered(location))
        .large("size", metadata.size)
        .large_if("modified", metadata.modified.map(Timestamp::milliseconds))
        .member("version", Json::text(version(metadata)))
        .member(
            "body",
            match body {
                Body::Text(excerpt) => text(excerpt, document.next()),
                Body::Unchanged => Record::of_kind("unchanged").into(),
                Body::Outline(outline) => self::outline(outline),
                Body::Notebook(notebook) => self::notebook(notebook),
                Body::Image(Image { kind, shown }) => Record::of_kind("image")
                    .text("mime", kind.mime())
                    .number("width", shown.0.into())
                    .number("height", shown.1.into())
                    .into(),
            },
        )
        .into()
}

fn text(excerpt: &Excerpt, next: Option<Position>) -> Json<'_> {
    let Excerpt { page: Page { text, first, .. }, stop, block, suspicious } = excerpt;
    let first = match first {
        Ordinal::FromStart(first) => Some(*first),
        Ordinal::FromEnd(_) => None,
    };
    Record::of_kind("text")
        .text("content", &text.content)
        .number_if("first", first.map(LineNumber::get))
        .number("lines", text.lines)
        .member_if("block", block.as_ref().map(block_span))
        .number("tokens", tokens::estimate(&text.content))
        .text("stopped", stop.name())
        .member_if("next", next.map(position))
        .number_if("total", text.total)
        .member("clipped", list(&text.clipped, clipped_line))
        .member("encoding", Json::text(text.encoding.encoding.name()))
        .text("encoding_source", encoding_source(text.encoding.evidence))
        .member("bom", Json::Bool(text.encoding.mark == Presence::Present))
        .text("line_endings", line_endings(text.endings()))
        .member("lossy", Json::Bool(text.replacements == Presence::Present))
        .member("suspicious", list(suspicious, suspicious_line))
        .into()
}

fn position(position: Position) -> Json<'static> {
    let Position { line, cursor } = position;
    Record::new()
        .number_if("line", line.map(LineNumber::get))
        .member("cursor", Json::text(cursor))
        .into()
}

fn outline(outline: &Outline) -> Json<'_> {
    Record::of_kind("outline")
        .member("entries", list(&outline.entries, outline_entry))
        .number("omitted", outline.left_out)
        .number("tokens", outline.tokens())
        .number("total", outline.total)
        .member("encoding", Json::text(outline.encoding.encoding.name()))
        .into()
}

fn outline_entry(entry: &Entry) -> Json<'_> {
    Record::new()
        .number("line", entry.line.get())
        .number("last", entry.end.get())
        .number("depth", entry.depth.into())
        .text("text", &entry.text)
        .into()
}

fn notebook(notebook: &Notebook) -> Json<'_> {
    Record::of_kind("notebook")
        .member("cells", list(&notebook.cells, cell))
        .number("tokens", notebook.tokens())
        .text("stopped", notebook.stop.name())
        .number("total", notebook.total)
        .number_if("next_cell", notebook.next)
        .number("malformed", notebook.unreadable)
        .member_if("language", notebook.language.as_deref().map(Json::text))
        .into()
}

fn cell(shown: &ShownCell) -> Json<'_> {
    let ShownCell { cell, left_out } = shown;
    Record::new()
        .number("number", cell.number)
        .text("kind", cell_kind(cell.kind))
        .number_if("execution_count", cell.run)
        .text("source", &cell.source)
        .number("omitted_characters", *left_out)
        .member("outputs", list(&cell.outputs, output))
        .number("omitted_outputs", cell.outputs_left_out)
        .into()
}

fn output(output: &Output) -> Json<'_> {
    Record::new()
        .text("kind", output_kind(output.kind))
        .text("text", &output.text)
        .number("omitted_characters", output.clipped)
        .member("media", list(&output.media, media))
        .into()
}

fn media(media: &Media) -> Json<'_> {
    Record::new().text("mime", &media.mime).number("bytes", media.bytes).into()
}

fn block_span(block: &Found) -> Json<'_> {
    Record::new()
        .number("first", block.first.get())
        .number("last", block.last.get())
        .member("headers", list(&block.headers, heading))
        .into()
}

fn heading(header: &Header) -> Json<'_> {
    Record::new().number("line", header.line.get()).text("text", &header.text).into()
}

fn clipped_line(clip: &Clip) -> Json<'_> {
    Record::new()
        .number("line", clip.line.get())
        .number("next_column", clip.next)
        .number("characters", clip.characters)
        .into()
}

fn suspicious_line(finding: &Finding) -> Json<'_> {
    Record::new()
        .number("line", finding.line.get())
        .text("kind", suspicious_kind(finding.deceit))
        .number("characters", finding.characters.into())
        .into()
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
        OutputKind::Stdout => "stdout",
        OutputKind::Stderr => "stderr",
        OutputKind::Result => "execute-result",
        OutputKind::Display => "display-data",
        OutputKind::Error => "error",
    }
}

fn encoding_source(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Given => "request",
        Evidence::Mark => "bom",
        Evidence::Content => "content",
    }
}

fn suspicious_kind(deceit: Deceit) -> &'static str {
    match deceit {
        Deceit::Bidirectional => "bidirectional",
        Deceit::Invisible => "invisible",
        Deceit::Terminal => "terminal",
    }
}

fn line_endings(endings: Endings) -> &'static str {
    match endings {
        Endings::None => "none",
        Endings::Lf => "lf",
        Endings::CrLf => "crlf",
        Endings::Cr => "cr",
        Endings::Mixed => "mixed",
    }
}

fn list<'a, T>(items: &'a [T], item: impl Fn(&'a T) -> Json<'a>) -> Json<'a> {
    Json::List(items.iter().map(item).collect())
}

/// A record of the contract, member by member.
struct Record<'a>(Members<'a>);

impl<'a> Record<'a> {
    fn new() -> Self {
        Self(Vec::new())
    }

    /// The payload of a case of a variant.
    fn of_kind(kind: &'static str) -> Self {
        Self::new().text("kind", kind)
    }

    fn member(mut self, name: &'static str, value: Json<'a>) -> Self {
        self.0.push((name.into(), value));
        self
    }

    fn member_if(self, name: &'static str, value: Option<Json<'a>>) -> Self {
        match value {
            Some(value) => self.member(name, value),
            None => self,
        }
    }

    fn text(self, name: &'static str, text: &'a str) -> Self {
        self.member(name, Json::text(text))
    }

    /// A number of 64 bits.
    fn large(self, name: &'static str, number: u64) -> Self {
        self.member(name, Json::number(number))
    }

    fn large_if(self, name: &'static str, number: Option<u64>) -> Self {
        self.member_if(name, number.map(Json::number))
    }

    /// A number of 32 bits: one that is too large is given as the largest.
    fn number(self, name: &'static str, number: u64) -> Self {
        self.large(name, number.min(u32::MAX.into()))
    }

    fn number_if(self, name: &'static str, number: Option<u64>) -> Self {
        self.large_if(name, number.map(|number| number.min(u32::MAX.into())))
    }
}

impl<'a> From<Record<'a>> for Json<'a> {
    fn from(record: Record<'a>) -> Self {
        Self::Object(record.0)
    }
}
