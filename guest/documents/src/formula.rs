//! The formulas of cells.

use crate::limits::{LAST_COLUMN, LAST_ROW};
use crate::markdown::{clean, column_name, parse_cell_name};
use crate::writer::Writer;
use readroom_pdf::marks::escaped;
use std::borrow::Cow;

/// Adds the formula of a cell to its text, if the text has formulas: `12 [=SUM(B2:B6)]`. Otherwise
/// counts it. Without a formula, text that looks like one is escaped.
pub(crate) fn with_formula<'t>(
    text: Cow<'t, str>,
    formula: &str,
    writer: &mut Writer,
) -> Cow<'t, str> {
    if !writer.has_all {
        writer.facts.formulas += u64::from(!formula.is_empty());
        return text;
    }
    let text = if text.contains("[=") { text.replace("[=", "\\[=").into() } else { text };
    if formula.is_empty() {
        return text;
    }
    let space = if text.is_empty() { "" } else { " " };
    let formula = clean(formula).replace('\n', " ");
    format!("{text}{space}[={}]", escaped(&formula)).into()
}

/// Returns a formula that another cell shares, this many columns and rows from its own: relative
/// references are moved.
pub(crate) fn moved(formula: &str, columns: i64, rows: i64) -> String {
    let mut out = String::with_capacity(formula.len() + 8);
    let (mut rest, mut before) = (formula, "");
    while let Some(first) = rest.chars().next() {
        let inner = rest.get(first.len_utf8()..).unwrap_or_default();
        let length = first.len_utf8()
            + match first {
                '"' | '\'' => inner.find(first).map_or(inner.len(), |end| end + 1),
                '[' => bracketed(inner),
                _ if is_word(first) => inner.find(|c| !is_word(c)).unwrap_or(inner.len()),
                _ => 0,
            };
        let (token, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
        let is_range = before == ":" || after.starts_with(':');
        // A function, or the name of a sheet.
        let is_name = after.starts_with(['(', '!', '[']);
        let reference =
            if is_name { None } else { moved_reference(token, is_range, columns, rows) };
        out.push_str(reference.as_deref().unwrap_or(token));
        (rest, before) = (after, token);
    }
    out
}

/// Returns the length of the rest of what begins with `[`.
fn bracketed(inner: &str) -> usize {
    let mut depth = 1_usize;
    let end = inner.bytes().position(|byte| {
        depth += usize::from(byte == b'[');
        depth -= usize::from(byte == b']');
        depth == 0
    });
    end.map_or(inner.len(), |end| end + 1)
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '$' | '_' | '.' | '\\' | '?')
}

/// Returns a reference such as `B$2`, or `B` or `2` in a range, moved. `None` for other words.
fn moved_reference(word: &str, is_range: bool, columns: i64, rows: i64) -> Option<String> {
    let digits = word.find(|c: char| c.is_ascii_digit()).unwrap_or(word.len());
    let (letters, digits) = word.split_at_checked(digits)?;
    let name = letters.trim_matches('$');
    let (has_column, has_row) = (!name.is_empty(), !digits.is_empty());
    let is_cell = has_column && has_row;
    if !is_range && !is_cell {
        return None;
    }
    let cell = [if has_column { name } else { "A" }, if has_row { digits } else { "1" }];
    let (column, row) = parse_cell_name(&cell.concat())?;
    let is_column_fixed = !has_column || letters.starts_with('$');
    let is_row_fixed = !has_row || letters.ends_with('$');
    let column = column as i64 + if is_column_fixed { 0 } else { columns };
    let row = row as i64 + if is_row_fixed { 0 } else { rows };
    if !(0..=LAST_COLUMN as i64).contains(&column) || !(1..=LAST_ROW as i64).contains(&row) {
        return Some("#REF!".into());
    }
    let mut moved = String::new();
    if has_column {
        moved.push_str(if is_column_fixed { "$" } else { "" });
        moved.push_str(&column_name(column as usize));
    }
    if has_row {
        moved.push_str(if is_row_fixed { "$" } else { "" });
        moved.push_str(&row.to_string());
    }
    Some(moved)
}

/// Returns a formula of OpenDocument in the form that applications show: `SUM(B2:B6)` for
/// `of:=SUM([.B2:.B6])`.
pub(crate) fn of_open_document(formula: &str) -> String {
    let prefixed = formula.split_once('=');
    let prefixed = prefixed.filter(|(name, _)| name.is_empty() || name.ends_with(':'));
    let formula = prefixed.map_or(formula, |(_, formula)| formula);
    let mut out = String::with_capacity(formula.len());
    let (mut quote, mut before, mut is_reference) = (None, ' ', false);
    for character in formula.chars() {
        match character {
            '"' | '\'' if quote.is_none() => quote = Some(character),
            _ if quote == Some(character) => quote = None,
            _ if quote.is_some() => {}
            '[' => is_reference = true,
            ']' => is_reference = false,
            _ => {}
        }
        let is_mark = match character {
            '[' | ']' => true,
            '.' => is_reference && matches!(before, '[' | ':'),
            _ => false,
        };
        if !is_mark || quote.is_some() {
            out.push(character);
        }
        before = character;
    }
    out
}
