//! The cells of a table, some of which span rows.

use crate::error::Outcome;
use crate::writer::Writer;
use crate::xml::Element;

/// The maximum number of columns in which cells may span rows.
const MAX_COLUMNS: usize = 1024;

/// An open table.
#[derive(Default)]
struct Table {
    /// Whether it has begun. A caption comes before that.
    has_rows: bool,
    is_row: bool,
    row: u64,
    column: usize,
    /// The number of columns and rows of the open cell.
    cell: Option<(u64, u64)>,
    /// For each column, the row after those that a cell above spans.
    ends: Vec<u64>,
}

impl Table {
    fn is_covered(&self) -> bool {
        self.ends.get(self.column).is_some_and(|end| *end > self.row)
    }

    /// Keeps that a cell spans this number of rows; 0 means all.
    fn span(&mut self, columns: u64, rows: u64) {
        let first = self.column;
        self.column = first.saturating_add(columns.max(1) as usize).min(MAX_COLUMNS);
        if rows == 1 {
            return;
        }
        if self.ends.len() < self.column {
            self.ends.resize(self.column, 0);
        }
        let end = if rows == 0 { u64::MAX } else { self.row + rows };
        self.ends.iter_mut().take(self.column).skip(first).for_each(|column| *column = end);
    }
}

/// The open tables.
#[derive(Default)]
pub(super) struct Tables(Vec<Table>);

impl Tables {
    pub(super) fn open(&mut self) {
        self.0.push(Table::default());
    }

    /// Cells do not span the rows of another part of the table.
    pub(super) fn end_spans(&mut self) {
        if let Some(table) = self.0.last_mut() {
            table.ends.clear();
        }
    }

    pub(super) fn open_row(&mut self, writer: &mut Writer) -> Outcome {
        self.end_row(writer)?;
        let Some(table) = self.0.last_mut() else { return Ok(()) };
        table.is_row = true;
        if !std::mem::replace(&mut table.has_rows, true) {
            writer.open_table();
        }
        Ok(())
    }

    pub(super) fn open_cell(&mut self, element: &Element<'_>, writer: &mut Writer) -> Outcome {
        if self.0.last().is_some_and(|table| !table.is_row) {
            self.open_row(writer)?;
        }
        self.close_cell(writer)?;
        self.skip_covered(writer)?;
        let number = |name| element.number(name).unwrap_or(1);
        if let Some(table) = self.0.last_mut() {
            table.cell = Some((number("colspan"), number("rowspan")));
        }
        writer.open_cell()
    }

    pub(super) fn close_cell(&mut self, writer: &mut Writer) -> Outcome {
        let Some(table) = self.0.last_mut() else { return writer.close_cell(1) };
        let Some((columns, rows)) = table.cell.take() else { return Ok(()) };
        table.span(columns, rows);
        writer.close_cell(columns)
    }

    /// Writes empty cells in place of those that cells above cover.
    fn skip_covered(&mut self, writer: &mut Writer) -> Outcome {
        while let Some(table) = self.0.last_mut().filter(|table| table.is_covered()) {
            table.column += 1;
            writer.take(1)?;
            writer.open_cell()?;
        }
        Ok(())
    }

    pub(super) fn end_row(&mut self, writer: &mut Writer) -> Outcome {
        if self.0.last().is_none_or(|table| !table.is_row) {
            return Ok(());
        }
        self.close_cell(writer)?;
        self.skip_covered(writer)?;
        if let Some(table) = self.0.last_mut() {
            (table.is_row, table.row, table.column) = (false, table.row + 1, 0);
        }
        writer.close_row()
    }

    pub(super) fn close(&mut self, writer: &mut Writer) -> Outcome {
        self.end_row(writer)?;
        match self.0.pop() {
            Some(table) if table.has_rows => writer.close_table(),
            _ => Ok(()),
        }
    }
}
