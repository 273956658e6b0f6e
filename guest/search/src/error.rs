//! Why a search was not done.

use crate::GlobError;
use readroom_matcher::PatternError;
use readroom_read::{ArgumentError, ReadError};

/// Why a search was not done: facts, not messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchError {
    /// The path, or a number.
    Read(ReadError),
    /// A glob.
    Glob(GlobError),
    /// The pattern.
    Pattern(PatternError),
    /// The text is not a cursor for this request.
    Cursor(String),
}

impl From<ArgumentError> for SearchError {
    fn from(error: ArgumentError) -> Self {
        Self::Read(error.into())
    }
}

impl From<PatternError> for SearchError {
    fn from(error: PatternError) -> Self {
        Self::Pattern(error)
    }
}
