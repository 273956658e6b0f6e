//! What the tables of a document take together: strings, styles, relationships.

use crate::Limit;
use crate::error::{Fault, Outcome};
use std::cell::Cell;
use std::rc::Rc;

/// What one table took of the memory that all of them share. It gives it back when it is dropped.
#[derive(Default)]
pub(crate) struct TableBudget {
    left: Rc<Cell<usize>>,
    taken: usize,
}

impl TableBudget {
    pub(crate) fn new(bytes: usize) -> Self {
        Self { left: Rc::new(Cell::new(bytes)), taken: 0 }
    }

    /// Returns the budget of another table.
    pub(crate) fn share(&self) -> Self {
        Self { left: Rc::clone(&self.left), taken: 0 }
    }

    /// Takes memory for an entry of the table.
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
