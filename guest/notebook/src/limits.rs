//! Limits on reading a notebook.

/// Masks text. The flag means that the lines before it are unknown.
pub type Mask<'m> = &'m dyn Fn(String, bool) -> String;

/// How many characters beyond the kept ones are masked: the length of a secret that may be cut.
const MASKED_BEYOND: usize = 4096;

/// Which cells are read, and how much of them.
///
/// These bound memory: with the defaults, a file of any size takes at most 32 MiB.
#[derive(Clone, Copy)]
pub struct NotebookLimits<'m> {
    /// The function that masks all text before it is cut.
    pub mask: Option<Mask<'m>>,
    /// The first cell, counted from 1.
    pub first_cell: u64,
    /// The maximum number of cells.
    pub cells: usize,
    /// The maximum size of a cell's source in bytes.
    pub source: usize,
    /// The maximum number of outputs of a cell.
    pub outputs: usize,
    /// The maximum number of characters of an output.
    pub characters: usize,
    /// The memory in bytes after which no further cell, and no further output of a cell, is kept.
    pub memory: usize,
}

impl NotebookLimits<'_> {
    /// 1000 cells: several times more than any notebook that people work in.
    pub const CELLS: usize = 1000;
    /// Slightly more than 1 MiB per source: more than is shown of one.
    pub const SOURCE: usize = (1 << 20) + 4;
    /// 20 outputs per cell.
    pub const OUTPUTS: usize = 20;
    /// 2000 characters per output: some thirty lines.
    pub const CHARACTERS: usize = 2000;
    /// 16 MiB for all cells.
    pub const MEMORY: usize = 16 << 20;

    pub(crate) fn beyond(&self) -> usize {
        self.mask.map_or(0, |_| MASKED_BEYOND)
    }
}

impl Default for NotebookLimits<'_> {
    fn default() -> Self {
        Self {
            mask: None,
            first_cell: 1,
            cells: Self::CELLS,
            source: Self::SOURCE,
            outputs: Self::OUTPUTS,
            characters: Self::CHARACTERS,
            memory: Self::MEMORY,
        }
    }
}
