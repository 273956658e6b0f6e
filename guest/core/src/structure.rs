//! How a file is built, told by the indentation of its lines: the block around a line ([`BlockFinder`]), and an outline
//! ([`Outliner`]), so that a reader can choose where to look.
//!
//! Nothing here knows a grammar. Lines are told apart by how deep they are and by how they begin and end, the way common
//! formatters write them. Both take the text of a file in pieces of any size, look at each line once, and keep a
//! constant amount of it.
//!
//! Lines end with LF. Where text has no indentation that says anything, neither have the answers.

mod block;
mod declaration;
mod entry_budget;
mod head;
mod indentation;
mod language;
mod literal;
mod markdown;
mod nesting;
mod outline;
mod outline_entry;
mod role;

pub use block::{BlockError, BlockFinder, BlockSpan, Heading, MAX_HEADERS, Siblings};
pub use indentation::{Line, Lines, MAX_TEXT_BYTES, TAB_WIDTH};
pub use nesting::MAX_DEPTH;
pub use outline::{Basis, FileOutline, Outliner};
pub use outline_entry::{MAX_TEXT_CHARACTERS, OutlineEntry};
