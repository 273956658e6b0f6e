//! The tools that show what changed, and when. Their arguments are those of `diff-request` and
//! `log-request` in `wit/history.wit`, with `glob` for the globs and `what` for the output. Their
//! results are `diff-page`, `log-page` and, for the view `blame` of the read, `blame-page` as JSON,
//! or `{"error": read-error}`. A model gets text instead: patches as git writes them, a line for
//! each commit, the lines of a file below the commit that they come from.

pub(super) mod blame;
pub(crate) mod diff;
pub(crate) mod log;
mod moves;

use super::look::{self, Understood};
use super::spellings::renamed;
use super::{InWords, Sentences};
use crate::shared::{
    Environment, Json, Members, clipped_to, escaped, listed, on_one_line, quotable,
};
use readroom_history::Historic;
use readroom_read::ErrorCode;
use readroom_types::{ChangeStatus, ChangedFile, Commit, HistoryStop, ReadError as ErrorReport};
use std::fmt::Write as _;

/// The number of digits of a hash that a model is shown.
const DIGITS: usize = 10;

/// The length in characters to which a subject is cut: old ones may be the whole message.
const SUBJECT_CHARACTERS: usize = 120;

/// The maximum number of tags that are shown with a commit.
const MAX_TAGS: usize = 3;

/// Returns the arguments for the log of a path at a revision.
fn call_at(path: &str, at: &str) -> String {
    let call = Json::object([("path", Json::text(path)), ("at", Json::text(at))]);
    on_one_line(&call.write()).into_owned()
}

/// Returns arguments with the names and types of a tool.
fn understood<'a>(
    written: Members<'a>,
    names: &[&'static str],
) -> Result<Understood<'a>, ErrorReport> {
    Ok(Understood(renamed(written, names)?))
}

/// Returns the first digits of a hash, or the name of something else that is compared.
fn short(revision: &str) -> &str {
    let is_hash = revision.len() > DIGITS && revision.bytes().all(|byte| byte.is_ascii_hexdigit());
    revision.get(..DIGITS).filter(|_| is_hash).unwrap_or(revision)
}

/// Returns the line of a commit: its hash, its tags, how many lines with a match it adds and
/// removes, its day, its author and the first line of its message. The day on which the commit was
/// made is the one that `since` and `until` mean, and there if it is another one.
fn commit_line(commit: &Commit) -> String {
    let Commit { id, author, date, committed, subject, tags, .. } = commit;
    let mut when = day(date).to_owned();
    if day(committed) != when {
        when = format!("{when}, committed {},", day(committed));
    }
    let line = commit_text(id, &when, author, subject);
    let (id, rest) = line.split_once(' ').unwrap_or((&line, ""));
    let mut marks = Vec::new();
    if !tags.is_empty() {
        marks.push(format!("(tag: {}) ", tag_names(tags)));
    }
    for (sign, number) in [('+', commit.added_matches), ('-', commit.removed_matches)] {
        marks.extend(number.filter(|number| *number > 0).map(|number| format!("{sign}{number} ")));
    }
    format!("{id} {}{rest}", marks.concat())
}

/// Returns the names of the first tags of a commit.
fn tag_names(tags: &[String]) -> String {
    let names = tags.iter().take(MAX_TAGS).map(|tag| listed(tag)).collect::<Vec<_>>();
    names.join(", ") + if tags.len() > MAX_TAGS { ", …" } else { "" }
}

fn commit_text(id: &str, when: &str, author: &str, subject: &str) -> String {
    let subject = escaped(subject);
    let subject = clipped_to(&subject, SUBJECT_CHARACTERS);
    format!("{} {when} {}: {subject}", short(id), listed(author))
}

/// Returns the day of a date.
fn day(date: &str) -> &str {
    date.get(..10).unwrap_or(date)
}

/// Adds the rest of a commit: its author's address with the time and the parents, if it is there,
/// and what the message says after its subject, indented.
fn push_message(text: &mut String, commit: &Commit) {
    if let Some(email) = &commit.email {
        let parents: Vec<_> = commit.parents.iter().map(|id| short(id)).collect();
        // Writing into memory does not fail.
        let _ =
            writeln!(text, "  <{}> {}, parents: {}", listed(email), commit.date, parents.join(" "));
    }
    let message = commit.message.as_deref().unwrap_or_default().trim();
    let (first, rest) = message.split_once("\n\n").unwrap_or((message, ""));
    let is_whole = commit.subject.chars().count() <= SUBJECT_CHARACTERS;
    let first = first.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    let is_said = is_whole && first == commit.subject;
    for line in if is_said { rest.trim_start() } else { message }.lines() {
        let columns: Vec<_> = line.split('\t').map(escaped).collect();
        let _ = writeln!(text, "    {}", columns.join("\t"));
    }
}

/// Returns the line of a file: how it changed, the numbers of its lines if they are known, and its
/// path.
fn file_line(file: &ChangedFile) -> String {
    let mut line = String::from(file.status.letter());
    if let (Some(added), Some(removed)) = (file.added, file.removed) {
        let _ = write!(line, " +{added} -{removed}");
    }
    line.push(' ');
    if let Some(old_path) = &file.old_path {
        let _ = write!(line, "{} -> ", listed(old_path));
    }
    line.push_str(&listed(&file.path));
    if file.converted {
        line.push_str(" (as text)");
    }
    line
}

/// Returns how many files changed in each way.
fn numbers(statuses: &[(ChangeStatus, usize)]) -> String {
    let one = |(status, number): &(ChangeStatus, usize)| format!("{} {number}", status.letter());
    statuses.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Says which repository a path is in, if there is another around it, as around a submodule.
fn note_repository<T: Historic>(env: &Environment<'_, T>, path: &str, notes: &mut Sentences) {
    if let Some(inner) = look::inner_repository(env, path) {
        notes.add(format_args!("This is the repository '{}'.", quotable(&inner)));
    }
}

/// Says where a path is that no commit changed: in other branches and tags, or what is like it if
/// there is nothing now. `wildcards` says what to do if it has some.
fn note_absent<T: Historic>(
    env: &Environment<'_, T>,
    path: &str,
    wildcards: &str,
    notes: &mut Sentences,
) {
    let Err(error) = readroom_read::stat(env.tree, env.cwd, path) else { return };
    let ErrorReport { code, message, hint, .. } = error.in_words();
    if code != ErrorCode::NotFound {
        return;
    }
    if look::has_wildcards(path) {
        notes.add(format_args!("A path has no wildcards: {wildcards}."));
        return;
    }
    match env.tree.references_with(env.cwd, path) {
        Ok(names) if !names.is_empty() => {
            notes.add(format_args!("It is in {}: give one as at.", on_one_line(&names.join(", "))));
        }
        _ => notes.add(format_args!("{message}. {hint}")),
    }
}

/// Returns whether the time was up.
fn is_late(stopped: HistoryStop) -> bool {
    stopped == HistoryStop::TimeLimit
}
