//! Writes the text: page headings and lines.

mod letters;

use crate::error::{Outcome, PdfError};
use crate::facts::{Facts, PageFacts, PageText, PdfText};
use crate::limits::{Limit, Limits};
use crate::marks::{BEGIN, END, escaped, marked, push_line};
use crate::visibility::{BEGIN_BEHIND, END_BEHIND, Visibility};
use letters::push_letters;

/// Reserve for the last line, beyond the limit of the text.
const LAST_LINE: usize = 256;

/// The maximum size of a line in bytes. Longer ones are broken.
const MAX_LINE: usize = 64 << 10;
/// The maximum number of spaces of a gap, and the size of a line from which columns do not count.
const MAX_COLUMN: usize = 512;

/// Text that grows by pages and lines.
#[derive(Default)]
pub(crate) struct Writer {
    text: String,
    /// The unfinished line.
    line: String,
    limit: usize,
    /// The number of finished lines.
    lines: u64,
    pub(crate) facts: Facts,
    /// Whether the open page has text.
    has_text: bool,
    /// The offset of the open page in the text, below its heading. `None` once it has its marks.
    page_start: Option<usize>,
    /// The visibility of the next text, and of the end of the open line.
    pub(crate) visibility: Visibility,
    last: Visibility,
    /// The number of characters of the open page: visible ones, hidden ones, and those behind
    /// images if it is a scan.
    shown: u64,
    hidden: u64,
    behind: u64,
    /// The number of visible ones near the edges.
    pub(crate) stamped: u64,
    /// Whether images cover the open page.
    pub(crate) is_scan: bool,
}

impl Writer {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self { limit: limits.text, ..Self::default() }
    }

    /// Starts a page with its heading.
    pub(crate) fn open_page(&mut self) -> Outcome {
        self.blank_line()?;
        let number = self.facts.pages.len() as u64 + 1;
        let line = self.lines + 1;
        self.write(&format!("## Page {number}\n\n"))?;
        self.facts.pages.push(PageFacts { line, images: 0, text: PageText::None });
        self.has_text = false;
        self.page_start = Some(self.text.len());
        (self.shown, self.hidden, self.behind, self.stamped) = (0, 0, 0, 0);
        self.is_scan = false;
        Ok(())
    }

    pub(crate) fn add_image(&mut self) {
        if let Some(page) = self.facts.pages.last_mut() {
            page.images += 1;
        }
    }

    /// Hides the text of the page so far, by an image.
    pub(crate) fn cover(&mut self) {
        self.behind += std::mem::take(&mut self.shown);
        self.stamped = 0;
    }

    /// Ends a page. If it has no text, or a part of it is missing for a reason, a line says so.
    pub(crate) fn close_page(&mut self, missing: &str) -> Outcome {
        self.end_line()?;
        self.write_marks()?;
        let number = self.facts.pages.len();
        if !missing.is_empty() {
            self.blank_line()?;
            self.write(&format!("[missing: a part of page {number}, {missing}]\n"))?;
        }
        match self.facts.pages.last() {
            Some(page) if page.text == PageText::None => {
                let text = match page.images {
                    0 => format!("[page {number} has no text]\n"),
                    images => format!("[page {number} has no text, {}]\n", counted(images)),
                };
                self.write(&text)
            }
            _ => Ok(()),
        }
    }

    /// Writes a note after the text of its page.
    pub(crate) fn note(&mut self, author: &str, text: &str, is_hidden: bool) -> Outcome {
        let words = |text: &str| {
            let is_space = |character: char| character.is_whitespace() || character.is_control();
            let words: Vec<&str> = text.split(is_space).filter(|word| !word.is_empty()).collect();
            words.join(" ")
        };
        let (author, text) = (words(author), words(text));
        if text.is_empty() {
            return Ok(());
        }
        self.facts.notes += 1;
        // Together they could be an imitated mark.
        let text = if author.is_empty() { text } else { format!("{author}: {text}") };
        let mut text = escaped(&text).into_owned();
        if is_hidden {
            self.facts.hidden += 1;
            text = marked(&format!("{BEGIN}{text}{END}"), &mut false);
        }
        self.write(&format!("[^c{}]: {text}\n", self.facts.notes))
    }

    /// Records the visibility of the page's text, and marks the hidden parts. If there is text that
    /// may be behind images, and no visible text on a page with images, or less of it on one that
    /// they cover, except for stamps at its edges, it is the text of a scan, and one line says so.
    fn write_marks(&mut self) -> Outcome {
        let Some(start) = self.page_start.take() else { return Ok(()) };
        let number = self.facts.pages.len();
        let Some(page) = self.facts.pages.last_mut() else { return Ok(()) };
        let is_scan = self.shown == 0 && page.images > 0
            || self.is_scan && self.behind > self.shown.saturating_sub(self.stamped);
        let is_behind = self.behind > 0 && is_scan;
        page.text = match (self.has_text, is_behind) {
            (false, _) => PageText::None,
            (true, false) => PageText::Shown,
            (true, true) => PageText::BehindImages,
        };
        if (self.hidden, self.behind) == (0, 0) {
            return Ok(());
        }
        let images = counted(page.images);
        let page_text = self.text.split_off(start.min(self.text.len()));
        if is_behind {
            self.write(&format!("[page {number} has its text behind {images}]\n\n"))?;
        }
        let mut is_marked = false;
        for line in page_text.split_inclusive('\n') {
            let own = without_behind(line, is_behind);
            let line = own.as_deref().unwrap_or(line);
            self.facts.hidden += line.matches(BEGIN).count() as u64;
            self.add(&marked(line, &mut is_marked))?;
        }
        Ok(())
    }

    /// Appends text to the open line. Line breaks and other controls become spaces.
    pub(crate) fn push(&mut self, text: &str) -> Outcome {
        if self.text.len() + self.line.len() + text.len() > self.limit {
            return Err(PdfError::TooLarge(Limit::Text));
        }
        for character in text.chars() {
            match character {
                '\0'..=' ' | '\x7f'..='\u{a0}' | '\u{2028}' | '\u{2029}' => self.space(),
                '\u{ad}' | '\u{200b}' | '\u{feff}' => {}
                other => {
                    self.mark();
                    push_letters(&mut self.line, other);
                }
            }
        }
        if self.line.len() > MAX_LINE { self.end_line() } else { Ok(()) }
    }

    /// Starts or ends a mark before a character.
    fn mark(&mut self) {
        let count = match self.visibility {
            Visibility::Shown => &mut self.shown,
            Visibility::Hidden => &mut self.hidden,
            Visibility::Behind => &mut self.behind,
        };
        *count += 1;
        if self.last != self.visibility {
            self.end_mark();
            self.last = self.visibility;
            self.line.extend(self.visibility.placeholders().map(|(begin, _)| begin));
        }
    }

    /// Ends the mark at the end of the open line, if there is one.
    fn end_mark(&mut self) {
        let last = std::mem::replace(&mut self.last, Visibility::Shown);
        let Some((_, end)) = last.placeholders() else { return };
        self.line.insert(self.line.trim_end().len(), end);
    }

    /// Appends a space, unless the line is empty or ends with one.
    pub(crate) fn space(&mut self) {
        if !self.line.is_empty() && !self.line.ends_with(' ') {
            self.line.push(' ');
        }
    }

    /// Widens the space at the end of the line up to a column, to at least two.
    pub(crate) fn column(&mut self, column: f64) {
        if self.line.len() < MAX_COLUMN && (self.line.is_empty() || self.line.ends_with(' ')) {
            let column = column.clamp(0.0, MAX_COLUMN as f64).round() as usize;
            let least = usize::from(!self.line.is_empty());
            // Chinese, Japanese and Korean characters are twice as wide as others.
            let width = |character| 1 + usize::from(matches!(character, '\u{2e80}'..='\u{ff60}'));
            let length: usize = self.line.chars().map(width).sum();
            let spaces = column.saturating_sub(length).max(least);
            self.line.extend(std::iter::repeat_n(' ', spaces));
        }
    }

    /// Ends the open line, unless it is empty.
    pub(crate) fn end_line(&mut self) -> Outcome {
        self.end_mark();
        let line = std::mem::take(&mut self.line);
        let text = line.trim_end();
        if !text.is_empty() {
            // Placeholders that are removed later could split a mark.
            let is_final = !text.contains(BEGIN_BEHIND);
            let own = if is_final { escaped_line(text) } else { format!("{text}\n") };
            self.write(&own)?;
            self.has_text = true;
        }
        // Reuse its memory.
        self.line = line;
        self.line.clear();
        Ok(())
    }

    /// Adds an empty line, unless the text is empty or already ends with one.
    pub(crate) fn blank_line(&mut self) -> Outcome {
        self.end_line()?;
        if self.text.is_empty() || self.text.ends_with("\n\n") {
            return Ok(());
        }
        self.write("\n")
    }

    /// Appends raw text.
    fn write(&mut self, text: &str) -> Outcome {
        self.add(text)?;
        self.lines += text.bytes().filter(|byte| *byte == b'\n').count() as u64;
        Ok(())
    }

    /// Appends text whose lines are counted. A large text is copied at most once.
    fn add(&mut self, text: &str) -> Outcome {
        let length = self.text.len() + text.len();
        if length > self.limit {
            return Err(PdfError::TooLarge(Limit::Text));
        }
        if length > self.text.capacity() && length > self.limit / 8 {
            self.text.reserve_exact(self.limit + LAST_LINE - self.text.len());
        }
        self.text.push_str(text);
        Ok(())
    }

    /// Returns the text. If a limit cut it, the last line names the limit.
    pub(crate) fn finish(mut self, cut: Option<Limit>) -> PdfText {
        if let Some(limit) = cut {
            // The end of a line that is too long is dropped.
            let ended = self.end_line();
            if ended.and(self.write_marks()).is_err() && !self.text.ends_with('\n') {
                self.text.push('\n');
            }
            if !self.text.is_empty() && !self.text.ends_with("\n\n") {
                self.text.push('\n');
            }
            self.text.push_str(&format!("[The text ends here: the {limit} exceeds its limit.]\n"));
        }
        self.text.truncate(self.text.trim_end_matches('\n').len());
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.facts.cut = cut;
        PdfText { text: self.text, facts: self.facts }
    }
}

/// Returns a line of document text with its imitated marks escaped.
fn escaped_line(text: &str) -> String {
    // Inside a mark or not, this starts a line for readers that do not see the mark.
    let shown = text.trim_start_matches(BEGIN);
    let mut line = text.get(..text.len() - shown.len()).unwrap_or_default().to_owned();
    push_line(&mut line, &escaped(shown));
    line.push('\n');
    line
}

/// Removes the placeholders around text behind images, or replaces them by those around hidden
/// text. `None` if the line has no placeholder.
fn without_behind(line: &str, is_scan: bool) -> Option<String> {
    if !line.contains(BEGIN_BEHIND) {
        return None;
    }
    let line = line.trim_end();
    Some(escaped_line(&if is_scan {
        line.replace([BEGIN_BEHIND, END_BEHIND], "")
    } else {
        line.replace(BEGIN_BEHIND, &BEGIN.to_string()).replace(END_BEHIND, &END.to_string())
    }))
}

fn counted(images: u64) -> String {
    if images == 1 { "1 image".into() } else { format!("{images} images") }
}
