//! Tables of formats whose paragraphs say in how many tables they are.

use crate::error::Outcome;
use crate::writer::Writer;

/// The maximum number of tables in one another.
const MAX_DEPTH: usize = 16;

/// The open tables, and whether a cell is open in each.
#[derive(Default)]
pub(crate) struct TableStack(Vec<bool>);

impl TableStack {
    pub(crate) fn depth(&self) -> usize {
        self.0.len()
    }

    /// Opens or closes tables, such that this number is open.
    pub(crate) fn set_depth(&mut self, depth: usize, writer: &mut Writer) -> Outcome {
        while self.0.len() > depth {
            self.0.pop();
            writer.close_table()?;
        }
        while self.0.len() < depth.min(MAX_DEPTH) {
            self.open_cell(writer)?;
            writer.open_table();
            self.0.push(false);
        }
        Ok(())
    }

    /// Begins a cell, unless one is open or there is no table.
    pub(crate) fn open_cell(&mut self, writer: &mut Writer) -> Outcome {
        match self.0.last_mut() {
            Some(is_open @ false) => {
                *is_open = true;
                writer.open_cell()
            }
            _ => Ok(()),
        }
    }

    /// Ends the open cell. Returns whether there is a table.
    fn end_cell(&mut self) -> bool {
        self.0.last_mut().map(|is_open| *is_open = false).is_some()
    }

    pub(crate) fn close_cell(&mut self, writer: &mut Writer) -> Outcome {
        if self.end_cell() { writer.close_cell(1) } else { Ok(()) }
    }

    pub(crate) fn close_row(&mut self, writer: &mut Writer) -> Outcome {
        if self.end_cell() { writer.close_row() } else { Ok(()) }
    }
}
