//! Runs the Readroom component: reads files below granted directories, and below nothing else.
//!
//! A [`Room`] holds open, read-only handles to the directories that it was granted. Each call runs
//! in a fresh instance of the component, which sees these directories through wasi:filesystem and
//! nothing else of the machine.
//!
//! ```no_run
//! use readroom::{Body, ReadRequest, Room};
//!
//! let room = Room::new("path/to/project")?;
//!
//! // Typed, for programs.
//! let document = room.read(&ReadRequest::new("src/main.rs").lines(20))?;
//! let Body::Text(text) = document.body else { unreachable!("no version was known") };
//! print!("{}", text.content);
//!
//! // As an agent's tool: the arguments that the model wrote, the object that its tool returns.
//! let reply = room.call("mycodeagent", r#"{"path": "src/main.rs", "limit": 20}"#)?;
//! println!("{}", reply.json);
//! # Ok::<(), readroom::Error>(())
//! ```

mod access;
pub mod audit;
mod cancel;
#[cfg(feature = "wasi-cli")]
mod cli_log;
mod contract;
mod error;
mod filesystem;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
mod generated;
mod json_values;
mod limits;
pub mod machine;
mod metering;
pub mod observer;
mod progress;
mod room;
mod sandbox;
mod telemetry;
pub mod terminal;
mod time;
pub mod tree;
mod unique_names;

pub use audit::Audit;
pub use cancel::Cancel;
#[cfg(feature = "wasi-cli")]
pub use cli_log::CliLog;
pub use contract::{
    BlamePage, BlameRequest, Body, Content, DiffPage, DiffRequest, Document, ErrorCode, FileStat,
    FindRequest, Found, ListRequest, Listing, LogPage, LogRequest, MapPage, MapRequest, Outcome,
    ReadError, ReadFacts, ReadRequest, Reply, Scope, SearchRequest, SearchResults, SharedLimits,
    Start, Text, Tool, Totals, UnknownToolError, View,
};
pub use error::Error;
pub use limits::{Limit, LimitError, Limits, MAX_ARGUMENTS, Reached, Threads};
pub use metering::memory_budget::Reservation;
pub use observer::Observer;
pub use policy::Policy;
pub use progress::Progress;
pub use room::{Builder, Load, Repeats, Room, tools};
pub use sandbox::component::Component;
pub use sandbox::engine::component;
#[cfg(feature = "compiler")]
pub use sandbox::engine::precompile;
pub use tree::{MemoryTree, Tree};

/// The types of requests and answers: the rest of the contract in `wit/`. They are in the crate's
/// root too.
pub mod types {
    #[doc(inline)]
    pub use crate::contract::{
        BasicRequest, BlameRun, BlockSelector, BlockSpan, CellKind, CellOutput, ChangeStatus,
        ChangedFile, ClippedLine, ColumnRange, Commit, DiffOutput, DirectoryEntry, DirectoryPage,
        DocumentText, DocumentUnit, Documents, EncodedMedia, EncodingSource, Extraction, FileKind,
        FileMatches, FindOrder, FoundEntry, FoundOrder, Heading, HiddenContent, HistoryStop,
        ImageInfo, LeftOutContent, LetterCase, LineEndings, LogOutput, MappedFile, MatchBlocks,
        MatchGroup, MatchLine, Notebook, NotebookCell, OmittedMedia, Outline, OutlineEntry,
        OutputKind, PatternSyntax, Position, SearchOutput, SearchStop, Siblings, Skipped,
        StopReason, SuspiciousKind, SuspiciousLine,
    };
}
#[doc(hidden)]
pub use types::*;

/// For the other hosts of this workspace.
#[doc(hidden)]
pub mod internal {
    pub use crate::contract::{CallOptions, OWN_READ, OWN_TOOL, arguments};
    pub use crate::json_values::{escaped_length, has_more_values};
    pub use crate::unique_names::{ParsedJson, parse_json};
    pub use readroom_names::{PathPart, split_part};
    pub use readroom_types::{
        FlatBasicRequest, FlatBlameRequest, FlatDiffRequest, FlatFindRequest, FlatListRequest,
        FlatLogRequest, FlatMapRequest, FlatReadRequest, FlatSearchRequest, FlatSharedLimits,
        StartError,
    };
}

/// Decides by path what an agent may read.
pub mod policy {
    #[doc(inline)]
    pub use readroom_policy::{
        Action, Because, Decision, Denied, Permission, Policy, PolicyAnswer, PolicyError,
        PolicyQuestion, Rule, Target,
    };
}

/// Runs the snippets of the documents as tests.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../../../README.md")]
    mod readme {}
    #[doc = include_str!("../../../docs/permissions.md")]
    mod permissions {}
    #[doc = include_str!("../../../docs/rust.md")]
    mod rust {}
    #[doc = include_str!("../../../docs/start/rust.md")]
    mod start_rust {}
}
