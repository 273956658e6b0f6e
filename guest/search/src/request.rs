//! What to search for, and where.

use crate::deadline::Deadline;
use crate::find::Order;
use crate::matcher::{Matcher, Pattern};
use crate::searcher::Context;
use crate::walk::Scope;

/// The default number of lines that match, or of files.
pub const DEFAULT_MATCHES: u64 = 200;

/// The maximum number; larger numbers act as this one.
pub(crate) const MAX_MATCHES: u64 = 10_000;

/// The default number of lines of each file, if there may be several.
pub const DEFAULT_MATCHES_PER_FILE: u64 = 20;

/// The maximum number of lines before and after a match.
pub(crate) const MAX_CONTEXT: usize = 100;

/// The default number of characters of a line.
pub const DEFAULT_COLUMNS: u64 = 400;

/// What to search for, and where.
#[derive(Clone, Copy, Debug)]
pub struct SearchRequest<'a> {
    /// The files.
    pub scope: Scope<'a>,
    /// What matches.
    pub pattern: Pattern<'a>,
    /// What to return of each file.
    pub want: Want,
    /// The lines to return with each that matches: at most 100 on each side.
    pub context: Context,
    /// Whether binary files are searched too, as text.
    pub binary: bool,
    /// Whether to look for the headers around matches.
    pub headers: bool,
    /// In which order.
    pub order: Order,
    /// Where the previous page ended.
    pub cursor: Option<&'a str>,
    /// The maximum number of lines that match, or of files.
    pub matches: Option<u64>,
    /// The maximum number of lines of each file. The others are counted.
    pub matches_per_file: Option<u64>,
    /// The maximum number of bytes.
    pub bytes: Option<u64>,
    /// The maximum number of tokens, as an estimate.
    pub tokens: Option<u64>,
    /// The maximum number of characters of each line.
    pub columns: Option<u64>,
}

impl<'a> SearchRequest<'a> {
    /// Returns a request for lines with the default limits.
    pub fn new(pattern: Pattern<'a>, path: &'a str) -> Self {
        Self {
            scope: Scope::new(path),
            pattern,
            want: Want::Lines,
            context: Context::default(),
            binary: false,
            headers: false,
            order: Order::Path,
            cursor: None,
            matches: None,
            matches_per_file: None,
            bytes: None,
            tokens: None,
            columns: None,
        }
    }
}

/// What to return of each file with a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Want {
    /// The lines that match.
    #[default]
    Lines,
    /// Its path.
    Files,
    /// Its path, and the number of lines that match.
    Counts,
}

/// A request whose numbers were checked.
pub(crate) struct CheckedSearch<'a> {
    pub(crate) request: &'a SearchRequest<'a>,
    pub(crate) matcher: Matcher,
    pub(crate) context: Context,
    pub(crate) columns: u64,
    pub(crate) per_file: Option<u64>,
    pub(crate) deadline: Deadline<'a>,
}
