//! The search of one file.

use crate::cursor::Inside;
use crate::page_budget::PageBudget;
use crate::request::CheckedSearch;
use crate::searched_text::SearchedText;
use crate::skipped::Unsearched;
use crate::{FileMatches, MatchLine};
use readroom_core::{File, FileError, Tree, Validity};
use readroom_matcher::{Deadline, FoundLine, LineStart, Matcher, NO_NUMBERS, Required, Searcher};
use readroom_types::{SearchOutput, SearchStop};
use std::cell::Cell;
use std::ops::ControlFlow;

/// The result of searching one file.
pub(crate) struct Outcome {
    /// Its matches. `None` if it has none, or none that fit.
    pub(crate) found: Option<FileMatches>,
    /// Why the page ends in this file, and where the next one continues.
    pub(crate) stopped: Option<(SearchStop, Inside)>,
}

/// The minimum time for a search of text that took time to make or mask, in milliseconds.
pub(crate) const MADE_TEXT_TIME: u64 = 1000;

/// Searches a file from its beginning, or from a position in it, within the rest of the page. If
/// the values of a workbook do not match, its formulas are searched.
pub(crate) fn search_file<T: Tree>(
    file: File<'_, T>,
    path: &str,
    from: Option<Inside>,
    checked: &CheckedSearch<'_>,
    budget: &mut PageBudget,
) -> Result<Outcome, Unsearched> {
    let mut searched = SearchedText::of(file, checked.request.binary)?;
    let outcome = search_text(&searched, path, from, checked, budget)?;
    let is_done = outcome.found.is_some() || outcome.stopped.is_some();
    if is_done || !searched.show_formulas()? {
        return Ok(outcome);
    }
    search_text(&searched, path, from, checked, budget)
}

/// Searches the text of a file.
fn search_text<T: Tree>(
    searched: &SearchedText<'_, T>,
    path: &str,
    from: Option<Inside>,
    checked: &CheckedSearch<'_>,
    budget: &mut PageBudget,
) -> Result<Outcome, Unsearched> {
    // Lines of a file that is too large for its structure are better than none.
    let is_plain = checked.request.want == SearchOutput::Lines && searched.is_large();
    if let Some(structured) = checked.structured.as_ref().filter(|_| !is_plain) {
        return structured.search(searched, path, from, checked, budget);
    }
    let across_lines = checked.across_lines.as_ref().filter(|_| searched.is_pdf());
    let matcher = across_lines.unwrap_or(&checked.matcher);
    let (file, is_cut) = (&searched.file, searched.is_cut());
    let failed = |error| match error {
        FileError::Binary | FileError::Media(_) => searched.refused.unwrap_or(error.into()),
        error => error.into(),
    };
    let uncounted = Cell::new(None);
    let line_feeds = |range| {
        file.line_feeds(range).unwrap_or_else(|error| {
            uncounted.set(Some(error));
            0
        })
    };
    let scan = |validity| {
        let begin = |offset: Option<u64>| {
            let mut search = FileSearch::new(checked, matcher, path, from, budget.clone(), offset);
            if offset.is_some() {
                // A list of files has no numbers.
                let is_numbered = checked.request.want != SearchOutput::Files;
                let line_feeds = if is_numbered { &line_feeds } else { NO_NUMBERS };
                search.searcher = search.searcher.skipping(line_feeds);
            }
            search.searcher = search.searcher.checking(validity == Validity::Unchecked);
            let is_made = searched.is_made() || file.masked_values().is_some();
            if is_made { search.extended() } else { search }
        };
        let offset = from.map_or(0, |from| from.offset);
        let scanned = file.scan_bytes(&searched.rules, offset, validity, begin, FileSearch::push);
        scanned.map(|(search, _)| search)
    };
    let is_ascii = matcher.required.as_ref().is_some_and(Required::is_ascii);
    let validity = if is_ascii { Validity::Unchecked } else { Validity::Checked };
    let mut search = scan(validity).map_err(failed)?;
    if search.searcher.is_ill_formed() {
        search = scan(Validity::Checked).map_err(failed)?;
    }
    if let Some(error) = uncounted.take() {
        return Err(error.into());
    }
    let is_cut = is_cut || search.searcher.is_partial();
    let FilePage { lines, matches, is_taken, stopped, is_complete, budget: left, .. } = search.page;
    if !is_taken {
        // Such a file counts as not searched to its end.
        return match stopped {
            None if is_cut => Err(Unsearched::Large),
            stopped => Ok(Outcome { found: None, stopped }),
        };
    }
    *budget = left;
    let groups = searched.groups(lines, checked.request.headers, None)?;
    let is_complete = is_complete && !is_cut;
    let earlier = from.map_or(0, |from| from.matches);
    let found = FileMatches { path: path.into(), matches, earlier, is_complete, groups };
    Ok(Outcome { found: Some(found), stopped })
}

struct FileSearch<'a> {
    searcher: Searcher<'a>,
    page: FilePage<'a>,
    deadline: Deadline<'a>,
}

impl<'a> FileSearch<'a> {
    /// Returns a search of text that starts at an offset of the file, if it is UTF-8.
    fn new(
        checked: &'a CheckedSearch<'a>,
        matcher: &'a Matcher,
        path: &'a str,
        from: Option<Inside>,
        budget: PageBudget,
        offset: Option<u64>,
    ) -> Self {
        let first = from.map_or(1, |from| from.line);
        let start = match (from, offset) {
            (Some(from), Some(offset)) if from.offset > 0 => LineStart { number: first, offset },
            _ => LineStart { number: 1, offset: offset.unwrap_or_default() },
        };
        let page = FilePage {
            checked,
            matcher,
            path,
            budget,
            has_offsets: offset.is_some(),
            start,
            first,
            lines: Vec::new(),
            matches: from.map_or(0, |from| from.matches),
            returned: 0,
            is_taken: false,
            after: 0,
            last_after: 0,
            place: from.unwrap_or(Inside::BEGIN),
            stopped: None,
            is_complete: true,
        };
        let is_counted = checked.request.want == SearchOutput::Counts && start.number >= first;
        let searcher = Searcher::new(matcher, checked.context, start)
            .until(checked.deadline)
            .tallying(is_counted);
        Self { searcher, page, deadline: checked.deadline }
    }

    /// Continues for some time where the time is up already: to make or mask the text took it, and
    /// the next page would do so again.
    fn extended(self) -> Self {
        let deadline = self.deadline.extended(MADE_TEXT_TIME);
        Self { searcher: self.searcher.until(deadline), deadline, ..self }
    }

    /// Takes the next bytes of the text.
    fn push(&mut self, bytes: &[u8]) -> ControlFlow<()> {
        let Self { searcher, page, deadline } = self;
        let mut flow = searcher.push(bytes, &mut |line| page.take(&line));
        if flow.is_continue() {
            flow = page.add(searcher.take_tally());
        }
        let is_late = || !searcher.is_waiting() && deadline.has_passed();
        if flow.is_continue() && !bytes.is_empty() && is_late() {
            if searcher.position() == page.start {
                // Without a line feed, the next page would start where this one did.
                searcher.search_part(&mut |line| page.take(&line))?;
                page.add(searcher.take_tally())?;
            }
            let LineStart { number, offset } = searcher.position();
            page.stopped = Some((SearchStop::TimeLimit, page.inside(number, offset)));
            flow = ControlFlow::Break(());
        }
        page.is_complete = flow.is_continue();
        flow
    }
}

/// The part of a file on the page.
struct FilePage<'a> {
    checked: &'a CheckedSearch<'a>,
    matcher: &'a Matcher,
    path: &'a str,
    budget: PageBudget,
    /// Whether offsets in the text are offsets in the file.
    has_offsets: bool,
    /// The start of the search.
    start: LineStart,
    /// The first line that was not searched for an earlier page.
    first: u64,
    lines: Vec<MatchLine>,
    /// The number of matching lines, and of those returned.
    matches: u64,
    returned: u64,
    /// Whether the file is on the page.
    is_taken: bool,
    /// The number of context lines still to come after the last match.
    after: usize,
    /// The number of context lines of the last match.
    last_after: usize,
    /// Where the next page would continue.
    place: Inside,
    stopped: Option<(SearchStop, Inside)>,
    /// Whether the file was searched to its end.
    is_complete: bool,
}

impl FilePage<'_> {
    fn inside(&self, line: u64, offset: u64) -> Inside {
        let offset = if self.has_offsets { offset } else { 0 };
        Inside { line, offset, matches: self.matches }
    }

    fn take(&mut self, line: &FoundLine<'_>) -> ControlFlow<()> {
        if line.number < self.first {
            return ControlFlow::Continue(());
        }
        self.matches += u64::from(line.is_match);
        match self.checked.request.want {
            SearchOutput::Files | SearchOutput::Counts if self.is_taken || !line.is_match => {
                ControlFlow::Continue(())
            }
            SearchOutput::Files => {
                self.take_file()?;
                ControlFlow::Break(())
            }
            SearchOutput::Counts => self.take_file(),
            SearchOutput::Lines | SearchOutput::Definitions | SearchOutput::Uses => {
                self.take_line(line)
            }
        }
    }

    /// Adds lines that match and were only counted.
    fn add(&mut self, matches: u64) -> ControlFlow<()> {
        self.matches += matches;
        match self.is_taken || matches == 0 {
            true => ControlFlow::Continue(()),
            false => self.take_file(),
        }
    }

    /// Puts the file on the page.
    fn take_file(&mut self) -> ControlFlow<()> {
        match self.budget.take_file(self.path) {
            Ok(()) => {
                self.is_taken = true;
                ControlFlow::Continue(())
            }
            Err(stopped) => self.stop(stopped),
        }
    }

    /// Puts a line on the page.
    fn take_line(&mut self, line: &FoundLine<'_>) -> ControlFlow<()> {
        let is_full = self.checked.per_file.is_some_and(|max| self.returned >= max);
        // After the last returned match, only its context lines are. If one of them matches too, it
        // is marked, but has no context itself.
        if is_full && self.after == 0 {
            return ControlFlow::Continue(());
        }
        let is_counted = line.is_match && !is_full;
        let CheckedSearch { columns, deadline, .. } = self.checked;
        let returned = MatchLine::new(line, self.matcher, *columns, *deadline);
        let path = self.lines.is_empty().then_some(self.path);
        let texts: Vec<&str> = path.into_iter().chain([&*returned.text]).collect();
        if let Err(stopped) = self.budget.take_line(&texts, is_counted, returned.ranges.len()) {
            return self.stop(stopped);
        }
        self.lines.push(returned);
        if is_counted {
            self.returned += 1;
            self.is_taken = true;
            self.last_after = self.checked.context.after.max(line.continued);
            self.after = self.last_after;
            self.place = self.inside(line.number + 1, line.end);
        } else {
            self.after = self.after.saturating_sub(1);
        }
        ControlFlow::Continue(())
    }

    /// Ends the page at a line that does not fit. Lines before it that are not context of a match
    /// on the page are dropped.
    fn stop(&mut self, stopped: SearchStop) -> ControlFlow<()> {
        let last = self.lines.iter().rposition(|line| line.number + 1 == self.place.line);
        let kept = last.map_or(0, |last| last + 1 + self.last_after);
        self.lines.truncate(kept);
        self.stopped = Some((stopped, self.place));
        ControlFlow::Break(())
    }
}
