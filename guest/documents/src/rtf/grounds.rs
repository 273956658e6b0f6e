//! The cells and shapes of Rich Text Format, which are the ground of their text and can hide it.

use crate::color::Paint;

/// The number of a color that is a pattern, or is not known.
pub(super) const PATTERN: usize = usize::MAX;
/// The maximum number of cells of a row that are kept.
const MAX_CELLS: usize = 1024;

#[derive(Clone, Copy, Default)]
pub(super) struct Cell {
    /// The number of its color.
    pub(super) ground: usize,
    /// Whether it continues the merged cell before or above it.
    pub(super) is_covered: bool,
}

/// The definition of a row, and the number of cells that have ended in it.
#[derive(Default)]
pub(super) struct Row {
    cells: Vec<Cell>,
    next: Cell,
    pub(super) ended: usize,
}

impl Row {
    /// Applies a word that defines a row.
    pub(super) fn define(&mut self, word: &str, number: usize) {
        match word {
            "trowd" => *self = Self::default(),
            "clmrg" | "clvmrg" => self.next.is_covered = true,
            "clcbpat" if self.next.ground == 0 => self.next.ground = number,
            "clshdng" if number == 0 => {}
            "clshdng" => self.next.ground = PATTERN,
            "cellx" if self.cells.len() < MAX_CELLS => {
                self.cells.push(std::mem::take(&mut self.next));
            }
            _ if word.starts_with("clbg") => self.next.ground = PATTERN,
            _ => {}
        }
    }

    /// Returns the open cell of a number of tables in one another. The definition is that of the
    /// outermost one: the others are defined at their ends.
    pub(super) fn cell(&self, depth: usize) -> Cell {
        if depth == 0 {
            return Cell::default();
        }
        let cell = self.cells.get(self.ended).filter(|_| depth == 1);
        let is_covered = self.cells.get(self.ended).is_some_and(|cell| cell.is_covered);
        Cell { ground: cell.map_or(PATTERN, |cell| cell.ground), is_covered }
    }
}

/// A shape, whose text has it as its ground.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub(super) ground: Paint,
    pub(super) is_hidden: bool,
}

impl Default for Shape {
    fn default() -> Self {
        Self { ground: Paint::WHITE, is_hidden: false }
    }
}

impl Shape {
    /// Sets the property with this name.
    pub(super) fn set(&mut self, name: &str, value: &str) {
        let Ok(number) = value.trim().parse::<u32>() else { return };
        match (name, number) {
            ("fillType", 1..) => self.ground = Paint::Unknown,
            ("fillColor", _) if self.ground == Paint::WHITE => {
                self.ground = match number.to_le_bytes() {
                    [color @ .., 0] => Paint::of_parts(color),
                    _ => Paint::Unknown,
                };
            }
            ("fFilled", 0) => self.ground = Paint::Clear,
            ("fHidden", _) => self.is_hidden = number != 0,
            _ => {}
        }
    }
}
