//! Finds the block around a line.

use readroom_core::LineNumber;
use readroom_structure::{BlockError, BlockFinder, BlockSpan, Siblings};

/// Returns the block around a line, counted from 1, of text in these pieces.
pub(crate) fn find(
    pieces: &[&str],
    line: u64,
    levels: u32,
    siblings: Siblings,
) -> Result<BlockSpan, BlockError> {
    let mut finder = BlockFinder::new(LineNumber::new(line).unwrap(), levels, siblings);
    for piece in pieces {
        finder.push(piece);
    }
    finder.finish()
}
