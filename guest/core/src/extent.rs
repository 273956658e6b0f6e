//! Measures the requested lines, regardless of caps.
//!
//! [`Measurer`] gets the length of the text as it arrives, the position where the first line
//! starts, and the pieces that contain line breaks. It finds the two breaks that matter: the one
//! after the first line and the one after the last.

use crate::{Breaks, Extent, LineNumber, Measure};

/// Finds the start and the end of the requested lines, in bytes of text from the start of the file.
#[derive(Debug)]
pub(crate) struct Measurer {
    measure: Measure,
    breaks: Breaks,
    first: LineNumber,
    /// The number of requested lines.
    lines: u64,
    /// The bytes of text that have arrived.
    position: u64,
    begin: u64,
    first_line_end: Option<u64>,
    end: Option<u64>,
}

impl Measurer {
    /// Returns a measurer for text that begins at byte `position`.
    pub(crate) fn new(
        measure: Measure,
        breaks: Breaks,
        first: LineNumber,
        lines: u64,
        position: u64,
    ) -> Self {
        let begin = position;
        Self { measure, breaks, first, lines, position, begin, first_line_end: None, end: None }
    }

    pub(crate) fn advance(&mut self, bytes: usize) {
        self.position += bytes as u64;
    }

    /// Starts the first line `after` bytes before the current position.
    pub(crate) fn begin(&mut self, before: usize) {
        self.begin = self.position - before as u64;
    }

    /// Extends the break that ended `after` bytes before the current position by one byte.
    pub(crate) fn lengthen_break(&mut self, before: usize) {
        let at = self.position - before as u64;
        if self.begin == at {
            self.begin += 1;
        }
        if self.end == Some(at) {
            self.end = Some(at + 1);
        }
    }

    /// Passes text with `breaks` line breaks, the first of which ends `line`. `after` bytes follow
    /// it in the current piece.
    pub(crate) fn pass(&mut self, text: &str, breaks: u64, line: u64, after: usize) {
        if self.measure == Measure::Unwanted || breaks == 0 {
            return;
        }
        let begin = self.position - (after + text.len()) as u64;
        let kinds = self.breaks;
        let break_of = |target: u64| {
            let nth = target.checked_sub(line).filter(|nth| *nth < breaks)?;
            starts(text, kinds).nth(usize::try_from(nth).ok()?)
        };
        if self.first_line_end.is_none()
            && let Some(at) = break_of(self.first.get())
        {
            self.first_line_end = Some(begin + at as u64);
        }
        let last = self.first.get().saturating_add(self.lines.saturating_sub(1));
        if self.end.is_none()
            && let Some(at) = break_of(last)
        {
            let broken = text.get(at..).unwrap_or_default();
            let length = if broken.starts_with("\r\n") { 2 } else { 1 };
            self.end = Some(begin + at as u64 + length);
        }
    }

    /// Returns whether later text cannot change the measures in a file of `total` lines.
    pub(crate) fn is_done(&self, total: u64) -> bool {
        let ends_with_file = |lines: u64| self.first.get().saturating_add(lines) > total;
        self.measure == Measure::Unwanted
            || (self.first_line_end.is_some() || ends_with_file(1))
                && (self.end.is_some() || ends_with_file(self.lines))
    }

    /// Returns the measures in a file of `total` lines, if the rules ask for them. The whole text
    /// has arrived, or it is UTF-8 and ends at `file_end`.
    pub(crate) fn extent(&self, total: u64, file_end: Option<u64>) -> Option<Extent> {
        let lines = self.lines.min(total.saturating_add(1).saturating_sub(self.first.get()));
        let file_end = file_end.unwrap_or(self.position);
        let up_to =
            |end: Option<u64>| if lines == 0 { 0 } else { end.unwrap_or(file_end) - self.begin };
        let extent =
            Extent { lines, bytes: up_to(self.end), first_line: up_to(self.first_line_end) };
        (self.measure == Measure::Wanted).then_some(extent)
    }
}

/// Returns the offsets of the line breaks.
fn starts(text: &str, breaks: Breaks) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    let other = if breaks == Breaks::Universal { b'\r' } else { b'\n' };
    memchr::memchr2_iter(b'\n', other, bytes).filter(move |&at| {
        let is_second = || at.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b'\r');
        other == b'\n' || bytes.get(at) != Some(&b'\n') || !is_second()
    })
}
