//! How much of a notebook is read.

/// Masks a text. The flag says that lines before it are not known.
pub type Mask<'m> = &'m dyn Fn(String, bool) -> String;

/// How much of a text is masked beyond what is kept: the length of a secret that may be cut.
const MASKED_BEYOND: usize = 4096;

/// Which cells are wanted, and how much of them.
///
/// Memory is bounded by these: with the defaults, a file of any size takes at most 32 MiB.
#[derive(Clone, Copy)]
pub struct NotebookLimits<'m> {
    /// What masks every text, before some of it is left out.
    pub mask: Option<Mask<'m>>,
    /// The first cell, counted from 1.
    pub first_cell: u64,
    /// The most cells.
    pub cells: usize,
    /// The most bytes of the source of a cell.
    pub source: usize,
    /// The most outputs of a cell.
    pub outputs: usize,
    /// The most characters of an output.
    pub characters: usize,
    /// The number of bytes of memory after which no other cell, and of a cell no other output, is
    /// kept.
    pub memory: usize,
}

impl NotebookLimits<'_> {
    /// 1000 cells: some times more than any notebook that people work in.
    pub const CELLS: usize = 1000;
    /// A little more than 1 MiB of the source of a cell: more than is shown of one.
    pub const SOURCE: usize = (1 << 20) + 4;
    /// 20 outputs of a cell.
    pub const OUTPUTS: usize = 20;
    /// 2000 characters of an output: some thirty lines.
    pub const CHARACTERS: usize = 2000;
    /// 16 MiB of all cells.
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
