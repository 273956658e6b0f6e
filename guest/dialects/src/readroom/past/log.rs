//! `readroom:log`.

use super::moves::note_moves;
use super::{
    call_at, commit_line, day, file_line, is_late, note_absent, note_repository, numbers,
    push_message, short,
};
use crate::readroom::look::{
    self, Looked, Understood, budget, differs_as_text, fitted, natural, number, of_repository,
    page_properties, refuse_others,
};
use crate::readroom::{Budget, Sentences, counted};
use crate::shared::{
    Definition, Environment, Identity, Json, Members, Reply, on_one_line, quotable, schema, to_json,
};
use readroom_core::Tree;
use readroom_history::{Historic, HistoryError, Log, is_expression};
use readroom_read::{ErrorCode, stat};
use readroom_search::{SearchError, escaped_pattern};
use readroom_types::{
    HistoryStop, LogOutput, LogPage, LogRequest, ReadError as ErrorReport, count,
};
use std::cell::OnceCell;
use std::fmt::Write as _;

/// The maximum number of files of a commit: a page has several commits.
const MAX_FILES: usize = 20;

/// How long the last change of a path is looked for on all sides of merges, in milliseconds.
const SIDE_TIME: u64 = 2000;

pub(crate) const IDENTITY: Identity = look::identity("log");

pub(crate) use look::arguments_for;

const NAMES: [&str; 14] = [
    "path", "at", "from", "to", "author", "message", "text", "since", "until", "what", "commits",
    "cursor", "bytes", "tokens",
];

const OUTPUTS: [(&str, LogOutput); 4] = [
    ("subjects", LogOutput::Subjects),
    ("full", LogOutput::Full),
    ("files", LogOutput::Files),
    ("tags", LogOutput::Tags),
];

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
        schema::text(
            "text",
            "A text of files, as it is or as an expression such as a|b: only commits that add, \
             remove or change lines with it.",
        ),
        schema::text("since", "The earliest date: 2026-11-28 or 2 weeks ago."),
        schema::text("until", "The latest date, in the same way."),
        schema::one_of(
            "what",
            &OUTPUTS.map(|(name, _)| name),
            "What to show: a line for each commit, or the whole message too, or the changed files \
             too, or only commits with tags.",
        ),
        number("commits", Some(100), "The maximum number of commits."),
    ];
    properties.extend(page_properties());
    Definition {
        name: "log",
        description: "Lists commits, newest first.".into(),
        parameters: schema::short(
            &[
                ("path", "string", ""),
                ("at", "string", "Such as main..HEAD"),
                ("author", "string", ""),
                ("message", "string", ""),
                ("text", "string", "In changed lines"),
                ("since", "string", ""),
                ("until", "string", ""),
                ("what", "subjects|full|files|tags", ""),
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
        text: text("text")?,
        since: text("since")?,
        until: text("until")?,
        output: given.choice("what", &OUTPUTS).map_err(|mut report| {
            report.hint += " diff with at has the patch of a commit.";
            report
        })?,
        cursor: text("cursor")?,
        commits: natural(given, "commits")?,
        path: given.text("path")?.unwrap_or(".").into(),
        bytes: None,
        tokens: None,
        milliseconds: None,
    };
    let last_change = OnceCell::new();
    let (page, text) = fitted(budget(env, arguments)?, |Budget { bytes, tokens }| {
        let tokens = tokens.map(count);
        let request = LogRequest { bytes: Some(count(bytes)), tokens, ..request.clone() };
        let (log, is_plain) = log(env, &request)?;
        let note = note(env, &log.page, is_plain, &request, arguments, &last_change);
        let text = [text_of(&log, &request), note].concat();
        Ok((log.page, text))
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
) -> Result<(Log, bool), ErrorReport> {
    let log =
        |request: &LogRequest| env.tree.commits(env.cwd, request, MAX_FILES, look::deadline(env));
    let page = log(request);
    let is_nothing = match &page {
        Ok(Log { page, .. }) => page.commits.is_empty() && page.next.is_none(),
        // The cursor may be one of the search for the text.
        Err(HistoryError::Search(SearchError::Cursor(_) | SearchError::Pattern(_))) => true,
        Err(_) => false,
    };
    let message = request.message.as_deref().filter(|text| is_nothing && differs_as_text(text));
    if let Some(message) = message.map(escaped_pattern) {
        let message = Some(message);
        let plain = log(&LogRequest { message, ..request.clone() });
        if let Ok(log) = plain
            && !log.page.commits.is_empty()
        {
            return Ok((log, true));
        }
    }
    Ok((page.map_err(|error| of_repository(env, &request.path, error))?, false))
}

fn text_of(Log { page, statuses }: &Log, request: &LogRequest) -> String {
    let mut text = String::new();
    for (commit, statuses) in page.commits.iter().zip(statuses) {
        text += &commit_line(commit);
        text.push('\n');
        push_message(&mut text, commit);
        let files = if request.output == LogOutput::Files { &*commit.files } else { &[] };
        for file in files {
            text += &["  ", &*file_line(file), "\n"].concat();
        }
        let all: usize = statuses.iter().map(|(_, number)| number).sum();
        if all > files.len() {
            let (path, at) = (Json::text(&*request.path), Json::text(short(&commit.id)));
            let call = [("path", path), ("at", at), ("what", Json::text("files"))];
            let call = Json::object(call).write();
            let of_all = numbers(statuses);
            // Writing into memory does not fail.
            let _ = writeln!(text, "  … {all} files: {of_all}. All: diff {}", on_one_line(&call));
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
    last_change: &OnceCell<Option<String>>,
) -> String {
    let mut notes = look::begin(arguments);
    note_repository(env, &request.path, &mut notes);
    if is_plain {
        notes.add(format_args!("The message was taken as plain text."));
    }
    if request.text.as_deref().is_some_and(is_expression) {
        notes.add(format_args!("The text was taken as an expression, too."));
    }
    match page.commits.len() as u64 {
        0 if page.next.is_none() => {
            let stat = stat(env.tree, env.cwd, &request.path);
            let is_open = stat.err().is_none_or(|error| error.code() == ErrorCode::NotFound);
            match history_of(request).filter(|_| is_open && request.path != ".") {
                Some(history) => {
                    let [path, history] = [&*request.path, &*history].map(quotable);
                    notes.add(format_args!("No commit in {history} changed '{path}'."));
                }
                None if request.cursor.is_some() => notes.add(format_args!("No other commit.")),
                None => notes.add(format_args!("No commit.")),
            }
            if request.message.is_some() && request.text.is_none() {
                notes.add(format_args!("text finds what commits added or removed in files."));
            }
            let wildcards = "give a file or a directory around";
            if !note_side(env, page, request, last_change, &mut notes) {
                note_absent(env, &request.path, wildcards, &mut notes);
            }
        }
        _ => {
            notes.add(format_args!("{}.", shown(page, request.cursor.is_some())));
            note_side(env, page, request, last_change, &mut notes);
        }
    }
    note_moves(env, page, request, &mut notes);
    if page.stopped == HistoryStop::Shallow {
        notes.add(format_args!("The clone is shallow: older commits are not in it."));
        if let Some(end) = page.commits.iter().find(|commit| commit.parents.is_empty()) {
            let end = short(&end.id);
            notes.add(format_args!("It ends at {end}, where all that is older counts as added."));
        }
    }
    if let Some(missing) = page.missing {
        let objects = counted(missing.into(), "object");
        notes
            .add(format_args!("{objects} missing from this clone: text was not looked for there."));
    }
    let limit = match page.stopped {
        HistoryStop::ByteLimit => "bytes",
        HistoryStop::TokenLimit => "tokens",
        HistoryStop::CountLimit if request.commits.is_none() => "commits",
        _ => "",
    };
    if !limit.is_empty() {
        notes.add(format_args!("The limit was {limit}."));
    }
    if request.output == LogOutput::Tags && !page.commits.is_empty() {
        notes.add(format_args!("Dates of commits; diff with at names the first tag after one."));
    }
    if request.output == LogOutput::Files && has_path(request) && !page.commits.is_empty() {
        notes.add(format_args!("Files outside of the path are left out."));
    }
    if request.text.is_some() && is_late(page.stopped) && !has_path(request) {
        notes.add(format_args!("With a path it takes less time."));
    }
    look::next(arguments, page.next.as_deref(), is_late(page.stopped), &mut notes);
    notes.in_brackets()
}

/// Says which commit changed a path last that is not there now, if it is on a side of a merge that
/// `git log` does not follow. Returns whether there is one.
fn note_side<T: Historic>(
    env: &Environment<'_, T>,
    page: &LogPage,
    request: &LogRequest,
    last_change: &OnceCell<Option<String>>,
    notes: &mut Sentences,
) -> bool {
    let LogRequest { path, at, from, to, .. } = request;
    let is_whole = page.next.is_none() && history_of(request).is_some();
    let is_of_head = [at, from, to].into_iter().all(Option::is_none);
    let is_gone = || {
        let stat = stat(env.tree, env.cwd, path);
        stat.is_err_and(|error| error.code() == ErrorCode::NotFound)
    };
    if !(is_whole && is_of_head && has_path(request) && is_gone()) {
        return false;
    }
    // Each try of a page has the same.
    let last = last_change.get_or_init(|| {
        let deadline = look::deadline(env).within(SIDE_TIME);
        env.tree.last_change(env.cwd, path, deadline).ok().flatten()
    });
    let is_shown = |last: &&String| page.commits.iter().any(|known| known.id == **last);
    let Some(last) = last.as_ref().filter(|last| !is_shown(last)) else { return false };
    let commit = short(last);
    let call = call_at(path, commit);
    notes.add(format_args!(
        "It is not there now: {commit} changed it last, on a side of a merge: {call}"
    ));
    true
}

/// Returns how many commits a page has, and whether there may be others.
fn shown(page: &LogPage, has_cursor: bool) -> String {
    let one = if has_cursor { "more commit" } else { "commit" };
    let commits = match page.commits.len() as u64 {
        0 => ["No ", one, " yet"].concat(),
        commits => match page.total.map(u64::from).filter(|total| *total > commits) {
            Some(total) if !has_cursor => format!("{commits} of {}", counted(total, one)),
            _ => counted(commits, one),
        },
    };
    match (&page.next, &page.reached) {
        (Some(_), Some(date)) => format!("{commits}, back to {}; more may follow", day(date)),
        (Some(_), None) => commits + "; more follow",
        (None, _) => commits,
    }
}

fn has_path(request: &LogRequest) -> bool {
    !matches!(&*request.path, "" | ".")
}

/// Returns the name of the commits among which all that changed the path were asked for.
fn history_of(request: &LogRequest) -> Option<String> {
    let LogRequest { at, from, to, author, message, text, since, until, cursor, .. } = request;
    let filters = [author, message, text, since, until, cursor];
    if filters.into_iter().any(Option::is_some) {
        return None;
    }
    fn given(revision: &Option<String>) -> Option<&str> {
        revision.as_deref().filter(|text| !text.is_empty())
    }
    let (from, to) = (given(from), given(at).or(given(to)));
    Some(match (from, to.unwrap_or("HEAD")) {
        (Some(from), _) if from.contains("..") => from.into(),
        (Some(from), to) => [from, "..", to].concat(),
        (None, range) if range.contains("..") => range.into(),
        (None, to) => ["the history of ", to].concat(),
    })
}

#[cfg(test)]
mod tests {
    use super::shown;
    use readroom_types::{HistoryStop, LogPage};

    #[test]
    fn a_page_says_how_far_it_came_in_its_time() {
        let page = LogPage {
            commits: Vec::new(),
            total: None,
            next: Some("c".into()),
            stopped: HistoryStop::TimeLimit,
            reached: Some("2012-08-04T10:00:00+01:00".into()),
            missing: None,
        };
        let expected = "No commit yet, back to 2012-08-04; more may follow";
        assert_eq!(shown(&page, false), expected);
        let page = LogPage { reached: None, ..page };
        assert_eq!(shown(&page, true), "No more commit yet; more follow");
    }
}
