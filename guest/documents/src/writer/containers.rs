//! Where paragraphs are collected, other than directly in the text: asides and tables.

use super::state::{Block, Container, Table, Writer};
use crate::error::Outcome;
use crate::markdown::push_cell;

/// The maximum number of columns of a table in text. Further cells join the last one.
const MAX_COLUMNS: usize = 1024;

/// Appends to the text of a container on a new line.
fn push_line(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}

impl Container {
    /// Appends the text of a block.
    pub(super) fn push(&mut self, text: &str, block: &Block) {
        let Some(Table { cells, heading, .. }) = &mut self.table else {
            return push_line(&mut self.text, text);
        };
        *heading = match block {
            Block::Heading(level) if cells.iter().all(String::is_empty) => Some(*level),
            _ => None,
        };
        match cells.last_mut() {
            Some(cell) => push_line(cell, text),
            None => cells.push(text.to_owned()),
        }
    }
}

impl Writer {
    fn open(&mut self, table: Option<Table>) {
        let outer = self.interrupt();
        self.open.push(Container { outer, text: String::new(), table });
    }

    /// Ends the innermost container, if it is a table or an aside as wanted, and returns its text.
    fn close(&mut self, is_table: bool) -> Option<String> {
        let container = self.open.pop_if(|open| open.table.is_some() == is_table)?;
        self.paragraph = container.outer;
        Some(container.text)
    }

    /// Starts collecting text aside, inside a paragraph.
    pub(crate) fn open_aside(&mut self) {
        self.open(None);
    }

    /// Ends collecting text aside, and returns it.
    pub(crate) fn close_aside(&mut self) -> Outcome<String> {
        self.end_paragraph(&Block::Plain)?;
        // A damaged part leaves tables open.
        while self.table().is_some() {
            self.close_table()?;
        }
        Ok(self.close(false).unwrap_or_default())
    }

    /// Ends the notes of a slide, which were collected aside, and writes them.
    pub(crate) fn close_notes(&mut self) -> Outcome {
        let notes = self.close_aside()?;
        if notes.is_empty() {
            return Ok(());
        }
        self.write_block(&format!("Notes: {notes}"), &Block::Plain)
    }

    /// Adds converted text, with its headings if it is not in a container.
    pub(crate) fn embed(&mut self, text: &str) -> Outcome {
        if !self.open.is_empty() {
            return self.write_block(text.trim(), &Block::Plain);
        }
        self.blank_line();
        self.raw(text)
    }

    pub(crate) fn open_table(&mut self) {
        if self.open.is_empty() {
            self.blank_line();
        }
        self.open(Some(Table::default()));
    }

    /// Returns the innermost container, if it is a table.
    fn table(&mut self) -> Option<&mut Table> {
        self.open.last_mut()?.table.as_mut()
    }

    /// Returns whether the current text is in a table.
    pub(crate) fn is_in_table(&self) -> bool {
        self.open.iter().any(|open| open.table.is_some())
    }

    pub(crate) fn open_cell(&mut self) -> Outcome {
        self.end_paragraph(&Block::Plain)?;
        if let Some(table) = self.table().filter(|table| table.cells.len() < MAX_COLUMNS) {
            table.cells.push(String::new());
        }
        Ok(())
    }

    /// Ends a cell that spans this number of columns.
    pub(crate) fn close_cell(&mut self, columns: u64) -> Outcome {
        self.end_paragraph(&Block::Plain)?;
        for _ in 1..columns.min(MAX_COLUMNS as u64) {
            self.open_cell()?;
        }
        Ok(())
    }

    /// Ends a cell whose text this number of columns have.
    pub(crate) fn close_repeated_cell(&mut self, columns: u64) -> Outcome {
        self.end_paragraph(&Block::Plain)?;
        let Some(Table { cells, .. }) = self.table() else { return Ok(()) };
        let text = cells.last().cloned().unwrap_or_default();
        let count = cells.len();
        let columns = (count as u64).saturating_add(columns) - 1;
        let columns = (columns.min(MAX_COLUMNS as u64) as usize).max(count);
        self.take(text.len() * (columns - count))?;
        if let Some(Table { cells, .. }) = self.table() {
            cells.resize(columns, text);
        }
        Ok(())
    }

    /// Ends a row that this number of rows are like.
    pub(crate) fn close_repeated_row(&mut self, rows: u64) -> Outcome {
        self.end_paragraph(&Block::Plain)?;
        for _ in 1..rows {
            let row = self.table().map(|table| table.cells.clone()).unwrap_or_default();
            let size: usize = row.iter().map(String::len).sum();
            if size == 0 {
                break;
            }
            self.take(size)?;
            self.close_row()?;
            if let Some(table) = self.table() {
                table.cells = row;
            }
        }
        self.close_row()
    }

    /// Ends a row. One without text is left out. In a cell, it is a line. A heading that is alone
    /// in its row is one, between two tables.
    pub(crate) fn close_row(&mut self) -> Outcome {
        self.end_paragraph(&Block::Plain)?;
        let is_nested = self.open.len() > 1;
        let Some(table) = self.table() else { return Ok(()) };
        let cells = std::mem::take(&mut table.cells);
        let is_empty = cells.iter().all(String::is_empty);
        let heading = table.heading.take().filter(|_| !is_nested);
        let is_first = !is_empty && !std::mem::replace(&mut table.has_rows, heading.is_none());
        self.take(3 * cells.len())?;
        if is_empty {
            return Ok(());
        }
        if let Some(open) = self.open.last_mut().filter(|_| is_nested) {
            push_line(&mut open.text, &cells.join(" | "));
            return Ok(());
        }
        if let Some(level) = heading {
            return self.write_heading(level, &cells.concat());
        }
        if is_first {
            self.blank_line();
        }
        let mut line = String::from("|");
        for cell in &cells {
            line.push(' ');
            push_cell(&mut line, cell);
            line.push_str(" |");
        }
        if is_first {
            line.push_str("\n|");
            line.push_str(&"---|".repeat(cells.len()));
        }
        self.line(&line)
    }

    pub(crate) fn close_table(&mut self) -> Outcome {
        self.close_row()?;
        let Some(rows) = self.close(true) else { return Ok(()) };
        if !rows.is_empty() {
            self.write_block(&rows, &Block::Plain)?;
        }
        self.was_item = false;
        Ok(())
    }

    /// Ends everything that is open.
    pub(crate) fn close_all(&mut self) -> Outcome {
        while let Some(open) = self.open.last() {
            if open.table.is_some() {
                self.close_table()?;
            } else {
                self.close_aside()?;
            }
        }
        Ok(())
    }
}
