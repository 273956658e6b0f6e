//! Sheets in the text of a document: the names of matching cells, and the row that names the
//! columns.

use crate::MatchLine;
use readroom_core::LineNumber;
use readroom_read::documents::Unit;
use readroom_structure::OutlineEntry;
use std::ops::Range;

/// The lines of a sheet that may hold its column names, counted from its heading: a row of letters
/// and a rule precede the first row, and a title may.
const NAMING_LINES: Range<u64> = 4..9;

/// The maximum number of characters of column names.
const MAX_NAMES_CHARACTERS: usize = 400;

/// The maximum number of cells named per line.
const MAX_CELLS: usize = 3;

/// Names the matching cells in lines, and returns the rows that name the columns: the first row of
/// each sheet with two cells, or a later one with twice the number of cells of those before it.
pub(crate) fn name_cells(text: &str, units: &[Unit], lines: &mut [MatchLine]) -> Vec<OutlineEntry> {
    let mut names: Vec<OutlineEntry> = Vec::new();
    let mut lines = lines.iter_mut().peekable();
    let (mut units, mut sheet) = (units.iter().peekable(), None);
    for (number, row) in (1..).zip(text.lines()) {
        if let Some(unit) = units.next_if(|unit| unit.line == number) {
            let end = units.peek().map_or(u64::MAX, |next| next.line - 1);
            sheet = unit.range.as_ref().and(LineNumber::new(end)).map(|end| (number, end, 0));
        }
        if let Some((first, last, before)) = &mut sheet
            && NAMING_LINES.contains(&(number - *first))
            && let count = cells(row).skip(1).filter(|(.., text)| !text.is_empty()).count()
            && count >= 2.max(2 * *before)
            && let Some(line) = LineNumber::new(number)
        {
            // A title above them has its own entry until they are known.
            names.truncate(names.len() - usize::from(*before > 0));
            *before = count;
            let text = row.chars().take(MAX_NAMES_CHARACTERS).collect();
            let (last, depth) = (*last, u32::MAX);
            names.push(OutlineEntry { line, last, depth, text, is_value: false });
        }
        if let Some(line) = lines.next_if(|line| line.number == number)
            && line.is_match
            && sheet.is_some()
        {
            line.cells = matching_cells(row, &line.ranges);
        }
        if units.peek().is_none() && lines.peek().is_none() {
            break;
        }
    }
    names
}

/// Returns the names of the cells of a row in which matches start.
fn matching_cells(row: &str, ranges: &[Range<u64>]) -> Vec<String> {
    let mut cells = cells(row);
    let (_, start, label) = cells.next().unwrap_or_default();
    let label = label.strip_suffix(" (hidden)").unwrap_or(label);
    if label.is_empty() || !label.bytes().all(|byte| byte.is_ascii_digit()) {
        return Vec::new();
    }
    // A match may start with the bar before the first cell.
    let is_in_cells = |range: &&Range<u64>| range.start + 2 >= start && range.end > start;
    let mut ranges = ranges.iter().filter(is_in_cells).peekable();
    let mut names = Vec::new();
    for (column, (start, end, text)) in cells.enumerate() {
        // A match that starts with the bar after a cell is in the next one.
        let last = start + 1 + text.chars().count() as u64;
        let is_here = |range: &&Range<u64>| range.start < if range.end > end { last } else { end };
        let mut has_match = false;
        while ranges.next_if(is_here).is_some() {
            has_match = true;
        }
        if has_match && names.len() < MAX_CELLS {
            // A cell far from the others has its name before its text.
            let own = text.split_once(": ").map(|(name, _)| name).filter(|name| {
                let letters = name.strip_suffix(label).unwrap_or_default();
                !letters.is_empty() && letters.bytes().all(|byte| byte.is_ascii_uppercase())
            });
            names.push(own.map_or_else(|| column_name(column) + label, String::from));
        }
    }
    names
}

/// Returns the name of a column, counted from 0: `A`, `Z`, `AA`.
fn column_name(column: usize) -> String {
    let letter = char::from(b'A' + (column % 26) as u8);
    match column / 26 {
        0 => letter.into(),
        more => column_name(more - 1) + letter.encode_utf8(&mut [0; 4]),
    }
}

/// Returns the cells of a row of a table, its label first: the columns of its start and its end,
/// counted from 1, and its text.
fn cells(row: &str) -> impl Iterator<Item = (u64, u64, &str)> {
    let mut rest = row.strip_prefix('|').filter(|_| row.ends_with('|')).unwrap_or_default();
    let mut at = 2;
    std::iter::from_fn(move || {
        let mut before = ' ';
        let is_end = |character| {
            let before = std::mem::replace(&mut before, character);
            character == '|' && before != '\\'
        };
        let end = rest.find(is_end)?;
        let (cell, after) = rest.split_at_checked(end)?;
        rest = after.get(1..).unwrap_or_default();
        let begin = at;
        at += cell.chars().count() as u64 + 1;
        Some((begin, at, cell.trim()))
    })
}

#[cfg(test)]
mod tests;
