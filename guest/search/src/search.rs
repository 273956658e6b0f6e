//! Searches files for lines.

use crate::cursor::Cursor;
use crate::deadline::Deadline;
use crate::error::SearchError;
use crate::file_search::{Outcome, search_file};
use crate::files::Files;
use crate::find::Order;
use crate::line::MatchLine;
use crate::matcher::{Matcher, Pattern};
use crate::room::PageRoom;
use crate::searcher::Context;
use crate::walk::{Scope, Unseen};
use readroom_core::structure::Heading;
use readroom_core::{FileError, Tree};
use readroom_read::{Argument, DEFAULT_BYTES, MAX_BYTES, in_range};

/// The default number of lines that match, or of files.
pub const DEFAULT_MATCHES: u64 = 200;

/// The maximum number; larger numbers act as this one.
const MAX_MATCHES: u64 = 10_000;

/// The default number of lines of each file, if there may be several.
pub const DEFAULT_MATCHES_PER_FILE: u64 = 20;

/// The maximum number of lines before and after a match.
const MAX_CONTEXT: usize = 100;

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

/// A page of what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResults {
    /// The files with matches, in order.
    pub files: Vec<FileMatches>,
    /// Why the page ends.
    pub stopped: SearchStop,
    /// Where the next page begins. `None` for the last one.
    pub next: Option<String>,
    /// The number of files that were searched for this page.
    pub searched: u64,
    /// The number of binary files, which were not.
    pub binary: u64,
    /// What could not be searched.
    pub unseen: Unseen,
}

/// The matches in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileMatches {
    /// Its path: relative to the root, or absolute in another grant.
    pub path: String,
    /// The number of lines that match, as far as the file was searched.
    pub matches: u64,
    /// Whether it was searched to its end.
    pub is_complete: bool,
    /// The lines, and those around them.
    pub groups: Vec<MatchGroup>,
}

/// Consecutive lines of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchGroup {
    /// What the first line that matches is under, outermost first.
    pub headers: Vec<Heading>,
    /// The lines.
    pub lines: Vec<MatchLine>,
}

/// Why a page ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchStop {
    /// Everything was searched.
    End,
    /// There are more matches, or files.
    MatchLimit,
    /// The next line would not fit into the bytes.
    ByteLimit,
    /// The next line would not fit into the tokens.
    TokenLimit,
    /// Time was up.
    TimeLimit,
}

/// A request whose numbers were checked.
pub(crate) struct CheckedSearch<'a> {
    pub(crate) matcher: Matcher,
    pub(crate) want: Want,
    pub(crate) context: Context,
    pub(crate) binary: bool,
    pub(crate) headers: bool,
    pub(crate) columns: u64,
    pub(crate) per_file: Option<u64>,
    pub(crate) deadline: Deadline<'a>,
}

/// Searches for a page of matches.
pub fn search<T: Tree>(
    tree: &T,
    cwd: Option<&str>,
    request: &SearchRequest<'_>,
    deadline: Deadline<'_>,
) -> Result<SearchResults, SearchError> {
    let within = |argument, number: Option<u64>, default, max| {
        in_range(argument, 1..=u64::MAX, number.unwrap_or(default)).map(|number| number.min(max))
    };
    let bytes = in_range(Argument::Bytes, 1..=MAX_BYTES, request.bytes.unwrap_or(DEFAULT_BYTES))?;
    let columns = within(Argument::Columns, request.columns, DEFAULT_COLUMNS, bytes)?;
    let mut room = PageRoom {
        matches: within(Argument::Matches, request.matches, DEFAULT_MATCHES, MAX_MATCHES)?,
        bytes,
        tokens: request
            .tokens
            .map(|tokens| in_range(Argument::Tokens, 1..=u64::MAX, tokens))
            .transpose()?,
        is_empty: true,
    };
    let per_file = request
        .matches_per_file
        .map(|number| in_range(Argument::MatchesPerFile, 1..=u64::MAX, number))
        .transpose()?;
    let key = format!("{:?}{:?}{:?}", request.scope, request.pattern, request.order);
    let cursor = SearchError::cursor(request.cursor, &key)?;
    let matcher = Matcher::new(&request.pattern)?;
    let mut files = match request.order {
        Order::Path => Files::by_path(tree, cwd, &request.scope, cursor.as_ref())?,
        Order::Modified => Files::by_time(tree, cwd, &request.scope, cursor.as_ref())?,
    };
    let is_one_file = files.is_one_file();
    let checked = CheckedSearch {
        matcher,
        want: request.want,
        context: Context {
            before: request.context.before.min(MAX_CONTEXT),
            after: request.context.after.min(MAX_CONTEXT),
        },
        binary: request.binary,
        headers: request.headers,
        columns,
        per_file: per_file.or((!is_one_file).then_some(DEFAULT_MATCHES_PER_FILE)),
        deadline,
    };
    let mut results = SearchResults {
        files: Vec::new(),
        stopped: SearchStop::End,
        next: None,
        searched: 0,
        binary: 0,
        unseen: Unseen::default(),
    };
    // What the next page goes on behind.
    let mut passed = cursor.unwrap_or_default();
    while let Some(next) = files.next() {
        if deadline.has_passed() {
            (results.stopped, results.next) = (SearchStop::TimeLimit, Some(passed.encode(&key)));
            break;
        }
        let outcome = next
            .file
            .and_then(|file| search_file(&file, &next.path, next.inside, &checked, &mut room));
        match outcome {
            Ok(Outcome { found, stopped }) => {
                results.searched += u64::from(stopped.is_none());
                results.files.extend(found);
                if let Some((stopped, inside)) = stopped {
                    let cursor = match inside {
                        Some(_) => Cursor { inside, ..next.cursor },
                        None => passed,
                    };
                    (results.stopped, results.next) = (stopped, Some(cursor.encode(&key)));
                    break;
                }
            }
            Err(FileError::Binary | FileError::Media(_)) => results.binary += 1,
            Err(FileError::NotFound) => {}
            Err(_) => results.unseen.files += 1,
        }
        passed = next.cursor;
    }
    results.unseen.files += files.unseen.files;
    results.unseen = Unseen { files: results.unseen.files, ..files.unseen };
    Ok(results)
}
