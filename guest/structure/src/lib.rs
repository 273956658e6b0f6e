//! Structure of a file, from the indentation of its lines: the block around a line
//! ([`BlockFinder`]) and an outline ([`Outliner`]), to choose where to read.
//!
//! No grammars are involved. Lines are classified by their indentation and by how they begin and
//! end, in the style of common formatters. Both take text in pieces of any size, visit each line
//! once, and keep a constant amount of it.
//!
//! Lines end with LF. Text without meaningful indentation gets meaningless results.

mod block;
mod comment;
mod comments;
mod declaration;
mod definitions;
mod entry_budget;
mod form;
mod head;
mod heading;
mod heading_levels;
mod indentation;
mod language;
mod literal;
mod markdown;
mod markup;
mod name;
mod named;
mod nesting;
mod outline;
mod outline_entry;
mod role;
mod ruby;
mod scope;
mod section;
mod spans;
mod statement;
mod title;
mod value;
mod variable;
mod word_list;

pub use block::{BlockError, BlockFinder, BlockSpan};
pub use comment::is_comment;
pub use definitions::{Definition, definitions};
pub use entry_budget::MAX_VALUES;
pub use heading::{Heading, MAX_HEADERS};
pub use indentation::{Line, Lines, MAX_TEXT_BYTES, TAB_WIDTH};
pub use language::{has_clauses, has_keys, has_marked_names, is_c, is_code};
pub use named::{DefiningFile, first_line, is_inside, named, qualified, without_parentheses};
pub use nesting::MAX_DEPTH;
pub use outline::{Basis, FileOutline, Outliner};
pub use outline_entry::{MAX_TEXT_CHARACTERS, OutlineEntry};
pub use readroom_types::Siblings;
pub use role::is_of_words;
pub use section::{has_sections, section};
