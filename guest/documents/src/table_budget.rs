//! The total memory of a document's tables: strings, styles, relationships.

use crate::Limit;
use crate::error::{Fault, Outcome};
use std::cell::Cell;
use std::rc::Rc;

/// One table's share of the common budget, which is returned on drop.
#[derive(Default)]
pub(crate) struct TableBudget {
    left: Rc<Cell<usize>>,
    taken: usize,
}

impl TableBudget {
    pub(crate) fn new(bytes: usize) -> Self {
        Self { left: Rc::new(Cell::new(bytes)), taken: 0 }
    }

    /// Returns the budget for another table.
    pub(crate) fn share(&self) -> Self {
        Self { left: Rc::clone(&self.left), taken: 0 }
    }

    /// Reserves memory for an entry of the table.
    pub(crate) fn take(&mut self, bytes: usize) -> Outcome {
        let left = self.left.get().checked_sub(bytes).ok_or(Fault::TooLarge(Limit::Table))?;
        self.left.set(left);
        self.taken += bytes;
        Ok(())
    }
}

impl Drop for TableBudget {
    fn drop(&mut self) {
        self.left.set(self.left.get() + self.taken);
    }
}
