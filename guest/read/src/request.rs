//! What to read, and its limits.

pub use readroom_types::borrowed::{BlockSelector, ListRequest, ReadRequest, SharedLimits, Start};

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

/// What an answer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To be used by a program, which asks for what else it needs.
    Facts,
    /// To be shown: with the headers around the first line, and images as they fit.
    Showing,
}
