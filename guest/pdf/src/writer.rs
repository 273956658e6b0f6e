//! Writes the text: the headings of pages, and lines.

use crate::error::{Outcome, PdfError};
use crate::facts::{Facts, PageFacts, PdfText};
use crate::limits::{Limit, Limits};

/// Room for the last line, beyond the limit of the text.
const LAST_LINE: usize = 256;

/// The most bytes of a line. A longer one is broken.
const MAX_LINE: usize = 64 << 10;
/// The letters of the ligatures from U+FB00 on.
const LIGATURES: [&str; 7] = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"];

/// A text that grows by pages and lines.
pub(crate) struct Writer {
    text: String,
    /// The line that is not ended yet.
    line: String,
    limit: usize,
    /// The lines that are ended.
    lines: u64,
    pub(crate) facts: Facts,
    /// Whether the page that is open has text.
    has_text: bool,
}

impl Writer {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            text: String::new(),
            line: String::new(),
            limit: limits.text,
            lines: 0,
            facts: Facts::default(),
            has_text: false,
        }
    }

    /// Begins a page with its heading.
    pub(crate) fn open_page(&mut self) -> Outcome {
        self.blank_line()?;
        let number = self.facts.pages.len() as u64 + 1;
        let line = self.lines + 1;
        self.write(&format!("## Page {number}\n\n"))?;
        self.facts.pages.push(PageFacts { line, images: 0, has_text: false });
        self.has_text = false;
        Ok(())
    }

    pub(crate) fn add_image(&mut self) {
        if let Some(page) = self.facts.pages.last_mut() {
            page.images += 1;
        }
    }

    /// Ends a page. If it has no text, a line says so.
    pub(crate) fn close_page(&mut self) -> Outcome {
        self.end_line()?;
        let number = self.facts.pages.len();
        let Some(page) = self.facts.pages.last_mut() else { return Ok(()) };
        page.has_text = self.has_text;
        if self.has_text {
            return Ok(());
        }
        let images = match page.images {
            0 => String::new(),
            1 => ", 1 image".into(),
            images => format!(", {images} images"),
        };
        self.write(&format!("[page {number} has no text{images}]\n"))
    }

    /// Adds text to the line that is open. Line breaks and other controls become spaces.
    pub(crate) fn push(&mut self, text: &str) -> Outcome {
        if self.text.len() + self.line.len() + text.len() > self.limit {
            return Err(PdfError::TooLarge(Limit::Text));
        }
        for character in text.chars() {
            match character {
                '\0'..=' ' | '\x7f'..='\u{a0}' | '\u{2028}' | '\u{2029}' => self.space(),
                '\u{ad}' | '\u{feff}' => {}
                '\u{fb00}'..='\u{fb06}' => {
                    let index = character as usize - 0xfb00;
                    self.line.push_str(LIGATURES.get(index).copied().unwrap_or_default());
                }
                other => self.line.push(other),
            }
        }
        if self.line.len() > MAX_LINE { self.end_line() } else { Ok(()) }
    }

    /// Adds a space, unless there is one or the line is empty.
    pub(crate) fn space(&mut self) {
        if !self.line.is_empty() && !self.line.ends_with(' ') {
            self.line.push(' ');
        }
    }

    /// Ends the line that is open, unless it is empty.
    pub(crate) fn end_line(&mut self) -> Outcome {
        let line = std::mem::take(&mut self.line);
        let text = line.trim();
        if !text.is_empty() {
            if is_mark(text) {
                self.write("\\")?;
            }
            self.write(text)?;
            self.write("\n")?;
            self.has_text = true;
        }
        // Its memory is used again.
        self.line = line;
        self.line.clear();
        Ok(())
    }

    /// Adds an empty line, unless there is one or nothing.
    pub(crate) fn blank_line(&mut self) -> Outcome {
        self.end_line()?;
        if self.text.is_empty() || self.text.ends_with("\n\n") {
            return Ok(());
        }
        self.write("\n")
    }

    /// Adds text as it is. It is copied once at most when it is large.
    fn write(&mut self, text: &str) -> Outcome {
        let length = self.text.len() + text.len();
        if length > self.limit {
            return Err(PdfError::TooLarge(Limit::Text));
        }
        if length > self.text.capacity() && length > self.limit / 8 {
            self.text.reserve_exact(self.limit + LAST_LINE - self.text.len());
        }
        self.text.push_str(text);
        self.lines += text.bytes().filter(|byte| *byte == b'\n').count() as u64;
        Ok(())
    }

    /// Returns the text. If a limit cut it, the last line names the limit.
    pub(crate) fn finish(mut self, cut: Option<Limit>) -> PdfText {
        if let Some(limit) = cut {
            // The end of a line that is too long is dropped.
            if self.end_line().is_err() && !self.text.ends_with('\n') {
                self.text.push('\n');
            }
            if let Some(page) = self.facts.pages.last_mut() {
                page.has_text = self.has_text;
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

/// Returns whether a line of the document's own could be taken for a heading, the underline of
/// one, a fence, or a line of ours.
fn is_mark(line: &str) -> bool {
    let is_rule = |mark| line.len() > 1 && line.bytes().all(|byte| byte == mark);
    line.starts_with('#')
        || line.starts_with("```")
        || line.starts_with("~~~")
        || line.starts_with("[page ")
        || line.starts_with("[The text ends here")
        || is_rule(b'=')
        || is_rule(b'-')
}
