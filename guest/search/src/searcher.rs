//! Finds matching lines in text that arrives in pieces of any size, in bounded memory.
//!
//! One file: everything here reads and changes the state of one search.

use crate::deadline::Deadline;
use crate::matcher::{Matcher, end_of_line, start_of_line};
use std::ops::{ControlFlow, Range};

/// How much of a line is searched at a time: a match that spans two parts of a longer line is
/// missed.
const MAX_LINE_BYTES: usize = 16 << 20;

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

/// A search of one haystack.
#[derive(Debug)]
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
    /// The offset of a line in the buffer, and the number of that line.
    counted: (usize, u64),
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
            counted: (0, from.number),
            after: 0,
            part: None,
            has_ended: false,
            deadline: Deadline::NEVER,
            is_partial: false,
        }
    }

    /// Sets a deadline, which also applies within a piece of the text and within a line.
    pub(crate) fn until(self, deadline: Deadline<'m>) -> Self {
        Self { deadline, ..self }
    }

    /// Returns whether a match may have been missed, because a long line was searched in parts.
    pub(crate) fn is_partial(&self) -> bool {
        self.is_partial
    }

    /// Takes the next piece of the text, and passes found lines to `take`. An empty piece ends the
    /// text.
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

    /// Returns the size of the buffer in bytes: an incomplete line, and lines that may become
    /// context of the next match.
    pub fn kept(&self) -> usize {
        self.buffer.len()
    }

    /// Searches the start of a line whose end has not arrived.
    pub(crate) fn search_part(
        &mut self,
        take: &mut dyn FnMut(FoundLine<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.search(self.buffer.len(), take)?;
        self.forget();
        ControlFlow::Continue(())
    }

    /// Returns the start of the first unsearched line, or of the unsearched rest of a line.
    pub(crate) fn position(&mut self) -> LineStart {
        LineStart { number: self.number_at(self.done), offset: self.offset + self.done as u64 }
    }

    /// Searches up to an end: whole lines, except for a part of a long one.
    fn search(
        &mut self,
        mut end: usize,
        take: &mut dyn FnMut(FoundLine<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut at = self.done;
        let mut last_match = None;
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
            let start = start_of_line(&self.buffer, found.start).max(self.done);
            // No line starts after the last line feed.
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

    /// Returns a line and the offset of its first match, and advances to the next line.
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
        // Saves counting lines to get the number of the next one.
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

    /// Returns the start of the context lines before a line.
    fn lines_before(&self, start: usize) -> usize {
        let mut at = start;
        for _ in 0..self.context.before {
            let Some(end) = at.checked_sub(1) else { break };
            at = start_of_line(&self.buffer, end);
        }
        at
    }

    /// Returns the number of the line at an offset.
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

    /// Drops searched text, except for lines that may become context of the next match.
    fn forget(&mut self) {
        let keep = match self.part {
            // Keep the last byte: no line can start after it.
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
