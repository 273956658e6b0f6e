//! Searches files for lines.

use crate::cursor::{Cursor, Inside};
use crate::deadline::Deadline;
use crate::error::SearchError;
use crate::file_search::{Outcome, search_file};
use crate::files::Files;
use crate::relative_globs::looked_at;
use crate::request::{CheckedSearch, DEFAULT_MATCHES_PER_FILE, SearchRequest};
use crate::results::{SearchResults, SearchStop, Tally};
use crate::room::PageRoom;
use crate::shard::Scan;
use crate::skipped::Skipped;
use readroom_core::Tree;

impl SearchResults {
    /// Returns whether no file was looked at.
    fn is_empty(&self) -> bool {
        let files = self.files.len() as u64 + self.searched + self.skipped.unsearched_files();
        files == 0 && self.next.is_none()
    }
}

/// Searches for a page of matches.
pub fn search<T: Tree>(
    tree: &T,
    cwd: Option<&str>,
    request: &SearchRequest<'_>,
    deadline: Deadline<'_>,
) -> Result<SearchResults, SearchError> {
    let scans = request.scans;
    looked_at(tree, cwd, &request.scope, request.cursor, SearchResults::is_empty, |scope, globs| {
        // Scans without a cursor are of the globs as they were written.
        let scans = if globs.is_some() && request.cursor.is_none() { "" } else { scans };
        let request = SearchRequest { scope, scans, ..*request };
        Ok(SearchResults { globs, ..search_in(tree, cwd, &request, deadline)? })
    })
}

fn search_in<T: Tree>(
    tree: &T,
    cwd: Option<&str>,
    request: &SearchRequest<'_>,
    deadline: Deadline<'_>,
) -> Result<SearchResults, SearchError> {
    let mut room = PageRoom::of(request)?;
    let key = request.key();
    let cursor = SearchError::cursor(request.cursor, &key)?;
    let checked = CheckedSearch::new(request, deadline)?;
    let scan = Scan::joined(request.scans);
    let mut files = Files::begin(tree, cwd, &request.scope, request.order, cursor.as_ref(), scan)?;
    let checked = CheckedSearch {
        per_file: checked.per_file.or((!files.is_one_file).then_some(DEFAULT_MATCHES_PER_FILE)),
        ..checked
    };
    let mut results = SearchResults {
        files: Vec::new(),
        stopped: SearchStop::End,
        next: None,
        searched: 0,
        skipped: Skipped::default(),
        globs: None,
    };
    let mut tally = Tally::default();
    let mut has_begun = false;
    while let Some(next) = files.next() {
        let go_on_at = |inside| Some(Cursor { inside: Some(inside), ..next.cursor }.encode(&key));
        // A page is about one file at least, so that the next one begins behind it.
        if std::mem::replace(&mut has_begun, true) && deadline.has_passed() {
            let place = next.inside.unwrap_or(Inside::BEGIN);
            (results.stopped, results.next) = (SearchStop::TimeLimit, go_on_at(place));
            break;
        }
        let outcome = next
            .file
            .map_err(Into::into)
            .and_then(|file| search_file(file, &next.path, next.inside, &checked, &mut room));
        match outcome {
            Ok(Outcome { found, stopped: Some((stopped, inside)) }) => {
                results.files.extend(found);
                (results.stopped, results.next) = (stopped, go_on_at(inside));
                break;
            }
            Ok(Outcome { found, stopped: None }) => {
                results.files.extend(found);
                tally.count(Ok(()));
            }
            Err(error) => tally.count(Err(error)),
        }
    }
    let Tally { searched, skipped } = tally + files.passed();
    Ok(SearchResults { searched, skipped, ..results })
}
