//! Puts errors of finding and searching into words.

use super::pattern_wording::pattern_error;
use crate::readroom::wording::ErrorReport;
use crate::shared::escape::quotable;
use readroom_search::{GlobError, SearchError};

impl From<SearchError> for ErrorReport {
    fn from(error: SearchError) -> Self {
        let (message, hint) = match error {
            SearchError::Read(error) => return error.into(),
            SearchError::Glob(GlobError { glob, reason }) => (
                format!("'{}' is not a glob: {}", quotable(&glob), quotable(&reason)),
                "Write it as in .gitignore: `*.rs`, `src/**`, `*.{ts,tsx}`, `!*.min.js`.".into(),
            ),
            SearchError::Pattern(error) => pattern_error(error),
            SearchError::Cursor(cursor) => (
                format!("'{}' is not a cursor for this request", quotable(&cursor)),
                "Copy the cursor of an earlier answer to the same request as it is, or leave it \
                 out."
                    .into(),
            ),
        };
        Self::argument(message, hint)
    }
}
