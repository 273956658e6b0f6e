//! Puts errors of finding and searching into words.

use crate::readroom::wording::{ErrorReport, Words};
use crate::shared::escape::quotable;
use readroom_search::{GlobError, MAX_PATTERN_BYTES, PatternError, SearchError};

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

fn pattern_error(error: PatternError) -> Words {
    match error {
        PatternError::Syntax { reason, at, text, .. } => (
            format!("the pattern is not a regular expression: {}", quotable(&reason)),
            match text.is_empty() {
                true => "It ends too early. Complete it, or search for the text itself.".into(),
                false => format!(
                    "Character {at} is '{}'. Write a `\\` before a character that stands for \
                     itself, or search for the text itself.",
                    quotable(&text)
                ),
            },
        ),
        PatternError::TooLong => (
            format!("the pattern is longer than {MAX_PATTERN_BYTES} bytes"),
            "Search for the part of it that is rarest.".into(),
        ),
        PatternError::LineFeed => (
            "the pattern contains a line feed, and lines are searched one at a time".into(),
            "Search for one of the lines, and ask for the lines before and after it.".into(),
        ),
        PatternError::Nul => ("the pattern can match only a NUL".into(), "Search for text.".into()),
        PatternError::TooLarge => (
            "the pattern is too large when its repetitions are written out".into(),
            "Write smaller numbers in `{…}`, or `*` and `+`, or [a-z] and [0-9] for \\w and \\d."
                .into(),
        ),
    }
}
