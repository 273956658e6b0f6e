//! Limits on the resources of a conversion.

use std::fmt;

/// The bounds of a conversion. With the defaults, memory stays below 128 MiB on any input.
///
/// No allocation is sized by a number that a document declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of bytes inflated from all entries, or streams, of a document, and read
    /// from the streams of a binary one.
    pub inflated: u64,
    /// The maximum number of entries in a ZIP file.
    pub entries: usize,
    /// The maximum size of a ZIP file's directory in bytes: names and the other fields.
    pub directory: u64,
    /// The maximum size of one XML token in bytes: a tag with its attributes, or a piece of text.
    pub token: usize,
    /// The maximum nesting depth of XML elements, and of groups of Rich Text Format.
    pub depth: usize,
    /// The maximum number of XML tokens in all entries of a document, and of records or characters
    /// of a binary one. A PDF file may have a tenth as many operators in its content streams.
    pub events: u64,
    /// The maximum total size in bytes of the tables kept while a document is read: shared strings,
    /// styles, relationships. An entry counts as its strings and at least 16 bytes.
    pub table: usize,
    /// The maximum size of the text in bytes, and of the data read for it.
    pub text: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            inflated: 256 << 20,
            entries: MAX_ENTRIES,
            directory: 4 << 20,
            token: 8 << 20,
            depth: 256,
            events: 40_000_000,
            table: 24 << 20,
            text: 16 << 20,
        }
    }
}

/// The maximum number of entries in a ZIP file by default, and of the parts that others list.
pub(crate) const MAX_ENTRIES: usize = 20_000;
/// The last column of a sheet, counted from 0: `XFD`. A cell after it is damage.
pub(crate) const LAST_COLUMN: usize = 16_383;
/// The last row of a sheet, counted from 1.
pub(crate) const LAST_ROW: u64 = 1_048_576;
/// The number of empty cells written before the cells of a row are named instead.
pub(crate) const MAX_EMPTY_CELLS: usize = 64;
/// The maximum number of times a repeated row is written; beyond that, it is written once with its
/// range.
pub(crate) const MAX_REPEATED_ROWS: u64 = 1000;
/// The maximum number of merged ranges named per sheet.
pub(crate) const MAX_MERGED: usize = 200;
/// The maximum number of images named.
pub(crate) const MAX_IMAGE_NAMES: usize = 100;
/// The maximum size in bytes of a title in the list of units, and of a name in a list.
pub(crate) const MAX_TITLE: usize = 200;
/// The maximum number of series in a chart, and of points in a series.
pub(crate) const MAX_SERIES: usize = 64;
pub(crate) const MAX_POINTS: usize = 1000;
/// The maximum size in bytes of an identifier or address in a document. Longer ones would be copied
/// and compared repeatedly.
pub(crate) const MAX_NAME: usize = 512;
pub(crate) const MAX_TARGET: usize = 4096;
/// The maximum number of ancestors a style inherits from.
pub(crate) const MAX_PARENTS: usize = 16;

/// A limit that a document exceeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// [`Limits::inflated`].
    Inflated,
    /// [`Limits::entries`] or [`Limits::directory`].
    Entries,
    /// [`Limits::token`].
    Token,
    /// [`Limits::depth`].
    Depth,
    /// [`Limits::events`].
    Events,
    /// [`Limits::table`].
    Table,
    /// [`Limits::text`].
    Text,
    /// A limit of PDF files, by its name.
    Pdf(&'static str),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Inflated => "inflated size",
            Self::Entries => "number of entries",
            Self::Token => "size of an XML token",
            Self::Depth => "depth of its elements",
            Self::Events => "number of its tokens",
            Self::Table => "size of its tables of strings and styles",
            Self::Text => "size of the text",
            Self::Pdf(name) => name,
        })
    }
}
