//! Encodes answers as JSON: the types of the contract, mapped as in `docs/json.md`. Members are in
//! the order of `wit/types.wit`; absent options are left out.

use super::names;
use super::record::{Record, list};
use super::wording::ErrorReport;
use crate::shared::json::Json;
use readroom_core::structure::{BlockSpan, Heading, OutlineEntry};
use readroom_core::{ClippedLine, LineNumber, Ordinal, Page, SuspiciousLine, Timestamp};
use readroom_read::documents::{Extraction, Facts, LeftOut, Unit, Unseen};
use readroom_read::{
    Body, DirectoryEntry, DirectoryPage, Document, ImageInfo, Media, Notebook, NotebookCell,
    Outline, Output, Position, TextPage,
};
use readroom_tokens as tokens;

/// Encodes a `document`.
pub(super) fn document(document: &Document) -> String {
    document_members(document).write()
}

/// Encodes `documents`.
pub(super) fn documents(answers: &[Result<Document, ErrorReport>]) -> String {
    Json::object([("files", list(answers, file))]).write()
}

fn file(answer: &Result<Document, ErrorReport>) -> Json<'_> {
    match answer {
        Ok(document) => document_members(document),
        Err(report) => read_error(report),
    }
}

/// Encodes a `read-error` instead of a result.
pub(super) fn refused(report: &ErrorReport) -> String {
    read_error(report).write()
}

pub(super) fn read_error(report: &ErrorReport) -> Json<'_> {
    let ErrorReport { code, message, hint, total, suggestions } = report;
    let error = Record::new()
        .text("code", names::error_code(*code))
        .text("message", message)
        .text("hint", hint)
        .number_if("total", *total)
        .member("suggestions", list(suggestions, |path| Json::text(&**path)));
    Json::object([("error", error.into())])
}

fn document_members(document: &Document) -> Json<'_> {
    let Document { location, metadata, body, masked } = document;
    let version = document.version();
    Record::new()
        .member("path", Json::Rendered(location))
        .large("size", metadata.size)
        .large_if("modified", metadata.modified.map(Timestamp::milliseconds))
        .member("version", Json::text(version))
        .large_if("masked", *masked)
        .member(
            "body",
            match body {
                Body::Text(page) => match &page.document {
                    None => text(Record::of_kind("text"), page, document.next()),
                    Some(facts) => made_text(facts, page, document.next()),
                },
                Body::Unchanged => Record::of_kind("unchanged").into(),
                Body::Outline(outline) => self::outline(outline),
                Body::Notebook(notebook) => self::notebook(notebook),
                Body::Image(ImageInfo { media_type, width, height, .. }) => {
                    Record::of_kind("image")
                        .text("mime", media_type.mime())
                        .number("width", (*width).into())
                        .number("height", (*height).into())
                        .into()
                }
                Body::Directory(page) => directory(page),
            },
        )
        .into()
}

fn text<'a>(record: Record<'a>, page: &'a TextPage, next: Option<Position>) -> Json<'a> {
    let TextPage { page: Page { text, first, .. }, stopped, block, suspicious, .. } = page;
    let first = match first {
        Ordinal::FromStart(first) => Some(*first),
        Ordinal::FromEnd(_) => None,
    };
    record
        .text("content", &text.content)
        .number_if("first", first.map(LineNumber::get))
        .number("lines", text.lines)
        .member_if("block", block.as_ref().map(block_span))
        .number("tokens", tokens::estimate(&text.content))
        .text("stopped", names::stop_reason(*stopped))
        .member_if("next", next.map(position))
        .number_if("total", text.total)
        .member("clipped", list(&text.clipped, clipped_line))
        .member("encoding", Json::text(text.encoding.encoding.name()))
        .text("encoding_source", names::encoding_source(text.encoding.source))
        .member("bom", Json::Bool(text.encoding.bom))
        .text("line_endings", names::line_endings(text.line_endings()))
        .member("lossy", Json::Bool(text.lossy))
        .member("suspicious", list(suspicious, suspicious_line))
        .into()
}

fn made_text<'a>(facts: &'a Facts, page: &'a TextPage, next: Option<Position>) -> Json<'a> {
    let Facts { format, words, left_out, unseen, extraction, cut, .. } = facts;
    let (units, omitted) = facts.first_units();
    Record::of_kind("document")
        .member("text", text(Record::new(), page, next))
        .text("format", format.name())
        .member("units", list(units, document_unit))
        .number("omitted_units", omitted)
        .large("words", *words)
        .member("hidden", hidden_content(unseen))
        .member("left_out", left_out_content(left_out))
        .member_if("extraction", extraction.as_ref().map(self::extraction))
        .member_if("cut", cut.map(|limit| Json::text(limit.to_string())))
        .into()
}

fn extraction(extraction: &Extraction) -> Json<'_> {
    let pages = |pages| list(Extraction::first(pages), |page| Json::number(*page));
    Record::new()
        .member("pages_without_text", pages(&extraction.pages_without_text))
        .member("pages_behind_images", pages(&extraction.pages_behind_images))
        .large("characters", extraction.characters)
        .large("undecoded", extraction.undecoded)
        .into()
}

fn document_unit(unit: &Unit) -> Json<'_> {
    let Unit { title, line, hidden, range } = unit;
    Record::new()
        .text("title", title)
        .number("line", *line)
        .member("hidden", Json::Bool(*hidden))
        .member_if("range", range.as_deref().map(Json::text))
        .into()
}

fn hidden_content(unseen: &Unseen) -> Json<'static> {
    let Unseen { units, rows, columns, texts, comments, insertions, deletions } = *unseen;
    Record::new()
        .number("units", units)
        .number("rows", rows)
        .number("columns", columns)
        .number("texts", texts)
        .number("comments", comments)
        .number("insertions", insertions)
        .number("deletions", deletions)
        .into()
}

fn left_out_content(left_out: &LeftOut) -> Json<'_> {
    let LeftOut { images, image_names, charts, objects, equations, headers_and_footers, macros } =
        left_out;
    Record::new()
        .number("images", *images)
        .member("image_names", list(image_names, |name| Json::text(&**name)))
        .number("charts", *charts)
        .number("objects", *objects)
        .number("equations", *equations)
        .number("headers_and_footers", *headers_and_footers)
        .member_if("macros", macros.as_deref().map(Json::text))
        .into()
}

fn position(position: Position) -> Json<'static> {
    let Position { line, cursor } = position;
    Record::new()
        .number_if("line", line.map(LineNumber::get))
        .member("cursor", Json::text(cursor))
        .into()
}

fn directory(page: &DirectoryPage) -> Json<'_> {
    Record::of_kind("directory")
        .member("entries", list(&page.entries, directory_entry))
        .number("first", page.first)
        .number("tokens", page.tokens())
        .text("stopped", names::stop_reason(page.stopped))
        .number_if("next", page.next())
        .number("total", page.total)
        .into()
}

fn directory_entry(entry: &DirectoryEntry) -> Json<'_> {
    let DirectoryEntry { name, kind, metadata } = entry;
    Record::new()
        .text("name", name)
        .text("kind", names::file_kind(*kind))
        .large_if("size", metadata.map(|metadata| metadata.size))
        .large_if(
            "modified",
            metadata.and_then(|metadata| metadata.modified).map(Timestamp::milliseconds),
        )
        .into()
}

fn outline(outline: &Outline) -> Json<'_> {
    Record::of_kind("outline")
        .member("entries", list(&outline.entries, outline_entry))
        .number("omitted", outline.omitted)
        .number("tokens", outline.tokens())
        .number("total", outline.total)
        .member("encoding", Json::text(outline.encoding.encoding.name()))
        .into()
}

fn outline_entry(entry: &OutlineEntry) -> Json<'_> {
    Record::new()
        .number("line", entry.line.get())
        .number("last", entry.last.get())
        .number("depth", entry.depth.into())
        .text("text", &entry.text)
        .into()
}

fn notebook(notebook: &Notebook) -> Json<'_> {
    Record::of_kind("notebook")
        .member("cells", list(&notebook.cells, cell))
        .number("tokens", notebook.tokens())
        .text("stopped", names::stop_reason(notebook.stopped))
        .number("total", notebook.total)
        .number_if("next_cell", notebook.next_cell)
        .number("malformed", notebook.malformed)
        .member_if("language", notebook.language.as_deref().map(Json::text))
        .into()
}

fn cell(shown: &NotebookCell) -> Json<'_> {
    let NotebookCell { cell, omitted_characters } = shown;
    Record::new()
        .number("number", cell.number)
        .text("kind", cell.kind.name())
        .number_if("execution_count", cell.run)
        .text("source", &cell.source)
        .number("omitted_characters", *omitted_characters)
        .member("outputs", list(&cell.outputs, output))
        .number("omitted_outputs", cell.outputs_left_out)
        .into()
}

fn output(output: &Output) -> Json<'_> {
    Record::new()
        .text("kind", output.kind.name())
        .text("text", &output.text)
        .number("omitted_characters", output.omitted_characters())
        .member("media", list(&output.media, media))
        .into()
}

fn media(media: &Media) -> Json<'_> {
    Record::new().text("mime", &media.mime).number("bytes", media.bytes).into()
}

fn block_span(block: &BlockSpan) -> Json<'_> {
    Record::new()
        .number("first", block.first.get())
        .number("last", block.last.get())
        .member("headers", list(&block.headers, heading))
        .into()
}

pub(super) fn heading(header: &Heading) -> Json<'_> {
    Record::new().number("line", header.line.get()).text("text", &header.text).into()
}

fn clipped_line(clip: &ClippedLine) -> Json<'_> {
    Record::new()
        .number("line", clip.line.get())
        .number("next_column", clip.next_column)
        .number("characters", clip.characters)
        .into()
}

fn suspicious_line(finding: &SuspiciousLine) -> Json<'_> {
    Record::new()
        .number("line", finding.line.get())
        .text("kind", names::suspicious_kind(finding.kind))
        .number("characters", finding.characters.into())
        .into()
}
