//! What a conversion may take.

use std::fmt;

/// The bounds of a conversion. With the defaults, memory stays below 128 MiB on any input.
///
/// Nothing is allocated by a number that a document declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes that are inflated from all entries, or streams, of a document.
    pub inflated: u64,
    /// The most entries of a ZIP file.
    pub entries: usize,
    /// The most bytes of the directory of a ZIP file: names, and what stands beside them.
    pub directory: u64,
    /// The most bytes of one token of XML: a tag with its attributes, or a piece of text.
    pub token: usize,
    /// How deep elements of XML may be nested.
    pub depth: usize,
    /// The most tokens of XML in all entries of a document. A PDF file has a tenth of it as
    /// operators in its content streams.
    pub events: u64,
    /// The most bytes of the tables that are kept while a document is read, together: shared
    /// strings, styles, relationships. An entry counts its strings and at least 16 bytes.
    pub table: usize,
    /// The most bytes of the text, and of what is read for it.
    pub text: usize,
}

impl Limits {
    /// 256 MiB of inflated bytes: some forty times the largest text.
    pub const INFLATED: u64 = 256 << 20;
    /// 20,000 entries.
    pub const ENTRIES: usize = 20_000;
    /// 4 MiB of directory: some 200 bytes for each entry.
    pub const DIRECTORY: u64 = 4 << 20;
    /// 8 MiB of a token.
    pub const TOKEN: usize = 8 << 20;
    /// 256 elements inside of each other.
    pub const DEPTH: usize = 256;
    /// 40,000,000 tokens: about ten seconds.
    pub const EVENTS: u64 = 40_000_000;
    /// 24 MiB of tables.
    pub const TABLE: usize = 24 << 20;
    /// 16 MiB of text.
    pub const TEXT: usize = 16 << 20;
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            inflated: Self::INFLATED,
            entries: Self::ENTRIES,
            directory: Self::DIRECTORY,
            token: Self::TOKEN,
            depth: Self::DEPTH,
            events: Self::EVENTS,
            table: Self::TABLE,
            text: Self::TEXT,
        }
    }
}

/// The last column of a sheet, counted from 0: `XFD`. A cell beyond it is damage.
pub(crate) const LAST_COLUMN: usize = 16_383;
/// The last row of a sheet, counted from 1.
pub(crate) const LAST_ROW: u64 = 1_048_576;
/// How many empty cells are written before the cells of a row are named instead.
pub(crate) const MAX_EMPTY_CELLS: usize = 64;
/// How often a row that repeats is written; more often, it is written once with its range.
pub(crate) const MAX_REPEATED_ROWS: u64 = 1000;
/// The most merged ranges of a sheet that are named.
pub(crate) const MAX_MERGED: usize = 200;
/// The most images that are named.
pub(crate) const MAX_IMAGE_NAMES: usize = 100;
/// The most bytes of a title in the list of units, and of a name in a list.
pub(crate) const MAX_TITLE: usize = 200;
/// The most series of a chart, and the most points of a series.
pub(crate) const MAX_SERIES: usize = 64;
pub(crate) const MAX_POINTS: usize = 1000;
/// The most bytes of a name by which a document refers to something, and of an address. Longer ones
/// would be copied and compared again and again.
pub(crate) const MAX_NAME: usize = 512;
pub(crate) const MAX_TARGET: usize = 4096;
/// How many parents a style inherits from.
pub(crate) const MAX_PARENTS: usize = 16;

/// A bound that a document exceeds.
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
            Self::Depth => "depth of the XML",
            Self::Events => "number of XML tokens",
            Self::Table => "size of its tables of strings and styles",
            Self::Text => "size of the text",
            Self::Pdf(name) => name,
        })
    }
}
