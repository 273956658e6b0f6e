// Generated from wit/ by `cargo run -p readroom-contract`; do not edit.
//! Requests that borrow their strings. Numbers have 64 bits, so that a tool can name one
//! that is too large.

use super::types as owned;
use super::types::{Siblings, Totals, View};

/// Where to start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start<'a> {
    /// At this line.
    Line(u64),
    /// This many lines before the end of the file, or at line 1 if the file has fewer.
    FromEnd(u64),
    /// Where an earlier page of the same file stopped: the `cursor` of its `next`.
    Cursor(&'a str),
    /// At the block around a line.
    Block(BlockSelector),
    /// At the definition of a name, with the comments and attributes directly above it.
    Definition(&'a str),
    /// At a sheet, slide, chapter or page of a document: by its title, in any case, or by its
    /// number, counted from 1, or from one number to another, as in `3-4`.
    Unit(&'a str),
}

impl<'a> From<&'a owned::Start> for Start<'a> {
    fn from(given: &'a owned::Start) -> Self {
        match given {
            owned::Start::Line(given) => Self::Line((*given).into()),
            owned::Start::FromEnd(given) => Self::FromEnd((*given).into()),
            owned::Start::Cursor(given) => Self::Cursor(given),
            owned::Start::Block(given) => Self::Block(given.into()),
            owned::Start::Definition(given) => Self::Definition(given),
            owned::Start::Unit(given) => Self::Unit(given),
        }
    }
}

/// Selects the block of lines that a line belongs to, by indentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockSelector {
    /// The line.
    pub line: u64,
    /// How many headers further out the block begins.
    pub levels: u64,
    /// Whether to return the lines beside the block too.
    pub siblings: Siblings,
}

impl From<&owned::BlockSelector> for BlockSelector {
    fn from(given: &owned::BlockSelector) -> Self {
        Self { line: given.line.into(), levels: given.levels.into(), siblings: given.siblings }
    }
}

/// What to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadRequest<'a> {
    /// The file.
    pub path: &'a str,
    /// How to read the file.
    pub view: View,
    /// Where to start.
    pub start: Option<Start<'a>>,
    /// The maximum number of lines to return, from 1.
    pub lines: Option<u64>,
    /// The maximum number of bytes to return, line endings included, from 1 to 1048576.
    pub bytes: Option<u64>,
    /// The maximum number of tokens to return, from 1, as an estimate.
    pub tokens: Option<u64>,
    /// The first character to return of each line.
    pub column: Option<u64>,
    /// The maximum number of characters to return of each line, from 1.
    pub columns: Option<u64>,
    /// The encoding of the file: a name or label of the WHATWG Encoding Standard, utf-32, utf-32le
    /// or utf-32be, or what Python or iconv call one of them, in any case and with any separators.
    pub encoding: Option<&'a str>,
    /// Whether to count the lines of the whole file.
    pub totals: Totals,
    /// The version that the caller already has: if the file still has it, the body is `unchanged`
    /// and nothing is read.
    pub known_version: Option<&'a str>,
    /// The revision of a git repository to read the file in: see `history`.
    pub at: Option<&'a str>,
}

impl<'a> From<&'a owned::ReadRequest> for ReadRequest<'a> {
    fn from(given: &'a owned::ReadRequest) -> Self {
        Self {
            path: &given.path,
            view: given.view,
            start: given.start.as_ref().map(Into::into),
            lines: given.lines.map(u64::from),
            bytes: given.bytes.map(u64::from),
            tokens: given.tokens.map(u64::from),
            column: given.column.map(u64::from),
            columns: given.columns.map(u64::from),
            encoding: given.encoding.as_deref(),
            totals: given.totals,
            known_version: given.known_version.as_deref(),
            at: given.at.as_deref(),
        }
    }
}

impl<'a> ReadRequest<'a> {
    /// Returns a request with the defaults.
    pub fn new(path: &'a str) -> Self {
        Self {
            path,
            view: View::Auto,
            start: None,
            lines: None,
            bytes: None,
            tokens: None,
            column: None,
            columns: None,
            encoding: None,
            totals: Totals::Auto,
            known_version: None,
            at: None,
        }
    }
}

/// A read that every tool can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BasicRequest<'a> {
    /// The file, as the agent names it.
    pub path: &'a str,
    /// Where to start.
    pub start: Option<Start<'a>>,
    /// The maximum number of lines.
    pub lines: Option<u64>,
}

impl<'a> From<&'a owned::BasicRequest> for BasicRequest<'a> {
    fn from(given: &'a owned::BasicRequest) -> Self {
        Self {
            path: &given.path,
            start: given.start.as_ref().map(Into::into),
            lines: given.lines.map(u64::from),
        }
    }
}

impl<'a> BasicRequest<'a> {
    /// Returns a request with the defaults.
    pub fn new(path: &'a str) -> Self {
        Self { path, start: None, lines: None }
    }
}

/// What to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListRequest<'a> {
    /// The directory, as in `ReadRequest`.
    pub path: &'a str,
    /// The last name of the previous page.
    pub after: Option<&'a str>,
    /// The maximum number of entries to return, from 1.
    pub entries: Option<u64>,
    /// Whether to return sizes and times, which takes longer.
    pub details: bool,
    /// The revision, as in `ReadRequest`.
    pub at: Option<&'a str>,
}

impl<'a> From<&'a owned::ListRequest> for ListRequest<'a> {
    fn from(given: &'a owned::ListRequest) -> Self {
        Self {
            path: &given.path,
            after: given.after.as_deref(),
            entries: given.entries.map(u64::from),
            details: given.details,
            at: given.at.as_deref(),
        }
    }
}

impl<'a> ListRequest<'a> {
    /// Returns a request with the defaults.
    pub fn new(path: &'a str) -> Self {
        Self { path, after: None, entries: None, details: false, at: None }
    }
}

/// How much to return of several files together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SharedLimits {
    /// The maximum number of bytes, from one per file to 1048576.
    pub bytes: Option<u64>,
    /// The maximum number of tokens, from one per file, as an estimate.
    pub tokens: Option<u64>,
}

impl From<&owned::SharedLimits> for SharedLimits {
    fn from(given: &owned::SharedLimits) -> Self {
        Self { bytes: given.bytes.map(u64::from), tokens: given.tokens.map(u64::from) }
    }
}
