//! Formulas that cells of a sheet share: one cell has the text, relative to itself.

use crate::limits::{LAST_COLUMN, LAST_ROW};
use crate::markdown::column_name;
use crate::sheet::parse_cell_name;
use crate::table_budget::TableBudget;
use std::collections::BTreeMap;

/// The shared formulas of a sheet, by index, with the column and the row of their cells.
pub(super) struct SharedFormulas {
    all: BTreeMap<u64, (usize, u64, String)>,
    budget: TableBudget,
}

impl SharedFormulas {
    pub(super) fn new(budget: TableBudget) -> Self {
        Self { all: BTreeMap::new(), budget }
    }

    /// Keeps a formula, unless there are too many.
    pub(super) fn insert(&mut self, index: u64, column: usize, row: u64, formula: &str) {
        if self.budget.take(64 + formula.len()).is_ok() {
            self.all.insert(index, (column, row, formula.to_owned()));
        }
    }

    /// Returns a formula as it is in another cell, or `…` for an unknown one.
    pub(super) fn get(&self, index: u64, column: usize, row: u64) -> String {
        let Some((from, from_row, formula)) = self.all.get(&index) else { return "…".to_owned() };
        moved(formula, column as i64 - *from as i64, row as i64 - *from_row as i64)
    }
}

/// Returns a formula whose references are moved, except where `$` fixes them.
fn moved(formula: &str, columns: i64, rows: i64) -> String {
    let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '$' | '_' | '.');
    let mut moved = String::new();
    let mut rest = formula;
    while let Some(first) = rest.chars().next() {
        let inner = rest.get(first.len_utf8()..).unwrap_or_default();
        // Texts, names of sheets, and columns of tables are copied.
        let end = match first {
            '"' | '\'' => inner.find(first).map(|end| end + 2),
            '[' => inner.find(']').map(|end| end + 2),
            first if is_word(first) => rest.find(|letter| !is_word(letter)),
            first => Some(first.len_utf8()),
        };
        let (token, after) = rest.split_at_checked(end.unwrap_or(rest.len())).unwrap_or((rest, ""));
        let is_name = !is_word(first) || after.starts_with(['(', '!', '[']);
        let is_range = moved.ends_with(':') || after.starts_with(':');
        let reference = moved_reference(token, columns, rows, is_range).filter(|_| !is_name);
        moved.push_str(reference.as_deref().unwrap_or(token));
        rest = after;
    }
    moved
}

/// Moves the reference to a cell, or to a column or row of a range. `None` if it is not one.
fn moved_reference(token: &str, columns: i64, rows: i64, is_range: bool) -> Option<String> {
    let digits =
        token.trim_start_matches(|letter: char| letter.is_ascii_alphabetic() || letter == '$');
    let before = token.strip_suffix(digits)?;
    let column = before.strip_suffix('$').unwrap_or(before);
    let letters = column.strip_prefix('$').unwrap_or(column);
    let (has_column, has_row) = (!letters.is_empty(), !digits.is_empty());
    if !(is_range || has_column && has_row) {
        return None;
    }
    let (letters, digits) =
        (if has_column { letters } else { "A" }, if has_row { digits } else { "1" });
    let (at, row) = parse_cell_name(&format!("{letters}{digits}"))?;
    let (is_column_fixed, is_row_fixed) = (column.starts_with('$'), before.ends_with('$'));
    let at = at as i64 + if is_column_fixed || !has_column { 0 } else { columns };
    let row = row as i64 + if is_row_fixed || !has_row { 0 } else { rows };
    if !(0..=LAST_COLUMN as i64).contains(&at) || !(1..=LAST_ROW as i64).contains(&row) {
        return Some("#REF!".to_owned());
    }
    let mark = |is_fixed| if is_fixed { "$" } else { "" };
    let column = format!("{}{}", mark(is_column_fixed), column_name(at as usize));
    let row = format!("{}{row}", mark(is_row_fixed));
    Some(match (has_column, has_row) {
        (true, true) => column + &row,
        (true, false) => column,
        (false, _) => row,
    })
}
