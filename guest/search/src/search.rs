//! Searches files for lines.

use crate::cursor::Cursor;
use crate::deadline::Deadline;
use crate::error::SearchError;
use crate::file_search::{Outcome, search_file};
use crate::files::Files;
use crate::matcher::{LineEnds, Matcher};
use crate::request::{
    CheckedSearch, DEFAULT_COLUMNS, DEFAULT_MATCHES, DEFAULT_MATCHES_PER_FILE, MAX_CONTEXT,
    MAX_MATCHES, SearchRequest,
};
use crate::results::{SearchResults, SearchStop};
use crate::room::PageRoom;
use crate::searcher::Context;
use crate::walk::Unseen;
use readroom_core::{FileError, Tree};
use readroom_read::{Argument, DEFAULT_BYTES, MAX_BYTES, in_range};

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
    let matcher = Matcher::new(&request.pattern, LineEnds::LfOrCrLf)?;
    let mut files = Files::begin(tree, cwd, &request.scope, request.order, cursor.as_ref())?;
    let checked = CheckedSearch {
        request,
        matcher,
        context: Context {
            before: request.context.before.min(MAX_CONTEXT),
            after: request.context.after.min(MAX_CONTEXT),
        },
        columns,
        per_file: per_file.or((!files.is_one_file).then_some(DEFAULT_MATCHES_PER_FILE)),
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
    let mut has_begun = false;
    while let Some(next) = files.next() {
        // A page is about one file at least, so that the next one begins behind it.
        if std::mem::replace(&mut has_begun, true) && deadline.has_passed() {
            (results.stopped, results.next) = (SearchStop::TimeLimit, Some(passed.encode(&key)));
            break;
        }
        let outcome = next
            .file
            .and_then(|file| search_file(file, &next.path, next.inside, &checked, &mut room));
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
    let unseen = files.unseen();
    results.unseen = Unseen { files: unseen.files + results.unseen.files, ..unseen };
    Ok(results)
}
