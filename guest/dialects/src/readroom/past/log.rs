//! `readroom:log`.

use super::{commit_line, file_line, is_late, note_absent, push_message, short};
use crate::readroom::budget::Budget;
use crate::readroom::counted::counted;
use crate::readroom::look::{
    self, Looked, Understood, budget, differs_as_text, fitted, natural, number, page_properties,
    refuse_others,
};
use crate::readroom::wording::InWords;
use crate::shared::environment::Environment;
use crate::shared::escape::quotable;
use crate::shared::json::{Json, Members};
use crate::shared::json_output::to_json;
use crate::shared::reply::Reply;
use crate::shared::schema;
use crate::shared::tool::{Definition, Identity};
use readroom_core::Tree;
use readroom_history::{Historic, HistoryError};
use readroom_search::{SearchError, escaped_pattern};
use readroom_types::ReadError as ErrorReport;
use readroom_types::{HistoryStop, LogOutput, LogPage, LogRequest, count};

pub(crate) const IDENTITY: Identity = look::identity("log");

pub(crate) use look::arguments_for;

const NAMES: [&str; 13] = [
    "path", "at", "from", "to", "author", "message", "since", "until", "what", "commits", "cursor",
    "bytes", "tokens",
];

const OUTPUTS: [(&str, LogOutput); 3] =
    [("subjects", LogOutput::Subjects), ("full", LogOutput::Full), ("files", LogOutput::Files)];

/// Returns the definition of the tool.
pub(crate) fn definition() -> Definition {
    let mut properties = vec![
        look::path("Only commits that changed this file or directory. All by default."),
        schema::text(
            "at",
            "The revision to begin at, HEAD by default; a..b: those of b without those of a.",
        ),
        schema::text("from", "A revision: leaves it out and all before it."),
        schema::text("to", "The revision to begin at, with from. HEAD by default."),
        schema::text(
            "author",
            "A regular expression for the author, as in Ann Lee <ann@example.org>, in any case.",
        ),
        schema::text(
            "message",
            "A regular expression for a line of the message. A capital makes case matter.",
        ),
        schema::text("since", "The earliest date: 2026-11-28 or 2 weeks ago."),
        schema::text("until", "The latest date, in the same way."),
        schema::one_of(
            "what",
            &OUTPUTS.map(|(name, _)| name),
            "What to show: a line for each commit, or the whole message too, or the changed files \
             too.",
        ),
        number("commits", Some(100), "The maximum number of commits."),
    ];
    properties.extend(page_properties());
    Definition {
        name: "log",
        description: "Lists commits of git, the newest first.".into(),
        parameters: schema::short(
            &[
                ("path", "string", ""),
                ("at", "string", "Where to begin, such as main..HEAD"),
                ("author", "string", ""),
                ("message", "string", ""),
                ("since", "string", ""),
                ("what", "subjects|full|files", ""),
                ("commits", "integer", ""),
            ],
            &[],
        ),
        full_parameters: Some(schema::without_required(properties)),
        snippet: "log: list commits of git",
        guidelines: vec!["List commits with log rather than with shell commands.".into()],
    }
}

pub(crate) fn call<T: Historic>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    look::call_now(env, arguments, understand, answer)
}

pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    look::requested_path(env, arguments, understand)
}

fn understand(written: Members<'_>) -> Result<Understood<'_>, ErrorReport> {
    super::understood(written, &NAMES)
}

fn answer<T: Historic>(
    env: &Environment<'_, T>,
    arguments: &Understood<'_>,
) -> Result<Looked, ErrorReport> {
    let given = arguments.given();
    refuse_others(given, &NAMES)?;
    let text = |name| Ok::<_, ErrorReport>(given.text(name)?.map(String::from));
    let request = LogRequest {
        at: text("at")?,
        from: text("from")?,
        to: text("to")?,
        author: text("author")?,
        message: text("message")?,
        since: text("since")?,
        until: text("until")?,
        output: given.choice("what", &OUTPUTS)?,
        cursor: text("cursor")?,
        commits: natural(given, "commits")?,
        path: given.text("path")?.unwrap_or(".").into(),
        bytes: None,
        tokens: None,
        milliseconds: None,
    };
    let (page, text) = fitted(budget(env, arguments)?, |Budget { bytes, tokens }| {
        let tokens = tokens.map(count);
        let request = LogRequest { bytes: Some(count(bytes)), tokens, ..request.clone() };
        let (page, is_plain) = log(env, &request)?;
        let text = [text_of(&page), note(env, &page, is_plain, &request, arguments)].concat();
        Ok((page, text))
    })?;
    let lines = page.commits.len() as u64;
    let json = env.native(|| to_json(&page));
    Ok(Looked { json, text, path: request.path, lines })
}

/// Returns commits, and whether the message was taken as plain text: a subject that was copied is
/// rarely the regular expression that it looks like.
fn log<T: Historic>(
    env: &Environment<'_, T>,
    request: &LogRequest,
) -> Result<(LogPage, bool), ErrorReport> {
    let log = |request: &LogRequest| env.tree.log(env.cwd, request, look::deadline(env));
    let page = log(request);
    let is_nothing = match &page {
        Ok(page) => page.commits.is_empty() && page.next.is_none(),
        // The cursor may be one of the search for the text.
        Err(HistoryError::Search(SearchError::Cursor(_) | SearchError::Pattern(_))) => true,
        Err(_) => false,
    };
    let message = request.message.as_deref().filter(|text| is_nothing && differs_as_text(text));
    if let Some(message) = message.map(escaped_pattern) {
        let message = Some(message);
        let plain = log(&LogRequest { message, ..request.clone() });
        if let Ok(page) = plain
            && !page.commits.is_empty()
        {
            return Ok((page, true));
        }
    }
    Ok((page.map_err(InWords::in_words)?, false))
}

fn text_of(page: &LogPage) -> String {
    let mut text = String::new();
    for commit in &page.commits {
        text += &commit_line(commit);
        text.push('\n');
        push_message(&mut text, commit);
        for file in &commit.files {
            text += "  ";
            text += &file_line(file);
            text.push('\n');
        }
    }
    text
}

fn note<T: Historic>(
    env: &Environment<'_, T>,
    page: &LogPage,
    is_plain: bool,
    request: &LogRequest,
    arguments: &Understood<'_>,
) -> String {
    let mut notes = look::begin(arguments);
    if is_plain {
        notes.add(format_args!("The message was taken as plain text."));
    }
    let more = if page.next.is_some() { "; more follow" } else { "" };
    match page.commits.len() as u64 {
        0 => {
            notes.add(format_args!("No commit{more}."));
            note_absent(env, &request.path, &mut notes);
        }
        commits => {
            let one = if request.cursor.is_some() { "more commit" } else { "commit" };
            notes.add(format_args!("{}{more}.", counted(commits, one)));
        }
    }
    if let Some((old_path, commit)) = renamed_from(env, page, request) {
        let at = format!("{}~1", short(&commit));
        let call = Json::object([("path", Json::text(old_path)), ("at", Json::text(at))]);
        notes.add(format_args!("It was renamed there; before: {}", quotable(&call.write())));
    }
    if page.stopped == HistoryStop::Shallow {
        notes.add(format_args!("The clone is shallow: older commits are not in it."));
    }
    look::next(arguments, page.next.as_deref(), is_late(page.stopped), &mut notes);
    notes.in_brackets()
}

/// Returns which path a file had before the oldest commit that changed it, and that commit, if the
/// file was renamed then.
fn renamed_from<T: Historic>(
    env: &Environment<'_, T>,
    page: &LogPage,
    request: &LogRequest,
) -> Option<(String, String)> {
    let LogRequest { path, author, message, since, until, .. } = request;
    let is_filtered = [author, message, since, until].into_iter().any(Option::is_some);
    if page.stopped != HistoryStop::End || is_filtered || path == "." {
        return None;
    }
    let commit = page.commits.last()?;
    // The other name may be anywhere.
    let request = LogRequest {
        path: ".".into(),
        at: Some(commit.id.clone()),
        from: None,
        to: None,
        output: LogOutput::Files,
        commits: Some(1),
        cursor: None,
        ..request.clone()
    };
    let oldest = env.tree.log(env.cwd, &request, look::deadline(env)).ok()?.commits.pop()?;
    let path = env.absolute(path);
    let file = oldest.files.into_iter().find(|file| env.absolute(&file.path) == path)?;
    Some((file.old_path?, oldest.id))
}
