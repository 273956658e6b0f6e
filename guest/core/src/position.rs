//! Places in a file between two lines.

use crate::line_number::LineNumber;
use core::fmt;

/// Where a line begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineStart {
    /// In bytes from the beginning of the file.
    pub offset: u64,
    /// The number of the line.
    pub line: LineNumber,
}

impl LineStart {
    /// The first line of a file.
    pub const FIRST: Self = Self { offset: 0, line: LineNumber::FIRST };
}

/// Which line of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ordinal {
    /// Counted from the beginning.
    FromStart(LineNumber),
    /// Counted from the end: the last line is 1.
    FromEnd(u64),
}

impl fmt::Display for Ordinal {
    /// A number, which is negative if it is counted from the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FromStart(line) => line.fmt(f),
            Self::FromEnd(line) => write!(f, "-{line}"),
        }
    }
}

impl Ordinal {
    /// The line that comes this many lines later.
    #[must_use]
    pub fn after(self, lines: u64) -> Self {
        match self {
            Self::FromStart(line) => Self::FromStart(line.after(lines)),
            Self::FromEnd(lines_left) => Self::FromEnd(lines_left.saturating_sub(lines)),
        }
    }
}

/// Where to go on reading, and what an earlier read found out on its way there. Holds for one version of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// Where the next line begins, in bytes from the beginning of the file.
    pub offset: u64,
    /// Which line that is.
    pub line: Ordinal,
    /// The number of lines in the file, if it is known.
    pub total: Option<u64>,
    /// Whether bytes were replaced so far; in the whole file if `total` is known.
    pub lossy: bool,
}

impl Cursor {
    /// Whether it can be a place in a file of so many bytes, each line of which has at least one but for an empty last one.
    pub(crate) fn fits(&self, size: u64) -> bool {
        let Some(left) = size.checked_sub(self.offset) else { return false };
        let line = match self.line {
            Ordinal::FromStart(line) => {
                line.get() <= self.offset.saturating_add(1)
                    && self.total.is_none_or(|total| line.get() <= total)
            }
            Ordinal::FromEnd(line) => (1..=left.saturating_add(1)).contains(&line),
        };
        let total = self.total.is_none_or(|total| total <= size.saturating_add(1));
        line && total
    }
}
