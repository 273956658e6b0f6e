//! Finds the block around a line.

#![allow(dead_code, reason = "not every test uses all of it")]

use readroom_core::LineNumber;
use readroom_structure::{BlockError, BlockFinder, BlockSpan, Siblings};

/// Returns the block around a line, counted from 1, of text in these pieces.
pub(crate) fn find(
    pieces: &[&str],
    line: u64,
    levels: u32,
    siblings: Siblings,
) -> Result<BlockSpan, BlockError> {
    find_in("a", pieces, line, levels, siblings)
}

/// The same in a file with this name.
pub(crate) fn find_in(
    name: &str,
    pieces: &[&str],
    line: u64,
    levels: u32,
    siblings: Siblings,
) -> Result<BlockSpan, BlockError> {
    let mut finder = BlockFinder::new(name, LineNumber::new(line).unwrap(), levels, siblings);
    for piece in pieces {
        finder.push(piece);
    }
    finder.finish()
}
