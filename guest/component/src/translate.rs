//! Converts requests of the contract to those of the guest crates.

use readroom_dialects::{BasicRequest, Definition, Reply, Tool};
use readroom_read::{BlockSelector, ListRequest, Purpose, ReadRequest, SharedLimits, Start};
use readroom_search::{Context, FindRequest, Pattern, Scope, SearchRequest};
use readroom_types::{self as types, count};

pub(crate) fn read_request(request: &types::ReadRequest) -> ReadRequest<'_> {
    ReadRequest {
        path: &request.path,
        view: request.view,
        start: request.start.as_ref().map(start),
        lines: request.lines.map(u64::from),
        bytes: request.bytes.map(u64::from),
        tokens: request.tokens.map(u64::from),
        column: request.column.map(u64::from),
        columns: request.columns.map(u64::from),
        encoding: request.encoding.as_deref(),
        totals: request.totals,
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
            siblings: block.siblings,
        }),
    }
}

pub(crate) fn basic_request(request: &types::BasicRequest) -> BasicRequest<'_> {
    BasicRequest {
        path: &request.path,
        start: request.start.as_ref().map(start),
        lines: request.lines.map(u64::from),
    }
}

pub(crate) fn shared_limits(limits: types::SharedLimits) -> SharedLimits {
    let types::SharedLimits { bytes, tokens } = limits;
    SharedLimits { bytes: bytes.map(u64::from), tokens: tokens.map(u64::from) }
}

pub(crate) fn list_request(request: &types::ListRequest) -> ListRequest<'_> {
    ListRequest {
        path: &request.path,
        after: request.after.as_deref(),
        entries: request.entries.map(u64::from),
        details: request.details,
    }
}

pub(crate) fn tool(tool: Tool) -> types::Tool {
    let Definition { name, description, parameters, full_parameters, snippet, guidelines } =
        tool.definition();
    let identity = tool.identity();
    types::Tool {
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
pub(crate) fn find(id: &str) -> Result<Tool, types::UnknownToolError> {
    Tool::find(id).ok_or_else(|| types::UnknownToolError {
        tool: id.into(),
        known: Tool::ALL.iter().map(|tool| tool.identity().id()).collect(),
    })
}

pub(crate) fn reply(reply: Reply, index: Option<String>, shown: Option<String>) -> types::Reply {
    let Reply { outcome, json, content, facts } = reply;
    types::Reply { outcome, json, content, facts, index, shown }
}

pub(crate) fn globs(scope: &types::Scope) -> Vec<&str> {
    scope.globs.iter().map(String::as_str).collect()
}

fn scope<'a>(scope: &'a types::Scope, globs: &'a [&'a str]) -> Scope<'a> {
    Scope {
        path: &scope.path,
        globs,
        hidden: scope.hidden,
        ignored: scope.ignored,
        depth: scope.depth.map(u64::from),
    }
}

pub(crate) fn find_request<'a>(
    request: &'a types::FindRequest,
    globs: &'a [&'a str],
) -> FindRequest<'a> {
    FindRequest {
        scope: scope(&request.scope, globs),
        kinds: &request.kinds,
        order: request.order,
        details: request.details,
        cursor: request.cursor.as_deref(),
        entries: request.entries.map(u64::from),
    }
}

pub(crate) fn search_request<'a>(
    request: &'a types::SearchRequest,
    globs: &'a [&'a str],
) -> SearchRequest<'a> {
    let lines = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    SearchRequest {
        scope: scope(&request.scope, globs),
        pattern: Pattern {
            text: &request.pattern,
            syntax: request.syntax,
            case: request.letter_case,
            words: request.words,
        },
        want: request.output,
        context: Context { before: lines(request.before), after: lines(request.after) },
        binary: request.binary,
        headers: request.headers,
        order: request.order,
        cursor: request.cursor.as_deref(),
        matches: request.matches.map(u64::from),
        matches_per_file: request.matches_per_file.map(u64::from),
        bytes: request.bytes.map(u64::from),
        tokens: request.tokens.map(u64::from),
        columns: request.columns.map(u64::from),
        scans: "",
    }
}

/// The other way round.
pub(crate) fn search_request_from(request: &SearchRequest<'_>) -> types::SearchRequest {
    let lines = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let Scope { path, globs, hidden, ignored, depth } = request.scope;
    types::SearchRequest {
        scope: types::Scope {
            path: path.into(),
            globs: globs.iter().map(|glob| (*glob).into()).collect(),
            hidden,
            ignored,
            depth: depth.map(count),
        },
        pattern: request.pattern.text.into(),
        syntax: request.pattern.syntax,
        letter_case: request.pattern.case,
        words: request.pattern.words,
        output: request.want,
        before: lines(request.context.before),
        after: lines(request.context.after),
        binary: request.binary,
        headers: request.headers,
        order: request.order,
        cursor: request.cursor.map(Into::into),
        matches: request.matches.map(count),
        matches_per_file: request.matches_per_file.map(count),
        bytes: request.bytes.map(count),
        tokens: request.tokens.map(count),
        columns: request.columns.map(count),
        milliseconds: None,
    }
}
