//! Reads the candidate rows: those that fit into the budget by themselves.

use super::arguments::{Request, Start};
use super::survey::{self, Style, Survey};
use readroom_core::{File, FileError, Tree};
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// The candidate rows.
pub(super) struct Rows {
    /// The first and the last line of the requested range. Empty if the last is less.
    pub(super) range: (u64, u64),
    pub(super) rows: VecDeque<Row>,
    /// Whether the requested column is inside a character.
    pub(super) is_column_split: bool,
}

/// A line.
pub(super) struct Row {
    pub(super) number: u64,
    /// Its text, starting at the requested column. If a first line is too long, only its start.
    pub(super) text: String,
    /// The number of UTF-16 units of the whole line.
    pub(super) length: u64,
}

impl Row {
    /// Returns the UTF-16 units of its number, a tab, and its text starting at a column.
    pub(super) fn units(&self, column: u64) -> u64 {
        digits(self.number) + 1 + self.length.saturating_sub(column)
    }
}

fn digits(number: u64) -> u64 {
    u64::from(number.checked_ilog10().unwrap_or_default()) + 1
}

impl Rows {
    /// Reads the rows of a request.
    pub(super) fn read<T: Tree>(
        file: &File<'_, T>,
        request: &Request,
        survey: &Survey,
    ) -> Result<Self, FileError> {
        let first = match request.start {
            Start::Line(line) => line,
            Start::FromEnd(lines) => survey.lines.saturating_sub(lines) + 1,
        };
        let end = request.n_lines.map_or(u64::MAX, |lines| first.saturating_add(lines));
        let range = (first, survey.lines.min(end - 1));
        let begin = || Collector::new(request, survey.style, range);
        let rules = survey::rules(survey.encoding);
        let (mut collector, _) = if range.0 > range.1 {
            return Ok(Self { range, rows: VecDeque::new(), is_column_split: false });
        } else {
            file.scan(&rules, begin, |collector, text| collector.take(text))?
        };
        // The last line may have no line feed.
        if collector.line <= range.1 && !collector.is_done {
            collector.end_line();
        }
        let Collector { rows, is_column_split, .. } = collector;
        Ok(Self { range, rows, is_column_split })
    }
}

/// Collects rows from text.
struct Collector {
    style: Style,
    max: u64,
    from_end: bool,
    range: (u64, u64),
    /// The number of the current line.
    line: u64,
    is_at_beginning: bool,
    /// The column at which the current line starts to be kept.
    column: u64,
    /// The number of UTF-16 units of the current line.
    length: u64,
    /// The kept part of it.
    text: String,
    /// The number of UTF-16 units of that part. None are added once something was dropped.
    kept: u64,
    is_cut: bool,
    rows: VecDeque<Row>,
    /// The number of UTF-16 units of these rows, each with a line feed.
    units: u64,
    is_column_split: bool,
    is_done: bool,
}

impl Collector {
    fn new(request: &Request, style: Style, range: (u64, u64)) -> Self {
        Self {
            style,
            max: request.max_chars,
            from_end: matches!(request.start, Start::FromEnd(_)),
            range,
            line: 1,
            is_at_beginning: true,
            column: request.column,
            length: 0,
            text: String::new(),
            kept: 0,
            is_cut: false,
            rows: VecDeque::new(),
            units: 0,
            is_column_split: false,
            is_done: false,
        }
    }

    /// Takes the next text of the file.
    fn take(&mut self, mut text: &str) -> ControlFlow<()> {
        if std::mem::take(&mut self.is_at_beginning) {
            text = text.strip_prefix('\u{feff}').unwrap_or(text);
        }
        if self.line < self.range.0 {
            let line_feeds = memchr::memchr_iter(b'\n', text.as_bytes());
            let missing = usize::try_from(self.range.0 - self.line - 1).unwrap_or(usize::MAX);
            match line_feeds.clone().nth(missing) {
                None => {
                    self.line += line_feeds.count() as u64;
                    return ControlFlow::Continue(());
                }
                Some(at) => {
                    self.line = self.range.0;
                    text = text.get(at + 1..).unwrap_or_default();
                }
            }
        }
        while let Some((line, rest)) = text.split_once('\n') {
            self.push(line);
            self.end_line();
            if self.is_done {
                return ControlFlow::Break(());
            }
            text = rest;
        }
        self.push(text);
        ControlFlow::Continue(())
    }

    /// Adds text to the current line.
    fn push(&mut self, text: &str) {
        let text = self.style.show(text);
        let units = units(&text);
        let skipped = self.column.saturating_sub(self.length).min(units);
        self.length += units;
        let (before, count) = prefix(&text, skipped);
        if count < skipped {
            self.is_column_split = true;
            return;
        }
        let rest = text.get(before.len()..).unwrap_or_default();
        let room = self.max.saturating_sub(self.kept);
        let (rest, count) = if units - skipped > room {
            // Nothing may follow a gap.
            let cut = if self.is_cut { ("", 0) } else { prefix(rest, room) };
            self.is_cut = true;
            cut
        } else if self.is_cut {
            ("", 0)
        } else {
            (rest, units - skipped)
        };
        self.text.push_str(rest);
        self.kept += count;
    }

    /// Ends the current line.
    fn end_line(&mut self) {
        let row = Row {
            number: self.line,
            text: std::mem::take(&mut self.text),
            length: std::mem::take(&mut self.length),
        };
        let column = std::mem::take(&mut self.column);
        (self.kept, self.is_cut) = (0, false);
        self.line += 1;
        self.is_done = self.line > self.range.1;
        let units = row.units(column) + 1;
        if self.from_end {
            self.units += units;
            self.rows.push_back(row);
            while self.units > self.max + 1
                && let Some(oldest) = self.rows.pop_front()
            {
                self.units -= oldest.units(0) + 1;
            }
        } else if self.rows.is_empty() || self.units + units <= self.max + 1 {
            self.units += units;
            self.rows.push_back(row);
        } else {
            self.is_done = true;
        }
    }
}

/// Returns the number of UTF-16 units of a text.
pub(super) fn units(text: &str) -> u64 {
    if text.is_ascii() {
        return text.len() as u64;
    }
    // Each lead byte counts, and once more if the character is a surrogate pair.
    text.bytes().map(|byte| u64::from(byte & 0xc0 != 0x80) + u64::from(byte >= 0xf0)).sum()
}

/// Returns the longest prefix with at most this many UTF-16 units, and their number: one less if
/// the last one is half of a pair.
pub(super) fn prefix(text: &str, max: u64) -> (&str, u64) {
    // No character has more units than bytes.
    if text.len() as u64 <= max {
        return (text, units(text));
    }
    let mut count = 0;
    for (at, character) in text.char_indices() {
        let units = character.len_utf16() as u64;
        if count + units > max {
            return (text.get(..at).unwrap_or_default(), count);
        }
        count += units;
    }
    (text, count)
}

#[cfg(test)]
mod tests {
    use super::{digits, prefix, units};

    #[test]
    fn a_prefix_splits_no_pair() {
        for (max, expected) in [
            (0, ("", 0)),
            (1, ("a", 1)),
            (2, ("a", 1)),
            (3, ("a\u{1f642}", 3)),
            (4, ("a\u{1f642}é", 4)),
            (9, ("a\u{1f642}é", 4)),
        ] {
            assert_eq!(prefix("a\u{1f642}é", max), expected, "{max}");
        }
        assert_eq!(units("a\u{1f642}é"), 4);
    }

    #[test]
    fn numbers_have_digits() {
        assert_eq!([1, 9, 10, 99, 100].map(digits), [1, 1, 2, 2, 3]);
    }
}
