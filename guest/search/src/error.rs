//! Why a search was not done.

use crate::cursor::Cursor;
use crate::globs::GlobError;
use crate::matcher::PatternError;
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

impl SearchError {
    pub(crate) fn cursor(text: Option<&str>, request: &str) -> Result<Option<Cursor>, Self> {
        let decode =
            |text: &str| Cursor::decode(text, request).ok_or_else(|| Self::Cursor(text.into()));
        // An empty cursor is the start.
        Ok(text.map(decode).transpose()?.filter(|cursor| *cursor != Cursor::default()))
    }
}
