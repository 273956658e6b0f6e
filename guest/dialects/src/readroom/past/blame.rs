//! The view `blame` of `readroom:read`: the lines of a file below the commits that they come from.

use super::{commit_text, day, is_late, note_repository, short};
use crate::readroom::look::{self, Looked, Understood, fitted};
use crate::readroom::{Budget, InWords, counted, other_path, understood, with_note};
use crate::shared::{Environment, Json, Reply, listed, to_json};
use readroom_core::{Ordinal, Tree};
use readroom_history::{Historic, HistoryError};
use readroom_read::{Body, Document, Purpose, ReadRequest, Start, View, is_notebook_name, read};
use readroom_search::SearchError;
use readroom_types::{BlamePage, BlameRequest, ReadError as ErrorReport, count};
use std::fmt::Write as _;

/// The arguments that say which block is meant.
const OF_BLOCK: [&str; 3] = ["block", "levels", "siblings"];

/// Returns the page that a request is for: as much of it as fits.
pub(in crate::readroom) fn answer<T: Historic>(
    env: &Environment<'_, T>,
    written: &str,
    request: &ReadRequest<'_>,
) -> Result<Reply, ErrorReport> {
    let mut arguments = Understood(understood(written)?);
    let mut last = None;
    let (first, lines) = match request.start {
        None => (None, request.lines.map(count)),
        Some(Start::Line(line)) => (Some(count(line)), request.lines.map(count)),
        Some(Start::Definition(_) | Start::Block(_)) => {
            let block = block(env, request)?;
            last = block.0.zip(block.1).map(|(first, lines)| first + lines.saturating_sub(1));
            arguments.0.members.retain(|(name, _)| !OF_BLOCK.contains(&&**name));
            block
        }
        Some(_) => {
            let hint = "Give the first of the lines as start, and their number as lines, or block.";
            return Err(ErrorReport::argument("blame begins at a line".into(), hint.into()));
        }
    };
    let budget = Budget::of(request, env.max_tokens);
    let within = |Budget { bytes, tokens }| BlameRequest {
        at: request.at.map(String::from),
        first,
        lines,
        bytes: Some(count(bytes)),
        tokens: tokens.map(count),
        path: request.path.into(),
        milliseconds: None,
    };
    let traced = env.tree.trace(env.cwd, &within(budget), look::deadline(env));
    let traced = match traced {
        Ok(traced) => traced,
        Err(HistoryError::Search(SearchError::Read(error))) => {
            let meant = other_path::meant(&error, request)?;
            let Some(request) = meant else { return Err(error.in_words()) };
            let written = arguments.with([("path", Json::text(request.path))]);
            return answer(env, &written, &request);
        }
        Err(error) => return Err(look::of_repository(env, request.path, error)),
    };
    let (page, text) = fitted(budget, |budget| {
        let page = traced.page(&within(budget)).map_err(InWords::in_words)?;
        let text = with_note(&text_of(&page), &note(env, &page, &arguments, last));
        Ok((page, text))
    })?;
    let lines = page.runs.iter().map(|run| run.lines.len() as u64).sum();
    let json = env.native(|| to_json(&page));
    Ok(look::reply(env, Looked { json, text, path: request.path.into(), lines }))
}

/// Returns the first line of the block that a request is for, and the number of its lines.
fn block<T: Historic>(
    env: &Environment<'_, T>,
    request: &ReadRequest<'_>,
) -> Result<(Option<u32>, Option<u32>), ErrorReport> {
    let request = &ReadRequest { view: View::Auto, bytes: None, tokens: None, ..*request };
    let document = match request.at {
        None => document(env, request)?,
        Some(revision) => {
            look::in_the_past(env, request.path, revision, |env| document(env, request))?
        }
    };
    let Body::Text(page) = document.body else { return Ok((None, None)) };
    let first = match page.page.first {
        Ordinal::FromStart(first) => Some(count(first.get())),
        Ordinal::FromEnd(_) => None,
    };
    Ok((first, Some(count(page.page.text.lines))))
}

fn document<T: Tree>(
    env: &Environment<'_, T>,
    request: &ReadRequest<'_>,
) -> Result<Document, ErrorReport> {
    read(env.tree, env.cwd, request, Purpose::Facts, None).map_err(InWords::in_words)
}

fn text_of(page: &BlamePage) -> String {
    let mut text = String::new();
    for run in &page.runs {
        text += &match &run.commit {
            // Its author wrote other lines.
            Some(id) if run.is_oldest => format!("{} {} or before", short(id), day(&run.date)),
            Some(id) => commit_text(id, day(&run.date), &run.author, &run.subject),
            None => "Not committed".into(),
        };
        if let Some(old_path) = &run.old_path {
            // Writing into memory does not fail.
            let _ = write!(text, " (in {})", listed(old_path));
        }
        text.push('\n');
        for (number, line) in (u64::from(run.first)..).zip(&run.lines) {
            let _ = writeln!(text, "{number}\t{line}");
        }
    }
    text
}

/// Puts what there is to know into a line. The next page ends at the last line of a block.
fn note<T: Historic>(
    env: &Environment<'_, T>,
    page: &BlamePage,
    arguments: &Understood<'_>,
    last: Option<u32>,
) -> String {
    let mut notes = look::begin(arguments);
    note_repository(env, &page.path, &mut notes);
    if is_notebook_name(&page.path) {
        notes.add(format_args!("These are its lines of JSON, which the view 'text' reads."));
    }
    let first = page.runs.first().map_or(1, |run| run.first);
    let lines: usize = page.runs.iter().map(|run| run.lines.len()).sum();
    match u64::from(first) + lines as u64 - 1 {
        last if first > 1 || last < page.total.into() => {
            notes.add(format_args!("Lines {first}-{last} of {}.", page.total));
        }
        _ => notes.add(format_args!("{} in all.", counted(page.total.into(), "line"))),
    }
    if is_late(page.stopped) {
        notes.add(format_args!(
            "The time was up: blame at a hash with \"or before\" goes further back."
        ));
    }
    if let Some(next) = page.next.filter(|next| last.is_none_or(|last| *next <= last)) {
        let start = ("start", Json::number(u64::from(next)));
        let call = match last {
            None => arguments.with([start]),
            Some(last) => {
                arguments.with([start, ("lines", Json::number(u64::from(last - next + 1)))])
            }
        };
        notes.add(format_args!("Next: {call}"));
    }
    notes.in_brackets()
}
