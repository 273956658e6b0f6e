//! An entry of an outline.

use readroom_core::LineNumber;

/// The maximum number of characters of an entry's text. Its bytes are limited like those of a line.
pub const MAX_TEXT_CHARACTERS: usize = 160;

/// A line of an outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineEntry {
    /// The number of the line in the file.
    pub line: LineNumber,
    /// The last line that belongs to it and is not blank.
    pub last: LineNumber,
    /// The number of entries around it.
    pub depth: u32,
    /// Its text without indentation, at most [`MAX_TEXT_CHARACTERS`] characters: a longer one
    /// ends in `…`.
    pub text: String,
    /// Whether it is a value or a macro of the file, which is left out before all others.
    pub is_value: bool,
}

impl OutlineEntry {
    /// Returns its depth, or for a value a greater one than those of others: entries with the
    /// greatest are left out first.
    pub fn rank(&self) -> u32 {
        rank(self.depth, self.is_value)
    }
}

/// Returns the rank of an entry with a depth.
pub(super) fn rank(depth: u32, is_value: bool) -> u32 {
    if is_value { u32::MAX } else { depth }
}
