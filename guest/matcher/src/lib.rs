//! Finds the lines that match a pattern.
//!
//! This is what a search spends its time in: the crate is compiled for speed, and the others around
//! it for size.

mod deadline;
mod matcher;
mod phrase;
mod required;
mod searcher;
mod whole_lines;

pub use deadline::Deadline;
pub use matcher::{LineEnds, MAX_PATTERN_BYTES, Matcher, Pattern, PatternError};
pub use regex_syntax::escape as escaped_pattern;
pub use required::Required;
pub use searcher::{Context, FoundLine, LineStart, NO_NUMBERS, Searcher};
