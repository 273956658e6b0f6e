//! Reads the file that another spelling of a path leads to, if nothing exists at the path itself.
//!
//! So a file whose name ends like a line number, or stands in quotes, is read by its name.

use super::InWords;
use super::next_call::{self, Changes};
use super::show::{Reading, Shown};
use readroom_core::{LineNumber, Ordinal, Tree};
use readroom_read::{PathPart, ReadError, ReadRequest, Start, View};
use readroom_types::ReadError as ErrorReport;

/// Reads a file within the limits of another request, and returns what a model is shown of it.
pub(super) fn show<T: Tree>(
    reading: &Reading<'_, T>,
    request: &ReadRequest<'_>,
    limited: &ReadRequest<'_>,
) -> Result<Shown, ErrorReport> {
    let error = match reading.show_within(request, limited) {
        Ok(shown) => return Ok(shown),
        Err(error) => error,
    };
    let share = limited.lines.filter(|_| request.lines.is_none());
    let requested = request.path;
    let Some(request) = meant(&error, request)? else { return Err(error.in_words()) };
    let ReadRequest { path, start, lines, .. } = request;
    let limited_lines = [lines, share].into_iter().flatten().min().or(limited.lines);
    let limited = ReadRequest { path, start, lines: limited_lines, ..*limited };
    let start = match start {
        Some(Start::Line(line)) => LineNumber::new(line).map(Ordinal::FromStart),
        Some(Start::FromEnd(lines)) => Some(Ordinal::FromEnd(lines)),
        Some(Start::Cursor(_) | Start::Block(_) | Start::Definition(_) | Start::Unit(_)) | None => {
            None
        }
    };
    // A part after a path is not another spelling.
    let is_other = !requested.starts_with(path);
    let taken_as =
        is_other.then(|| next_call::arguments(&request, Changes { start, ..Changes::default() }));
    let reading = Reading { taken_as: taken_as.as_deref(), ..*reading };
    reading.show_within(&request, &limited).map_err(InWords::in_words)
}

/// Returns what to read instead of a file that was not found. Lines after a path count unless the
/// request says where to start.
pub(super) fn meant<'a>(
    error: &'a ReadError,
    request: &ReadRequest<'a>,
) -> Result<Option<ReadRequest<'a>>, ErrorReport> {
    let Some(found) = error.suggestions() else { return Ok(None) };
    let Some(path) = &found.same else { return Ok(None) };
    let ReadRequest { start, lines, view, .. } = *request;
    let Some(part) = &found.part else {
        return Ok(Some(ReadRequest { path, ..*request }));
    };
    if start.is_some() || view == View::Outline {
        return Ok(None);
    }
    let (first, last) = match part {
        PathPart::Lines { first, last } => (*first, *last),
        PathPart::Definition(name) => {
            return Ok(Some(ReadRequest {
                path,
                start: Some(Start::Definition(name)),
                ..*request
            }));
        }
        PathPart::Unit(unit) => {
            return Ok(Some(ReadRequest { path, start: Some(Start::Unit(unit)), ..*request }));
        }
    };
    let range = match last.map(|last| last.checked_sub(first)) {
        None => None,
        Some(Some(more)) => Some(more.saturating_add(1)),
        Some(None) => {
            let last = last.unwrap_or_default();
            return Err(ErrorReport::argument(
                format!("the last line, {last}, is before the first, {first}"),
                "Give a last line that is not before start.".into(),
            ));
        }
    };
    let lines = [range, lines].into_iter().flatten().min();
    Ok(Some(ReadRequest { path, start: Some(Start::Line(first)), lines, ..*request }))
}
