//! The values that a sheet has under merged cells, which are known only after its cells.

use crate::limits::LAST_COLUMN;
use crate::sheet::parse_cell_name;
use readroom_names::sort_by;

/// The maximum numbers of cells and of merged ranges that are compared, and of columns of all these
/// ranges.
const MAX_CELLS: usize = 1 << 20;
const MAX_RANGES: usize = 1 << 16;
const MAX_STEPS: usize = 1 << 26;

/// A cell by its row, counted from 1, and its column, counted from 0.
type Cell = (u64, usize);

/// The cells with text, and the merged ranges by their corners.
#[derive(Clone, Default)]
pub(crate) struct Merged {
    cells: Vec<(u32, u16)>,
    ranges: Vec<(Cell, Cell)>,
    /// The cells with text under others, in order. `None` in the first reading of the sheet.
    covered: Option<Vec<(u32, u16)>>,
}

impl Merged {
    pub(crate) fn add_cell(&mut self, row: u64, column: usize) {
        if self.covered.is_none() && self.cells.len() < MAX_CELLS {
            self.cells.push((row as u32, column as u16));
        }
    }

    /// Adds a range such as `A1:C1`.
    pub(crate) fn add_range(&mut self, range: &str) {
        let cell = |name| parse_cell_name(name).map(|(column, row)| (row, column));
        let corners = range.split_once(':').map(|(first, last)| (cell(first), cell(last)));
        if let Some((Some(first), Some(last))) = corners
            && self.ranges.len() < MAX_RANGES
        {
            self.ranges.push((first, last));
        }
    }

    /// Returns whether a cell is known to be under others.
    pub(crate) fn covers(&self, row: u64, column: usize) -> bool {
        let covered = self.covered.as_deref().unwrap_or_default();
        covered.binary_search(&(row as u32, column as u16)).is_ok()
    }

    /// Returns what is known after the first reading, if it requires a second one.
    pub(crate) fn for_second_reading(&mut self) -> Option<Self> {
        let mut cells = std::mem::take(&mut self.cells);
        if self.ranges.is_empty() {
            return None;
        }
        sort_by(&mut self.ranges, |a, b| a.cmp(b));
        sort_by(&mut cells, |a, b| a.cmp(b));
        let mut ranges = self.ranges.iter().copied().peekable();
        // For each column, the first cell and the last row of the range that it is in.
        let mut above = vec![((0, 0), 0); LAST_COLUMN + 1];
        let mut left = MAX_STEPS;
        cells.retain(|(row, column)| {
            let cell = (u64::from(*row), usize::from(*column));
            while let Some((first, last)) = ranges.next_if(|(first, _)| first.0 <= cell.0) {
                let columns = above.get_mut(first.1..=last.1).unwrap_or_default();
                left = left.saturating_sub(columns.len());
                if left > 0 {
                    columns.fill((first, last.0));
                }
            }
            above.get(cell.1).is_some_and(|(first, last)| *last >= cell.0 && *first != cell)
        });
        (!cells.is_empty()).then(|| Self { covered: Some(cells), ..Self::default() })
    }
}
