//! Writes the text of a document: paragraphs, tables, units, up to the limit.
//!
//! One file: everything that is written goes through the same limit.

use crate::error::{Fault, Outcome};
use crate::markdown::{clean, link_end, one_line, push_cell, title};
use crate::scripts::Script;
use crate::{Facts, Format, Limit, Unit, Unseen};
use readroom_pdf::marks::{BEGIN, END, OPEN, escaped, marked, push_line};
use std::borrow::Cow;

/// The maximum number of columns of a table in text. Further cells join the last one.
const MAX_COLUMNS: usize = 1024;

/// The size of headings allowed beyond the limit: those of a table are written when it ends.
const HEADINGS: usize = 256 << 10;

/// The text so far, and the elements still open.
pub(crate) struct Writer {
    pub(crate) facts: Facts,
    /// Whether cells show their formulas.
    pub(crate) has_formulas: bool,
    pub(crate) page_headers: PageHeaders,
    text: String,
    /// The maximum size of the text in bytes, and of everything pushed.
    limit: usize,
    pushed: usize,
    /// The number of lines before an offset.
    counted: (usize, u64),
    /// The open paragraph.
    paragraph: String,
    /// The blocks after the paragraph: its text boxes.
    after: Vec<String>,
    open: Vec<Container>,
    was_item: bool,
    /// Whether the last pushed text is hidden.
    is_hidden: bool,
    /// The place of the last pushed text on its line, and the offset where text there begins.
    script: (Script, usize),
}

/// Where paragraphs are collected, other than directly in the text.
enum Container {
    /// A text box, a note, a comment.
    Aside {
        outer: Outer,
        text: String,
    },
    Table {
        outer: Outer,
        rows: u64,
        cells: Vec<String>,
        nested: String,
    },
}

/// An interrupted paragraph, and the blocks after it.
type Outer = (String, Vec<String>);

/// An open link in the paragraph.
pub(crate) struct Link {
    /// The offset of its text.
    start: usize,
    target: String,
}

/// The kind of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    Plain,
    /// A heading with its level, from 1.
    Heading(u64),
    /// A list item with its level, from 0, and `-` or its number.
    Item(usize, String),
}

/// The texts of page headers and footers.
#[derive(Default)]
pub(crate) struct PageHeaders {
    pub(crate) known: Vec<String>,
    /// The lines that are not written yet.
    pub(crate) lines: String,
}

impl Writer {
    pub(crate) fn new(format: Format, limit: usize) -> Self {
        Self {
            facts: Facts::new(format),
            has_formulas: false,
            page_headers: PageHeaders::default(),
            text: String::new(),
            limit,
            pushed: 0,
            counted: (0, 0),
            paragraph: String::new(),
            after: Vec::new(),
            open: Vec::new(),
            was_item: false,
            is_hidden: false,
            script: (Script::Normal, 0),
        }
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

    /// Appends to the paragraph.
    pub(crate) fn push(&mut self, text: &str) -> Outcome {
        self.take(text.len())?;
        self.paragraph.push_str(&clean(text));
        Ok(())
    }

    /// Appends to the paragraph, collapsing white space as HTML does.
    pub(crate) fn push_collapsed(&mut self, text: &str) -> Outcome {
        self.take(text.len())?;
        let is_space = |c: char| c.is_ascii_whitespace();
        for part in text.split_inclusive(is_space) {
            let word = part.trim_end_matches(is_space);
            self.paragraph.push_str(&clean(word));
            if word.len() < part.len() && !self.paragraph.ends_with([' ', '\n']) {
                self.paragraph.push(' ');
            }
        }
        Ok(())
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

    /// Appends a note reference to the paragraph: `[^1]`.
    pub(crate) fn push_reference(&mut self, label: &str) -> Outcome {
        self.take(label.len() + 3)?;
        self.end_script(None)?;
        self.paragraph.push(OPEN);
        self.paragraph.push_str(&format!("^{label}]"));
        Ok(())
    }

    /// Returns document text with its marks, and forged marks escaped.
    pub(crate) fn own_text(text: &str) -> String {
        marked(&escaped(text), &mut false)
    }

    /// Marks the start and the end of hidden text.
    pub(crate) fn set_hidden(&mut self, is_hidden: bool) -> Outcome {
        if std::mem::replace(&mut self.is_hidden, is_hidden) == is_hidden {
            return Ok(());
        }
        self.facts.unseen.texts += u64::from(is_hidden);
        self.paragraph.push(if is_hidden { BEGIN } else { END });
        self.take(1)
    }

    /// Removes the marks of hidden text from the paragraph.
    pub(crate) fn show_paragraph(&mut self) -> Outcome {
        self.end_script(None)?;
        let marks = self.paragraph.matches(BEGIN).count() as u64;
        self.facts.unseen.texts -= marks.min(self.facts.unseen.texts);
        self.paragraph.retain(|character| !matches!(character, BEGIN | END));
        self.is_hidden = false;
        Ok(())
    }

    /// Marks the start and the end of raised or lowered text, before the next text.
    pub(crate) fn set_script(&mut self, script: Script, next: &str) -> Outcome {
        if script != self.script.0 {
            self.end_script(next.chars().next())?;
            self.script = (script, self.paragraph.len());
        }
        Ok(())
    }

    fn end_script(&mut self, next: Option<char>) -> Outcome {
        let (script, start) = std::mem::take(&mut self.script);
        let parts = self.paragraph.split_at_checked(start);
        let written = parts.and_then(|(before, text)| script.write(before, text, next));
        if let Some(written) = written {
            self.take(3)?;
            self.paragraph.truncate(start);
            self.paragraph.push_str(&written);
        }
        Ok(())
    }

    pub(crate) fn paragraph(&self) -> &str {
        &self.paragraph
    }

    /// Puts a label before the open paragraph, if it has text.
    pub(crate) fn push_label(&mut self, label: &str) -> Outcome {
        if !self.paragraph.trim().is_empty() {
            self.end_script(None)?;
            let label = one_line(label);
            self.take(label.len() + 1)?;
            self.paragraph.insert_str(0, &format!("{label} "));
        }
        Ok(())
    }

    /// Takes the open paragraph, which ends hidden text.
    pub(crate) fn take_paragraph(&mut self) -> String {
        // If the mark does not fit, the next text does not either.
        let _ = self.end_script(None);
        if std::mem::take(&mut self.is_hidden) {
            self.paragraph.push(END);
        }
        std::mem::take(&mut self.paragraph)
    }

    /// Ends the paragraph. An empty one leaves no trace. Returns whether it has text.
    pub(crate) fn end_paragraph(&mut self, block: &Block) -> Outcome<bool> {
        let paragraph = self.take_paragraph();
        let has_text = !paragraph.trim().is_empty();
        if has_text {
            let text = Self::own_text(paragraph.trim());
            self.write_block(&text, block)?;
        }
        for block in std::mem::take(&mut self.after) {
            self.write_block(&block, &Block::Plain)?;
        }
        Ok(has_text)
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
            let into = match container {
                Container::Aside { text, .. } => text,
                Container::Table { cells, .. } => {
                    if cells.is_empty() {
                        cells.push(String::new());
                    }
                    let Some(cell) = cells.last_mut() else { return Ok(()) };
                    cell
                }
            };
            if !into.is_empty() {
                into.push('\n');
            }
            into.push_str(&indent);
            into.push_str(text);
            return Ok(());
        }
        let is_item = matches!(block, Block::Item(..));
        if !(is_item && self.was_item) {
            self.blank_line();
        }
        self.was_item = is_item;
        if let Block::Heading(level) = block {
            let marks = "#".repeat((*level).clamp(1, 6) as usize);
            let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
            return self.line(&format!("{marks} {line}"));
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
    pub(crate) fn mark(&self) -> (usize, usize, Unseen) {
        (self.text.len(), self.pushed, self.facts.unseen)
    }

    /// Drops what was written since then.
    pub(crate) fn rewind(&mut self, mark: &(usize, usize, Unseen)) {
        self.truncate(mark.0);
        (self.pushed, self.facts.unseen) = (mark.1, mark.2);
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
        let shown = Self::own_text(name);
        let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        let colon = if shown.is_empty() { "" } else { ": " };
        // A name must not imitate the end of a hidden unit.
        let (shown, end) = match shown.strip_suffix("(hidden)") {
            Some(begin) => (begin, "\\(hidden)"),
            None => (&*shown, ""),
        };
        let mark = if hidden { " (hidden)" } else { "" };
        self.insert(offset, &format!("## {label}{colon}{shown}{end}{mark}\n\n"))?;
        let line = self.line_of(offset);
        let title = title(name);
        self.take(size_of::<Unit>() + title.len())?;
        self.facts.units.push(Unit { title, line, hidden, range: None });
        self.facts.unseen.units += u64::from(hidden);
        Ok(())
    }

    /// Adds a unit whose heading comes from the document.
    pub(crate) fn chapter(&mut self, offset: usize, title: String) -> Outcome {
        let line = self.line_of(offset);
        self.take(size_of::<Unit>() + title.len())?;
        self.facts.units.push(Unit { title, line, hidden: false, range: None });
        Ok(())
    }

    fn take_outer(&mut self) -> Outer {
        (self.take_paragraph(), std::mem::take(&mut self.after))
    }

    /// Starts collecting text aside, inside a paragraph.
    pub(crate) fn open_aside(&mut self) {
        let outer = self.take_outer();
        self.open.push(Container::Aside { outer, text: String::new() });
    }

    /// Ends collecting text aside, and returns it.
    pub(crate) fn close_aside(&mut self) -> Outcome<String> {
        self.end_paragraph(&Block::Plain)?;
        match self.open.pop() {
            Some(Container::Aside { outer, text }) => {
                (self.paragraph, self.after) = outer;
                Ok(text)
            }
            Some(other) => {
                self.open.push(other);
                Ok(String::new())
            }
            None => Ok(String::new()),
        }
    }

    /// Ends the notes of a slide, which were collected aside, and writes them.
    pub(crate) fn close_notes(&mut self) -> Outcome {
        let notes = self.close_aside()?;
        if notes.is_empty() {
            return Ok(());
        }
        self.write_block(&format!("Notes: {notes}"), &Block::Plain)
    }

    /// Keeps a block until the paragraph ends, and adds it after that.
    pub(crate) fn push_after(&mut self, block: String) {
        if !block.is_empty() {
            self.after.push(block);
        }
    }

    /// Adds converted text, with its headings if it is not in a container.
    pub(crate) fn embed(&mut self, text: &str) -> Outcome {
        if !self.open.is_empty() {
            return self.write_block(text.trim(), &Block::Plain);
        }
        self.blank_line();
        self.raw(text)
    }

    /// Begins a link.
    pub(crate) fn open_link(&mut self, target: &str) -> Outcome<Link> {
        self.take(target.len())?;
        self.end_script(None)?;
        self.paragraph.push('[');
        Ok(Link { start: self.paragraph.len(), target: target.to_owned() })
    }

    /// Ends a link. One without text leaves no trace.
    pub(crate) fn close_link(&mut self, link: Link) {
        // If the mark does not fit, the next text does not either.
        let _ = self.end_script(None);
        match self.paragraph.get(link.start..) {
            Some("") => drop(self.paragraph.pop()),
            Some(_) => self.paragraph.push_str(&link_end(&link.target)),
            None => {}
        }
    }

    pub(crate) fn open_table(&mut self) {
        if self.open.is_empty() {
            self.blank_line();
        }
        let outer = self.take_outer();
        let (cells, nested) = (Vec::new(), String::new());
        self.open.push(Container::Table { outer, rows: 0, cells, nested });
    }

    pub(crate) fn open_cell(&mut self) -> Outcome {
        self.end_paragraph(&Block::Plain)?;
        if let Some(Container::Table { cells, .. }) = self.open.last_mut()
            && cells.len() < MAX_COLUMNS
        {
            cells.push(String::new());
        }
        Ok(())
    }

    /// Ends a cell that spans this number of columns.
    pub(crate) fn close_cell(&mut self, columns: u64) -> Outcome {
        self.end_paragraph(&Block::Plain)?;
        for _ in 1..columns.min(MAX_COLUMNS as u64) {
            self.open_cell()?;
        }
        Ok(())
    }

    /// Ends a cell whose text this number of columns have.
    pub(crate) fn close_repeated_cell(&mut self, columns: u64) -> Outcome {
        self.end_paragraph(&Block::Plain)?;
        let Some(Container::Table { cells, .. }) = self.open.last_mut() else { return Ok(()) };
        let text = cells.last().cloned().unwrap_or_default();
        let columns = (cells.len() as u64).saturating_add(columns) - 1;
        let columns = columns.min(MAX_COLUMNS as u64) as usize;
        self.pushed += text.len() * columns.saturating_sub(cells.len());
        if self.pushed > self.limit {
            return Err(Fault::TooLarge(Limit::Text));
        }
        cells.resize(columns.max(cells.len()), text);
        Ok(())
    }

    /// Ends a row that this number of rows are like.
    pub(crate) fn close_repeated_row(&mut self, rows: u64) -> Outcome {
        self.end_paragraph(&Block::Plain)?;
        for _ in 1..rows {
            let Some(Container::Table { cells, .. }) = self.open.last() else { break };
            let row = cells.clone();
            let size: usize = row.iter().map(String::len).sum();
            if size == 0 {
                break;
            }
            self.take(size)?;
            self.close_row()?;
            if let Some(Container::Table { cells, .. }) = self.open.last_mut() {
                *cells = row;
            }
        }
        self.close_row()
    }

    /// Ends a row. One without text is left out. In a cell, it is a line.
    pub(crate) fn close_row(&mut self) -> Outcome {
        self.end_paragraph(&Block::Plain)?;
        let is_nested = self.open.len() > 1;
        let Some(Container::Table { cells, rows, nested, .. }) = self.open.last_mut() else {
            return Ok(());
        };
        let cells = std::mem::take(cells);
        self.pushed += 3 * cells.len();
        if self.pushed > self.limit {
            return Err(Fault::TooLarge(Limit::Text));
        }
        if cells.iter().all(String::is_empty) {
            return Ok(());
        }
        *rows += 1;
        if is_nested {
            if !nested.is_empty() {
                nested.push('\n');
            }
            nested.push_str(&cells.join(" | "));
            return Ok(());
        }
        let is_first = *rows == 1;
        let mut line = String::from("|");
        for cell in &cells {
            line.push(' ');
            push_cell(&mut line, cell);
            line.push_str(" |");
        }
        if is_first {
            line.push_str("\n|");
            line.push_str(&"---|".repeat(cells.len()));
        }
        self.line(&line)
    }

    pub(crate) fn close_table(&mut self) -> Outcome {
        self.close_row()?;
        let Some(Container::Table { outer, nested, .. }) =
            self.open.pop_if(|open| matches!(open, Container::Table { .. }))
        else {
            return Ok(());
        };
        (self.paragraph, self.after) = outer;
        if !nested.is_empty() {
            self.write_block(&nested, &Block::Plain)?;
        }
        self.was_item = false;
        Ok(())
    }

    /// Ends everything that is open.
    pub(crate) fn close_all(&mut self) -> Outcome {
        while let Some(open) = self.open.last() {
            match open {
                Container::Table { .. } => self.close_table()?,
                Container::Aside { .. } => drop(self.close_aside()?),
            }
        }
        Ok(())
    }

    /// Returns whether the current text is in a table.
    pub(crate) fn is_in_table(&self) -> bool {
        self.open.iter().any(|open| matches!(open, Container::Table { .. }))
    }

    /// Adds a note that the text refers to as `[^1]`.
    pub(crate) fn note(&mut self, label: &str, author: &str, text: &str) -> Outcome {
        let author = one_line(author);
        let author = if author.is_empty() { author } else { author + ": " };
        // The colon may be that of a mark.
        let text = format!("{}{text}", escaped(&author));
        let text: Vec<&str> = text.split_whitespace().collect();
        self.line(&format!("[^{label}]: {}", text.join(" ")))
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
