//! The values that a sheet has under merged cells, which are known only after its cells.

use crate::markdown::parse_cell_name;

/// The maximum numbers of cells and of merged ranges that are compared, and of comparisons.
const MAX_CELLS: usize = 1 << 20;
const MAX_RANGES: usize = 1 << 16;
const MAX_STEPS: usize = 1 << 26;

/// The number of bits of the column in the number of a cell. Its row is before that.
const COLUMN: u64 = 16;

/// The cells with text, and the merged ranges by their corners.
#[derive(Clone, Default)]
pub(crate) struct Merged {
    /// In the order of rows and columns.
    cells: Vec<u64>,
    ranges: Vec<[u64; 2]>,
    /// Whether each cell is under others. Empty in the first reading of the sheet.
    covered: Vec<bool>,
}

fn number(column: usize, row: u64) -> u64 {
    row << COLUMN | column as u64
}

impl Merged {
    /// Adds a cell. Those that are not in order are not compared.
    pub(crate) fn add_cell(&mut self, row: u64, column: usize) {
        let cell = number(column, row);
        let is_next = self.cells.last().is_none_or(|last| *last < cell);
        if is_next && self.covered.is_empty() && self.cells.len() < MAX_CELLS {
            self.cells.push(cell);
        }
    }

    /// Adds a range such as `A1:C1`.
    pub(crate) fn add_range(&mut self, range: &str) {
        let cell = |name| parse_cell_name(name).map(|(column, row)| number(column, row));
        if let Some((first, last)) = range.split_once(':')
            && let (Some(first), Some(last)) = (cell(first), cell(last))
            && self.ranges.len() < MAX_RANGES
        {
            self.ranges.push([first, last]);
        }
    }

    /// Returns whether a cell is known to be under others.
    pub(crate) fn covers(&self, row: u64, column: usize) -> bool {
        let at = self.cells.binary_search(&number(column, row));
        at.is_ok_and(|at| self.covered.get(at) == Some(&true))
    }

    /// Returns what is known after the first reading, if it requires a second one.
    pub(crate) fn for_second_reading(&mut self) -> Option<Self> {
        let mut covered = vec![false; self.cells.len()];
        let (mut is_needed, mut left) = (false, MAX_STEPS);
        for [first, last] in std::mem::take(&mut self.ranges) {
            let column = |cell: u64| cell & ((1 << COLUMN) - 1);
            let columns = column(first)..=column(last);
            let from = self.cells.partition_point(|cell| *cell < first);
            let to = self.cells.partition_point(|cell| *cell <= last);
            left = left.saturating_sub(to.saturating_sub(from));
            if left == 0 {
                break;
            }
            for (cell, is_covered) in self.cells.iter().zip(&mut covered).take(to).skip(from) {
                if columns.contains(&column(*cell)) && *cell != first {
                    (*is_covered, is_needed) = (true, true);
                }
            }
        }
        let cells = std::mem::take(&mut self.cells);
        (is_needed && self.covered.is_empty()).then(|| Self { cells, covered, ..Self::default() })
    }
}
