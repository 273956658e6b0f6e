//! The types of the contract in `wit/`, as the host uses them.

use crate::policy::Denied;
use std::borrow::Cow;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

mod tables;
mod to_json;

pub(crate) mod bindings {
    //! Generated from the contract.

    #![allow(
        missing_docs,
        unreachable_pub,
        reason = "generated; the contract is documented in wit/"
    )]

    wasmtime::component::bindgen!({
        path: "../../wit",
        inline: "
            package readroom:host;
            world exports {
                export readroom:read/types@0.2.0;
                export readroom:read/read@0.2.0;
                export readroom:read/tools@0.2.0;
            }
        ",
        additional_derives: [PartialEq],
    });
}

/// What the room adds to the arguments of a call.
pub(crate) use bindings::exports::readroom::read::tools::CallContext as ToolContext;
/// The answer of a component. What it remembers stays in the room.
pub(crate) use bindings::exports::readroom::read::tools::Reply as ComponentReply;
pub use bindings::exports::readroom::read::tools::{
    BasicRequest, Content, EncodedMedia, Fold, Outcome, Tool, UnknownToolError,
};
pub use bindings::exports::readroom::read::types::{
    BlockSelector, BlockSpan, Body, CellKind, CellOutput, ClippedLine, DirectoryEntry, Document,
    Documents, EncodingSource, ErrorCode, FileKind, FileStat, Heading, ImageInfo, LineEndings,
    ListRequest, Listing, Notebook, NotebookCell, OmittedMedia, Outline, OutlineEntry, OutputKind,
    Position, ReadError, ReadFacts, ReadRequest, SharedLimits, Siblings, Start, StopReason,
    SuspiciousKind, SuspiciousLine, Text, Totals, View,
};

/// The answer of a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// Whether it is an error in the agent's own words.
    pub outcome: Outcome,
    /// The object that the tool returns, as JSON text.
    pub json: String,
    /// The result as the agent presents it to its model.
    pub content: Vec<Content>,
    /// The files and directories that were read.
    pub facts: Vec<ReadFacts>,
    /// What the policy denied, if that caused the error. No tool reports this to a model.
    pub denied: Option<Denied>,
}

impl ReadRequest {
    /// Returns a request for a file from its first line, with the default limits.
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

    /// Sets how to read the file.
    #[must_use]
    pub fn view(self, view: View) -> Self {
        Self { view, ..self }
    }

    /// Selects the block around a line, by indentation, with `levels` more of its enclosing
    /// headers.
    #[must_use]
    pub fn block(self, line: u32, levels: u32) -> Self {
        self.start(Start::Block(BlockSelector { line, levels, siblings: Siblings::Excluded }))
    }

    /// Sets where to start.
    #[must_use]
    pub fn start(self, start: Start) -> Self {
        Self { start: Some(start), ..self }
    }

    /// Sets the maximum number of lines, from 1.
    #[must_use]
    pub fn lines(self, lines: u32) -> Self {
        Self { lines: Some(lines), ..self }
    }

    /// Sets the maximum number of bytes, from 1 to 1048576.
    #[must_use]
    pub fn bytes(self, bytes: u32) -> Self {
        Self { bytes: Some(bytes), ..self }
    }

    /// Sets the maximum number of tokens, by an estimate, from 1.
    #[must_use]
    pub fn tokens(self, tokens: u32) -> Self {
        Self { tokens: Some(tokens), ..self }
    }

    /// Sets the character at which lines start, counted from 1.
    #[must_use]
    pub fn column(self, column: u32) -> Self {
        Self { column: Some(column), ..self }
    }

    /// Sets the maximum number of characters of each line, from 1.
    #[must_use]
    pub fn columns(self, columns: u32) -> Self {
        Self { columns: Some(columns), ..self }
    }

    /// Sets the encoding of the file, which is detected otherwise.
    #[must_use]
    pub fn encoding(self, name: impl Into<String>) -> Self {
        Self { encoding: Some(name.into()), ..self }
    }

    /// Sets whether to count the lines of the whole file.
    #[must_use]
    pub fn totals(self, totals: Totals) -> Self {
        Self { totals, ..self }
    }

    /// Sets a version that the caller knows: if the file still has it, the body is
    /// [`Body::Unchanged`].
    #[must_use]
    pub fn known_version(self, version: impl Into<String>) -> Self {
        Self { known_version: Some(version.into()), ..self }
    }
}

impl ListRequest {
    /// Returns a request for a directory from its first entry, with the default limit.
    pub fn new(path: impl Into<String>) -> Self {
        Self { path: path.into(), after: None, entries: None }
    }

    /// Starts after the entry of this name.
    #[must_use]
    pub fn after(self, name: impl Into<String>) -> Self {
        Self { after: Some(name.into()), ..self }
    }

    /// Sets the maximum number of entries, from 1.
    #[must_use]
    pub fn entries(self, entries: u32) -> Self {
        Self { entries: Some(entries), ..self }
    }
}

impl FileStat {
    /// Returns when the file was last changed, if that is known.
    pub fn modified_at(&self) -> Option<SystemTime> {
        time(self.modified?)
    }
}

impl ReadFacts {
    /// Returns when the file was last changed, if that is known.
    pub fn modified_at(&self) -> Option<SystemTime> {
        time(self.modified?)
    }
}

fn time(milliseconds: u64) -> Option<SystemTime> {
    UNIX_EPOCH.checked_add(Duration::from_millis(milliseconds))
}

impl Tool {
    /// Returns whether an id means this tool: without a revision it means any, and without a tool's
    /// name any tool.
    pub fn has_id(&self, id: &str) -> bool {
        let (folder, name) = self.id.split_once(':').unwrap_or((&self.id, ""));
        let (wanted, wanted_name) = match id.split_once(':') {
            Some((wanted, name)) => (wanted, Some(name)),
            None => (id, None),
        };
        wanted_name.is_none_or(|wanted| !wanted.is_empty() && wanted == name)
            && (wanted == folder || wanted == self.dialect())
    }

    /// Returns the part of its id before the revision.
    pub fn dialect(&self) -> &str {
        self.id.split(['@', ':']).next().unwrap_or_default()
    }
}

impl UnknownToolError {
    /// Returns the error for an unknown id, with the ids that exist.
    pub fn new(id: &str, tools: &[Tool]) -> Self {
        Self { tool: id.into(), known: tools.iter().map(|tool| tool.id.clone()).collect() }
    }
}

/// The dialect of Readroom's own tool.
pub const OWN_TOOL: &str = "readroom";

/// Converts arguments that arrived as bytes to text for [`crate::Room::call`].
///
/// If the bytes are not UTF-8, the invalid ones become NULs. JSON has none, so that a dialect
/// reports such arguments as bad JSON in its own words, and never mistakes them for something else.
pub fn arguments(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(String::from_utf8_lossy(bytes).replace('\u{fffd}', "\0")),
    }
}
