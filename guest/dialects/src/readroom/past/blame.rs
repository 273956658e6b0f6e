//! The view `blame` of `readroom:read`: the lines of a file below the commits that they come from.

use super::{commit_text, is_late};
use crate::readroom::budget::Budget;
use crate::readroom::counted::counted;
use crate::readroom::look::{self, Looked, Understood, fitted};
use crate::readroom::understood;
use crate::readroom::wording::InWords;
use crate::shared::environment::Environment;
use crate::shared::escape::listed;
use crate::shared::json::Json;
use crate::shared::json_output::to_json;
use crate::shared::reply::Reply;
use readroom_history::Historic;
use readroom_read::{ReadRequest, Start};
use readroom_types::ReadError as ErrorReport;
use readroom_types::{BlamePage, BlameRequest, count};
use std::fmt::Write as _;

/// Returns the page that a request is for: as much of it as fits.
pub(in crate::readroom) fn answer<T: Historic>(
    env: &Environment<'_, T>,
    written: &str,
    request: &ReadRequest<'_>,
) -> Result<Reply, ErrorReport> {
    let arguments = Understood(understood(written)?);
    let first = match request.start {
        None => None,
        Some(Start::Line(line)) => Some(count(line)),
        Some(_) => {
            let hint = "Give the first of the lines as start, and their number as lines.";
            return Err(ErrorReport::argument("blame begins at a line".into(), hint.into()));
        }
    };
    let budget = Budget::of(request, env.max_tokens);
    let within = |Budget { bytes, tokens }| BlameRequest {
        at: request.at.map(String::from),
        first,
        lines: request.lines.map(count),
        bytes: Some(count(bytes)),
        tokens: tokens.map(count),
        path: request.path.into(),
        milliseconds: None,
    };
    let traced = env.tree.trace(env.cwd, &within(budget), look::deadline(env));
    let traced = traced.map_err(InWords::in_words)?;
    let (page, text) = fitted(budget, |budget| {
        let page = traced.page(&within(budget)).map_err(InWords::in_words)?;
        let text = [text_of(&page), note(&page, &arguments)].concat();
        Ok((page, text))
    })?;
    let lines = page.runs.iter().map(|run| run.lines.len() as u64).sum();
    let json = env.native(|| to_json(&page));
    Ok(look::reply(env, Looked { json, text, path: request.path.into(), lines }))
}

fn text_of(page: &BlamePage) -> String {
    let mut text = String::new();
    for run in &page.runs {
        text += &match &run.commit {
            Some(id) => commit_text(id, &run.date, &run.author, &run.subject),
            None => "Not committed".into(),
        };
        if let Some(old_path) = &run.old_path {
            // Writing into memory does not fail.
            let _ = write!(text, " (in {})", listed(old_path));
        }
        text += if run.is_oldest { " (or older)\n" } else { "\n" };
        for (number, line) in (u64::from(run.first)..).zip(&run.lines) {
            let _ = writeln!(text, "{number}\t{line}");
        }
    }
    text
}

fn note(page: &BlamePage, arguments: &Understood<'_>) -> String {
    let mut notes = look::begin(arguments);
    notes.add(format_args!("{} in all.", counted(page.total.into(), "line")));
    if is_late(page.stopped) {
        notes.add(format_args!("The time was up: lines may be older."));
    }
    if let Some(next) = page.next {
        notes.add(format_args!("Next: {}", arguments.with("start", Json::number(u64::from(next)))));
    }
    notes.in_brackets()
}
