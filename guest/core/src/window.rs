//! Splits text into numbered lines and keeps the requested ones.
//!
//! [`Window`] takes the text of a file in pieces of any size. Lines before the window are only
//! counted, lines in it are kept as far as the caps allow, and lines after it are counted if the
//! rules ask for totals. Text that a cap cuts off is never stored: memory holds at most one piece
//! more than the caps.

mod capped_line;
pub(crate) mod line_index;
pub(crate) mod pages;
pub(crate) mod pass;
pub(crate) mod scan;
pub(crate) mod tail;
mod whole_lines;

use crate::extent::Measurer;
use crate::{
    Breaks, ClippedLine, FileError, FinalBreak, LastLine, LineNumber, LineStart, Measure, PastEnd,
    Rules, Stopped, Text, TextEncoding,
};

/// Keeps a window of lines from a stream of text.
#[derive(Debug)]
pub struct Window<'r> {
    rules: &'r Rules,
    first: LineNumber,
    max_lines: u64,
    phase: Phase,
    /// The number of the line that the next character belongs to.
    line: u64,
    /// Whether that line already has a character.
    line_begun: bool,
    /// Whether the last character was a CR that ended a line: an LF after it does not end another.
    after_return: bool,
    /// Whether the last character was a CR that belongs to the line unless an LF follows.
    held_return: bool,
    /// Whether there is a line after the window.
    more: bool,
    /// The offset of the next byte in the file.
    position: u64,
    output: Output,
    measurer: Measurer,
}

/// The next part of the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Before,
    Inside,
    After(Stopped),
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// With the end of the file.
    Open,
    /// With a break that is kept as LF.
    Break,
    /// With CR LF, which is kept.
    CrLf,
}

/// The content kept so far.
#[derive(Debug, Default)]
struct Output {
    content: String,
    lines: u64,
    clipped: Vec<ClippedLine>,
    last_line_open: bool,
    /// The cost of the complete lines for the byte cap.
    cost: u64,
    /// Where the current line begins in `content`.
    line_start: usize,
    /// The length of that line in the units of the line cap, once it has been counted.
    units: Option<u32>,
    /// The number of characters left out at its beginning.
    before: u32,
    /// Whether the rest of that line is dropped.
    cut: bool,
    /// The number of characters dropped at its end, if that is measured.
    dropped: u64,
    /// Whether the byte cap has cut it, so that not even its break is preserved.
    clipped_by_bytes: bool,
    /// Whether nothing more fits.
    full: bool,
    /// The file offset of the line after the complete ones.
    end: u64,
}

/// How far the stream was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Followed {
    /// To the end of the file.
    ToEnd,
    /// Until nothing more was needed.
    Enough,
    /// Until nothing more was needed, in a file whose remainder is known.
    Known {
        /// The number of its lines.
        total: u64,
        /// Its size in bytes. It is all UTF-8, or nothing is measured.
        end: u64,
    },
}

impl<'r> Window<'r> {
    /// Returns a window of `max_lines` lines starting at `first`. The text starts at the line
    /// `from`, which is not after `first`.
    pub fn new(rules: &'r Rules, from: LineStart, first: LineNumber, max_lines: u64) -> Self {
        let mut window = Self {
            rules,
            first,
            max_lines,
            phase: Phase::Before,
            line: from.line.get(),
            line_begun: false,
            after_return: false,
            held_return: false,
            more: false,
            position: from.offset,
            output: Output { end: from.offset, ..Output::default() },
            measurer: Measurer::new(rules.extent, rules.breaks, first, max_lines, from.offset),
        };
        window.enter_if_there();
        window
    }

    /// Takes the next text, decoded from `bytes` bytes of the file. The offset of a line is known
    /// if it starts a piece.
    pub(crate) fn push_decoded(&mut self, text: &str, bytes: usize) {
        self.position += bytes as u64;
        self.take(text);
    }

    /// Takes the next text of a UTF-8 file.
    pub fn push(&mut self, text: &str) {
        self.position += text.len() as u64;
        self.take(text);
    }

    /// Takes text whose bytes in the file have been counted.
    fn take(&mut self, mut text: &str) {
        self.measurer.advance(text.len());
        if self.after_return && !text.is_empty() {
            self.after_return = false;
            if let Some(rest) = text.strip_prefix('\n') {
                self.measurer.lengthen_break(text.len());
                if self.output.end == self.position - text.len() as u64 {
                    self.output.end += 1;
                }
                text = rest;
            }
        }
        while !text.is_empty() {
            match self.phase {
                Phase::Before => text = self.skip(text),
                Phase::Inside => match self.keep_whole_lines(text) {
                    "" => return,
                    rest => text = self.keep(rest),
                },
                Phase::After(_) => {
                    self.more = true;
                    self.count(text);
                    return;
                }
            }
        }
    }

    /// Takes `count` U+FFFD that replace `bytes` bytes. In the window they are ordinary text;
    /// elsewhere they cost nothing.
    pub fn push_replacements(&mut self, mut count: usize, bytes: usize) {
        const SOME: &str = "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}";
        const EACH: usize = '\u{fffd}'.len_utf8();
        self.position += bytes as u64;
        while count > 0 && self.phase == Phase::Inside && !self.output.cut {
            let length = count.min(SOME.len() / EACH);
            self.take(SOME.get(..length * EACH).unwrap_or_default());
            count -= length;
        }
        // One represents the rest: they break no line and are not kept.
        let others = count.saturating_sub(1);
        self.measurer.advance(others * EACH);
        if self.phase == Phase::Inside && self.rules.long_lines == Measure::Wanted {
            self.output.dropped += others as u64;
        }
        self.take(SOME.get(..count.min(1) * EACH).unwrap_or_default());
    }

    /// Returns whether the next text is before the window or in it.
    pub fn is_open(&self) -> bool {
        !matches!(self.phase, Phase::After(_))
    }

    /// Returns how many more lines must end before the window ends or the next piece may be of
    /// another kind. `None` if that does not depend on lines.
    pub(crate) fn lines_to_go(&self) -> Option<u64> {
        match self.phase {
            Phase::Before => Some(self.first.get() - self.line),
            Phase::Inside => Some(1),
            Phase::After(_) => None,
        }
    }

    /// Returns whether the whole window is kept, and it is known whether and where a line follows.
    pub fn has_enough(&self) -> bool {
        let break_may_grow = self.after_return && self.output.end == self.position;
        !self.is_open() && self.more && !break_may_grow
    }

    /// Same for a file of `total` lines, if nothing after the window matters.
    pub fn has_all_of(&self, total: u64) -> bool {
        self.has_enough() && self.measurer.is_done(total)
    }

    /// Returns whether the byte cap has ended the window.
    pub(crate) fn is_full(&self) -> bool {
        self.phase == Phase::After(Stopped::AtByteLimit)
    }

    /// The number of the line that the next character belongs to.
    pub fn line(&self) -> LineNumber {
        LineNumber::FIRST.after(self.line - 1)
    }

    /// Ends the stream and returns the lines.
    ///
    /// Fails if the window begins past the end and the rules refuse that.
    pub fn finish(
        mut self,
        followed: Followed,
        encoding: TextEncoding,
        lossy: bool,
    ) -> Result<Text, FileError> {
        let (total, file_end) = match followed {
            Followed::Enough => (None, None),
            Followed::Known { total, end } => (Some(total), Some(end)),
            Followed::ToEnd => {
                let has_last = self.line_begun || self.rules.final_break == FinalBreak::OpensLine;
                if self.phase == Phase::Inside && has_last {
                    self.append_held(self.held_return && self.pair() == Some(End::CrLf));
                    self.end_line(End::Open, self.position);
                }
                (Some(if has_last { self.line } else { self.line - 1 }), None)
            }
        };
        if let Some(total) = total
            && self.rules.past_end == PastEnd::Refused
            && self.first.get() > total.max(1)
        {
            return Err(FileError::PastEnd { total });
        }
        let requested = total.and_then(|total| self.measurer.extent(total, file_end));
        let next = self.first.after(self.output.lines);
        let stopped = match self.phase {
            Phase::After(stopped) if total.is_none_or(|total| next.get() <= total) => stopped,
            _ => Stopped::AtEnd,
        };
        Ok(Text {
            content: self.output.content,
            first: self.first,
            lines: self.output.lines,
            last_line: if self.output.last_line_open { LastLine::Open } else { LastLine::Ended },
            stopped,
            total,
            requested,
            columns_before: self.rules.columns_before,
            clipped: self.output.clipped,
            encoding,
            lossy,
            end: if total.is_some_and(|total| self.first.get() > total) {
                0
            } else {
                self.output.end
            },
        })
    }

    fn enter_if_there(&mut self) {
        if self.line == self.first.get() {
            self.phase = if self.max_lines == 0 {
                Phase::After(Stopped::AtLineLimit)
            } else {
                Phase::Inside
            };
        }
    }

    /// Skips lines before the window. Returns the rest, which starts with the window.
    fn skip<'t>(&mut self, mut text: &'t str) -> &'t str {
        if self.line + self.breaks_in(text) < self.first.get() {
            self.count(text);
            return "";
        }
        while self.phase == Phase::Before {
            let Some((_, rest)) = self.split_at_break(text) else { break };
            text = rest;
            self.line += 1;
            self.enter_if_there();
        }
        self.measurer.begin(text.len());
        self.output.end = self.position - text.len() as u64;
        self.line_begun = false;
        text
    }

    /// Keeps text up to the next break. Returns the rest.
    fn keep<'t>(&mut self, text: &'t str) -> &'t str {
        let (line, rest) = match self.split_at_break(text) {
            Some((line, rest)) => (line, Some(rest)),
            None => (text, None),
        };
        let mut end = if rest.is_some() { End::Break } else { End::Open };
        if let Some(pair) = self.pair() {
            let held = std::mem::take(&mut self.held_return);
            if let Some(line) = line.strip_suffix('\r') {
                self.append_held(held);
                self.append(line);
                self.held_return = rest.is_none();
                end = if rest.is_some() { pair } else { end };
            } else if held && line.is_empty() {
                end = pair;
            } else {
                self.append_held(held);
                self.append(line);
            }
        } else {
            self.append(line);
        }
        let Some(rest) = rest else {
            self.line_begun = true;
            return "";
        };
        let broken = text.get(..text.len() - rest.len()).unwrap_or_default();
        self.measurer.pass(broken, 1, self.line, rest.len());
        self.end_line(end, self.position - rest.len() as u64);
        self.line += 1;
        self.line_begun = false;
        self.more |= self.phase != Phase::Inside && self.rules.final_break == FinalBreak::OpensLine;
        rest
    }

    /// Returns how CR LF ends a line. `None` if a CR needs no LF, or is an ordinary character.
    fn pair(&self) -> Option<End> {
        match self.rules.breaks {
            Breaks::LfOrCrLf => Some(End::CrLf),
            Breaks::LfDroppingCr => Some(End::Break),
            Breaks::Lf | Breaks::Universal => None,
        }
    }

    /// Appends a CR that was held back for an LF that did not follow.
    fn append_held(&mut self, held: bool) {
        if held {
            self.append("\r");
        }
    }

    /// Counts lines outside the window.
    fn count(&mut self, text: &str) {
        let breaks = self.breaks_in(text);
        self.measurer.pass(text, breaks, self.line, 0);
        self.line += breaks;
        let universal = self.rules.breaks == Breaks::Universal;
        self.after_return = universal && text.ends_with('\r');
        self.line_begun = !(text.ends_with('\n') || self.after_return);
    }

    fn breaks_in(&self, text: &str) -> u64 {
        let bytes = text.as_bytes();
        let line_feeds = memchr::memchr_iter(b'\n', bytes).count();
        let lone_returns = match self.rules.breaks {
            Breaks::Lf | Breaks::LfOrCrLf | Breaks::LfDroppingCr => 0,
            Breaks::Universal => memchr::memchr_iter(b'\r', bytes)
                .filter(|at| bytes.get(at + 1) != Some(&b'\n'))
                .count(),
        };
        (line_feeds + lone_returns) as u64
    }

    /// Splits text at its first break: the text before and after it.
    fn split_at_break<'t>(&mut self, text: &'t str) -> Option<(&'t str, &'t str)> {
        let bytes = text.as_bytes();
        let at = match self.rules.breaks {
            Breaks::Lf | Breaks::LfOrCrLf | Breaks::LfDroppingCr => memchr::memchr(b'\n', bytes),
            Breaks::Universal => memchr::memchr2(b'\n', b'\r', bytes),
        }?;
        let length = match bytes.get(at..) {
            Some([b'\r', b'\n', ..]) => 2,
            Some([b'\r']) => {
                self.after_return = true;
                1
            }
            _ => 1,
        };
        Some((text.get(..at)?, text.get(at + length..)?))
    }
}
