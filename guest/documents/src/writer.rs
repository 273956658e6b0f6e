//! Writes the text of a document: paragraphs, tables, units, up to the limit.

mod containers;
mod paragraph;
mod state;

use crate::error::{Fault, Outcome};
use crate::markdown::{clean, one_line, title};
use crate::{Facts, Format, Limit, Unit, Unseen};
use readroom_pdf::marks::{BEGIN, END, escaped, marked, push_line};
pub(crate) use state::{Block, Link, PageHeaders, Writer};
use std::borrow::Cow;

/// The size of headings allowed beyond the limit: those of a table are written when it ends.
const HEADINGS: usize = 256 << 10;

/// The state between two paragraphs: the size of the text, and what is counted.
type Mark = (usize, usize, Unseen, u64);

impl Writer {
    pub(crate) fn new(format: Format, limit: usize) -> Self {
        let facts = Facts { format, ..Facts::default() };
        Self { facts, limit, ..Self::default() }
    }

    /// Counts bytes toward the limit of the text.
    pub(crate) fn take(&mut self, bytes: usize) -> Outcome {
        self.pushed += bytes;
        if self.pushed > self.limit { Err(Fault::TooLarge(Limit::Text)) } else { Ok(()) }
    }

    /// Returns the number of bytes counted so far.
    pub(crate) fn taken(&self) -> usize {
        self.pushed
    }

    /// Returns the text of a cell, with a mark if it is hidden as a whole.
    pub(crate) fn cell_text<'a>(&mut self, text: &'a str, is_hidden: bool) -> Cow<'a, str> {
        let text = clean(text);
        if is_hidden && !text.trim().is_empty() {
            self.facts.unseen.texts += 1;
            return Cow::Owned(marked(&format!("{BEGIN}{}{END}", escaped(&text)), &mut false));
        }
        match text {
            Cow::Borrowed(text) => escaped(text),
            Cow::Owned(text) => Cow::Owned(escaped(&text).into_owned()),
        }
    }

    /// Returns document text with its marks, and forged marks escaped.
    pub(crate) fn own_text(text: &str) -> String {
        marked(&escaped(text), &mut false)
    }

    fn write_block(&mut self, text: &str, block: &Block) -> Outcome {
        let indent = match block {
            Block::Item(level, label) => {
                let mut shown = String::new();
                push_line(&mut shown, &escaped(&one_line(label)));
                format!("{}{shown} ", "  ".repeat((*level).min(8)))
            }
            _ => String::new(),
        };
        if !self.open.is_empty() {
            self.take(indent.len() + 1)?;
        }
        if let Some(container) = self.open.last_mut() {
            container.push(&(indent + text), block);
            return Ok(());
        }
        let is_item = matches!(block, Block::Item(..));
        if !(is_item && self.was_item) {
            self.blank_line();
        }
        self.was_item = is_item;
        if let Block::Heading(level) = block {
            return self.write_heading(*level, text);
        }
        let mut block = String::new();
        for (number, line) in text.lines().enumerate() {
            // Continuation lines of an item are indented below its text.
            let space =
                if number > 0 { indent.chars().map(|_| ' ').collect() } else { indent.clone() };
            block.push_str(&space);
            // After the label of an item, a mark has no effect.
            if space.trim().is_empty() {
                push_line(&mut block, line)
            } else {
                block.push_str(line)
            }
            block.push('\n');
        }
        self.raw(&block)
    }

    fn write_heading(&mut self, level: u64, text: &str) -> Outcome {
        self.blank_line();
        let marks = "#".repeat(level.clamp(1, 6) as usize);
        self.line(&format!("{marks} {}", one_line(text)))
    }

    /// Adds an empty line, unless the text is empty or already ends with one.
    pub(crate) fn blank_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
        self.was_item = false;
    }

    /// Adds a generated line.
    pub(crate) fn line(&mut self, line: &str) -> Outcome {
        self.raw(line)?;
        self.raw("\n")
    }

    /// Appends raw text. The buffer grows such that it and its copy stay below three times the
    /// limit.
    pub(crate) fn raw(&mut self, text: &str) -> Outcome {
        let length = self.text.len() + text.len();
        if length > self.limit {
            return Err(Fault::TooLarge(Limit::Text));
        }
        if length > self.text.capacity() && length > self.limit / 2 {
            self.text.reserve_exact(self.limit + HEADINGS + 1024 - self.text.len());
        }
        self.text.push_str(text);
        Ok(())
    }

    /// Returns the number of bytes written.
    pub(crate) fn written(&self) -> usize {
        self.text.len()
    }

    /// Inserts text at an offset.
    pub(crate) fn insert(&mut self, offset: usize, text: &str) -> Outcome {
        if self.text.len() + text.len() > self.limit + HEADINGS {
            return Err(Fault::TooLarge(Limit::Text));
        }
        if self.text.is_char_boundary(offset) {
            self.text.insert_str(offset, text);
        }
        Ok(())
    }

    /// Truncates the text at an offset, if only a cut line follows.
    pub(crate) fn truncate(&mut self, offset: usize) {
        if self.text.is_char_boundary(offset) {
            self.text.truncate(offset);
        }
    }

    /// Returns the state between two paragraphs, to which the writer can return.
    pub(crate) fn mark(&self) -> Mark {
        (self.text.len(), self.pushed, self.facts.unseen, self.facts.formulas)
    }

    /// Drops what was written since then.
    pub(crate) fn rewind(&mut self, mark: &Mark) {
        self.truncate(mark.0);
        (self.pushed, self.facts.unseen, self.facts.formulas) = (mark.1, mark.2, mark.3);
    }

    /// Returns the line number, counted from 1, of an offset. Offsets must ascend.
    fn line_of(&mut self, offset: usize) -> u64 {
        let (from, before) = self.counted;
        let text = self.text.as_bytes().get(from..offset).unwrap_or_default();
        let lines = before + text.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.counted = (offset, lines);
        lines + 1
    }

    /// Starts a unit with its heading: `## Sheet: Budget (hidden)`.
    pub(crate) fn unit(&mut self, label: &str, name: &str, hidden: bool) -> Outcome {
        self.blank_line();
        self.unit_at(self.text.len(), label, name, hidden)
    }

    /// Inserts the heading of a unit at an offset.
    pub(crate) fn unit_at(
        &mut self,
        offset: usize,
        label: &str,
        name: &str,
        hidden: bool,
    ) -> Outcome {
        let shown = one_line(&Self::own_text(name));
        let colon = if shown.is_empty() { "" } else { ": " };
        // A name must not imitate the end of a hidden unit.
        let (shown, end) = match shown.strip_suffix("(hidden)") {
            Some(begin) => (begin, "\\(hidden)"),
            None => (&*shown, ""),
        };
        let mark = if hidden { " (hidden)" } else { "" };
        self.insert(offset, &format!("## {label}{colon}{shown}{end}{mark}\n\n"))?;
        self.facts.unseen.units += u64::from(hidden);
        self.push_unit(offset, title(name), hidden)
    }

    /// Adds a unit whose heading is at an offset.
    pub(crate) fn push_unit(&mut self, offset: usize, title: String, hidden: bool) -> Outcome {
        let line = self.line_of(offset);
        self.take(size_of::<Unit>() + title.len())?;
        self.facts.units.push(Unit { title, line, hidden, range: None });
        Ok(())
    }

    /// Adds a note that the text refers to as `[^1]`.
    pub(crate) fn note(&mut self, label: &str, author: &str, text: &str) -> Outcome {
        let author = one_line(author);
        let author = if author.is_empty() { author } else { author + ": " };
        // The colon may be that of a mark.
        let text = one_line(&format!("{}{text}", escaped(&author)));
        self.line(&format!("[^{label}]: {text}"))
    }

    /// Returns the text. If a limit cut it, the last line names the limit.
    pub(crate) fn finish(mut self, cut: Option<Limit>) -> (String, Facts) {
        if cut.is_none() {
            // If they do not fit, the text has no other end.
            let _ = self.write_page_headers();
        }
        self.text.truncate(self.text.trim_end_matches('\n').len());
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        if let Some(limit) = cut {
            self.blank_line();
            self.text.push_str(&format!("[The text ends here: the {limit} exceeds its limit.]\n"));
        }
        self.facts.cut = cut;
        self.facts.words = crate::markdown::words(&self.text);
        (self.text, self.facts)
    }
}
