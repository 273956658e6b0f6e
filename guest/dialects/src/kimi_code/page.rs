//! Fits rows and note into the budget: rows are dropped until both fit, then the last one is cut.

use super::arguments::{Request, Start};
use super::error::ToolError;
use super::note::{Fragment, Note};
use super::rows::{self, Rows};
use super::survey::Survey;
use crate::shared::{Environment, Json, Members, Reply};
use readroom_core::Tree;
use readroom_read::ReadFacts;
use std::fmt::Write as _;

/// The shown part of a file.
pub(super) struct Page {
    output: String,
    note: String,
    is_complete: bool,
    /// The number of lines in the output.
    pub(super) lines: u64,
    /// The number of bytes of the file's text in the output.
    pub(super) bytes: u64,
}

impl Page {
    pub(super) fn reply<T: Tree>(self, env: &Environment<'_, T>, facts: ReadFacts) -> Reply {
        let Self { output, note, is_complete, .. } = self;
        let json = env.native(|| {
            let mut members: Members<'_> =
                vec![("output".into(), Json::text(&*output)), ("note".into(), Json::text(&*note))];
            if !is_complete {
                members.push(("truncated".into(), Json::Bool(true)));
            }
            Json::Object(members).write()
        });
        let shown = if output.is_empty() { EMPTY.to_string() } else { output };
        Reply::text(json, format!("{shown}\n{note}"), vec![facts])
    }
}

/// The content for an empty output.
const EMPTY: &str = "<system>Tool output is empty.</system>";

/// Fits the rows and a note about them into the budget.
pub(super) fn fitted(request: &Request, survey: &Survey, rows: Rows) -> Result<Page, ToolError> {
    check_column(request, &rows)?;
    let Rows { range, mut rows, .. } = rows;
    let max = request.max_chars;
    let column = request.column;
    let too_small = |what: &str| {
        ToolError::new(format!(
            "max_chars={max} is too small for {what}the Read status. Increase max_chars."
        ))
    };
    // The end of the shown columns of a first row that is cut.
    let mut cut = None;
    let mut units: u64 = rows.iter().map(|row| row.units(0) + 1).sum();
    units = units.saturating_sub(1 + column);
    loop {
        let first = rows.front();
        let is_cut = cut.is_some();
        let fragment = first.filter(|_| is_cut || column > 0).map(|row| Fragment {
            line: row.number,
            begin: column,
            end: cut.unwrap_or(row.length),
            length: row.length,
        });
        let note = Note {
            request,
            survey,
            range,
            shown: first.zip(rows.back()).map(|(first, last)| (first.number, last.number)),
            fragment,
            is_cut,
        };
        let written = note.to_string();
        let length = match rows.is_empty() {
            true => rows::units(EMPTY),
            false => units,
        } + 1
            + rows::units(&written);
        // A range with lines must not look as if it had none.
        let is_shown = !rows.is_empty() || range.0 > range.1;
        if is_shown && length <= max {
            let is_complete = note.is_complete();
            let lines = rows.len() as u64;
            let mut output = String::new();
            let mut bytes = 0;
            for row in rows {
                let text = match cut {
                    Some(end) => rows::prefix(&row.text, end - column).0,
                    None => &row.text,
                };
                let separator = if output.is_empty() { "" } else { "\n" };
                // Writing to a string cannot fail.
                let _ = write!(output, "{separator}{}\t{text}", row.number);
                bytes += text.len() as u64;
            }
            return Ok(Page { output, note: written, is_complete, lines, bytes });
        }
        match (request.start, rows.len()) {
            (Start::Line(_), 0) => return Err(too_small("")),
            (Start::FromEnd(_), 0) => {
                let error = ToolError {
                    output: "No complete line fits. Continue with the forward Next Read.".into(),
                    note: Some(written),
                };
                let fits = rows::units(&error.shown()) <= max;
                return Err(if fits { error } else { too_small("") });
            }
            (Start::Line(_), 1) => {
                let Some(row) = rows.front() else { return Err(too_small("")) };
                let end = cut.unwrap_or(row.length);
                let lowered = end.saturating_sub((length - max).max(1));
                let kept = lowered.saturating_sub(column);
                let text = &row.text;
                // A surrogate pair is not split.
                let kept = rows::prefix(text, kept).1;
                if kept == 0 {
                    return Err(too_small("file text and "));
                }
                units -= end - (column + kept);
                cut = Some(column + kept);
            }
            (Start::Line(_), _) => {
                units -= rows.pop_back().map_or(0, |row| row.units(0) + 1);
            }
            (Start::FromEnd(_), _) => {
                // The last row has no line feed.
                let gone = rows.pop_front().map_or(0, |row| row.units(0) + 1);
                units = units.saturating_sub(gone);
            }
        }
    }
}

/// Fails if the first line does not have the requested column.
fn check_column(request: &Request, rows: &Rows) -> Result<(), ToolError> {
    let (column, line) = (request.column, rows.range.0);
    let length = rows.rows.front().map_or(0, |row| row.length);
    if column > length {
        return Err(ToolError::new(format!(
            "column_offset={column} is past the end of the starting line {line}. Read the line \
             from column 0 to inspect its current contents."
        )));
    }
    if rows.is_column_split {
        return Err(ToolError::new(format!(
            "column_offset={column} splits a Unicode character in line {line}. Use a character \
             boundary or the Next Read arguments."
        )));
    }
    Ok(())
}
