//! The tables, cells and text boxes of a Word document.

use super::layer::Layer;
use super::state::Text;
use crate::error::Outcome;
use crate::xml::Element;

impl Text {
    /// Writes empty cells where a row has none.
    pub(super) fn skip_columns(&mut self, columns: u64) -> Outcome {
        if columns == 0 {
            return Ok(());
        }
        self.writer.open_cell()?;
        self.writer.close_cell(columns)
    }

    /// Opens a table, a cell or a text box.
    pub(super) fn open_layer(&mut self, element: &Element<'_>) -> Outcome {
        match element.name() {
            "tbl" => {
                self.end_pending()?;
                self.writer.open_table();
                self.layers.push(Layer::default());
            }
            "tc" => {
                let look = self.layers.last().map(|table| table.look).unwrap_or_default();
                self.layers.push(Layer { look, ..Layer::default() });
                self.writer.open_cell()?;
            }
            _ => {
                self.layers.push(self.drawing.layer());
                self.writer.open_aside();
            }
        }
        Ok(())
    }

    pub(super) fn close_layer(&mut self, name: &str) -> Outcome {
        match name {
            "tbl" => {
                self.writer.close_table()?;
                self.layers.pop();
            }
            "tc" => {
                self.end_pending()?;
                let columns = self.layers.pop().map_or(1, |cell| cell.columns);
                self.writer.close_cell(columns)?;
            }
            _ => {
                self.end_pending()?;
                self.layers.pop();
                let text = self.writer.close_aside()?;
                self.writer.push_after(text);
            }
        }
        Ok(())
    }
}
