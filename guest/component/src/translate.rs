//! The types of the contract to and from those of the core and the dialects. One function a type.

use crate::bindings::exports::readroom::read::{dialects as contract, read};
use alloc::string::{String, ToString};
use readroom_core::structure::{Entry, Found, Header};
use readroom_core::tokens;
use readroom_core::{
    Clip, Deceit, Endings, Evidence, Finding, LineNumber, Ordinal, Page, Presence, Timestamp,
};
use readroom_dialects::neutral::{
    Around, Ask, Begin, Body, Code, Count, Document, Excerpt, Image, Limits, Notebook, Outline, Refusal,
    ShownCell, Siblings, Stop, View,
};
use readroom_dialects::{Dialect, Facts, Fold, Outcome, Question, Reply, Tool, version};
use readroom_formats::{CellKind, Media, Output, OutputKind};

pub(crate) fn ask(request: &read::Request) -> Ask<'_> {
    Ask {
        path: &request.path,
        view: match request.view {
            read::View::Auto => View::Auto,
            read::View::Text => View::Text,
            read::View::Outline => View::Outline,
        },
        start: request.start.as_ref().map(begin),
        lines: request.lines.map(u64::from),
        bytes: request.bytes.map(u64::from),
        tokens: request.tokens.map(u64::from),
        column: request.column.map(u64::from),
        columns: request.columns.map(u64::from),
        encoding: request.encoding.as_deref(),
        totals: match request.totals {
            read::Totals::Auto => Count::Auto,
            read::Totals::Always => Count::Always,
            read::Totals::Never => Count::Never,
        },
        known: request.known.as_deref(),
    }
}

fn begin(start: &read::Start) -> Begin<'_> {
    match start {
        read::Start::Line(line) => Begin::Line((*line).into()),
        read::Start::FromEnd(lines) => Begin::End((*lines).into()),
        read::Start::Cursor(cursor) => Begin::Cursor(cursor),
        read::Start::Block(block) => Begin::Block(Around {
            line: block.line.into(),
            levels: block.levels,
            siblings: match block.siblings {
                read::Siblings::LeftOut => Siblings::LeftOut,
                read::Siblings::Included => Siblings::Included,
            },
        }),
    }
}

pub(crate) fn question(question: &contract::Question) -> Question<'_> {
    Question {
        path: &question.path,
        start: question.start.as_ref().map(begin),
        lines: question.lines.map(u64::from),
    }
}

pub(crate) fn document(document: Document) -> read::Document {
    let (version, next) = (version(&document.metadata), document.next());
    let Document { location, metadata, body } = document;
    read::Document {
        path: location.to_string(),
        size: metadata.size,
        modified: metadata.modified.map(Timestamp::milliseconds),
        version,
        body: match body {
            Body::Text(excerpt) => read::Body::Text(text(*excerpt, next)),
            Body::Unchanged => read::Body::Unchanged,
            Body::Outline(outline) => read::Body::Outline(self::outline(outline)),
            Body::Notebook(notebook) => read::Body::Notebook(self::notebook(notebook)),
            Body::Image(image) => read::Body::Image(self::image(&image)),
        },
    }
}

pub(crate) fn limits(limits: read::SharedLimits) -> Limits {
    let read::SharedLimits { bytes, tokens } = limits;
    Limits { bytes: bytes.map(u64::from), tokens: tokens.map(u64::from) }
}

pub(crate) fn answer(answer: Result<Document, Refusal>) -> Result<read::Document, read::ReadError> {
    answer.map(document).map_err(refusal)
}

fn text(excerpt: Excerpt, next: Option<String>) -> read::Text {
    let Excerpt { page: Page { text, first, .. }, stop, block, suspicious } = excerpt;
    let endings = text.endings();
    let tokens = count(tokens::estimate(&text.content));
    read::Text {
        content: text.content,
        first: match first {
            Ordinal::FromStart(first) => Some(line(first)),
            Ordinal::FromEnd(_) => None,
        },
        lines: count(text.lines),
        block: block.map(found),
        tokens,
        stopped: stopped(stop),
        next,
        total: text.total.map(count),
        clipped: text.clipped.into_iter().map(clip).collect(),
        encoding: text.encoding.encoding.name(),
        evidence: match text.encoding.evidence {
            Evidence::Given => read::Evidence::Given,
            Evidence::Mark => read::Evidence::Mark,
            Evidence::Content => read::Evidence::Content,
        },
        mark: presence(text.encoding.mark),
        endings: match endings {
            Endings::None => read::Endings::None,
            Endings::Lf => read::Endings::Lf,
            Endings::CrLf => read::Endings::Crlf,
            Endings::Cr => read::Endings::Cr,
            Endings::Mixed => read::Endings::Mixed,
        },
        replacements: presence(text.replacements),
        suspicious: suspicious.into_iter().map(finding).collect(),
    }
}

fn stopped(stop: Stop) -> read::Stopped {
    match stop {
        Stop::AtEnd => read::Stopped::AtEnd,
        Stop::AtLineLimit => read::Stopped::AtLineLimit,
        Stop::AtByteLimit => read::Stopped::AtByteLimit,
        Stop::AtTokenLimit => read::Stopped::AtTokenLimit,
        Stop::AtBlockEnd => read::Stopped::AtBlockEnd,
    }
}

fn found(block: Found) -> read::FoundBlock {
    let heading = |Header { line: at, text }| read::Heading { line: line(at), text };
    read::FoundBlock {
        first: line(block.first),
        last: line(block.last),
        headers: block.headers.into_iter().map(heading).collect(),
    }
}

fn outline(outline: Outline) -> read::Outline {
    let tokens = count(outline.tokens());
    let entry = |entry: Entry| read::Entry {
        line: line(entry.line),
        last: line(entry.end),
        depth: entry.depth,
        text: entry.text,
    };
    read::Outline {
        entries: outline.entries.into_iter().map(entry).collect(),
        left_out: count(outline.left_out),
        tokens,
        total: count(outline.total),
        encoding: outline.encoding.encoding.name(),
    }
}

fn notebook(notebook: Notebook) -> read::Notebook {
    let tokens = count(notebook.tokens());
    read::Notebook {
        cells: notebook.cells.into_iter().map(cell).collect(),
        tokens,
        stopped: stopped(notebook.stop),
        total: count(notebook.total),
        next: notebook.next.map(count),
        unreadable: count(notebook.unreadable),
        language: notebook.language,
    }
}

fn cell(shown: ShownCell) -> read::Cell {
    let ShownCell { cell, left_out } = shown;
    read::Cell {
        number: count(cell.number),
        kind: match cell.kind {
            CellKind::Code => read::CellKind::Code,
            CellKind::Markdown => read::CellKind::Markdown,
            CellKind::Raw => read::CellKind::Raw,
        },
        run: cell.run.map(count),
        source: cell.source,
        left_out: count(left_out),
        outputs: cell.outputs.into_iter().map(output).collect(),
        outputs_left_out: count(cell.outputs_left_out),
    }
}

fn output(output: Output) -> read::Output {
    let media = |Media { mime, bytes }| read::Media { mime, bytes: count(bytes) };
    read::Output {
        kind: match output.kind {
            OutputKind::Stdout => read::OutputKind::StandardOutput,
            OutputKind::Stderr => read::OutputKind::StandardError,
            OutputKind::Result => read::OutputKind::Outcome,
            OutputKind::Display => read::OutputKind::Display,
            OutputKind::Error => read::OutputKind::Error,
        },
        text: output.text,
        left_out: count(output.clipped),
        media: output.media.into_iter().map(media).collect(),
    }
}

fn image(image: &Image) -> read::Image {
    read::Image { mime: image.kind.mime().into(), width: image.shown.0, height: image.shown.1 }
}

fn clip(clip: Clip) -> read::Clip {
    let Clip { line: at, next, characters } = clip;
    read::Clip { line: line(at), next: count(next), characters: count(characters) }
}

fn finding(finding: Finding) -> read::Finding {
    let Finding { line: at, deceit, characters } = finding;
    let kind = match deceit {
        Deceit::Bidirectional => read::Deceit::Bidirectional,
        Deceit::Invisible => read::Deceit::Invisible,
        Deceit::Terminal => read::Deceit::Terminal,
    };
    read::Finding { line: line(at), kind, characters }
}

pub(crate) fn refusal(refusal: Refusal) -> read::ReadError {
    let code = match refusal.code {
        Code::OutsideRoot => read::ErrorCode::OutsideRoot,
        Code::NotFound => read::ErrorCode::NotFound,
        Code::NotAFile => read::ErrorCode::NotAFile,
        Code::IsADirectory => read::ErrorCode::IsADirectory,
        Code::NotADirectory => read::ErrorCode::NotADirectory,
        Code::PermissionDenied => read::ErrorCode::PermissionDenied,
        Code::InvalidPath => read::ErrorCode::InvalidPath,
        Code::InvalidArgument => read::ErrorCode::InvalidArgument,
        Code::NameTooLong => read::ErrorCode::NameTooLong,
        Code::SymlinkLoop => read::ErrorCode::SymlinkLoop,
        Code::OffsetPastEnd => read::ErrorCode::OffsetPastEnd,
        Code::BinaryFile => read::ErrorCode::BinaryFile,
        Code::NotUtf8 => read::ErrorCode::NotUtf8,
        Code::TooLarge => read::ErrorCode::TooLarge,
        Code::Unsupported => read::ErrorCode::Unsupported,
        Code::Stale => read::ErrorCode::Stale,
        Code::Io => read::ErrorCode::Io,
    };
    read::ReadError {
        code,
        message: refusal.message,
        hint: refusal.hint,
        total: refusal.total.map(count),
        suggestions: refusal.suggestions,
    }
}

pub(crate) fn facts(facts: Facts) -> read::Facts {
    let Facts { path, size, modified, version, lines, bytes } = facts;
    read::Facts { path, size, modified, version, lines: count(lines), bytes }
}

pub(crate) fn dialect(dialect: contract::Dialect) -> Dialect {
    match dialect {
        contract::Dialect::Readroom => Dialect::Readroom,
        contract::Dialect::Mycodeagent => Dialect::Mycodeagent,
        contract::Dialect::DmCc => Dialect::DmCc,
        contract::Dialect::Opencode => Dialect::Opencode,
        contract::Dialect::KimiCli => Dialect::KimiCli,
        contract::Dialect::Pi => Dialect::Pi,
    }
}

pub(crate) fn fold(fold: contract::Fold) -> Fold {
    match fold {
        contract::Fold::Collapsed => Fold::Collapsed,
        contract::Fold::Expanded => Fold::Expanded,
    }
}

pub(crate) fn reply(reply: Reply, index: Option<String>) -> contract::Reply {
    let outcome = match reply.outcome {
        Outcome::Answered => contract::Outcome::Answered,
        Outcome::Refused => contract::Outcome::Refused,
    };
    contract::Reply { outcome, json: reply.json, facts: reply.facts.map(facts), index }
}

pub(crate) fn tool(dialect: Dialect) -> contract::Tool {
    let Tool { name, description, parameters, snippet, guidelines } = readroom_dialects::tool(dialect);
    contract::Tool {
        dialect: match dialect {
            Dialect::Readroom => contract::Dialect::Readroom,
            Dialect::Mycodeagent => contract::Dialect::Mycodeagent,
            Dialect::DmCc => contract::Dialect::DmCc,
            Dialect::Opencode => contract::Dialect::Opencode,
            Dialect::KimiCli => contract::Dialect::KimiCli,
            Dialect::Pi => contract::Dialect::Pi,
        },
        name: String::from(name),
        description,
        parameters,
        snippet: String::from(snippet),
        guidelines,
    }
}

fn presence(presence: Presence) -> read::Presence {
    match presence {
        Presence::Absent => read::Presence::Absent,
        Presence::Present => read::Presence::Present,
    }
}

fn line(line: LineNumber) -> u32 {
    count(line.get())
}

fn count(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
