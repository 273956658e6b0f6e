//! Search requests.

use crate::structure_query::StructureQuery;
use crate::{Scope, SearchError};
use readroom_matcher::{Context, Deadline, LineEnds, Matcher, Pattern};
use readroom_read::{Argument, ArgumentError, DEFAULT_BYTES, MAX_BYTES, in_range};
use readroom_types::{FoundOrder, MatchBlocks, SearchOutput};

/// The default number of matching lines, or of files.
pub const DEFAULT_MATCHES: u64 = 200;

/// The maximum number; larger numbers are capped.
const MAX_MATCHES: u64 = 10_000;

/// The default number of matching lines per file, if there may be several files.
pub const DEFAULT_MATCHES_PER_FILE: u64 = 20;

/// The maximum number of context lines before and after a match.
const MAX_CONTEXT: usize = 100;

/// The default number of characters per line.
pub const DEFAULT_COLUMNS: u64 = 400;

/// A request for matches.
#[derive(Clone, Copy, Debug)]
pub struct SearchRequest<'a> {
    /// The scope.
    pub scope: Scope<'a>,
    /// The pattern.
    pub pattern: Pattern<'a>,
    /// The kind of results per file.
    pub want: SearchOutput,
    /// The context lines of each match: at most 100 on each side.
    pub context: Context,
    /// Whether binary files are searched too, as text.
    pub binary: bool,
    /// Whether to find the headers around matches.
    pub headers: bool,
    /// Which blocks are returned around matches.
    pub blocks: MatchBlocks,
    /// Whether a phrase also matches where it is broken over lines, as in PDF files it always does,
    /// and the blanks of an expression match the ends of lines.
    pub across_lines: bool,
    /// The order of the files.
    pub order: FoundOrder,
    /// The cursor of the previous page.
    pub cursor: Option<&'a str>,
    /// The maximum number of matching lines, or of files.
    pub matches: Option<u64>,
    /// The maximum number of matching lines per file. Further ones are counted.
    pub matches_per_file: Option<u64>,
    /// The maximum number of bytes.
    pub bytes: Option<u64>,
    /// The maximum number of tokens, as an estimate.
    pub tokens: Option<u64>,
    /// The maximum number of characters per line.
    pub columns: Option<u64>,
    /// The results of [`scan`](crate::scan) for the same request, from consecutive shards,
    /// separated by NULs. They do not change the response.
    pub scans: &'a str,
}

impl<'a> SearchRequest<'a> {
    /// Returns a request for lines with the default limits.
    pub fn new(pattern: Pattern<'a>, path: &'a str) -> Self {
        Self {
            scope: Scope::new(path),
            pattern,
            want: SearchOutput::Lines,
            context: Context::default(),
            binary: false,
            headers: false,
            blocks: MatchBlocks::None,
            across_lines: false,
            order: FoundOrder::Path,
            cursor: None,
            matches: None,
            matches_per_file: None,
            bytes: None,
            tokens: None,
            columns: None,
            scans: "",
        }
    }
}

impl SearchRequest<'_> {
    /// Returns the identity of the request, for cursors.
    pub(crate) fn key(&self) -> String {
        let across = if self.across_lines { "lines" } else { "" };
        format!("{:?}{:?}{:?}{across}", self.scope, self.pattern, self.order)
    }

    /// Returns the maximum number of matching lines, or of files.
    pub(crate) fn max_matches(&self) -> Result<u64, ArgumentError> {
        let matches = self.matches.unwrap_or(DEFAULT_MATCHES);
        Ok(in_range(Argument::Matches, 1..=u64::MAX, matches)?.min(MAX_MATCHES))
    }

    /// Returns the maximum number of bytes.
    pub(crate) fn max_bytes(&self) -> Result<u64, ArgumentError> {
        in_range(Argument::Bytes, 1..=MAX_BYTES, self.bytes.unwrap_or(DEFAULT_BYTES))
    }
}

/// A request with validated numbers.
pub(crate) struct CheckedSearch<'a> {
    pub(crate) request: &'a SearchRequest<'a>,
    pub(crate) matcher: Matcher,
    /// The same for PDF files, if the pattern is a phrase.
    pub(crate) across_lines: Option<Matcher>,
    /// What else is known of a match, if the structure of files decides.
    pub(crate) structured: Option<StructureQuery<'a>>,
    pub(crate) context: Context,
    pub(crate) columns: u64,
    pub(crate) per_file: Option<u64>,
    pub(crate) deadline: Deadline<'a>,
}

impl<'a> CheckedSearch<'a> {
    pub(crate) fn new(
        request: &'a SearchRequest<'a>,
        deadline: Deadline<'a>,
    ) -> Result<Self, SearchError> {
        let columns = request.columns.unwrap_or(DEFAULT_COLUMNS);
        let columns = in_range(Argument::Columns, 1..=u64::MAX, columns)?;
        let (structured, pattern) =
            StructureQuery::of(request.want, request.blocks, request.pattern);
        let across = || Matcher::across_lines(&pattern, request.across_lines);
        let across = structured.is_none().then(across).flatten();
        let (matcher, across_lines) = match across {
            Some(across) if request.across_lines => (across, None),
            across => (Matcher::new(&pattern, LineEnds::LfOrCrLf)?, across),
        };
        Ok(Self {
            request,
            columns: columns.min(request.max_bytes()?),
            per_file: request
                .matches_per_file
                .map(|number| in_range(Argument::MatchesPerFile, 1..=u64::MAX, number))
                .transpose()?,
            matcher,
            across_lines,
            structured,
            context: Context {
                before: request.context.before.min(MAX_CONTEXT),
                after: request.context.after.min(MAX_CONTEXT),
            },
            deadline,
        })
    }
}
