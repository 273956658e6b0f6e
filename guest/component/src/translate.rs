//! Converts requests of searches, and tools, from and to the contract.

use readroom_dialects::{Definition, Reply, Tool};
use readroom_search::{Context, FindRequest, Pattern, Scope, SearchRequest};
use readroom_types::{self as types, count};

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

pub(crate) fn scope<'a>(scope: &'a types::Scope, globs: &'a [&'a str]) -> Scope<'a> {
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
        lines: request.lines,
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
        blocks: request.blocks,
        across_lines: false,
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
            at: None,
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
        blocks: request.blocks,
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
