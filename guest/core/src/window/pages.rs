//! Reads lines and pages of a file.

use crate::window::pass::{Interrupted, Pass, Reading};
use crate::window::tail::last_lines;
use crate::{
    Breaks, Cursor, Encoding, File, FileError, FinalBreak, LineIndex, LineNumber, LineStart,
    Ordinal, Page, Rules, Stopped, Text, Totals, Tree,
};

/// Where to start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageStart {
    /// At this line.
    Line(LineNumber),
    /// This many lines before the end, or at line 1 if there are fewer.
    FromEnd(u64),
    /// At the end of an earlier read of the same version of the file.
    Cursor(Cursor),
}

impl<T: Tree> File<'_, T> {
    /// Reads up to `lines` lines starting at `first`. An index of the same version of the file,
    /// with the same rules about line breaks, shortens the way there and is extended.
    pub fn text(
        &self,
        first: LineNumber,
        lines: u64,
        rules: &Rules,
        mut index: Option<&mut LineIndex>,
    ) -> Result<Text, FileError> {
        self.head()?;
        self.in_encoding(self.recognized(rules)?, rules, |reading| {
            let (mut from, mut total) = (LineStart::FIRST, None);
            let mut index =
                index.as_deref_mut().filter(|_| reading.recognized.encoding == Encoding::Utf8);
            if let Some(index) = index.as_deref_mut() {
                let known = index.before(first);
                if self.is_line_start(known.offset, Encoding::Utf8, rules.breaks)? {
                    (from, total) = (known, index.total());
                } else {
                    index.forget();
                }
            }
            Pass { from, total, index, ..self.whole(reading, rules) }.run(self, first, lines)
        })
    }

    /// Reads up to `lines` lines and returns where to continue.
    ///
    /// The lines before the page are read only if their number is needed: for a start by line
    /// number, or for rules that ask for totals.
    pub fn page(
        &self,
        start: PageStart,
        lines: u64,
        rules: &Rules,
        index: Option<&mut LineIndex>,
    ) -> Result<Page, FileError> {
        let (text, first) = match start {
            PageStart::Line(line) => {
                (self.text(line, lines, rules, index)?, Ordinal::FromStart(line))
            }
            PageStart::FromEnd(before) => {
                let reading = self.recognized_from_afar(rules)?;
                self.in_encoding(reading, rules, |reading| {
                    self.last(before, lines, reading, rules)
                })?
            }
            PageStart::Cursor(cursor) => {
                let reading = self.recognized_from_afar(rules)?;
                self.in_encoding(reading, rules, |reading| {
                    let encoding = reading.recognized.encoding;
                    if !cursor.fits(self.end)
                        || !self.is_line_start(cursor.offset, encoding, rules.breaks)?
                    {
                        return Err(FileError::Stale.into());
                    }
                    let Cursor { total, lossy, .. } = cursor;
                    let pass = Pass { total, lossy, ..self.whole(reading, rules) };
                    let (text, first) = self.at_offset(cursor.offset, cursor.line, lines, pass)?;
                    Ok((Text { total: text.total.or(total), ..text }, first))
                })?
            }
        };
        let next = (text.stopped != Stopped::AtEnd).then(|| Cursor {
            offset: text.end,
            line: first.after(text.lines),
            total: text.total,
            lossy: text.lossy,
        });
        Ok(Page { text, first, next })
    }

    /// Reads up to `lines` of the last `before` lines.
    fn last(
        &self,
        before: u64,
        lines: u64,
        reading: Reading,
        rules: &Rules,
    ) -> Result<(Text, Ordinal), Interrupted> {
        let pass = || self.whole(reading, rules);
        if let Some(offset) = last_lines(self, before, reading.recognized.encoding, rules)? {
            let line = match offset {
                0 => Ordinal::FromStart(LineNumber::FIRST),
                _ => Ordinal::FromEnd(before),
            };
            return self.at_offset(offset, line, lines, pass());
        }
        // One pass to count, a second to read.
        let all = Pass { totals: Totals::Wanted, ..pass() };
        let total = all.run(self, LineNumber::FIRST, 0)?.total.unwrap_or_default();
        let first = LineNumber::FIRST.after(total.saturating_sub(before));
        let text = Pass { totals: Totals::Wanted, ..pass() }.run(self, first, lines)?;
        Ok((text, Ordinal::FromStart(first)))
    }

    /// Reads up to `lines` lines from the start of a line at an offset.
    fn at_offset(
        &self,
        offset: u64,
        line: Ordinal,
        lines: u64,
        pass: Pass<'_>,
    ) -> Result<(Text, Ordinal), Interrupted> {
        match line {
            Ordinal::FromStart(line) => {
                let pass = Pass { from: LineStart { offset, line }, ..pass };
                Ok((pass.run(self, line, lines)?, Ordinal::FromStart(line)))
            }
            Ordinal::FromEnd(_) if self.counts(pass.totals, pass.rules) => {
                let before = Pass {
                    until: offset,
                    totals: Totals::Wanted,
                    ..self.whole(pass.reading, pass.rules)
                };
                let counted = before.run(self, LineNumber::FIRST, 0)?;
                let lines_before = match pass.rules.final_break {
                    FinalBreak::EndsLine => counted.total.unwrap_or_default(),
                    FinalBreak::OpensLine => counted.total.unwrap_or_default().saturating_sub(1),
                };
                let line = LineNumber::FIRST.after(lines_before);
                let from = LineStart { offset, line };
                let pass = Pass { from, total: None, lossy: counted.lossy, ..pass };
                Ok((pass.run(self, line, lines)?, Ordinal::FromStart(line)))
            }
            Ordinal::FromEnd(_) => {
                let from = LineStart { offset, line: LineNumber::FIRST };
                let pass = Pass { from, total: None, totals: Totals::Unwanted, ..pass };
                let text = pass.run(self, LineNumber::FIRST, lines)?;
                // Only the lines from the offset on were counted.
                Ok((Text { total: None, ..text }, line))
            }
        }
    }

    /// Returns a pass over the whole file.
    fn whole<'a>(&self, reading: Reading, rules: &'a Rules) -> Pass<'a> {
        Pass {
            rules,
            reading,
            from: LineStart::FIRST,
            until: self.end,
            totals: rules.totals,
            total: None,
            lossy: false,
            index: None,
        }
    }

    /// Returns whether an offset is the start of a line.
    fn is_line_start(
        &self,
        offset: u64,
        encoding: Encoding,
        breaks: Breaks,
    ) -> Result<bool, FileError> {
        let unit = encoding.unit() as u64;
        if unit > 1 && offset > 0 {
            let Some(before) =
                offset.checked_sub(unit).filter(|before| before.is_multiple_of(unit))
            else {
                return Ok(false);
            };
            return Ok(encoding.is_line_feed(&self.up_to(before, offset)?));
        }
        let Some(before) = offset.checked_sub(1) else { return Ok(true) };
        Ok(match (self.piece(before, (offset + 1).min(self.end))?.as_ref(), breaks) {
            ([b'\n', ..], _) => true,
            ([b'\r'], Breaks::Universal) => true,
            ([b'\r', next, ..], Breaks::Universal) => *next != b'\n',
            _ => false,
        })
    }
}
