//! Finds the lines of a text that match, in pieces of any size and bounded memory.
//!
//! One file: everything here reads and changes the state of one search.

use crate::deadline::Deadline;
use crate::matcher::{Matcher, end_of_line, start_of_line};
use std::ops::{ControlFlow, Range};

/// How much of a line is searched at a time: in a longer line, a match that lies in two parts is
/// not found.
const MAX_LINE_BYTES: usize = 16 << 20;

/// How much of the text before a match is kept for the lines before it.
const MAX_CONTEXT_BYTES: usize = 1 << 20;

/// A line that matches, or one near it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundLine<'a> {
    /// Its number, from 1.
    pub number: u64,
    /// Its bytes without the line feed, or a part of it.
    pub bytes: &'a [u8],
    /// The number of characters of the line before these bytes.
    pub characters_before: u64,
    /// Whether the line goes on behind these bytes.
    pub goes_on: bool,
    /// Whether it matches.
    pub is_match: bool,
    /// Where the first match in these bytes begins; 0 if there is none.
    pub first_match: usize,
    /// Where the next line begins, in bytes from the beginning of the text.
    pub end: u64,
}

/// The number of lines to return with each that matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// Before it.
    pub before: usize,
    /// After it.
    pub after: usize,
}

/// Where a line begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineStart {
    /// Its number, from 1.
    pub number: u64,
    /// In bytes from the beginning of the text.
    pub offset: u64,
}

impl LineStart {
    /// The beginning of a text.
    pub const FIRST: Self = Self { number: 1, offset: 0 };
}

/// A search of one text.
#[derive(Debug)]
pub struct Searcher<'m> {
    matcher: &'m Matcher,
    context: Context,
    /// Lines that were searched and may be near a match, and those to be searched.
    buffer: Vec<u8>,
    /// The number of bytes before the buffer.
    offset: u64,
    /// The number of bytes that were searched.
    done: usize,
    /// The number of bytes that were returned.
    returned: usize,
    /// A place in the buffer where a line begins, and the number of that line.
    counted: (usize, u64),
    /// The number of lines after a match that are still to be returned.
    after: usize,
    /// The line that was searched in part.
    part: Option<LinePart>,
    /// Whether the text ends where the buffer does.
    has_ended: bool,
    /// When a search ends, if only in part.
    deadline: Deadline<'m>,
    /// Whether a line was longer than what is searched at a time, so that a match may be missed.
    is_partial: bool,
}

/// The part of a line that was searched.
#[derive(Clone, Copy, Debug)]
struct LinePart {
    characters: u64,
    is_match: bool,
}

impl<'m> Searcher<'m> {
    /// Returns a search of a text from a line on.
    pub fn new(matcher: &'m Matcher, context: Context, from: LineStart) -> Self {
        Self {
            matcher,
            context,
            buffer: Vec::new(),
            offset: from.offset,
            done: 0,
            returned: 0,
            counted: (0, from.number),
            after: 0,
            part: None,
            has_ended: false,
            deadline: Deadline::NEVER,
            is_partial: false,
        }
    }

    /// Ends the search at a deadline, within a piece of the text and within a line.
    pub(crate) fn until(self, deadline: Deadline<'m>) -> Self {
        Self { deadline, ..self }
    }

    /// Returns whether a match may have been missed, because a long line was searched in parts.
    pub(crate) fn is_partial(&self) -> bool {
        self.is_partial
    }

    /// Takes the next piece of the text, and passes what was found to `take`. An empty piece ends
    /// the text.
    pub fn push(
        &mut self,
        piece: &[u8],
        take: &mut dyn FnMut(FoundLine<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let before = self.buffer.len();
        self.has_ended = piece.is_empty();
        self.buffer.extend_from_slice(piece);
        let end = match memchr::memrchr(b'\n', piece) {
            Some(at) => before + at + 1,
            None if piece.is_empty() => before,
            None if self.buffer.len() - self.done > MAX_LINE_BYTES => self.buffer.len(),
            None => return ControlFlow::Continue(()),
        };
        self.search(end, take)?;
        self.forget();
        ControlFlow::Continue(())
    }

    /// Returns the number of bytes that it keeps: a line whose end has not come, and lines that may
    /// belong before the next match.
    pub fn kept(&self) -> usize {
        self.buffer.len()
    }

    /// Searches the beginning of a line whose end has not come.
    pub(crate) fn search_part(
        &mut self,
        take: &mut dyn FnMut(FoundLine<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.search(self.buffer.len(), take)?;
        self.forget();
        ControlFlow::Continue(())
    }

    /// Returns where the first line begins that was not searched, or the rest of a line whose
    /// beginning was.
    pub(crate) fn position(&mut self) -> LineStart {
        LineStart { number: self.number_at(self.done), offset: self.offset + self.done as u64 }
    }

    /// Searches up to an end: whole lines, but for a part of a long one.
    fn search(
        &mut self,
        mut end: usize,
        take: &mut dyn FnMut(FoundLine<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut at = self.done;
        let mut last_match = None;
        if let Some(part) = self.part {
            let next = end_of_line(&self.buffer, at, end);
            // It has been returned, as far as it is.
            self.returned = self.returned.max(next);
            if part.is_match {
                (at, last_match) = (next, Some(at));
            }
        }
        while at < end {
            let Some(found) = self.find(at, &mut end) else { break };
            let start = start_of_line(&self.buffer, found.start).max(self.done);
            // No line begins behind the last line feed.
            if start == end {
                break;
            }
            self.take_after(start, end, take)?;
            let mut before = self.lines_before(start).max(self.returned);
            while before < start {
                before = self.take(before, end, None, take)?;
            }
            at = self.take(start, end, Some(found.start), take)?;
            (self.after, last_match) = (self.context.after, Some(start));
        }
        self.take_after(end, end, take)?;
        self.part = self.part_at(end, last_match);
        self.done = end;
        ControlFlow::Continue(())
    }

    /// Returns the first match at or after a place, in windows: in whole lines, as far as they are
    /// not too long. If the deadline passes, `end` is where the search ends.
    fn find(&mut self, mut at: usize, end: &mut usize) -> Option<Range<usize>> {
        let text = self.buffer.get(..*end).unwrap_or_default();
        let (overlap, is_exact) = self.matcher.overlap();
        loop {
            let mut stop = at.saturating_add(self.matcher.window).min(*end);
            let mut next = stop;
            if stop < *end {
                match start_of_line(text, stop) {
                    start if start > at => (stop, next) = (start, start),
                    _ => {
                        next = stop - overlap;
                        self.is_partial |= !is_exact;
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

    /// Returns a line, with where its first match begins. Continues with where the next one begins.
    fn take(
        &mut self,
        start: usize,
        end: usize,
        first_match: Option<usize>,
        take: &mut dyn FnMut(FoundLine<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<(), usize> {
        let number = self.number_at(start);
        let next = end_of_line(&self.buffer, start, end);
        self.returned = next;
        let line = self.buffer.get(start..next).unwrap_or_default();
        // So the number of the next one need not be counted.
        if line.ends_with(b"\n") {
            self.counted = (next, number + 1);
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
            first_match: first_match.map_or(0, |at| at.saturating_sub(start)),
            end: self.offset + next as u64,
        });
        taken.map_continue(|()| next)
    }

    /// Returns where the lines begin that belong before a line.
    fn lines_before(&self, start: usize) -> usize {
        let mut at = start;
        for _ in 0..self.context.before {
            let Some(end) = at.checked_sub(1) else { break };
            at = start_of_line(&self.buffer, end);
        }
        at
    }

    /// Returns the number of the line that begins at a place.
    fn number_at(&mut self, start: usize) -> u64 {
        let (counted, number) = self.counted;
        let lines = |range: Range<usize>| {
            let text = self.buffer.get(range).unwrap_or_default();
            memchr::memchr_iter(b'\n', text).count() as u64
        };
        let number = match start >= counted {
            true => number + lines(counted..start),
            false => number - lines(start..counted),
        };
        self.counted = (start, number);
        number
    }

    /// Drops what was searched, but for the lines that may belong before the next match.
    fn forget(&mut self) {
        let keep = match self.part {
            // One byte stays: no line begins behind it.
            Some(_) => self.done.saturating_sub(1),
            None => {
                let nearest = self.done.saturating_sub(MAX_CONTEXT_BYTES);
                let nearest =
                    if nearest > 0 { end_of_line(&self.buffer, nearest, self.done) } else { 0 };
                self.lines_before(self.done).max(self.returned).max(nearest)
            }
        };
        let number = self.number_at(keep);
        self.buffer.drain(..keep);
        self.offset += keep as u64;
        self.done -= keep;
        self.returned = self.returned.saturating_sub(keep);
        self.counted = (0, number);
    }
}

#[cfg(test)]
mod tests;
