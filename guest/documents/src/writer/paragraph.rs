//! The open paragraph: its text, with marks of hidden, raised and linked text.

use super::state::{Block, Link, Paragraph, Writer};
use crate::error::Outcome;
use crate::markdown::{clean, link_end, one_line};
use crate::scripts::Script;
use readroom_pdf::marks::{BEGIN, END, OPEN};

impl Writer {
    pub(crate) fn paragraph(&self) -> &str {
        &self.paragraph.text
    }

    /// Returns whether the paragraph has text.
    pub(crate) fn has_text(&self) -> bool {
        !self.paragraph.text.trim().is_empty()
    }

    /// Returns whether the paragraph has no text that is shown.
    pub(crate) fn is_all_hidden(&self) -> bool {
        let text = self.paragraph.text.trim();
        let hidden = text.strip_prefix(BEGIN).map(|text| text.strip_suffix(END).unwrap_or(text));
        hidden.map_or(text.is_empty(), |text| !text.contains(END))
    }

    /// Appends to the paragraph.
    pub(crate) fn push(&mut self, text: &str) -> Outcome {
        self.take(text.len())?;
        self.paragraph.text.push_str(&clean(text));
        Ok(())
    }

    /// Appends to the paragraph, collapsing white space as HTML does.
    pub(crate) fn push_collapsed(&mut self, text: &str) -> Outcome {
        self.take(text.len())?;
        let is_space = |c: char| c.is_ascii_whitespace();
        for part in text.split_inclusive(is_space) {
            let word = part.trim_end_matches(is_space);
            self.paragraph.text.push_str(&clean(word));
            if word.len() < part.len() && !self.paragraph.text.ends_with([' ', '\n']) {
                self.paragraph.text.push(' ');
            }
        }
        Ok(())
    }

    /// Appends a note reference to the paragraph: `[^1]`.
    pub(crate) fn push_reference(&mut self, label: &str) -> Outcome {
        self.take(label.len() + 3)?;
        self.end_script(None)?;
        self.paragraph.text.push(OPEN);
        self.paragraph.text.push_str(&format!("^{label}]"));
        Ok(())
    }

    /// Marks the start and the end of hidden, raised and lowered text, before the next text.
    pub(crate) fn set_marks(&mut self, script: Script, is_hidden: bool, next: &str) -> Outcome {
        if script != self.paragraph.script.0 {
            self.end_script(next.chars().next())?;
            self.paragraph.script = (script, self.paragraph.text.len());
        }
        if next.trim().is_empty() { Ok(()) } else { self.set_hidden(is_hidden) }
    }

    /// Marks the start and the end of hidden text.
    pub(crate) fn set_hidden(&mut self, is_hidden: bool) -> Outcome {
        if std::mem::replace(&mut self.paragraph.is_hidden, is_hidden) == is_hidden {
            return Ok(());
        }
        self.facts.unseen.texts += u64::from(is_hidden);
        self.paragraph.text.push(if is_hidden { BEGIN } else { END });
        self.take(1)
    }

    /// Removes the marks of hidden text from the paragraph.
    pub(crate) fn show_paragraph(&mut self) -> Outcome {
        self.end_script(None)?;
        let marks = self.paragraph.text.matches(BEGIN).count() as u64;
        self.facts.unseen.texts -= marks.min(self.facts.unseen.texts);
        self.paragraph.text.retain(|character| !matches!(character, BEGIN | END));
        self.paragraph.is_hidden = false;
        Ok(())
    }

    fn end_script(&mut self, next: Option<char>) -> Outcome {
        let (script, start) = std::mem::take(&mut self.paragraph.script);
        let parts = self.paragraph.text.split_at_checked(start);
        let written = parts.and_then(|(before, text)| script.write(before, text, next));
        if let Some(written) = written {
            self.take(3)?;
            self.paragraph.text.truncate(start);
            self.paragraph.text.push_str(&written);
        }
        Ok(())
    }

    /// Begins a link, if there is a target.
    pub(crate) fn open_link(&mut self, target: Option<&str>) -> Outcome<Option<Link>> {
        let Some(target) = target else { return Ok(None) };
        self.take(target.len())?;
        self.end_script(None)?;
        self.paragraph.text.push('[');
        Ok(Some(Link { start: self.paragraph.text.len(), target: target.to_owned() }))
    }

    /// Ends a link, if one was begun. One without text leaves no trace.
    pub(crate) fn close_link(&mut self, link: Option<Link>) {
        let Some(link) = link else { return };
        // If the mark does not fit, the next text does not either.
        let _ = self.end_script(None);
        match self.paragraph.text.get(link.start..) {
            Some("") => drop(self.paragraph.text.pop()),
            Some(_) => self.paragraph.text.push_str(&link_end(&link.target)),
            None => {}
        }
    }

    /// Keeps a block until the paragraph ends, and adds it after that.
    pub(crate) fn push_after(&mut self, block: String) {
        if !block.is_empty() {
            self.paragraph.after.push(block);
        }
    }

    /// Takes the text of the open paragraph, which ends hidden text.
    pub(crate) fn take_paragraph(&mut self) -> String {
        // If the mark does not fit, the next text does not either.
        let _ = self.end_script(None);
        if std::mem::take(&mut self.paragraph.is_hidden) {
            self.paragraph.text.push(END);
        }
        std::mem::take(&mut self.paragraph.text)
    }

    /// Interrupts the paragraph, which ends hidden text.
    pub(super) fn interrupt(&mut self) -> Paragraph {
        let text = self.take_paragraph();
        Paragraph { text, ..std::mem::take(&mut self.paragraph) }
    }

    /// Ends the paragraph. An empty one leaves no trace. Returns whether it has text.
    pub(crate) fn end_paragraph(&mut self, block: &Block) -> Outcome<bool> {
        let paragraph = self.take_paragraph();
        let has_text = !paragraph.trim().is_empty();
        if has_text {
            let text = Self::own_text(paragraph.trim());
            self.write_block(&text, block)?;
        }
        for block in std::mem::take(&mut self.paragraph.after) {
            self.write_block(&block, &Block::Plain)?;
        }
        Ok(has_text)
    }

    /// Ends the paragraph: a heading with its level, from 1, and its number, or a list item with
    /// its level, from 0, and its label, or neither.
    pub(crate) fn end_item(
        &mut self,
        heading: Option<u64>,
        level: usize,
        label: Option<String>,
    ) -> Outcome {
        let label = label.filter(|label| !label.is_empty());
        let block = match (heading, label) {
            (None, None) => Block::Plain,
            (None, Some(label)) => Block::Item(level, label),
            (Some(heading), label) => {
                let label = label.filter(|label| !label.starts_with('-') && self.has_text());
                if let Some(label) = label.as_deref().map(one_line) {
                    self.end_script(None)?;
                    self.take(label.len() + 1)?;
                    self.paragraph.text.insert_str(0, &format!("{label} "));
                }
                Block::Heading(heading)
            }
        };
        self.end_paragraph(&block).map(drop)
    }
}
