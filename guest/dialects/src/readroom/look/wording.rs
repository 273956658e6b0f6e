//! Puts errors of finding and searching into words.

use super::pattern_wording::pattern_error;
use crate::readroom::InWords;
use crate::shared::quotable;
use readroom_search::{GlobError, SearchError};
use readroom_types::ReadError as ErrorReport;

impl InWords for SearchError {
    fn in_words(self) -> ErrorReport {
        let (message, hint) = match self {
            Self::Read(error) => return error.in_words(),
            Self::Glob(GlobError { glob, reason }) => (
                format!("'{}' is not a glob: {}", quotable(&glob), quotable(&reason)),
                "Write it as in .gitignore: `*.rs`, `src/**`, `*.{ts,tsx}`, `!*.min.js`.".into(),
            ),
            Self::Pattern(error) => pattern_error(error),
            Self::Cursor(cursor) => (
                format!("'{}' is not a cursor for this request", quotable(&cursor)),
                "Copy the cursor of an earlier answer to the same request as it is, or leave it \
                 out."
                    .into(),
            ),
        };
        ErrorReport::argument(message, hint)
    }
}
