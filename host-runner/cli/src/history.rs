//! Shared by the commands about the history of a repository.

use crate::output::{print_message, shown};
use crate::room_options::RoomOptions;
use anyhow::Result;
use readroom::terminal::one_line;
use readroom::{ChangeStatus, ChangedFile, Commit, HistoryStop, LogRequest, Room};
use std::io::Write;

/// The maximum size of a page in bytes.
const MAX_BYTES: u32 = 1 << 20;

/// The name of what is staged, where revisions are named.
const INDEX: &str = "index";

/// Returns the path of a command: the root if none is given. Without `--`, the last word is one if
/// something is there and no revision has that name.
pub(crate) fn take_path(room: &Room, words: &mut Vec<String>, path: Option<String>) -> String {
    let is_path = |word: &String| {
        let is_revision = || {
            let request = LogRequest { at: Some(word.clone()), ..LogRequest::new(".").commits(1) };
            word == INDEX || room.log(&request).is_ok()
        };
        room.stat(word).is_ok() && !is_revision()
    };
    path.or_else(|| words.pop_if(|word| is_path(word))).unwrap_or_else(|| ".".into())
}

/// Returns the size of pages that are printed one after the other, in bytes.
pub(crate) fn page_bytes(room: &RoomOptions) -> Result<u32> {
    let bytes = room.limits()?.output / 2;
    Ok(u32::try_from(bytes).unwrap_or(MAX_BYTES).clamp(1, MAX_BYTES))
}

/// Prints on standard error how to continue after a page.
pub(crate) fn print_next(next: &str, stopped: HistoryStop) {
    let why = if stopped == HistoryStop::TimeLimit { "the time was up; " } else { "" };
    print_message(&format!("{why}next: --cursor {next}"));
}

/// Returns the beginning of a hash.
pub(crate) fn short(hash: &str) -> &str {
    hash.get(..10).unwrap_or(hash)
}

/// Returns the day of a date.
pub(crate) fn day(date: &str) -> &str {
    date.get(..10).unwrap_or(date)
}

/// Writes a commit in the form of `git log`.
pub(crate) fn write_commit(
    output: &mut impl Write,
    commit: &Commit,
    is_terminal: bool,
) -> Result<()> {
    writeln!(output, "commit {}", commit.id)?;
    if let [_, _, ..] = &*commit.parents {
        let parents: Vec<_> = commit.parents.iter().map(|parent| short(parent)).collect();
        writeln!(output, "Merge: {}", parents.join(" "))?;
    }
    let email = commit.email.as_deref().map_or_else(String::new, |email| format!(" <{email}>"));
    writeln!(output, "Author: {}{}", shown(&commit.author, is_terminal), one_line(&email))?;
    writeln!(output, "Date:   {}\n", commit.date)?;
    for line in commit.message.as_deref().unwrap_or(&commit.subject).trim_end().lines() {
        writeln!(output, "    {}", shown(line, is_terminal))?;
    }
    Ok(())
}

/// Returns how a file changed and its name, in the form of `git diff --name-status`.
pub(crate) fn name_and_status(file: &ChangedFile, is_terminal: bool) -> String {
    let path = shown(&file.path, is_terminal);
    let letter = file.status.letter();
    if file.status == ChangeStatus::Renamed {
        let old_path = shown(file.old_path.as_deref().unwrap_or_default(), is_terminal);
        return format!("{letter}{:03}\t{old_path}\t{path}", file.similarity.unwrap_or(100));
    }
    format!("{letter}\t{path}")
}

/// Returns the numbers of changed lines and the name of a file, in the form of `git diff
/// --numstat`.
pub(crate) fn name_and_counts(file: &ChangedFile, is_terminal: bool) -> String {
    let number = |lines: Option<u32>| lines.map_or_else(|| "-".into(), |lines| lines.to_string());
    let old_path = match &file.old_path {
        Some(old_path) => format!("{} => ", shown(old_path, is_terminal)),
        None => String::new(),
    };
    let path = shown(&file.path, is_terminal);
    format!("{}\t{}\t{old_path}{path}", number(file.added), number(file.removed))
}
