//! The types of the contract to and from those of the core and the dialects. One function a type.

use crate::bindings::exports::readroom::read::{tools, types};
use readroom_core::structure::{Entry, Found, Header};
use readroom_core::tokens;
use readroom_core::{
    Clip, Deceit, Endings, Evidence, Finding, Kind, LineNumber, Metadata, Ordinal, Page, Presence,
    Timestamp,
};
use readroom_dialects::neutral::{
    Around, Ask, Begin, Body, Code, Count, DirectoryEntry, Document, Excerpt, FileStat, Image,
    Limits, ListRequest, Listing, Notebook, Outline, Position, Refusal, ShownCell, Siblings, Stop,
    View,
};
use readroom_dialects::{
    BasicRequest, Content, Definition, EncodedMedia, Facts, Fold, Outcome, Reply, Tool, version,
};
use readroom_notebook::{CellKind, Media, Output, OutputKind};

pub(crate) fn ask(request: &types::ReadRequest) -> Ask<'_> {
    Ask {
        path: &request.path,
        view: match request.view {
            types::View::Auto => View::Auto,
            types::View::Text => View::Text,
            types::View::Outline => View::Outline,
        },
        start: request.start.as_ref().map(begin),
        lines: request.lines.map(u64::from),
        bytes: request.bytes.map(u64::from),
        tokens: request.tokens.map(u64::from),
        column: request.column.map(u64::from),
        columns: request.columns.map(u64::from),
        encoding: request.encoding.as_deref(),
        totals: match request.totals {
            types::Totals::Auto => Count::Auto,
            types::Totals::Always => Count::Always,
            types::Totals::Never => Count::Never,
        },
        known: request.known_version.as_deref(),
    }
}

fn begin(start: &types::Start) -> Begin<'_> {
    match start {
        types::Start::Line(line) => Begin::Line((*line).into()),
        types::Start::FromEnd(lines) => Begin::End((*lines).into()),
        types::Start::Cursor(cursor) => Begin::Cursor(cursor),
        types::Start::Block(block) => Begin::Block(Around {
            line: block.line.into(),
            levels: block.levels,
            siblings: match block.siblings {
                types::Siblings::Excluded => Siblings::LeftOut,
                types::Siblings::Included => Siblings::Included,
            },
        }),
    }
}

pub(crate) fn basic_request(request: &tools::BasicRequest) -> BasicRequest<'_> {
    BasicRequest {
        path: &request.path,
        start: request.start.as_ref().map(begin),
        lines: request.lines.map(u64::from),
    }
}

pub(crate) fn document(document: Document) -> types::Document {
    let (version, next) = (version(&document.metadata), document.next());
    let Document { location, metadata, body } = document;
    types::Document {
        path: location.to_string(),
        size: metadata.size,
        modified: metadata.modified.map(Timestamp::milliseconds),
        version,
        body: match body {
            Body::Text(excerpt) => types::Body::Text(text(*excerpt, next)),
            Body::Unchanged => types::Body::Unchanged,
            Body::Outline(outline) => types::Body::Outline(self::outline(outline)),
            Body::Notebook(notebook) => types::Body::Notebook(self::notebook(notebook)),
            Body::Image(image) => types::Body::Image(self::image(&image)),
        },
    }
}

pub(crate) fn limits(limits: types::SharedLimits) -> Limits {
    let types::SharedLimits { bytes, tokens } = limits;
    Limits { bytes: bytes.map(u64::from), tokens: tokens.map(u64::from) }
}

pub(crate) fn documents(answers: Vec<Result<Document, Refusal>>) -> types::Documents {
    let file = |answer: Result<_, _>| answer.map(document).map_err(refusal);
    types::Documents { files: answers.into_iter().map(file).collect() }
}

fn text(excerpt: Excerpt, next: Option<Position>) -> types::Text {
    let Excerpt { page: Page { text, first, .. }, stop, block, suspicious } = excerpt;
    let endings = text.endings();
    let tokens = count(tokens::estimate(&text.content));
    types::Text {
        content: text.content,
        first: match first {
            Ordinal::FromStart(first) => Some(line(first)),
            Ordinal::FromEnd(_) => None,
        },
        lines: count(text.lines),
        block: block.map(block_span),
        tokens,
        stopped: stopped(stop),
        next: next.map(position),
        total: text.total.map(count),
        clipped: text.clipped.into_iter().map(clipped_line).collect(),
        encoding: text.encoding.encoding.name(),
        encoding_source: match text.encoding.evidence {
            Evidence::Given => types::EncodingSource::Request,
            Evidence::Mark => types::EncodingSource::Bom,
            Evidence::Content => types::EncodingSource::Content,
        },
        bom: text.encoding.mark == Presence::Present,
        line_endings: match endings {
            Endings::None => types::LineEndings::None,
            Endings::Lf => types::LineEndings::Lf,
            Endings::CrLf => types::LineEndings::Crlf,
            Endings::Cr => types::LineEndings::Cr,
            Endings::Mixed => types::LineEndings::Mixed,
        },
        lossy: text.replacements == Presence::Present,
        suspicious: suspicious.into_iter().map(suspicious_line).collect(),
    }
}

fn stopped(stop: Stop) -> types::StopReason {
    match stop {
        Stop::AtEnd => types::StopReason::End,
        Stop::AtLineLimit => types::StopReason::LineLimit,
        Stop::AtByteLimit => types::StopReason::ByteLimit,
        Stop::AtTokenLimit => types::StopReason::TokenLimit,
        Stop::AtBlockEnd => types::StopReason::BlockEnd,
    }
}

fn position(position: Position) -> types::Position {
    let Position { line: at, cursor } = position;
    types::Position { line: at.map(line), cursor }
}

fn block_span(block: Found) -> types::BlockSpan {
    let heading = |Header { line: at, text }| types::Heading { line: line(at), text };
    types::BlockSpan {
        first: line(block.first),
        last: line(block.last),
        headers: block.headers.into_iter().map(heading).collect(),
    }
}

fn outline(outline: Outline) -> types::Outline {
    let tokens = count(outline.tokens());
    let entry = |entry: Entry| types::OutlineEntry {
        line: line(entry.line),
        last: line(entry.end),
        depth: entry.depth,
        text: entry.text,
    };
    types::Outline {
        entries: outline.entries.into_iter().map(entry).collect(),
        omitted: count(outline.left_out),
        tokens,
        total: count(outline.total),
        encoding: outline.encoding.encoding.name(),
    }
}

fn notebook(notebook: Notebook) -> types::Notebook {
    let tokens = count(notebook.tokens());
    types::Notebook {
        cells: notebook.cells.into_iter().map(cell).collect(),
        tokens,
        stopped: stopped(notebook.stop),
        total: count(notebook.total),
        next_cell: notebook.next.map(count),
        malformed: count(notebook.unreadable),
        language: notebook.language,
    }
}

fn cell(shown: ShownCell) -> types::NotebookCell {
    let ShownCell { cell, left_out } = shown;
    types::NotebookCell {
        number: count(cell.number),
        kind: match cell.kind {
            CellKind::Code => types::CellKind::Code,
            CellKind::Markdown => types::CellKind::Markdown,
            CellKind::Raw => types::CellKind::Raw,
        },
        execution_count: cell.run.map(count),
        source: cell.source,
        omitted_characters: count(left_out),
        outputs: cell.outputs.into_iter().map(output).collect(),
        omitted_outputs: count(cell.outputs_left_out),
    }
}

fn output(output: Output) -> types::CellOutput {
    let media = |Media { mime, bytes }| types::OmittedMedia { mime, bytes: count(bytes) };
    types::CellOutput {
        kind: match output.kind {
            OutputKind::Stdout => types::OutputKind::Stdout,
            OutputKind::Stderr => types::OutputKind::Stderr,
            OutputKind::Result => types::OutputKind::ExecuteResult,
            OutputKind::Display => types::OutputKind::DisplayData,
            OutputKind::Error => types::OutputKind::Error,
        },
        text: output.text,
        omitted_characters: count(output.clipped),
        media: output.media.into_iter().map(media).collect(),
    }
}

fn image(image: &Image) -> types::ImageInfo {
    types::ImageInfo { mime: image.kind.mime().into(), width: image.shown.0, height: image.shown.1 }
}

fn clipped_line(clip: Clip) -> types::ClippedLine {
    let Clip { line: at, next, characters } = clip;
    types::ClippedLine { line: line(at), next_column: count(next), characters: count(characters) }
}

fn suspicious_line(finding: Finding) -> types::SuspiciousLine {
    let Finding { line: at, deceit, characters } = finding;
    let kind = match deceit {
        Deceit::Bidirectional => types::SuspiciousKind::Bidirectional,
        Deceit::Invisible => types::SuspiciousKind::Invisible,
        Deceit::Terminal => types::SuspiciousKind::Terminal,
    };
    types::SuspiciousLine { line: line(at), kind, characters }
}

pub(crate) fn refusal(refusal: Refusal) -> types::ReadError {
    let code = match refusal.code {
        Code::OutsideRoot => types::ErrorCode::OutsideRoot,
        Code::NotFound => types::ErrorCode::NotFound,
        Code::NotAFile => types::ErrorCode::NotAFile,
        Code::IsADirectory => types::ErrorCode::IsADirectory,
        Code::NotADirectory => types::ErrorCode::NotADirectory,
        Code::PermissionDenied => types::ErrorCode::PermissionDenied,
        Code::InvalidPath => types::ErrorCode::InvalidPath,
        Code::InvalidArgument => types::ErrorCode::InvalidArgument,
        Code::NameTooLong => types::ErrorCode::NameTooLong,
        Code::SymlinkLoop => types::ErrorCode::SymlinkLoop,
        Code::OffsetPastEnd => types::ErrorCode::OffsetPastEnd,
        Code::BinaryFile => types::ErrorCode::BinaryFile,
        Code::NotUtf8 => types::ErrorCode::NotUtf8,
        Code::TooLarge => types::ErrorCode::TooLarge,
        Code::Unsupported => types::ErrorCode::Unsupported,
        Code::Stale => types::ErrorCode::Stale,
        Code::Io => types::ErrorCode::Io,
    };
    types::ReadError {
        code,
        message: refusal.message,
        hint: refusal.hint,
        total: refusal.total.map(count),
        suggestions: refusal.suggestions,
    }
}

pub(crate) fn list_request(request: &types::ListRequest) -> ListRequest<'_> {
    ListRequest {
        path: &request.path,
        after: request.after.as_deref(),
        entries: request.entries.map(u64::from),
    }
}

pub(crate) fn listing(listing: Listing) -> types::Listing {
    let entry = |entry: DirectoryEntry| types::DirectoryEntry {
        name: entry.name,
        kind: match entry.kind {
            Kind::File => types::FileKind::File,
            Kind::Directory => types::FileKind::Directory,
            Kind::Link => types::FileKind::Link,
            Kind::Special => types::FileKind::Special,
        },
        size: entry.metadata.map(|metadata| metadata.size),
        modified: entry.metadata.and_then(|metadata| modified(&metadata)),
    };
    types::Listing {
        path: listing.location.to_string(),
        entries: listing.entries.into_iter().map(entry).collect(),
        total: count(listing.total),
        more: listing.more,
    }
}

pub(crate) fn file_stat(stat: FileStat) -> types::FileStat {
    let FileStat { location, file } = stat;
    types::FileStat {
        path: location.to_string(),
        real_path: location.absolute(),
        kind: if file.is_some() { types::FileKind::File } else { types::FileKind::Directory },
        size: file.map_or(0, |file| file.size),
        modified: file.and_then(|file| modified(&file)),
        version: file.map(|file| version(&file)),
    }
}

fn modified(metadata: &Metadata) -> Option<u64> {
    metadata.modified.map(Timestamp::milliseconds)
}

fn facts(facts: Facts) -> types::ReadFacts {
    let Facts { real_path, size, modified, version, lines, bytes } = facts;
    types::ReadFacts { real_path, size, modified, version, lines: count(lines), bytes }
}

pub(crate) fn tool(tool: Tool) -> tools::Tool {
    let Definition { name, description, parameters, snippet, guidelines } = tool.definition();
    let identity = tool.identity();
    tools::Tool {
        id: identity.id(),
        name: name.into(),
        description,
        parameters,
        snippet: snippet.into(),
        guidelines,
        release: identity.release.into(),
        basis: identity.basis.into(),
    }
}

/// Finds a tool by its id.
pub(crate) fn find(id: &str) -> Result<Tool, tools::UnknownToolError> {
    Tool::find(id).ok_or_else(|| tools::UnknownToolError {
        tool: id.into(),
        known: Tool::ALL.iter().map(|tool| tool.identity().id()).collect(),
    })
}

pub(crate) fn fold(fold: tools::Fold) -> Fold {
    match fold {
        tools::Fold::Collapsed => Fold::Collapsed,
        tools::Fold::Expanded => Fold::Expanded,
    }
}

pub(crate) fn reply(reply: Reply, index: Option<String>) -> tools::Reply {
    let Reply { outcome, json, content, facts } = reply;
    tools::Reply {
        outcome: match outcome {
            Outcome::Answered => tools::Outcome::Answered,
            Outcome::Refused => tools::Outcome::Refused,
        },
        json,
        content: content.into_iter().map(content_to).collect(),
        facts: facts.into_iter().map(self::facts).collect(),
        index,
    }
}

fn content_to(content: Content) -> tools::Content {
    let media = |EncodedMedia { mime, data }| tools::EncodedMedia { mime, data };
    match content {
        Content::Text(text) => tools::Content::Text(text),
        Content::Image(image) => tools::Content::Image(media(image)),
        Content::File(file) => tools::Content::File(media(file)),
    }
}

pub(crate) fn content_from(content: tools::Content) -> Content {
    let media = |tools::EncodedMedia { mime, data }| EncodedMedia { mime, data };
    match content {
        tools::Content::Text(text) => Content::Text(text),
        tools::Content::Image(image) => Content::Image(media(image)),
        tools::Content::File(file) => Content::File(media(file)),
    }
}

fn line(line: LineNumber) -> u32 {
    count(line.get())
}

fn count(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
