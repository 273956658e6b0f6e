//! Converts the types of the contract to and from those of the guest crates. One function per type.
//!
//! One file: the functions are a table, and a change of the contract changes them together.

use crate::bindings::exports::readroom::read::{tools, types};
use readroom_core::structure::{BlockSpan, Heading, OutlineEntry};
use readroom_core::{
    ClippedLine, EncodingSource, FileKind, LineEndings, LineNumber, Metadata, Ordinal, Page,
    SuspiciousKind, SuspiciousLine, Timestamp,
};
use readroom_dialects::{
    BasicRequest, Content, Definition, EncodedMedia, ErrorReport, Outcome, Reply, Tool,
};
use readroom_read::documents::{Extraction, Facts, Unit};
use readroom_read::{
    BlockSelector, Body, CellKind, DirectoryEntry, DirectoryPage, Document, ErrorCode, FileStat,
    ImageInfo, ListRequest, Listing, Media, Notebook, NotebookCell, Outline, Output, OutputKind,
    Position, Purpose, ReadError, ReadFacts, ReadRequest, RequestedTotals, SharedLimits, Siblings,
    Start, StopReason, TextPage, View, version,
};
use readroom_tokens as tokens;

pub(crate) fn read_request(request: &types::ReadRequest) -> ReadRequest<'_> {
    ReadRequest {
        path: &request.path,
        view: match request.view {
            types::View::Auto => View::Auto,
            types::View::Text => View::Text,
            types::View::Outline => View::Outline,
        },
        start: request.start.as_ref().map(start),
        lines: request.lines.map(u64::from),
        bytes: request.bytes.map(u64::from),
        tokens: request.tokens.map(u64::from),
        column: request.column.map(u64::from),
        columns: request.columns.map(u64::from),
        encoding: request.encoding.as_deref(),
        totals: match request.totals {
            types::Totals::Auto => RequestedTotals::Auto,
            types::Totals::Always => RequestedTotals::Always,
            types::Totals::Never => RequestedTotals::Never,
        },
        known_version: request.known_version.as_deref(),
        purpose: Purpose::Facts,
    }
}

fn start(start: &types::Start) -> Start<'_> {
    match start {
        types::Start::Line(line) => Start::Line((*line).into()),
        types::Start::FromEnd(lines) => Start::FromEnd((*lines).into()),
        types::Start::Cursor(cursor) => Start::Cursor(cursor),
        types::Start::Unit(unit) => Start::Unit(unit),
        types::Start::Block(block) => Start::Block(BlockSelector {
            line: block.line.into(),
            levels: block.levels,
            siblings: match block.siblings {
                types::Siblings::Excluded => Siblings::Excluded,
                types::Siblings::Included => Siblings::Included,
            },
        }),
    }
}

pub(crate) fn basic_request(request: &tools::BasicRequest) -> BasicRequest<'_> {
    BasicRequest {
        path: &request.path,
        start: request.start.as_ref().map(start),
        lines: request.lines.map(u64::from),
    }
}

pub(crate) fn document(document: Document) -> types::Document {
    let (version, next) = (document.version(), document.next());
    let Document { location, metadata, body, masked } = document;
    types::Document {
        path: location.to_string(),
        masked,
        size: metadata.size,
        modified: metadata.modified.map(Timestamp::milliseconds),
        version,
        body: match body {
            Body::Text(mut page) => match page.document.take() {
                None => types::Body::Text(text(*page, next)),
                Some(facts) => types::Body::Document(document_text(&facts, *page, next)),
            },
            Body::Unchanged => types::Body::Unchanged,
            Body::Outline(outline) => types::Body::Outline(self::outline(outline)),
            Body::Notebook(notebook) => types::Body::Notebook(self::notebook(notebook)),
            Body::Image(image) => types::Body::Image(self::image_info(&image)),
            Body::Directory(page) => types::Body::Directory(directory_page(page)),
        },
    }
}

pub(crate) fn shared_limits(limits: types::SharedLimits) -> SharedLimits {
    let types::SharedLimits { bytes, tokens } = limits;
    SharedLimits { bytes: bytes.map(u64::from), tokens: tokens.map(u64::from) }
}

pub(crate) fn documents(answers: Vec<Result<Document, ReadError>>) -> types::Documents {
    let file = |answer: Result<_, _>| {
        answer.map(document).map_err(|error: ReadError| read_error(error.into()))
    };
    types::Documents { files: answers.into_iter().map(file).collect() }
}

fn text(page: TextPage, next: Option<Position>) -> types::Text {
    let TextPage { page: Page { text, first, .. }, stopped, block, suspicious, .. } = page;
    let endings = text.line_endings();
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
        stopped: stop_reason(stopped),
        next: next.map(position),
        total: text.total.map(count),
        clipped: text.clipped.into_iter().map(clipped_line).collect(),
        encoding: text.encoding.encoding.name(),
        encoding_source: match text.encoding.source {
            EncodingSource::Given => types::EncodingSource::Request,
            EncodingSource::Bom => types::EncodingSource::Bom,
            EncodingSource::Content => types::EncodingSource::Content,
        },
        bom: text.encoding.bom,
        line_endings: match endings {
            LineEndings::None => types::LineEndings::None,
            LineEndings::Lf => types::LineEndings::Lf,
            LineEndings::CrLf => types::LineEndings::Crlf,
            LineEndings::Cr => types::LineEndings::Cr,
            LineEndings::Mixed => types::LineEndings::Mixed,
        },
        lossy: text.lossy,
        suspicious: suspicious.into_iter().map(suspicious_line).collect(),
    }
}

fn document_text(facts: &Facts, page: TextPage, next: Option<Position>) -> types::DocumentText {
    let Facts { format, words, left_out, unseen, extraction, cut, .. } = facts;
    let (units, omitted) = facts.first_units();
    let unit = |unit: &Unit| types::DocumentUnit {
        title: unit.title.clone(),
        line: count(unit.line),
        hidden: unit.hidden,
        range: unit.range.clone(),
    };
    types::DocumentText {
        text: text(page, next),
        format: format.name().into(),
        units: units.iter().map(unit).collect(),
        omitted_units: count(omitted),
        words: *words,
        hidden: types::HiddenContent {
            units: count(unseen.units),
            rows: count(unseen.rows),
            columns: count(unseen.columns),
            texts: count(unseen.texts),
            comments: count(unseen.comments),
            insertions: count(unseen.insertions),
            deletions: count(unseen.deletions),
        },
        left_out: types::LeftOutContent {
            images: count(left_out.images),
            image_names: left_out.image_names.clone(),
            charts: count(left_out.charts),
            objects: count(left_out.objects),
            equations: count(left_out.equations),
            headers_and_footers: count(left_out.headers_and_footers),
            macros: left_out.macros.clone(),
        },
        extraction: extraction.as_ref().map(self::extraction),
        cut: cut.map(|limit| limit.to_string()),
    }
}

fn extraction(extraction: &Extraction) -> types::Extraction {
    let pages = |pages| Extraction::first(pages).iter().map(|page| count(*page)).collect();
    types::Extraction {
        pages_without_text: pages(&extraction.pages_without_text),
        pages_behind_images: pages(&extraction.pages_behind_images),
        characters: extraction.characters,
        undecoded: extraction.undecoded,
    }
}

fn stop_reason(stop: StopReason) -> types::StopReason {
    match stop {
        StopReason::End => types::StopReason::End,
        StopReason::LineLimit => types::StopReason::LineLimit,
        StopReason::ByteLimit => types::StopReason::ByteLimit,
        StopReason::TokenLimit => types::StopReason::TokenLimit,
        StopReason::BlockEnd => types::StopReason::BlockEnd,
    }
}

fn position(position: Position) -> types::Position {
    let Position { line: at, cursor } = position;
    types::Position { line: at.map(line), cursor }
}

fn block_span(block: BlockSpan) -> types::BlockSpan {
    types::BlockSpan {
        first: line(block.first),
        last: line(block.last),
        headers: block.headers.into_iter().map(heading).collect(),
    }
}

fn outline(outline: Outline) -> types::Outline {
    let tokens = count(outline.tokens());
    let entry = |entry: OutlineEntry| types::OutlineEntry {
        line: line(entry.line),
        last: line(entry.last),
        depth: entry.depth,
        text: entry.text,
    };
    types::Outline {
        entries: outline.entries.into_iter().map(entry).collect(),
        omitted: count(outline.omitted),
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
        stopped: stop_reason(notebook.stopped),
        total: count(notebook.total),
        next_cell: notebook.next_cell.map(count),
        malformed: count(notebook.malformed),
        language: notebook.language,
    }
}

fn cell(shown: NotebookCell) -> types::NotebookCell {
    let NotebookCell { cell, omitted_characters } = shown;
    types::NotebookCell {
        number: count(cell.number),
        kind: match cell.kind {
            CellKind::Code => types::CellKind::Code,
            CellKind::Markdown => types::CellKind::Markdown,
            CellKind::Raw => types::CellKind::Raw,
        },
        execution_count: cell.run.map(count),
        source: cell.source,
        omitted_characters: count(omitted_characters),
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
        omitted_characters: count(output.omitted_characters()),
        text: output.text,
        media: output.media.into_iter().map(media).collect(),
    }
}

fn image_info(image: &ImageInfo) -> types::ImageInfo {
    let ImageInfo { media_type, width, height, .. } = *image;
    types::ImageInfo { mime: media_type.mime().into(), width, height }
}

fn clipped_line(clip: ClippedLine) -> types::ClippedLine {
    let ClippedLine { line: at, next_column, characters } = clip;
    types::ClippedLine {
        line: line(at),
        next_column: count(next_column),
        characters: count(characters),
    }
}

fn suspicious_line(finding: SuspiciousLine) -> types::SuspiciousLine {
    let SuspiciousLine { line: at, kind, characters } = finding;
    let kind = match kind {
        SuspiciousKind::Bidirectional => types::SuspiciousKind::Bidirectional,
        SuspiciousKind::Invisible => types::SuspiciousKind::Invisible,
        SuspiciousKind::Terminal => types::SuspiciousKind::Terminal,
        SuspiciousKind::ForgedMarkup => types::SuspiciousKind::ForgedMarkup,
    };
    types::SuspiciousLine { line: line(at), kind, characters }
}

pub(crate) fn read_error(report: ErrorReport) -> types::ReadError {
    let ErrorReport { code, message, hint, total, suggestions } = report;
    let code = match code {
        ErrorCode::OutsideRoot => types::ErrorCode::OutsideRoot,
        ErrorCode::NotFound => types::ErrorCode::NotFound,
        ErrorCode::NotAFile => types::ErrorCode::NotAFile,
        ErrorCode::IsADirectory => types::ErrorCode::IsADirectory,
        ErrorCode::NotADirectory => types::ErrorCode::NotADirectory,
        ErrorCode::PermissionDenied => types::ErrorCode::PermissionDenied,
        ErrorCode::InvalidPath => types::ErrorCode::InvalidPath,
        ErrorCode::InvalidArgument => types::ErrorCode::InvalidArgument,
        ErrorCode::NameTooLong => types::ErrorCode::NameTooLong,
        ErrorCode::SymlinkLoop => types::ErrorCode::SymlinkLoop,
        ErrorCode::OffsetPastEnd => types::ErrorCode::OffsetPastEnd,
        ErrorCode::BinaryFile => types::ErrorCode::BinaryFile,
        ErrorCode::NotUtf8 => types::ErrorCode::NotUtf8,
        ErrorCode::TooLarge => types::ErrorCode::TooLarge,
        ErrorCode::Unsupported => types::ErrorCode::Unsupported,
        ErrorCode::InvalidContent => types::ErrorCode::InvalidContent,
        ErrorCode::Stale => types::ErrorCode::Stale,
        ErrorCode::Io => types::ErrorCode::Io,
    };
    types::ReadError { code, message, hint, total: total.map(count), suggestions }
}

pub(crate) fn list_request(request: &types::ListRequest) -> ListRequest<'_> {
    ListRequest {
        path: &request.path,
        after: request.after.as_deref(),
        entries: request.entries.map(u64::from),
        details: request.details,
    }
}

fn directory_page(page: DirectoryPage) -> types::DirectoryPage {
    types::DirectoryPage {
        first: count(page.first),
        tokens: count(page.tokens()),
        stopped: stop_reason(page.stopped),
        next: page.next().map(count),
        total: count(page.total),
        entries: page.entries.into_iter().map(directory_entry).collect(),
    }
}

fn directory_entry(entry: DirectoryEntry) -> types::DirectoryEntry {
    types::DirectoryEntry {
        name: entry.name,
        kind: file_kind(entry.kind),
        size: entry.metadata.map(|metadata| metadata.size),
        modified: entry.metadata.and_then(|metadata| modified(&metadata)),
    }
}

pub(crate) fn listing(listing: Listing) -> types::Listing {
    types::Listing {
        path: listing.location.to_string(),
        entries: listing.entries.into_iter().map(directory_entry).collect(),
        total: count(listing.total),
        more: listing.more,
    }
}

pub(crate) fn file_kind(kind: FileKind) -> types::FileKind {
    match kind {
        FileKind::File => types::FileKind::File,
        FileKind::Directory => types::FileKind::Directory,
        FileKind::Link => types::FileKind::Link,
        FileKind::Special => types::FileKind::Special,
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

fn read_facts(facts: ReadFacts) -> types::ReadFacts {
    let ReadFacts { real_path, size, modified, version, lines, bytes, masked } = facts;
    types::ReadFacts { real_path, size, modified, version, lines: count(lines), bytes, masked }
}

pub(crate) fn tool(tool: Tool) -> tools::Tool {
    let Definition { name, description, parameters, full_parameters, snippet, guidelines } =
        tool.definition();
    let identity = tool.identity();
    tools::Tool {
        id: identity.id(),
        name: name.into(),
        description,
        parameters,
        full_parameters,
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

pub(crate) fn reply(reply: Reply, index: Option<String>, shown: Option<String>) -> tools::Reply {
    let Reply { outcome, json, content, facts } = reply;
    tools::Reply {
        outcome: match outcome {
            Outcome::Answered => tools::Outcome::Answered,
            Outcome::Refused => tools::Outcome::Refused,
        },
        json,
        content: content.into_iter().map(content_to).collect(),
        facts: facts.into_iter().map(self::read_facts).collect(),
        index,
        shown,
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

fn line(line: LineNumber) -> u32 {
    count(line.get())
}

pub(crate) fn heading(heading: Heading) -> types::Heading {
    types::Heading { line: line(heading.line), text: heading.text }
}

pub(crate) fn count(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
