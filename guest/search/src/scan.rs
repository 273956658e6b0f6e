//! Scans a range of a walk for files with a match.

use crate::cursor::Cursor;
use crate::file_search::search_file;
use crate::files::{Files, NextFile};
use crate::page_budget::PageBudget;
use crate::relative_globs::looked_at;
use crate::request::CheckedSearch;
use crate::results::Tally;
use crate::shard::ScannedFile;
use crate::{Scan, SearchError, SearchRequest, Shard};
use readroom_core::Tree;
use readroom_matcher::{Context, Deadline};
use readroom_types::SearchOutput;

/// The maximum size of the paths of a scan in bytes.
const MAX_SCAN_BYTES: usize = 1 << 20;

/// The number of matching files after which a scan ends if most files match: these are searched
/// again, which then takes longer than two instances save.
const DENSE_FILES: usize = 64;

/// Scans a range for the files in which a search finds a match.
pub fn scan<T: Tree>(
    tree: &T,
    cwd: Option<&str>,
    request: &SearchRequest<'_>,
    shard: Shard<'_>,
    deadline: Deadline<'_>,
) -> Result<Scan, SearchError> {
    let is_empty = |_: &Scan| false;
    looked_at(tree, cwd, &request.scope, request.cursor, is_empty, |scope, _| {
        scan_in(tree, cwd, &SearchRequest { scope, ..*request }, shard, deadline)
    })
}

fn scan_in<T: Tree>(
    tree: &T,
    cwd: Option<&str>,
    request: &SearchRequest<'_>,
    shard: Shard<'_>,
    deadline: Deadline<'_>,
) -> Result<Scan, SearchError> {
    let files_only =
        SearchRequest { want: SearchOutput::Files, context: Context::default(), ..*request };
    let max = request.max_matches()?;
    let cursor = Cursor::of(request.cursor, &request.key())?;
    let cursor = cursor.filter(|cursor| !cursor.path.is_empty());
    let checked = CheckedSearch { request: &files_only, ..CheckedSearch::new(request, deadline)? };
    let (mut files, from, end) =
        Files::of_shard(tree, cwd, &request.scope, shard, cursor.as_ref(), deadline)?;
    let mut scan = Scan::new(from.unwrap_or_default());
    let (mut own, mut bytes, mut seen) = (Tally::default(), 0, 0);
    while let Some(NextFile { path, cursor, inside, file, .. }) = files.next() {
        let found = scan.files.len();
        let is_dense = found >= DENSE_FILES && found * 2 > seen;
        let is_full = is_dense || found as u64 == max || bytes > MAX_SCAN_BYTES;
        if is_full || deadline.has_passed() {
            (scan.until, scan.is_complete) = (cursor.path, false);
            break;
        }
        seen += 1;
        let mut budget = PageBudget::ENDLESS;
        let file = file.map_err(Into::into);
        let outcome = file.and_then(|file| search_file(file, &path, inside, &checked, &mut budget));
        match outcome {
            // The time limit was reached in it.
            Ok(outcome) if outcome.stopped.is_some() => {
                (scan.until, scan.is_complete) = (cursor.path, false);
                break;
            }
            Ok(outcome) if outcome.found.is_some() => {
                bytes += cursor.path.len();
                let passed = own + files.passed();
                scan.files.push(ScannedFile { path: cursor.path, passed });
            }
            outcome => own.count(outcome.map(|_| ())),
        }
    }
    if scan.is_complete {
        scan.until = end.unwrap_or_default();
    }
    scan.passed = own + files.passed();
    Ok(scan)
}
