//! Finds files, and lines of text in them, in granted directories.
//!
//! A walk visits a directory in order ([`find`]), as far as ignore files, globs and the policy of
//! the tree allow. Each file is decoded as in a read and searched line by line. Results are facts,
//! not messages: the crate `readroom-dialects` renders them as text. Memory is bounded by the
//! limits of a page, regardless of the number and size of the files.

mod answer;
mod block_window;
mod cursor;
mod error;
mod file_role;
mod file_search;
mod file_structure;
mod files;
mod find;
mod globs;
mod greatest;
mod headers;
mod ignore;
mod line;
mod map;
mod map_limits;
mod measured;
mod near;
mod page_budget;
mod ranked;
mod relative_globs;
mod request;
mod results;
mod scan;
mod search;
mod searched_text;
mod selection;
mod shard;
mod sheets;
mod skipped;
mod structure_query;
mod structured;
mod uses;
mod walk;
mod word_counts;

pub use error::SearchError;
pub use find::{DEFAULT_ENTRIES, FindRequest, FoundEntry, FoundFiles, find};
pub use globs::{GlobError, GlobMatch, Globs};
pub use ignore::{GitFiles, IgnorePatterns, IgnoreRules, Ignores};
pub use line::MatchLine;
pub use map::{DirectoryMap, map};
pub use map_limits::{DEFAULT_MAP_BYTES, MapLimits};
pub use measured::TextLength;
pub use near::near;
pub use readroom_matcher::{
    Context, Deadline, FoundLine, LineEnds, LineStart, MAX_PATTERN_BYTES, Matcher, Pattern,
    PatternError, Searcher, escaped_pattern,
};
pub use readroom_types::{
    FindOrder, FoundOrder, LetterCase, MatchBlocks, PatternSyntax, SearchOutput, SearchStop,
};
pub use request::{DEFAULT_COLUMNS, DEFAULT_MATCHES, DEFAULT_MATCHES_PER_FILE, SearchRequest};
pub use results::{FileMatches, MatchGroup, SearchResults};
pub use scan::scan;
pub use search::search;
pub use selection::{Decision, EnteredDirectory, ReadBelow, SelectedEntry, Selection};
pub use shard::{Scan, Shard};
pub use skipped::Skipped;
pub use walk::{Scope, Walk, WalkEntry};
