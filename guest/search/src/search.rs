//! Searches files for matching lines.

use crate::cursor::{Cursor, Inside};
use crate::file_search::{Outcome, search_file};
use crate::file_structure::is_secondary;
use crate::files::Files;
use crate::greatest::Greatest;
use crate::page_budget::PageBudget;
use crate::relative_globs::looked_at;
use crate::request::CheckedSearch;
use crate::results::Tally;
use crate::skipped::Unsearched;
use crate::{
    DEFAULT_MATCHES_PER_FILE, FileMatches, Scan, SearchError, SearchRequest, SearchResults, Skipped,
};
use readroom_core::Tree;
use readroom_matcher::Deadline;
use readroom_types::{FoundOrder, MatchBlocks, SearchOutput, SearchStop};

impl SearchResults {
    /// Returns whether no file was visited.
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
        // Scans without a cursor used the globs as written.
        let scans = if globs.is_some() && request.cursor.is_none() { "" } else { scans };
        let request = SearchRequest { scope, scans, ..*request };
        Ok(SearchResults { globs, ..search_in(tree, cwd, &request, deadline)? })
    })
}

/// The number of definitions up to which their blocks are returned.
const FEW: usize = 2;

/// The number of lines of more definitions, in all, up to which their blocks are returned.
const SHORT_LINES: u64 = 60;

/// Adds the blocks of definitions, if that is wanted of a few and they fit.
fn add_blocks<T: Tree>(
    files: &Files<'_, '_, T>,
    results: &mut SearchResults,
    mut checked: CheckedSearch<'_>,
    mut budget: PageBudget,
) {
    let Some(structured) = &mut checked.structured else { return };
    let groups = results.files.iter().flat_map(|file| &file.groups);
    let lines = groups.flat_map(|group| &group.lines);
    let first = lines.filter(|line| line.is_match && !is_secondary(&line.text));
    let lengths: Vec<_> =
        first.map(|line| line.last.unwrap_or(line.number) - line.number + 1).collect();
    let is_short = lengths.iter().sum::<u64>() <= SHORT_LINES;
    if checked.request.blocks != MatchBlocks::Few || lengths.len() > FEW && !is_short {
        return;
    }
    structured.has_blocks = true;
    for file in &mut results.files {
        let again = files
            .reopen(&file.path)
            .map_err(Into::into)
            .and_then(|again| search_file(again, &file.path, None, &checked, &mut budget));
        if let Ok(Outcome { found: Some(with_blocks), stopped: None }) = again {
            *file = with_blocks;
        }
    }
}

fn search_in<T: Tree>(
    tree: &T,
    cwd: Option<&str>,
    request: &SearchRequest<'_>,
    deadline: Deadline<'_>,
) -> Result<SearchResults, SearchError> {
    let mut budget = PageBudget::of(request)?;
    let key = request.key();
    let cursor = Cursor::of(request.cursor, &key)?;
    let checked = CheckedSearch::new(request, deadline)?;
    let scan = Scan::joined(request.scans);
    let after = cursor.as_ref().and_then(|cursor| cursor.after.clone());
    let cursor = cursor.filter(|cursor| !cursor.path.is_empty());
    let is_by_count = request.want == SearchOutput::Counts && request.order == FoundOrder::Matches;
    // The first page by count visits and counts everything.
    let is_counted = after.is_some();
    let mut greatest = is_by_count.then(|| Greatest::new(budget.clone(), after.clone()));
    if is_by_count {
        budget = PageBudget::ENDLESS;
    }
    let mut files =
        Files::begin(tree, cwd, &request.scope, request.order, cursor.as_ref(), scan, deadline)?;
    let checked = CheckedSearch {
        per_file: checked.per_file.or((!files.is_one_file).then_some(DEFAULT_MATCHES_PER_FILE)),
        ..checked
    };
    let mut results = SearchResults {
        files: Vec::new(),
        totals: None,
        stopped: SearchStop::End,
        next: None,
        searched: 0,
        skipped: Skipped::default(),
        left_out: None,
        globs: None,
        ignores_case: checked.matcher.ignores_case(),
    };
    let mut tally = Tally::default();
    let mut has_begun = false;
    while let Some(next) = files.next() {
        let at =
            |inside| Cursor { inside: Some(inside), after: after.clone(), ..next.cursor.clone() };
        let place = next.inside.unwrap_or(Inside::BEGIN);
        // A page covers at least one file, so that the next one starts after it.
        let is_first = !std::mem::replace(&mut has_begun, true);
        if !is_first && deadline.has_passed() {
            (results.stopped, results.next) = (SearchStop::TimeLimit, Some(at(place).encode(&key)));
            break;
        }
        let outcome = next
            .file
            .map_err(Into::into)
            .and_then(|file| search_file(file, &next.path, next.inside, &checked, &mut budget));
        let outcome = match outcome {
            // The next page would get no further.
            Ok(Outcome { found: None, stopped: Some((SearchStop::TimeLimit, inside)) })
                if is_first && inside == place =>
            {
                Err(Unsearched::Large)
            }
            outcome => outcome,
        };
        let mut add = |found: Option<FileMatches>| match &mut greatest {
            Some(greatest) => found.into_iter().for_each(|file| {
                greatest.add(file, &at(place), || tally + files.passed());
            }),
            None => results.files.extend(found),
        };
        match outcome {
            Ok(Outcome { found, stopped: Some((stopped, inside)) }) => {
                add(found);
                (results.stopped, results.next) = (stopped, Some(at(inside).encode(&key)));
                break;
            }
            Ok(Outcome { found, stopped: None }) => {
                add(found);
                tally.count(Ok(()));
            }
            Err(error) => {
                let is_late = is_first && error.is_large() && deadline.has_passed();
                results.left_out = is_late.then(|| next.path.clone());
                tally.count(Err(error));
            }
        }
    }
    let mut passed = tally + files.passed();
    if let Some(mut greatest) = greatest {
        // If the time limit was reached, the next page covers the files after those on this one.
        if let (Some(next), Some((files, place, before))) =
            (&mut results.next, greatest.finish_early())
        {
            (results.files, *next, passed) = (files, place.encode(&key), before);
        } else {
            results.totals = results.next.is_none().then_some(greatest.totals);
            let (files, left_out) = greatest.finish();
            results.files = files;
            if let (Some((stopped, last)), None) = (left_out, &results.next) {
                let next = Cursor { after: Some(last), ..cursor.unwrap_or_default() };
                (results.stopped, results.next) = (stopped, Some(next.encode(&key)));
            }
        }
    }
    if results.next.is_none() && request.cursor.is_none() {
        add_blocks(&files, &mut results, checked, PageBudget::of(request)?);
    }
    let Tally { searched, skipped } = match is_counted {
        true => Tally::default(),
        false => passed,
    };
    Ok(SearchResults { searched, skipped, ..results })
}
