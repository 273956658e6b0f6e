//! The types of the contract in `wit/`, as the host uses them.

use crate::limits::MAX_ARGUMENTS;
use readroom_policy::Denied;
use std::borrow::Cow;

/// What the room adds to the arguments of a call.
pub(crate) use readroom_types::CallContext as ToolContext;
/// The answer of a component. What it remembers stays in the room.
pub(crate) use readroom_types::Reply as ComponentReply;
pub(crate) use readroom_types::Scanned;
pub use readroom_types::{
    BasicRequest, BlamePage, BlameRequest, BlameRun, BlockSelector, BlockSpan, Body, CallOptions,
    CellKind, CellOutput, ChangeStatus, ChangedFile, ClippedLine, ColumnRange, Commit, Content,
    DiffOutput, DiffPage, DiffRequest, DirectoryEntry, DirectoryPage, Document, DocumentText,
    DocumentUnit, Documents, EncodedMedia, EncodingSource, ErrorCode, Extraction, FileKind,
    FileMatches, FileStat, FindOrder, FindRequest, Found, FoundEntry, FoundOrder, Heading,
    HiddenContent, HistoryStop, ImageInfo, LeftOutContent, LetterCase, LineEndings, ListRequest,
    Listing, LogOutput, LogPage, LogRequest, MapPage, MapRequest, MappedFile, MatchBlocks,
    MatchGroup, MatchLine, Notebook, NotebookCell, OmittedMedia, Outcome, Outline, OutlineEntry,
    OutputKind, PatternSyntax, Position, ReadError, ReadFacts, ReadRequest, Scope, SearchOutput,
    SearchRequest, SearchResults, SearchStop, SharedLimits, Siblings, Skipped, Start, StopReason,
    SuspiciousKind, SuspiciousLine, Text, Tool, Totals, UnknownToolError, View,
};

/// Truncates text of the caller to what the component gets; the component reports what is longer.
pub(crate) fn truncate(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_ARGUMENTS)]
}

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
