//! A line of the results, clipped around its first match.

use readroom_matcher::{Deadline, FoundLine, Matcher};
use std::ops::Range;

/// The maximum number of match ranges returned per line.
const MAX_RANGES: usize = 100;

/// The share of a clipped line's characters before the first match, as a divisor.
const SHARE_BEFORE: u64 = 4;

/// A matching line, or a context line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchLine {
    /// Its number, from 1; in a notebook, the number of its cell.
    pub number: u64,
    /// The line without its line feed; a CR before that is kept. Ill-formed bytes are U+FFFD.
    pub text: String,
    /// The column of its first character in `text`, from 1.
    pub column: u64,
    /// Whether the line continues after `text`.
    pub goes_on: bool,
    /// Whether it matches.
    pub is_match: bool,
    /// Whether its match continues in the next line.
    pub continues: bool,
    /// The matches in `text`, at most 100: half-open ranges of columns.
    pub ranges: Vec<Range<u64>>,
    /// The number of matches in what is left out behind `text`; those after the first 100 of a line
    /// do not count.
    pub more_matches: u64,
    /// The names of the sheet cells in which these start, at most 3, such as `E457`.
    pub cells: Vec<String>,
    /// The last line of the definition in this line, if definitions were searched for.
    pub last: Option<u64>,
    /// The first and the last line of its block that are left out before it, and after it.
    pub left_out: [Option<(u64, u64)>; 2],
}

impl MatchLine {
    /// Returns a line with at most `columns` characters, and the matches found in time.
    pub(crate) fn new(
        line: &FoundLine<'_>,
        matcher: &Matcher,
        columns: u64,
        deadline: Deadline<'_>,
    ) -> Self {
        let mut matches = match line.is_match {
            true => matcher.find_all_from(line.bytes, line.first_match, MAX_RANGES, deadline),
            false => Vec::new(),
        };
        let continues = line.continued > 0;
        if continues && matches.is_empty() {
            matches.push(line.first_match..line.bytes.len());
        }
        let places = places(line.bytes, &matches);
        let (ranges, characters) = (places.ranges, places.characters);
        let skipped = match ranges.first() {
            _ if characters <= columns => 0,
            None => 0,
            Some(first) => first
                .start
                .saturating_sub(columns / SHARE_BEFORE)
                .min(characters.saturating_sub(columns)),
        };
        let end = skipped.saturating_add(columns).min(characters);
        let column = line.characters_before + 1;
        let more_matches = ranges.iter().filter(|range| range.start > end).count() as u64;
        let visible = |range: Range<u64>| {
            let (start, end) = (range.start.max(skipped), range.end.min(end));
            (start <= end && range.start <= end).then_some(start + column..end + column)
        };
        Self {
            number: line.number,
            text: part(line.bytes, skipped, end - skipped),
            column: column + skipped,
            goes_on: line.goes_on || end < characters,
            is_match: line.is_match,
            continues,
            ranges: ranges.into_iter().filter_map(visible).collect(),
            more_matches,
            cells: Vec::new(),
            last: None,
            left_out: [None, None],
        }
    }
}

/// The character ranges of matches in a line.
struct Places {
    ranges: Vec<Range<u64>>,
    characters: u64,
}

fn places(bytes: &[u8], matches: &[Range<usize>]) -> Places {
    let (mut at, mut before) = (0, 0);
    let mut place = |until: usize| {
        before += characters(bytes.get(at..until).unwrap_or_default());
        at = at.max(until);
        before
    };
    let ranges = matches.iter().map(|found| place(found.start)..place(found.end)).collect();
    Places { ranges, characters: place(bytes.len()) }
}

/// Returns the number of characters, counting each ill-formed sequence as one.
fn characters(bytes: &[u8]) -> u64 {
    match bytes.is_ascii() {
        true => bytes.len() as u64,
        false => String::from_utf8_lossy(bytes).chars().count() as u64,
    }
}

/// Returns characters of a line as text.
fn part(bytes: &[u8], skipped: u64, count: u64) -> String {
    let [skipped, count] =
        [skipped, count].map(|number| usize::try_from(number).unwrap_or(usize::MAX));
    match String::from_utf8_lossy(bytes) {
        text if skipped == 0 && count >= text.len() => text.into_owned(),
        text => text.chars().skip(skipped).take(count).collect(),
    }
}

#[cfg(test)]
mod tests;
