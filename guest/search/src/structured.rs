//! Searches of a file that depend on its structure: definitions of names, uses of names, and blocks
//! around matches.

use crate::block_window::{BlockWindow, MAX_BLOCK_LINES, mark_left_out, window};
use crate::cursor::Inside;
use crate::file_search::{MADE_TEXT_TIME, Outcome};
use crate::file_structure::FileStructure;
use crate::page_budget::PageBudget;
use crate::request::CheckedSearch;
use crate::searched_text::SearchedText;
use crate::skipped::Unsearched;
use crate::structure_query::StructureQuery;
use crate::uses::is_use;
use crate::{FileMatches, MatchLine};
use readroom_core::{FileError, Tree, Validity};
use readroom_matcher::{Context, Deadline, FoundLine, LineStart, Matcher, NO_NUMBERS, Searcher};
use readroom_structure::{DefiningFile, is_comment};
use readroom_types::{SearchOutput, SearchStop};
use std::ops::{ControlFlow, RangeInclusive};

/// The number of matches that are kept of a file: one more than a page has.
const MAX_HITS: usize = 10_001;

/// A match.
struct Hit {
    line: u64,
    /// The index of its definition, if definitions are searched for.
    definition: Option<usize>,
}

impl StructureQuery<'_> {
    /// Searches a file from its beginning, or after some matches, within the rest of the page.
    pub(crate) fn search<T: Tree>(
        &self,
        searched: &SearchedText<'_, T>,
        path: &str,
        from: Option<Inside>,
        checked: &CheckedSearch<'_>,
        budget: &mut PageBudget,
    ) -> Result<Outcome, Unsearched> {
        if searched.is_large() {
            return Err(Unsearched::Large);
        }
        let request = checked.request;
        // Each page begins at the start of the file.
        let deadline = checked.deadline.extended(MADE_TEXT_TIME);
        let late = |matches| {
            let place = from.unwrap_or(Inside::BEGIN);
            (SearchStop::TimeLimit, Inside { matches, ..place })
        };
        let skipped = from.map_or(0, |from| from.matches);
        let Some(is_matching) = has_match(searched, &checked.matcher, deadline)? else {
            return Ok(Outcome { found: None, stopped: Some(late(skipped)) });
        };
        let found = |matches, is_complete, groups| {
            Some(FileMatches { path: path.into(), matches, earlier: skipped, is_complete, groups })
        };
        if !is_matching || request.want == SearchOutput::Files {
            let found = is_matching.then(|| found(1, false, Vec::new())).flatten();
            return Ok(Outcome { found, stopped: None });
        }
        let text = searched.text()?;
        let name = searched.structure_name();
        let structure = FileStructure::of(&name, &text);
        let (hits, matches, is_late) = self.hits(&structure, skipped, checked, deadline);
        let (lines, windows) = (Vec::new(), Vec::new());
        let mut page =
            Page { structured: self, searched, structure, checked, path, lines, windows };
        let stopped = page.take(&hits, skipped, budget, deadline);
        mark_left_out(&page.windows, &mut page.lines);
        let found_now = hits.len() as u64;
        let is_full = checked.per_file.is_some_and(|max| found_now >= max);
        let stopped = stopped.or_else(|| (is_late && !is_full).then(|| late(skipped + found_now)));
        if page.lines.is_empty() {
            return Ok(Outcome { found: None, stopped });
        }
        let groups = searched.groups(page.lines, request.headers, Some(&text))?;
        let is_complete = stopped.is_none() && !is_late && !searched.is_cut();
        Ok(Outcome { found: found(matches, is_complete, groups), stopped })
    }

    /// Returns the matches in order, after some of them, the number of all, and whether the time
    /// was up before the rest were found.
    fn hits(
        &self,
        structure: &FileStructure<'_>,
        skipped: u64,
        checked: &CheckedSearch<'_>,
        deadline: Deadline<'_>,
    ) -> (Vec<Hit>, u64, bool) {
        let matcher = &checked.matcher;
        let (mut hits, mut matches) = (Vec::new(), 0);
        let mut add = |line: u64, definition: Option<usize>| {
            if matches >= skipped && hits.len() < MAX_HITS {
                hits.push(Hit { line, definition });
            }
            matches += 1;
        };
        if checked.request.want == SearchOutput::Lines {
            let is_late = structure.each_match(matcher, deadline, &mut |line| add(line, None));
            return (hits, matches, is_late);
        }
        let file = DefiningFile { path: structure.name, text: structure.text };
        let mut is_late = false;
        let defined = structure.definitions.iter().enumerate();
        let defined = defined.take_while(|_| {
            is_late = deadline.has_passed();
            !is_late
        });
        let defined = defined.filter(|(_, definition)| {
            self.is_named(definition, &structure.definitions, file, matcher)
        });
        // Several names of a line are one match.
        let mut last = 0;
        let defined = defined.filter(move |(_, definition)| {
            let line = definition.entry.line.get();
            std::mem::replace(&mut last, line) != line
        });
        if checked.request.want == SearchOutput::Definitions {
            defined.for_each(|(at, definition)| add(definition.entry.line.get(), Some(at)));
            return (hits, matches, is_late);
        }
        let defined: Vec<u64> =
            defined.map(|(_, definition)| definition.entry.line.get()).collect();
        for are_comments in [false, true] {
            is_late = is_late
                || structure.each_match(matcher, deadline, &mut |line| {
                    let text = structure.line(line);
                    let is_wanted = is_comment(structure.name, text) == are_comments
                        && defined.binary_search(&line).is_err()
                        && is_use(structure.name, text, structure.around(line), matcher);
                    if is_wanted {
                        add(line, None);
                    }
                });
        }
        (hits, matches, is_late)
    }
}

/// Returns whether the text of a file has a match. `None` if the time was up before one was found.
fn has_match<T: Tree>(
    searched: &SearchedText<'_, T>,
    matcher: &Matcher,
    deadline: Deadline<'_>,
) -> Result<Option<bool>, Unsearched> {
    // No line is asked for its number.
    let begin = |_| {
        let searcher = Searcher::new(matcher, Context::default(), LineStart::FIRST);
        (searcher.skipping(NO_NUMBERS).until(deadline), Some(false))
    };
    let (rules, validity) = (&searched.rules, Validity::Checked);
    let scanned =
        searched.file.scan_bytes(rules, 0, validity, begin, |(searcher, found), bytes| {
            searcher.push(bytes, &mut |_| {
                *found = Some(true);
                ControlFlow::Break(())
            })?;
            if !deadline.has_passed() {
                return ControlFlow::Continue(());
            }
            *found = None;
            ControlFlow::Break(())
        });
    let ((_, found), _) = scanned.map_err(|error| match error {
        FileError::Binary | FileError::Media(_) => searched.refused.unwrap_or(error.into()),
        error => error.into(),
    })?;
    Ok(found)
}

/// The part of a page that is of one file.
struct Page<'a, 't, T: Tree> {
    structured: &'a StructureQuery<'a>,
    searched: &'a SearchedText<'t, T>,
    structure: FileStructure<'t>,
    checked: &'a CheckedSearch<'a>,
    path: &'a str,
    lines: Vec<MatchLine>,
    windows: Vec<BlockWindow>,
}

impl<T: Tree> Page<'_, '_, T> {
    /// Puts matches on the page. Returns why it ends, if it does, and where the next one continues.
    fn take(
        &mut self,
        hits: &[Hit],
        skipped: u64,
        budget: &mut PageBudget,
        deadline: Deadline<'_>,
    ) -> Option<(SearchStop, Inside)> {
        // No line has the number 0.
        let (mut returned, mut shown) = (0, 0..=0);
        for (at, hit) in (skipped..).zip(hits) {
            if self.checked.per_file.is_some_and(|max| returned >= max) {
                return None;
            }
            returned += 1;
            if self.structured.has_blocks && shown.contains(&hit.line) {
                continue;
            }
            let later = hits.get((at - skipped) as usize..).unwrap_or_default();
            // At least one match is on a page.
            let taken = match !self.lines.is_empty() && deadline.has_passed() {
                true => Err(SearchStop::TimeLimit),
                false => self.take_block(hit, later, &shown, budget),
            };
            match taken {
                Ok(lines) => shown = lines,
                Err(stopped) => {
                    let inside = Inside { line: hit.line, offset: 0, matches: at };
                    return Some((stopped, inside));
                }
            }
        }
        None
    }

    /// Puts a match on the page, with its block or context if that is wanted: as much as fits of
    /// the first one, and of a later one what is after `passed`. Returns its lines.
    fn take_block(
        &mut self,
        hit: &Hit,
        later: &[Hit],
        passed: &RangeInclusive<u64>,
        budget: &mut PageBudget,
    ) -> Result<RangeInclusive<u64>, SearchStop> {
        let of_cell = self.searched.lines_of_part(hit.line);
        // The lines of a cell have its number.
        let (is_cell, mut max) = (of_cell.is_some(), MAX_BLOCK_LINES);
        let block = match self.structured.has_blocks {
            true => {
                let block = || self.structure.block(hit.line, hit.definition);
                of_cell.filter(|_| hit.definition.is_none()).unwrap_or_else(block)
            }
            false => {
                let context = self.checked.request.context;
                self.structure.lines_of(hit.line, hit.definition, context)
            }
        };
        let block = *block.start()..=(*block.end()).min(self.structure.starts.len() as u64);
        loop {
            let shown = window(&block, hit.line, hit.definition.is_some(), max);
            // Comments begin once more.
            let first = if hit.line < *passed.start() { 1 } else { passed.end() + 1 };
            let shown = (*shown.start()).max(first)..=*shown.end();
            if shown.is_empty() {
                return Ok(passed.clone());
            }
            let mut left = budget.clone();
            let kept = self.lines.len();
            let taken = shown.clone().try_for_each(|number| {
                let hit = later
                    .iter()
                    .take_while(|hit| hit.line <= number)
                    .find(|hit| hit.line == number);
                self.take_line(number, hit, &mut left)
            });
            match taken {
                Ok(()) => {
                    *budget = left;
                    if !is_cell {
                        self.windows.push(BlockWindow { block, shown: shown.clone(), at: kept });
                    }
                    return Ok(shown);
                }
                Err(stopped) => {
                    self.lines.truncate(kept);
                    if !budget.is_empty || max <= 1 {
                        return Err(stopped);
                    }
                    max /= 2;
                }
            }
        }
    }

    fn take_line(
        &mut self,
        number: u64,
        hit: Option<&Hit>,
        budget: &mut PageBudget,
    ) -> Result<(), SearchStop> {
        let Self { structure, checked, .. } = self;
        let line = FoundLine {
            number,
            bytes: structure.line(number).as_bytes(),
            characters_before: 0,
            goes_on: false,
            is_match: hit.is_some(),
            first_match: 0,
            continued: 0,
            end: 0,
        };
        let mut line = MatchLine::new(&line, &checked.matcher, checked.columns, checked.deadline);
        let definition = hit.and_then(|hit| structure.definitions.get(hit.definition?));
        line.last = definition.map(|definition| definition.entry.last.get());
        let path = self.lines.is_empty().then_some(self.path);
        let texts: Vec<&str> = path.into_iter().chain([&*line.text]).collect();
        budget.take_line(&texts, hit.is_some(), line.ranges.len())?;
        self.lines.push(line);
        Ok(())
    }
}
