//! What to read, and its limits.

use readroom_core::structure::Siblings;
use readroom_types::{Totals, View};

/// The default number of lines.
pub const DEFAULT_LINES: u64 = 2000;

/// The maximum number of lines; larger numbers act as this one, because line numbers cost bytes
/// too.
pub const MAX_LINES: u64 = 10_000;

/// The default number of bytes.
pub const DEFAULT_BYTES: u64 = 48_000;

/// The maximum number of bytes.
pub const MAX_BYTES: u64 = 1024 * 1024;

/// The default number of characters of each line.
pub const DEFAULT_COLUMNS: u32 = 2000;

/// The default and the maximum number of entries of an outline.
pub const MAX_OUTLINE_ENTRIES: u64 = 1000;

/// The largest file that is read as a whole, in bytes.
pub(crate) const MAX_WHOLE_BYTES: usize = 4 * 1024 * 1024;

/// What to read. [`crate::read`] checks the ranges.
#[derive(Clone, Copy, Debug)]
pub struct ReadRequest<'a> {
    /// The file.
    pub path: &'a str,
    /// How to read it.
    pub view: View,
    /// Where to start. `None` means line 1.
    pub start: Option<Start<'a>>,
    /// The maximum number of lines.
    pub lines: Option<u64>,
    /// The maximum number of bytes.
    pub bytes: Option<u64>,
    /// The maximum number of tokens, as an estimate.
    pub tokens: Option<u64>,
    /// The first character of each line, counted from 1.
    pub column: Option<u64>,
    /// The maximum number of characters of each line.
    pub columns: Option<u64>,
    /// The name of the encoding of the file.
    pub encoding: Option<&'a str>,
    /// Whether to count lines.
    pub totals: Totals,
    /// The version that the caller has.
    pub known_version: Option<&'a str>,
    /// What else to return for a model that reads the answer.
    pub purpose: Purpose,
}

impl<'a> ReadRequest<'a> {
    /// Returns a request for a file from its first line on, with the default limits.
    pub fn new(path: &'a str) -> Self {
        Self {
            path,
            view: View::Auto,
            start: None,
            lines: None,
            bytes: None,
            tokens: None,
            column: None,
            columns: None,
            encoding: None,
            totals: Totals::Auto,
            known_version: None,
            purpose: Purpose::Facts,
        }
    }
}

/// What an answer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To be used by a program, which asks for what else it needs.
    Facts,
    /// To be shown: with the headers around the first line, and images as they fit.
    Showing,
}

/// Where to start, not yet checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start<'a> {
    /// At this line, counted from 1.
    Line(u64),
    /// This many lines before the end.
    FromEnd(u64),
    /// At the cursor of an earlier page.
    Cursor(&'a str),
    /// At the block around a line. Only the block is returned.
    Block(BlockSelector),
    /// At a sheet, slide, chapter or page of a document, by its number or its title.
    Unit(&'a str),
}

/// Selects the block around a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockSelector {
    /// The line, counted from 1.
    pub line: u64,
    /// How many headers further out the block begins.
    pub levels: u32,
    /// Whether to return the lines beside it too.
    pub siblings: Siblings,
}
