//! The types of the contract in `wit/`, as the host uses them.

use readroom_policy::Denied;
use std::borrow::Cow;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

pub(crate) mod flat;
#[path = "generated/tables.rs"]
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
                export readroom:read/types@0.3.0;
                export readroom:read/read@0.3.0;
                export readroom:read/tools@0.3.0;
                export readroom:read/look@0.3.0;
                export readroom:read/shards@0.3.0;
            }
        ",
        additional_derives: [PartialEq],
    });
}

pub use bindings::exports::readroom::read::look::{
    ColumnRange, FileMatches, FindRequest, Found, FoundEntry, FoundOrder, LetterCase, MatchGroup,
    MatchLine, PatternSyntax, Scope, SearchOutput, SearchRequest, SearchResults, SearchStop,
    Skipped,
};
pub(crate) use bindings::exports::readroom::read::shards::Scanned;
/// What the room adds to the arguments of a call.
pub(crate) use bindings::exports::readroom::read::tools::CallContext as ToolContext;
/// The answer of a component. What it remembers stays in the room.
pub(crate) use bindings::exports::readroom::read::tools::Reply as ComponentReply;
pub use bindings::exports::readroom::read::tools::{
    BasicRequest, Content, EncodedMedia, Outcome, Tool, UnknownToolError,
};
pub use bindings::exports::readroom::read::types::{
    BlockSelector, BlockSpan, Body, CellKind, CellOutput, ClippedLine, DirectoryEntry,
    DirectoryPage, Document, DocumentText, DocumentUnit, Documents, EncodingSource, ErrorCode,
    Extraction, FileKind, FileStat, Heading, HiddenContent, ImageInfo, LeftOutContent, LineEndings,
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
    /// Selects the block around a line, by indentation, with `levels` more of its enclosing
    /// headers.
    #[must_use]
    pub fn block(self, line: u32, levels: u32) -> Self {
        self.start(Start::Block(BlockSelector { line, levels, siblings: Siblings::Excluded }))
    }
}

/// Everything at a path that a search usually looks at.
impl From<&str> for Scope {
    fn from(path: &str) -> Self {
        Self::new(path)
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
        let (release, name) = self.id.split_once(':').unwrap_or((&self.id, ""));
        let (wanted, wanted_name) = match id.split_once(':') {
            Some((wanted, name)) => (wanted, Some(name)),
            None => (id, None),
        };
        wanted_name.is_none_or(|wanted| !wanted.is_empty() && wanted == name)
            && (wanted == release || wanted == self.dialect())
    }

    /// Returns its id without the name of a tool.
    pub fn release_id(&self) -> &str {
        self.id.split(':').next().unwrap_or_default()
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

/// The dialect of Readroom's own tools.
pub const OWN_TOOL: &str = "readroom";

/// The one that reads.
pub const OWN_READ: &str = "readroom:read";

/// Converts arguments that arrived as bytes to text for [`crate::Room::call`].
///
/// If the bytes are not UTF-8, the invalid ones become NULs. JSON has none, so that a dialect
/// reports such arguments as bad JSON in its own words, and never mistakes them for something else.
///
/// Some models write the object as a string with JSON: then the text in it is returned.
pub fn arguments(bytes: &[u8]) -> Cow<'_, str> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(String::from_utf8_lossy(bytes).replace('\u{fffd}', "\0")),
    };
    match serde_json::from_str::<String>(&text) {
        Ok(object) if object.trim_start().starts_with('{') => object.into(),
        _ => text,
    }
}
