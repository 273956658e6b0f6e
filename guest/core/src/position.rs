//! Positions between lines of a file.

use crate::LineNumber;
use std::fmt;

/// The start of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineStart {
    /// Its byte offset.
    pub offset: u64,
    /// The number of the line.
    pub line: LineNumber,
}

impl LineStart {
    /// The first line of a file.
    pub const FIRST: Self = Self { offset: 0, line: LineNumber::FIRST };
}

/// A line, counted from either end of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ordinal {
    /// Counted from the beginning.
    FromStart(LineNumber),
    /// Counted from the end: the last line is 1.
    FromEnd(u64),
}

impl fmt::Display for Ordinal {
    /// Writes the number; it is negative if it is counted from the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FromStart(line) => line.fmt(f),
            Self::FromEnd(line) => write!(f, "-{line}"),
        }
    }
}

impl Ordinal {
    /// Returns the line that comes `lines` later.
    #[must_use]
    pub fn after(self, lines: u64) -> Self {
        match self {
            Self::FromStart(line) => Self::FromStart(line.after(lines)),
            Self::FromEnd(lines_left) => Self::FromEnd(lines_left.saturating_sub(lines)),
        }
    }
}

/// A position to continue at, with facts from earlier reads. Valid for one version of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The byte offset of the next line.
    pub offset: u64,
    /// The number of that line.
    pub line: Ordinal,
    /// The number of lines in the file, if known.
    pub total: Option<u64>,
    /// Whether bytes were replaced so far, or anywhere in the file if `total` is known.
    pub lossy: bool,
}

impl Cursor {
    /// Returns whether it can be a position in a file of `size` bytes. Every line has at least one
    /// byte, except an empty last one.
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
