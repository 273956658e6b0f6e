//! Finds matching lines in text that arrives in pieces of any size, in bounded memory.
//!
//! One file: everything here reads and changes the state of one search.

use crate::deadline::Deadline;
use crate::matcher::{Matcher, end_of_line, start_of_line};
use readroom_core::is_utf8;
use std::ops::{ControlFlow, Range};

/// How much of a line is searched at a time: a match that spans two parts of a longer line is
/// missed.
const MAX_LINE_BYTES: usize = 16 << 20;

/// How much text is searched at a time for matches that span lines.
const MAX_SPANNED_BYTES: usize = 4 << 20;

/// How much of the text before a match is kept for context lines.
const MAX_CONTEXT_BYTES: usize = 1 << 20;

/// A matching line, or a context line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundLine<'a> {
    /// Its number, from 1.
    pub number: u64,
    /// Its bytes without the line feed, or a part of it.
    pub bytes: &'a [u8],
    /// The number of characters of the line before these bytes.
    pub characters_before: u64,
    /// Whether the line continues after these bytes.
    pub goes_on: bool,
    /// Whether it matches.
    pub is_match: bool,
    /// The offset of the first match in these bytes; 0 if there is none.
    pub first_match: usize,
    /// The number of lines after it in which its match continues.
    pub continued: usize,
    /// The byte offset of the next line in the text.
    pub end: u64,
}

/// The number of context lines of each match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// Before the match.
    pub before: usize,
    /// After the match.
    pub after: usize,
}

/// The start of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineStart {
    /// Its number, from 1.
    pub number: u64,
    /// Its byte offset in the text.
    pub offset: u64,
}

impl LineStart {
    /// The beginning of the text.
    pub const FIRST: Self = Self { number: 1, offset: 0 };
}

/// Counts no line feeds, for a search whose numbers are not used.
pub const NO_NUMBERS: &dyn Fn(Range<u64>) -> u64 = &|_| 0;

/// A search of one haystack.
pub struct Searcher<'m> {
    matcher: &'m Matcher,
    context: Context,
    /// Searched lines that may become context, and unsearched lines.
    buffer: Vec<u8>,
    /// The number of bytes before the buffer.
    offset: u64,
    /// The number of bytes searched.
    done: usize,
    /// The number of bytes returned.
    returned: usize,
    /// A line whose number is known.
    counted: LineStart,
    /// Counts the line feeds of text that was skipped.
    line_feeds: Option<&'m dyn Fn(Range<u64>) -> u64>,
    /// The number of context lines after a match that are still to be returned.
    after: usize,
    /// The partially searched line.
    part: Option<LinePart>,
    /// Whether the text ends with the buffer.
    has_ended: bool,
    /// When the search stops, even inside a piece.
    deadline: Deadline<'m>,
    /// Whether a line was searched in parts, so that a match may have been missed.
    is_partial: bool,
    /// Whether searched text must be UTF-8.
    is_checked: bool,
    /// Whether it was not.
    is_ill_formed: bool,
    /// The number of matching lines that were not returned, if none is.
    tally: Option<u64>,
    /// Whether the last piece waits for more of the text.
    is_waiting: bool,
}

#[derive(Clone, Copy, Debug)]
struct LinePart {
    characters: u64,
    is_match: bool,
}

impl<'m> Searcher<'m> {
    /// Returns a search of text that starts at a line.
    pub fn new(matcher: &'m Matcher, context: Context, from: LineStart) -> Self {
        Self {
            matcher,
            context,
            buffer: Vec::new(),
            offset: from.offset,
            done: 0,
            returned: 0,
            counted: from,
            line_feeds: None,
            after: 0,
            part: None,
            has_ended: false,
            deadline: Deadline::NEVER,
            is_partial: false,
            is_checked: false,
            is_ill_formed: false,
            tally: None,
            is_waiting: false,
        }
    }

    /// Skips text without a required literal. `line_feeds` counts the line feeds in a part of it,
    /// if a match asks for its number.
    pub fn skipping(self, line_feeds: &'m dyn Fn(Range<u64>) -> u64) -> Self {
        Self { line_feeds: Some(line_feeds), ..self }
    }

    /// Ends the search if text that is not skipped is not UTF-8.
    pub fn checking(self, is_checked: bool) -> Self {
        Self { is_checked, ..self }
    }

    /// Counts matching lines instead of returning lines.
    pub fn tallying(self, is_tallying: bool) -> Self {
        Self { tally: is_tallying.then_some(0), ..self }
    }

    /// Returns the number of lines counted since the last call.
    pub fn take_tally(&mut self) -> u64 {
        self.tally.as_mut().map_or(0, std::mem::take)
    }

    /// Returns whether the search ended because the text is not UTF-8.
    pub fn is_ill_formed(&self) -> bool {
        self.is_ill_formed
    }

    /// Sets a deadline, which also applies within a piece of the text and within a line.
    pub fn until(self, deadline: Deadline<'m>) -> Self {
        Self { deadline, ..self }
    }

    /// Returns whether a match may have been missed, because a long line was searched in parts.
    pub fn is_partial(&self) -> bool {
        self.is_partial
    }

    /// Returns whether the last piece is not searched yet, because a match may span it and the next
    /// one.
    pub fn is_waiting(&self) -> bool {
        self.is_waiting
    }

    /// Takes the next piece of the text, and passes found lines to `take`. An empty piece ends the
    /// text.
    pub fn push(
        &mut self,
        piece: &[u8],
        take: &mut dyn FnMut(FoundLine<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.skip(piece) {
            return ControlFlow::Continue(());
        }
        let before = self.buffer.len();
        self.has_ended = piece.is_empty();
        self.buffer.extend_from_slice(piece);
        self.is_waiting = self.matcher.spans_lines
            && !self.has_ended
            && self.buffer.len() - self.done < MAX_SPANNED_BYTES;
        if self.is_waiting {
            return ControlFlow::Continue(());
        }
        let end = match memchr::memrchr(b'\n', piece) {
            Some(at) => before + at + 1,
            None if piece.is_empty() => before,
            None if self.buffer.len() - self.done > MAX_LINE_BYTES => self.buffer.len(),
            None => return ControlFlow::Continue(()),
        };
        if self.is_checked && !is_utf8(self.buffer.get(..end).unwrap_or_default()) {
            self.is_ill_formed = true;
            return ControlFlow::Break(());
        }
        self.search(end, take)?;
        self.forget();
        ControlFlow::Continue(())
    }

    /// Passes over a piece that has the end of a line, but neither a literal that a match requires
    /// nor a context line after a match. Returns whether it did.
    fn skip(&mut self, piece: &[u8]) -> bool {
        let (Some(required), Some(_)) = (&self.matcher.required, self.line_feeds) else {
            return false;
        };
        let Some(end) = memchr::memrchr(b'\n', piece).map(|at| at + 1) else { return false };
        if self.after > 0 || self.part.is_some() {
            return false;
        }
        let overlap = required.longest() - 1;
        let rest = self.buffer.get(self.done..).unwrap_or_default();
        let tail = rest.get(rest.len().saturating_sub(overlap)..).unwrap_or_default();
        let seam = [tail, piece.get(..overlap).unwrap_or(piece)].concat();
        let start = lines_before(piece, end, self.context.before);
        if start == 0 && self.context.before > 0
            || [rest, &seam, piece].iter().any(|text| required.find(text).is_some())
        {
            return false;
        }
        self.offset += (self.buffer.len() + start) as u64;
        self.buffer.clear();
        self.buffer.extend_from_slice(piece.get(start..).unwrap_or_default());
        (self.done, self.returned) = (end - start, 0);
        true
    }

    /// Returns the size of the buffer in bytes: an incomplete line, and lines that may become
    /// context of the next match.
    pub fn kept(&self) -> usize {
        self.buffer.len()
    }

    /// Searches the start of a line whose end has not arrived.
    pub fn search_part(
        &mut self,
        take: &mut dyn FnMut(FoundLine<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.search(self.buffer.len(), take)?;
        self.forget();
        ControlFlow::Continue(())
    }

    /// Returns the start of the first unsearched line, or of the unsearched rest of a line.
    pub fn position(&mut self) -> LineStart {
        LineStart { number: self.number_at(self.done), offset: self.offset + self.done as u64 }
    }

    /// Searches up to an end: whole lines, except for a part of a long one.
    fn search(
        &mut self,
        mut end: usize,
        take: &mut dyn FnMut(FoundLine<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut at = self.done;
        let (mut last_match, mut last_tallied) = (None, None);
        if let Some(part) = self.part {
            let next = end_of_line(&self.buffer, at, end);
            // It has been returned, as far as it goes.
            self.returned = self.returned.max(next);
            if part.is_match {
                (at, last_match) = (next, Some(at));
            }
        }
        while at < end {
            let Some(found) = self.find(at, &mut end) else { break };
            if let Some(tally) = self.tally.as_mut().filter(|_| found.start < end) {
                *tally += 1;
                at = end_of_line(&self.buffer, found.start, end);
                (self.returned, last_tallied) = (at, Some(found.start));
                end = if self.is_late() { at } else { end };
                continue;
            }
            let start = start_of_line(&self.buffer, found.start).max(self.done);
            // No line starts after the last line feed.
            if start == end {
                break;
            }
            self.take_after(start, end, take)?;
            let mut before =
                lines_before(&self.buffer, start, self.context.before).max(self.returned);
            while before < start {
                before = self.take(before, end, None, take)?;
            }
            let continued = match self.matcher.spans_lines {
                true => line_feeds_in(self.buffer.get(found.clone()).unwrap_or_default()),
                false => 0,
            };
            at = self.take(start, end, Some((found.start, continued)), take)?;
            (self.after, last_match) = (self.context.after.max(continued), Some(start));
            end = if self.is_late() { at } else { end };
        }
        self.take_after(end, end, take)?;
        let last_match = last_match.max(last_tallied);
        self.part = self.part_at(end, last_match);
        self.done = end;
        ControlFlow::Continue(())
    }

    /// Returns the first match at or after an offset, searching in windows: whole lines, unless
    /// they are too long. If the deadline passes, `end` is set to where the search stopped.
    fn find(&mut self, mut at: usize, end: &mut usize) -> Option<Range<usize>> {
        let text = self.buffer.get(..*end).unwrap_or_default();
        let (overlap, is_exact) = self.matcher.overlap();
        loop {
            let mut stop = at.saturating_add(self.matcher.window).min(*end);
            let mut next = stop;
            if stop < *end {
                match start_of_line(text, stop) {
                    start if start > at => (stop, next) = (start, start),
                    _ if is_exact => next = stop - overlap,
                    _ => {
                        let line = at..end_of_line(text, at, *end);
                        match self.matcher.find_in_long_line(text, line.clone()) {
                            Some(found @ Some(_)) => return found,
                            Some(None) => (stop, next) = (at, line.end),
                            None => {
                                next = stop - overlap;
                                self.is_partial = true;
                            }
                        }
                    }
                }
            }
            if let found @ Some(_) = self.matcher.find(text, at..stop) {
                return found;
            }
            if stop == *end {
                return None;
            }
            at = next;
            if self.deadline.has_passed() {
                *end = at;
                return None;
            }
        }
    }

    /// Returns whether the time is up, if each match may take long.
    fn is_late(&self) -> bool {
        self.matcher.is_slow() && self.deadline.has_passed()
    }

    /// Returns the part of a line that ends here.
    fn part_at(&self, end: usize, last_match: Option<usize>) -> Option<LinePart> {
        let start = start_of_line(&self.buffer, end).max(self.done);
        let part = self.buffer.get(start..end).filter(|part| !part.is_empty())?;
        let before = self.part.filter(|_| start == self.done);
        let characters = String::from_utf8_lossy(part).chars().count() as u64;
        Some(LinePart {
            characters: before.map_or(0, |part| part.characters) + characters,
            is_match: last_match.is_some_and(|last| last >= start),
        })
    }

    /// Returns lines after a match, up to the next one.
    fn take_after(
        &mut self,
        until: usize,
        end: usize,
        take: &mut dyn FnMut(FoundLine<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        while self.after > 0 && self.returned < until {
            self.after -= 1;
            self.take(self.returned, end, None, take)?;
        }
        ControlFlow::Continue(())
    }

    /// Returns a line with the offset of its first match and the number of lines in which that
    /// continues, and advances to the next line.
    fn take(
        &mut self,
        start: usize,
        end: usize,
        first_match: Option<(usize, usize)>,
        take: &mut dyn FnMut(FoundLine<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<(), usize> {
        let number = self.number_at(start);
        let next = end_of_line(&self.buffer, start, end);
        self.returned = next;
        let line = self.buffer.get(start..next).unwrap_or_default();
        // Saves counting lines to get the number of the next one.
        let end = self.offset + next as u64;
        if line.ends_with(b"\n") {
            self.counted = LineStart { number: number + 1, offset: end };
        }
        let taken = take(FoundLine {
            number,
            bytes: line.strip_suffix(b"\n").unwrap_or(line),
            characters_before: match self.part {
                Some(part) if start == self.done => part.characters,
                _ => 0,
            },
            goes_on: !self.has_ended && !line.ends_with(b"\n"),
            is_match: first_match.is_some(),
            first_match: first_match.map_or(0, |(at, _)| at.saturating_sub(start)),
            continued: first_match.map_or(0, |(_, lines)| lines),
            end,
        });
        taken.map_continue(|()| next)
    }

    /// Returns the number of the line at an offset.
    fn number_at(&mut self, start: usize) -> u64 {
        let LineStart { number, offset } = self.counted;
        let skipped = match self.line_feeds {
            Some(line_feeds) if offset < self.offset => line_feeds(offset..self.offset),
            _ => 0,
        };
        let counted = usize::try_from(offset.saturating_sub(self.offset)).unwrap_or(usize::MAX);
        let lines =
            |range: Range<usize>| line_feeds_in(self.buffer.get(range).unwrap_or_default()) as u64;
        let number = match start >= counted {
            true => number + skipped + lines(counted..start),
            false => number - lines(start..counted),
        };
        self.counted = LineStart { number, offset: self.offset + start as u64 };
        number
    }

    /// Drops searched text, except for lines that may become context of the next match.
    fn forget(&mut self) {
        let keep = match self.part {
            // Keep the last byte: no line can start after it.
            Some(_) => self.done.saturating_sub(1),
            None => {
                let nearest = self.done.saturating_sub(MAX_CONTEXT_BYTES);
                let nearest =
                    if nearest > 0 { end_of_line(&self.buffer, nearest, self.done) } else { 0 };
                let before = lines_before(&self.buffer, self.done, self.context.before);
                before.max(self.returned).max(nearest)
            }
        };
        // After a match, the next one is often near. Otherwise none may come, and a tally asks for
        // no number.
        let is_near = self.tally.is_none() && self.counted.offset >= self.offset;
        if self.line_feeds.is_none() || is_near {
            self.number_at(keep);
        }
        self.buffer.drain(..keep);
        self.offset += keep as u64;
        self.done -= keep;
        self.returned = self.returned.saturating_sub(keep);
    }
}

fn line_feeds_in(text: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', text).count()
}

/// Returns the start of up to `count` lines before a line.
fn lines_before(text: &[u8], start: usize, count: usize) -> usize {
    let mut at = start;
    for _ in 0..count {
        let Some(end) = at.checked_sub(1) else { break };
        at = start_of_line(text, end);
    }
    at
}

#[cfg(test)]
mod tests;
