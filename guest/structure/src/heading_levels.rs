//! The open headings of a document.

use super::entry_budget::EntryBudget;
use super::indentation::Line;
use readroom_core::LineNumber;

/// The open headings by level, and the end of the text before the next one.
#[derive(Debug)]
pub(super) struct HeadingLevels {
    open: [Option<LineNumber>; LEVELS],
    /// The last lines that are not blank, the last one first.
    last: [Option<LineNumber>; 3],
}

/// The number of heading levels.
pub(super) const LEVELS: usize = 8;

impl HeadingLevels {
    pub(super) fn new() -> Self {
        Self { open: [None; LEVELS], last: [None; 3] }
    }

    /// Takes a line, after the heading that it is or ends was added.
    pub(super) fn pass(&mut self, line: &Line<'_>) {
        if line.indentation.is_some() {
            let [last, before, _] = self.last;
            self.last = [Some(line.number), last, before];
        }
    }

    /// Adds a heading, which ends those that are not above it. It started `lines` non-blank lines
    /// before the current one.
    pub(super) fn begin(
        &mut self,
        level: usize,
        (line, text): (LineNumber, &str),
        lines: usize,
        kept: &mut EntryBudget,
    ) {
        let end = self.last.get(lines).copied().flatten();
        for open in self.open.iter_mut().skip(level) {
            if let (Some(open), Some(end)) = (open.take(), end) {
                kept.end(open, end);
            }
        }
        if let Some(open) = self.open.get_mut(level) {
            *open = Some(line);
        }
        let above = self.open.iter().take(level).flatten().count();
        kept.add(line, above.try_into().unwrap_or(u32::MAX), text);
    }

    pub(super) fn end(&mut self, kept: &mut EntryBudget) {
        let [end, ..] = self.last;
        for open in self.open.into_iter().flatten() {
            kept.end(open, end.unwrap_or(open));
        }
    }
}
