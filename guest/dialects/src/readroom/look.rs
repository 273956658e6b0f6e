//! The tools that list, find and search. Their arguments are those of `find-request` and
//! `search-request` in `wit/search.wit`, flat and with `glob` for the globs. Their results are
//! `found` and `search-results` as JSON, or `{"error": read-error}`. A model gets text instead, as
//! of the read, and `bytes` and `tokens` count that text. A page has at least one entry or match.

mod arguments;
pub(crate) mod find;
pub(crate) mod list;
pub(super) mod map;
mod meaning;
mod near_names;
mod notes;
mod pattern_wording;
mod results_text;
pub(crate) mod search;
mod search_meaning;
mod search_notes;
mod several;
mod spellings;
mod wording;
mod written;

pub(super) use arguments::{at, globs, number, page_properties, path, refuse_others};
pub(super) use notes::{begin_plain as begin, next};
pub(super) use search_meaning::differs_as_text;
pub(super) use spellings::Understood;

use super::spellings::is_absent_word;
use super::{Budget, Given, IDENTITY, InWords, MIN_BYTES, MIN_TOKENS, lower, refused};
use crate::shared::{
    Arguments, BasicRequest, Environment, Identity, Json, Members, Reply, on_one_line, quotable,
};
use readroom_core::Tree;
use readroom_history::{Historic, HistoryError};
use readroom_read::{DEFAULT_BYTES, ErrorCode, ReadFacts};
use readroom_search::{Deadline, SearchError};
use readroom_types::{ReadError as ErrorReport, count};

/// How often an answer is made until it fits its budget.
const MAX_TRIES: u32 = 8;

/// The answer of a tool.
pub(super) struct Looked {
    pub(super) json: String,
    pub(super) text: String,
    /// The path that was looked at, and how many lines or entries of it are shown.
    pub(super) path: String,
    pub(super) lines: u64,
}

pub(super) const fn identity(tool: &'static str) -> Identity {
    Identity { tool, ..IDENTITY }
}

/// Calls a tool that looks at the files as they are or were.
fn call<T: Historic>(
    env: &Environment<'_, T>,
    arguments: &str,
    understand: fn(Members<'_>) -> Result<Understood<'_>, ErrorReport>,
    answer: impl Fn(&Environment<'_, T>, &Understood<'_>) -> Result<Looked, ErrorReport>,
) -> Reply {
    call_now(env, arguments, understand, |env, arguments| {
        let given = arguments.given();
        match given.text("at")? {
            None => answer(env, arguments),
            Some(revision) => {
                let path = given.text("path")?.unwrap_or(".");
                in_the_past(env, path, revision, |env| answer(env, arguments))
            }
        }
    })
}

/// Calls a tool.
pub(super) fn call_now<T: Tree>(
    env: &Environment<'_, T>,
    arguments: &str,
    understand: fn(Members<'_>) -> Result<Understood<'_>, ErrorReport>,
    answer: impl Fn(&Environment<'_, T>, &Understood<'_>) -> Result<Looked, ErrorReport>,
) -> Reply {
    let answer = || answer(env, &understood(arguments, understand)?);
    match answer() {
        Ok(looked) => reply(env, looked),
        Err(report) => {
            let understood = understood(arguments, understand).ok();
            refused(env, &with_hint(report, understood.as_ref().map(Understood::given)))
        }
    }
}

/// Answers with the files as they were at a revision.
pub(super) fn in_the_past<T: Historic, R>(
    env: &Environment<'_, T>,
    path: &str,
    revision: &str,
    answer: impl FnOnce(&Environment<'_, T>) -> Result<R, ErrorReport>,
) -> Result<R, ErrorReport> {
    let past = env.tree.at(env.cwd, path, revision);
    let past = past.map_err(|error| of_repository(env, path, error))?;
    let answer = answer(&Environment { tree: &past, ..*env });
    answer.map_err(|error| {
        with_conflict(past.take_failure().map_or(error, InWords::in_words), revision)
    })
}

/// Returns the top of the repository of a path, if it is not that of the current directory.
pub(super) fn inner_repository<T: Historic>(
    env: &Environment<'_, T>,
    path: &str,
) -> Option<String> {
    let top = env.tree.top_of(env.cwd, ".").filter(|_| path != ".")?;
    env.tree.top_of(env.cwd, path).filter(|inner| *inner != top)
}

/// Puts an error into words, with the repository if there is another around it.
pub(super) fn of_repository<T: Historic>(
    env: &Environment<'_, T>,
    path: &str,
    error: HistoryError,
) -> ErrorReport {
    let mut report = error.in_words();
    if report.code == ErrorCode::UnknownRevision
        && let Some(inner) = inner_repository(env, path)
    {
        report.hint += &format!(" This is the repository '{}'.", quotable(&inner));
    }
    report
}

/// Returns the reply of a tool.
pub(super) fn reply<T: Tree>(env: &Environment<'_, T>, looked: Looked) -> Reply {
    let Looked { json, text, path, lines } = looked;
    let facts = ReadFacts {
        real_path: env.absolute(&path),
        size: 0,
        modified: None,
        version: None,
        lines: count(lines),
        bytes: 0,
        masked: None,
    };
    Reply::text(json, text, vec![facts])
}

/// Adds to an error that a file in conflict is not in the index.
fn with_conflict(mut report: ErrorReport, revision: &str) -> ErrorReport {
    if revision == "index" && report.code == ErrorCode::NotFound {
        report.hint += " A file in conflict is not staged: HEAD has it, and MERGE_HEAD.";
    }
    report
}

/// Adds to an error what fits the arguments: where a glob belongs that was given as the path, or
/// how a name is found in a directory.
pub(super) fn with_hint(mut report: ErrorReport, given: Option<Given<'_, '_>>) -> ErrorReport {
    let text = |name| given.and_then(|given: Given<'_, '_>| given.text(name).ok()?);
    let path = text("path").unwrap_or_default();
    if report.code == ErrorCode::NotFound && has_wildcards(path) {
        let hint = "A path has no wildcards: give them to find or search as glob.";
        report.hint = [hint, &*report.hint].join(" ").trim_end().into();
    }
    if let (ErrorCode::IsADirectory, Some(name)) = (report.code, text("block")) {
        let path = text("path").unwrap_or(".");
        let members = [("pattern", name), ("what", "definitions"), ("path", path)];
        let call = Json::object(members.map(|(name, value)| (name, Json::text(value))));
        report.hint = format!("Find it with search: {}", on_one_line(&call.write()));
    }
    report
}

/// Returns whether a path looks like a glob.
pub(super) fn has_wildcards(path: &str) -> bool {
    path.contains(['*', '?']) || path.contains('{') && path.contains(',')
}

/// Parses arguments, and returns them with the names and types of the tool.
fn understood<'a>(
    arguments: &'a str,
    understand: fn(Members<'a>) -> Result<Understood<'a>, ErrorReport>,
) -> Result<Understood<'a>, ErrorReport> {
    let arguments = Arguments::parse(arguments).map_err(|error| {
        let hint = r#"Send an object such as {"path": "src"}."#;
        ErrorReport::argument(format!("{error}"), hint.into())
    })?;
    understand(arguments.0)
}

pub(super) fn requested_path<T: Tree>(
    env: &Environment<'_, T>,
    arguments: &str,
    understand: fn(Members<'_>) -> Result<Understood<'_>, ErrorReport>,
) -> Option<String> {
    let arguments = understood(arguments, understand).ok()?;
    let path = arguments.given().text("path").ok()?.unwrap_or(".");
    Some(env.absolute(path))
}

/// Returns `None`: these tools read no file.
pub(crate) fn arguments_for(_: &BasicRequest<'_>) -> Option<String> {
    None
}

/// Looks at a path or, if nothing exists there, at the one that its spelling means.
fn at_path<R>(
    path: &str,
    look: impl Fn(&str) -> Result<R, SearchError>,
) -> Result<(R, String), ErrorReport> {
    let error = match look(path) {
        Ok(result) => return Ok((result, path.into())),
        Err(error) => error,
    };
    let SearchError::Read(not_found) = &error else { return Err(error.in_words()) };
    // Some clients write a word for a path that they leave out.
    let root = || is_absent_word(path).then(|| ".".into());
    // Lines after a path would say that only these are looked at.
    let found = not_found.suggestions().filter(|found| found.part.is_none());
    match found.and_then(|found| found.same.clone().or_else(root)) {
        Some(same) => Ok((look(&same).map_err(InWords::in_words)?, same)),
        None => Err(error.in_words()),
    }
}

/// Returns a page and its text, which fits into a budget if the page can be made small enough.
pub(super) fn fitted<R>(
    budget: Budget,
    page: impl Fn(Budget) -> Result<(R, String), ErrorReport>,
) -> Result<(R, String), ErrorReport> {
    let mut attempt = budget;
    let mut tries = 0;
    loop {
        tries += 1;
        let (page, text) = page(attempt)?;
        if budget.exceeded_by(&text).is_none() || tries >= MAX_TRIES {
            return Ok((page, text));
        }
        let less =
            |limit: u64, used: u64, max: u64| limit.saturating_sub(used.saturating_sub(max)).max(1);
        attempt.bytes = less(attempt.bytes, text.len() as u64, budget.bytes);
        let used = readroom_tokens::estimate(&text);
        let tokens = attempt.tokens.zip(budget.tokens);
        attempt.tokens = tokens.map(|(tokens, max)| less(tokens, used, max));
    }
}

/// Returns when a page that begins now ends.
pub(super) fn deadline<'e, T>(env: &'e Environment<'_, T>) -> Deadline<'e> {
    let end = env.page_time.map(|time| (env.clock)().saturating_add(time));
    Deadline { clock: env.clock, end }
}

/// Returns a number of a request of the contract.
pub(super) fn natural(given: Given<'_, '_>, name: &str) -> Result<Option<u32>, ErrorReport> {
    Ok(given.natural(name)?.map(count))
}

/// Returns how much may be shown.
pub(super) fn budget<T>(
    env: &Environment<'_, T>,
    arguments: &Understood<'_>,
) -> Result<Budget, ErrorReport> {
    let given = arguments.given();
    let tokens = lower(given.natural("tokens")?, env.max_tokens);
    Ok(Budget {
        bytes: given.natural("bytes")?.unwrap_or(DEFAULT_BYTES).max(MIN_BYTES),
        tokens: tokens.map(|tokens| tokens.max(MIN_TOKENS)),
    })
}
