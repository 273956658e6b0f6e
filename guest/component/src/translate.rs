//! The types of the contract to and from those of the core and the dialects. One function a type.

use crate::bindings::exports::readroom::read::{dialects as contract, read};
use alloc::string::{String, ToString};
use readroom_core::tokens;
use readroom_core::{
    Clip, Deceit, Endings, Evidence, Finding, LineNumber, Ordinal, Page, Presence, Timestamp,
};
use readroom_dialects::neutral::{Ask, Begin, Body, Code, Count, Document, Refusal, Stop};
use readroom_dialects::{Dialect, Facts, Fold, Outcome, Question, Reply, Tool, version};

pub(crate) fn ask(request: &read::Request) -> Ask<'_> {
    Ask {
        path: &request.path,
        start: request.start.as_ref().map_or(Begin::Line(1), begin),
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
            Body::Text(page, stop) => read::Body::Text(text(*page, stop, next)),
            Body::Unchanged => read::Body::Unchanged,
        },
    }
}

fn text(page: Page, stop: Stop, next: Option<String>) -> read::Text {
    let Page { text, first, .. } = page;
    let (endings, suspicious) = (text.endings(), text.suspicious());
    let tokens = count(tokens::estimate(&text.content));
    read::Text {
        content: text.content,
        first: match first {
            Ordinal::FromStart(first) => Some(line(first)),
            Ordinal::FromEnd(_) => None,
        },
        lines: count(text.lines),
        tokens,
        stopped: match stop {
            Stop::AtEnd => read::Stopped::AtEnd,
            Stop::AtLineLimit => read::Stopped::AtLineLimit,
            Stop::AtByteLimit => read::Stopped::AtByteLimit,
            Stop::AtTokenLimit => read::Stopped::AtTokenLimit,
        },
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
