//! What is asked for, and its limits.

use readroom_core::structure::Siblings;

/// How many lines are returned unless another number is asked for.
pub const DEFAULT_LINES: u64 = 2000;

/// The most lines that are returned, whatever number is asked for: line numbers cost bytes too.
pub const MAX_LINES: u64 = 10_000;

/// How many bytes are returned unless another number is asked for.
pub const DEFAULT_BYTES: u64 = 256 * 1024;

/// The most bytes that can be asked for.
pub const MAX_BYTES: u64 = 1024 * 1024;

/// How many characters of a line are returned unless another number is asked for.
pub const DEFAULT_COLUMNS: u32 = 2000;

/// How many entries of an outline are returned unless another number is asked for, and the most that are.
pub(crate) const OUTLINE_ENTRIES: (u64, u64) = (200, 1000);

/// The largest file of a format that is read as a whole.
pub(crate) const MAX_WHOLE_BYTES: usize = 4 * 1024 * 1024;

/// What to read. Ranges are checked by [`crate::read`].
#[derive(Clone, Copy, Debug)]
pub struct ReadRequest<'a> {
    /// The file.
    pub path: &'a str,
    /// How to read it.
    pub view: View,
    /// Where to start. None is line 1.
    pub start: Option<Start<'a>>,
    /// The most lines.
    pub lines: Option<u64>,
    /// The most bytes.
    pub bytes: Option<u64>,
    /// The most tokens, by an estimate.
    pub tokens: Option<u64>,
    /// The first character of each line.
    pub column: Option<u64>,
    /// The most characters of each line.
    pub columns: Option<u64>,
    /// The name of the encoding that the file is in.
    pub encoding: Option<&'a str>,
    /// Whether to count lines.
    pub totals: RequestedTotals,
    /// The version that the caller knows.
    pub known_version: Option<&'a str>,
}

impl<'a> ReadRequest<'a> {
    /// For a file from its first line on, with the default limits.
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
            totals: RequestedTotals::Auto,
            known_version: None,
        }
    }
}

/// How to read a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// As what it is.
    Auto,
    /// As text.
    Text,
    /// As text, of which an outline is made.
    Outline,
}

/// Where to start, before it is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start<'a> {
    /// At this line, counted from 1.
    Line(u64),
    /// This many lines before the end.
    FromEnd(u64),
    /// Where the cursor says that came with an earlier page.
    Cursor(&'a str),
    /// Where the block around a line begins. It also ends with the block.
    Block(BlockSelector),
}

/// The block around a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockSelector {
    /// The line, counted from 1.
    pub line: u64,
    /// How many headers further out the block begins.
    pub levels: u32,
    /// Whether the lines beside it are wanted.
    pub siblings: Siblings,
}

/// Whether to count the lines of the whole file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestedTotals {
    /// If the file is not too large for that.
    Auto,
    /// Always.
    Always,
    /// Not if it means to read on.
    Never,
}
