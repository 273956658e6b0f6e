// Generated from wit/ by `cargo run -p readroom-contract`; do not edit.
//! Requests in Rust, and as JSON.

use crate::contract::flat::{FlatStart, StartError, cut};
use crate::contract::{
    BasicRequest, ListRequest, ReadRequest, SharedLimits, Start, ToolContext, Totals, View,
};
use serde::{Deserialize, Serialize};

impl ReadRequest {
    /// Returns a request with the defaults.
    pub fn new(path: impl Into<String>) -> Self {
        Self {
            path: path.into(),
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
        }
    }

    /// Sets `view`.
    ///
    /// How to read the file.
    #[must_use]
    pub fn view(self, view: View) -> Self {
        Self { view, ..self }
    }

    /// Sets `start`.
    ///
    /// Where to start. `None` means line 1.
    #[must_use]
    pub fn start(self, start: Start) -> Self {
        Self { start: Some(start), ..self }
    }

    /// Sets `lines`.
    ///
    /// The maximum number of lines to return, from 1. `None` means 2000; more than 10000 acts as
    /// 10000.
    #[must_use]
    pub fn lines(self, lines: u32) -> Self {
        Self { lines: Some(lines), ..self }
    }

    /// Sets `bytes`.
    ///
    /// The maximum number of bytes to return, line endings included, from 1 to 1048576. `None`
    /// means 48000. The line that would cross the limit is left out, unless it is the first: then
    /// it is clipped.
    #[must_use]
    pub fn bytes(self, bytes: u32) -> Self {
        Self { bytes: Some(bytes), ..self }
    }

    /// Sets `tokens`.
    ///
    /// The maximum number of tokens to return, from 1, as an estimate. `None` means as many as
    /// `lines` and `bytes` allow. The line that would cross the limit is left out, unless it is the
    /// first: then it is clipped.
    #[must_use]
    pub fn tokens(self, tokens: u32) -> Self {
        Self { tokens: Some(tokens), ..self }
    }

    /// Sets `column`.
    ///
    /// The first character to return of each line. `None` means the first one. 0 fails with
    /// `invalid-argument`; a line that ends before it is returned as an empty line.
    #[must_use]
    pub fn column(self, column: u32) -> Self {
        Self { column: Some(column), ..self }
    }

    /// Sets `columns`.
    ///
    /// The maximum number of characters to return of each line, from 1. `None` means 2000. The rest
    /// of a line is left out; its line ending is not.
    #[must_use]
    pub fn columns(self, columns: u32) -> Self {
        Self { columns: Some(columns), ..self }
    }

    /// Sets `encoding`.
    ///
    /// The encoding of the file: a name or label of the WHATWG Encoding Standard, utf-32, utf-32le
    /// or utf-32be, or what Python or iconv call one of them, in any case and with any separators.
    /// `None` detects it: by a byte-order mark; by NULs where UTF-16 or UTF-32 text has them; UTF-8
    /// if everything that is read is valid UTF-8; otherwise by a guess among older encodings. An
    /// unknown name fails with `invalid-argument`. For UTF-16 and UTF-32, a byte-order mark always
    /// decides the byte order. In ISO-2022-JP, which is not detected, every line begins as ASCII. A
    /// file with a given encoding is never binary.
    #[must_use]
    pub fn encoding(self, encoding: impl Into<String>) -> Self {
        Self { encoding: Some(encoding.into()), ..self }
    }

    /// Sets `totals`.
    ///
    /// Whether to count the lines of the whole file.
    #[must_use]
    pub fn totals(self, totals: Totals) -> Self {
        Self { totals, ..self }
    }

    /// Sets `known_version`.
    ///
    /// The version that the caller already has: if the file still has it, the body is `unchanged`
    /// and nothing is read. A file of which no time is known is always read. `None` always reads.
    #[must_use]
    pub fn known_version(self, known_version: impl Into<String>) -> Self {
        Self { known_version: Some(known_version.into()), ..self }
    }

    /// Returns the request with texts as long as a component gets them.
    pub(crate) fn truncated(&self) -> Self {
        Self {
            path: cut(&self.path),
            start: match &self.start {
                Some(Start::Cursor(cursor)) => Some(Start::Cursor(cut(cursor))),
                start => start.clone(),
            },
            encoding: self.encoding.as_deref().map(cut),
            known_version: self.known_version.as_deref().map(cut),
            ..*self
        }
    }
}

/// A `read-request` as JSON has it, flat.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FlatReadRequest {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<View>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    block: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    siblings: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    columns: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    totals: Option<Totals>,
    #[serde(skip_serializing_if = "Option::is_none")]
    known_version: Option<String>,
}

impl From<&ReadRequest> for FlatReadRequest {
    fn from(request: &ReadRequest) -> Self {
        let FlatStart { start, cursor, block, levels, siblings } =
            FlatStart::of(request.start.as_ref());
        Self {
            path: request.path.clone(),
            view: (request.view != View::Auto).then_some(request.view),
            start,
            cursor,
            block,
            levels,
            siblings,
            lines: request.lines,
            bytes: request.bytes,
            tokens: request.tokens,
            column: request.column,
            columns: request.columns,
            encoding: request.encoding.clone(),
            totals: (request.totals != Totals::Auto).then_some(request.totals),
            known_version: request.known_version.clone(),
        }
    }
}

impl TryFrom<FlatReadRequest> for ReadRequest {
    type Error = StartError;

    fn try_from(given: FlatReadRequest) -> Result<Self, StartError> {
        Ok(Self {
            path: given.path,
            view: given.view.unwrap_or(View::Auto),
            start: FlatStart {
                start: given.start,
                cursor: given.cursor,
                block: given.block,
                levels: given.levels,
                siblings: given.siblings,
            }
            .start()?,
            lines: given.lines,
            bytes: given.bytes,
            tokens: given.tokens,
            column: given.column,
            columns: given.columns,
            encoding: given.encoding,
            totals: given.totals.unwrap_or(Totals::Auto),
            known_version: given.known_version,
        })
    }
}

impl BasicRequest {
    /// Returns a request with the defaults.
    pub fn new(path: impl Into<String>) -> Self {
        Self { path: path.into(), start: None, lines: None }
    }

    /// Sets `start`.
    ///
    /// Where to start. `None` means the default of the tool, which is line 1.
    #[must_use]
    pub fn start(self, start: Start) -> Self {
        Self { start: Some(start), ..self }
    }

    /// Sets `lines`.
    ///
    /// The maximum number of lines. `None` means the default of the tool.
    #[must_use]
    pub fn lines(self, lines: u32) -> Self {
        Self { lines: Some(lines), ..self }
    }
}

/// A `basic-request` as JSON has it, flat.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FlatBasicRequest {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    block: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    siblings: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<u32>,
}

impl From<&BasicRequest> for FlatBasicRequest {
    fn from(request: &BasicRequest) -> Self {
        let FlatStart { start, cursor, block, levels, siblings } =
            FlatStart::of(request.start.as_ref());
        Self {
            path: request.path.clone(),
            start,
            cursor,
            block,
            levels,
            siblings,
            lines: request.lines,
        }
    }
}

impl TryFrom<FlatBasicRequest> for BasicRequest {
    type Error = StartError;

    fn try_from(given: FlatBasicRequest) -> Result<Self, StartError> {
        Ok(Self {
            path: given.path,
            start: FlatStart {
                start: given.start,
                cursor: given.cursor,
                block: given.block,
                levels: given.levels,
                siblings: given.siblings,
            }
            .start()?,
            lines: given.lines,
        })
    }
}

impl ListRequest {
    /// Returns a request with the defaults.
    pub fn new(path: impl Into<String>) -> Self {
        Self { path: path.into(), after: None, entries: None }
    }

    /// Sets `after`.
    ///
    /// The last name of the previous page. `None` begins with the first entry.
    #[must_use]
    pub fn after(self, after: impl Into<String>) -> Self {
        Self { after: Some(after.into()), ..self }
    }

    /// Sets `entries`.
    ///
    /// The maximum number of entries to return, from 1. `None` means 1000; more than 10000 acts as
    /// 10000.
    #[must_use]
    pub fn entries(self, entries: u32) -> Self {
        Self { entries: Some(entries), ..self }
    }

    /// Returns the request with texts as long as a component gets them.
    pub(crate) fn truncated(&self) -> Self {
        Self { path: cut(&self.path), after: self.after.as_deref().map(cut), ..*self }
    }
}

/// A `list-request` as JSON has it, flat.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FlatListRequest {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    entries: Option<u32>,
}

impl From<&ListRequest> for FlatListRequest {
    fn from(request: &ListRequest) -> Self {
        Self { path: request.path.clone(), after: request.after.clone(), entries: request.entries }
    }
}

impl From<FlatListRequest> for ListRequest {
    fn from(given: FlatListRequest) -> Self {
        Self { path: given.path, after: given.after, entries: given.entries }
    }
}

impl SharedLimits {
    /// Sets `bytes`.
    ///
    /// The maximum number of bytes, from one per file to 1048576. `None` means 48000.
    #[must_use]
    pub fn bytes(self, bytes: u32) -> Self {
        Self { bytes: Some(bytes), ..self }
    }

    /// Sets `tokens`.
    ///
    /// The maximum number of tokens, from one per file, as an estimate. `None` means as many as
    /// `bytes` allow.
    #[must_use]
    pub fn tokens(self, tokens: u32) -> Self {
        Self { tokens: Some(tokens), ..self }
    }
}

/// A `shared-limits` as JSON has it, flat.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FlatSharedLimits {
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tokens: Option<u32>,
}

impl From<&SharedLimits> for FlatSharedLimits {
    fn from(request: &SharedLimits) -> Self {
        Self { bytes: request.bytes, tokens: request.tokens }
    }
}

impl From<FlatSharedLimits> for SharedLimits {
    fn from(given: FlatSharedLimits) -> Self {
        Self { bytes: given.bytes, tokens: given.tokens }
    }
}

/// How a tool is called.
#[derive(Clone, Copy, Debug, Default)]
pub struct CallOptions {
    /// Whether the host needs only `content`: the native object repeats its text.
    pub content_only: bool,
}

impl CallOptions {
    /// Returns what a call is given beside its arguments.
    pub(crate) fn context(
        self,
        index: Option<String>,
        shown: Option<String>,
        max_tokens: Option<u32>,
    ) -> ToolContext {
        ToolContext { content_only: self.content_only, index, shown, max_tokens }
    }
}
