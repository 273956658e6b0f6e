//! An entry of an outline.

use crate::line_number::LineNumber;
use alloc::string::String;

/// The most characters of an entry's text, and at most as many bytes as a line's text has.
pub const MAX_TEXT_CHARACTERS: usize = 160;

/// A part of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineEntry {
    /// The line that declares it.
    pub line: LineNumber,
    /// Its last line that is not blank.
    pub last: LineNumber,
    /// How many other entries it is in. For a heading how many levels are above its own.
    pub depth: u32,
    /// The text of its line without indentation: at most [`MAX_TEXT_CHARACTERS`], from the beginning.
    pub text: String,
}
