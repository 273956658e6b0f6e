//! The state of writing a text.

use crate::Facts;
use crate::scripts::Script;

/// The text so far, and the elements still open.
#[derive(Default)]
pub(crate) struct Writer {
    pub(crate) facts: Facts,
    /// Whether formulas and tracked changes are written.
    pub(crate) has_all: bool,
    pub(crate) page_headers: PageHeaders,
    pub(super) text: String,
    /// The maximum size of the text in bytes, and of everything pushed.
    pub(super) limit: usize,
    pub(super) pushed: usize,
    /// The number of lines before an offset.
    pub(super) counted: (usize, u64),
    pub(super) paragraph: Paragraph,
    pub(super) open: Vec<Container>,
    pub(super) was_item: bool,
}

/// The kind of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    Plain,
    /// A heading with its level, from 1.
    Heading(u64),
    /// A list item with its level, from 0, and `-` or its number.
    Item(usize, String),
}

/// The texts of page headers and footers.
#[derive(Default)]
pub(crate) struct PageHeaders {
    pub(crate) known: Vec<String>,
    /// The lines that are not written yet.
    pub(crate) lines: String,
}

/// A text box, a note, a comment, or a table.
pub(super) struct Container {
    /// The interrupted paragraph.
    pub(super) outer: Paragraph,
    /// The text of an aside, or the rows of a table in another container.
    pub(super) text: String,
    pub(super) table: Option<Table>,
}

#[derive(Default)]
pub(super) struct Table {
    /// Whether a row is written.
    pub(super) has_rows: bool,
    pub(super) cells: Vec<String>,
    /// The level of the heading that is all the text of the row, if there is one.
    pub(super) heading: Option<u64>,
}

/// A paragraph that is being written.
#[derive(Default)]
pub(super) struct Paragraph {
    pub(super) text: String,
    /// The blocks after the paragraph: its text boxes.
    pub(super) after: Vec<String>,
    /// Whether the last pushed text is hidden.
    pub(super) is_hidden: bool,
    /// The position of the last pushed text on its line, and the offset where text there begins.
    pub(super) script: (Script, usize),
}

/// An open link in the paragraph.
pub(crate) struct Link {
    /// The offset of its text.
    pub(super) start: usize,
    pub(super) target: String,
}
