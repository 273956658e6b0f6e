//! Writes a sheet as a table with column letters above and row numbers on the left.

use crate::error::Outcome;
use crate::limits::{LAST_COLUMN, LAST_ROW, MAX_EMPTY_CELLS, MAX_MERGED, MAX_REPEATED_ROWS};
use crate::markdown::{cell_name, clean, column_name, one_line, push_cell};
use crate::merged::Merged;
use crate::writer::Writer;
use std::fmt::Write as _;

/// A sheet that is being written, row by row.
///
/// Rows without text are left out. A cell far to the right of the one before it is written with its
/// name, `XFD7: text`, so that a row is never longer than its content.
#[derive(Clone, Default)]
pub(crate) struct Sheet {
    /// The offset of the table.
    start: usize,
    line: String,
    /// The number of columns in the current line, and the maximum of all lines.
    columns: usize,
    max_columns: usize,
    /// The open row or rows: first, last, and whether they are hidden.
    rows: (u64, u64),
    is_row_hidden: bool,
    /// Whether a cell of the row is written with its name.
    has_names: bool,
    used: Option<Used>,
    merged: Vec<String>,
    merged_count: usize,
    /// The values under merged cells.
    pub(crate) under: Merged,
    /// The lines about the links of cells.
    links: String,
    /// The ranges of hidden columns, in order and not overlapping.
    hidden: Vec<(usize, usize)>,
}

/// The range of cells with content.
#[derive(Clone, Copy)]
struct Used {
    columns: (usize, usize),
    rows: (u64, u64),
}

impl Sheet {
    /// Begins a sheet with its heading.
    pub(crate) fn begin(writer: &mut Writer, name: &str, hidden: bool) -> Outcome<Self> {
        writer.unit("Sheet", &clean(name), hidden)?;
        Ok(Self { start: writer.written(), rows: (1, 1), ..Self::default() })
    }

    /// Marks columns, counted from 0, as hidden.
    pub(crate) fn hide_columns(&mut self, first: usize, last: usize) {
        let after = self.hidden.last().map_or(0, |(_, last)| last + 1);
        let (first, last) = (first.max(after), last.min(LAST_COLUMN));
        if first <= last {
            self.hidden.push((first, last));
        }
    }

    /// Adds a merged range, such as `A1:C1`.
    pub(crate) fn merge(&mut self, range: &str) {
        self.merged_count += 1;
        self.under.add_range(range);
        let is_range = range.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b':');
        if self.merged.len() < MAX_MERGED && range.len() < 32 && is_range {
            self.merged.push(range.to_owned());
        }
    }

    /// Adds the link of a range such as `B2` or `B2:C3`.
    pub(crate) fn link(&mut self, writer: &mut Writer, range: &str, target: &str) -> Outcome {
        let target = one_line(target);
        if !target.is_empty() && range.len() < 32 {
            writer.take(range.len() + target.len() + 8)?;
            self.links += &Writer::own_text(&format!("Link {range}: {target}"));
            self.links.push('\n');
        }
        Ok(())
    }

    /// Starts a row, or several identical ones.
    pub(crate) fn begin_row(&mut self, first: u64, last: u64, hidden: bool) {
        self.line.clear();
        self.columns = 0;
        self.has_names = false;
        self.rows = (first.min(LAST_ROW), last.clamp(first.min(LAST_ROW), LAST_ROW));
        self.is_row_hidden = hidden;
    }

    /// Adds a cell, as returned by [`Writer::cell_text`], in a column counted from 0.
    pub(crate) fn cell(&mut self, writer: &mut Writer, column: usize, text: &str) -> Outcome {
        if text.trim().is_empty() || column > LAST_COLUMN {
            return Ok(());
        }
        writer.take(text.len())?;
        self.under.add_cell(self.rows.0, column);
        let empty = column.checked_sub(self.columns).filter(|empty| *empty <= MAX_EMPTY_CELLS);
        if let Some(empty) = empty {
            (0..empty).for_each(|_| self.line.push_str("  |"));
            self.columns = column + 1;
            self.line.push(' ');
        } else {
            // Writing to a string does not fail.
            let _ = write!(self.line, " {}: ", cell_name(column, self.rows.0));
            self.has_names = true;
        }
        push_cell(&mut self.line, text);
        self.line.push_str(" |");
        self.max_columns = self.max_columns.max(self.columns);
        let (first, last) = self.rows;
        let used = self.used.get_or_insert(Used { columns: (column, column), rows: (first, last) });
        used.columns = (used.columns.0.min(column), used.columns.1.max(column));
        used.rows = (used.rows.0.min(first), used.rows.1.max(last));
        Ok(())
    }

    /// Ends the row. One without text leaves no trace. Returns whether it has text.
    pub(crate) fn end_row(&mut self, writer: &mut Writer) -> Outcome<bool> {
        if self.line.is_empty() {
            return Ok(false);
        }
        let (first, last) = self.rows;
        let mark = if self.is_row_hidden { " (hidden)" } else { "" };
        let is_range = last - first >= MAX_REPEATED_ROWS || first < last && self.has_names;
        for row in if is_range { last..=last } else { first..=last } {
            let start = writer.written();
            let range = if is_range { format!("{first}-") } else { String::new() };
            let written = writer.raw(&format!("| {range}{row}{mark} |"));
            if let Err(fault) = written.and_then(|()| writer.line(&self.line)) {
                writer.truncate(start);
                return Err(fault);
            }
        }
        self.line.clear();
        if self.is_row_hidden {
            writer.facts.unseen.rows += (last + 1).saturating_sub(first);
        }
        Ok(true)
    }

    /// Ends the sheet: only now is the number of columns known.
    pub(crate) fn finish(&mut self, writer: &mut Writer) -> Outcome {
        let Some(used) = self.used else { return Ok(()) };
        let mut head = String::from("|  |");
        let mut hidden = self.hidden.iter().peekable();
        for column in 0..self.max_columns {
            let _ = write!(head, " {}", column_name(column));
            while hidden.peek().is_some_and(|(_, last)| *last < column) {
                hidden.next();
            }
            if hidden.peek().is_some_and(|(first, _)| *first <= column) {
                head.push_str(" (hidden)");
            }
            head.push_str(" |");
        }
        let _ = writeln!(head, "\n|{}", "---|".repeat(self.max_columns + 1));
        let (first, last) = used.columns;
        let unseen = self
            .hidden
            .iter()
            .map(|(from, to)| ((*to).min(last) + 1).saturating_sub((*from).max(first)) as u64);
        writer.facts.unseen.columns += unseen.sum::<u64>();
        let (first, last) = (cell_name(first, used.rows.0), cell_name(last, used.rows.1));
        let range = format!("{first}:{last}");
        if let Some(unit) = writer.facts.units.last_mut() {
            unit.range = Some(range);
        }
        writer.insert(self.start, &head)?;
        if !self.merged.is_empty() {
            let more = self.merged_count - self.merged.len();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            writer.blank_line();
            writer.line(&format!("Merged: {}{more}", self.merged.join(", ")))?;
        }
        if !self.links.is_empty() {
            writer.blank_line();
            writer.raw(&self.links)?;
        }
        Ok(())
    }

    /// Says that the sheet is empty, if nothing follows its heading.
    pub(crate) fn mark_empty(&self, writer: &mut Writer) -> Outcome {
        if writer.written() == self.start { writer.line("[empty]") } else { Ok(()) }
    }
}
