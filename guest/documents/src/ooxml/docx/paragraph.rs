//! The paragraphs and runs of a Word document, and whether their text is seen.

use super::state::{Paragraph, Run, Text};
use crate::color::Paint;
use crate::error::Outcome;
use crate::look::Look;
use crate::scripts::Script;
use crate::symbols;

impl Text {
    pub(super) fn open_paragraph(&mut self) -> Outcome {
        self.pending = None;
        let style = self.styles.normal;
        self.paragraphs.push(Paragraph { style, ..Paragraph::default() });
        self.fields.open_links(&mut self.writer, self.paragraphs.len())
    }

    /// Appends the phonetic guide after its text: `漢字(かんじ)`.
    pub(super) fn end_ruby(&mut self) -> Outcome {
        let ruby = std::mem::take(&mut self.ruby);
        match ruby.text.trim() {
            "" => Ok(()),
            guide => self.push_collected(&format!("({guide})"), ruby.is_hidden),
        }
    }

    /// Appends text of the run.
    pub(super) fn push(&mut self, text: &str) -> Outcome {
        if self.ruby.is_open {
            self.ruby.is_hidden |= !text.trim().is_empty() && self.is_hidden(&self.look());
            self.ruby.text.push_str(text);
            return self.writer.take(text.len());
        }
        if self.fields.absorb(text) {
            return self.writer.take(text.len());
        }
        let look = self.look();
        let text = &*symbols::shown(look.font.flatten(), text);
        self.fields.add_text(text);
        let is_hidden = !self.fields.is_shown() || self.is_hidden(&look);
        self.writer.set_marks(look.script.unwrap_or_default(), is_hidden, text)?;
        self.writer.push(text)
    }

    /// Appends text that was collected from runs, without their look.
    pub(super) fn push_collected(&mut self, text: &str, is_hidden: bool) -> Outcome {
        let run = std::mem::take(&mut self.run);
        self.run.look = Look {
            vanish: Some(is_hidden),
            color: Some(Paint::Clear),
            tiny: Some(false),
            script: Some(Script::Normal),
            font: Some(None),
            ..Look::default()
        };
        let pushed = self.push(text);
        self.run = run;
        pushed
    }

    /// Returns the look of the run: direct formatting, or else its style, the style of its
    /// paragraph or table, or the defaults.
    pub(super) fn look(&self) -> Look {
        let Run { look, style } = self.run;
        let around = self.paragraphs.last().map(|paragraph| paragraph.style.look);
        let around = around.unwrap_or_default();
        let table = self.layers.last().map(|layer| layer.look).unwrap_or_default();
        let defaults = self.styles.defaults;
        // Two styles that hide cancel out.
        let toggles = [style, around, table].map(|look| look.vanish.unwrap_or_default());
        let is_toggled = toggles.iter().fold(false, |is, toggle| is != *toggle);
        let by_styles = is_toggled || defaults.vanish.unwrap_or_default();
        let vanish = Some(look.vanish.unwrap_or(by_styles));
        let shown = look.or(style).or(around).or(table).or(defaults);
        Look { vanish, ..shown }
    }

    /// Returns whether text of this look is hidden, tiny, or has the color of its ground.
    pub(super) fn is_hidden(&self, run: &Look) -> bool {
        let paragraph = self.paragraphs.last();
        let ground =
            paragraph.and_then(|paragraph| paragraph.ground.or(paragraph.style.look.around));
        let layers = self.layers.iter().rev().map(|layer| layer.ground);
        let under = ground.into_iter().chain(layers).chain([self.page]);
        run.hides_on(under) || self.layers.iter().any(|layer| layer.is_hidden)
    }

    pub(super) fn end_paragraph(&mut self) -> Outcome {
        self.writer.set_hidden(false)?;
        self.fields.close_links(&mut self.writer, self.paragraphs.len())?;
        let paragraph = self.paragraphs.pop();
        let is_joined = paragraph.as_ref().is_some_and(|paragraph| paragraph.is_joined);
        self.pending = paragraph.filter(|_| !is_joined || self.writer.has_text());
        if is_joined { Ok(()) } else { self.end_pending() }
    }

    /// Writes a paragraph that no other one continues.
    pub(super) fn end_pending(&mut self) -> Outcome {
        let Some(paragraph) = self.pending.take() else { return Ok(()) };
        let heading = paragraph.heading.or(paragraph.style.heading).filter(|level| *level > 0);
        let (list, level) = match paragraph.list {
            Some(list) => (Some(list), paragraph.list_level),
            None => {
                let list = paragraph.style.list;
                let by_style =
                    list.and_then(|list| self.numbering.level_of_style(list, &paragraph.style_id));
                (list, paragraph.list_level.or(by_style).or(paragraph.style.list_level))
            }
        };
        let level = level.unwrap_or_default();
        let has_text = self.writer.has_text();
        // A paragraph that is hidden as a whole is not counted.
        let list = list.filter(|_| !(paragraph.is_mark_hidden && self.writer.is_all_hidden()));
        let label = list.and_then(|list| self.numbering.next_label(list, level, has_text));
        // A number alone shows, as in the first column of a table.
        let (label, alone) = if has_text { (label, None) } else { (None, label) };
        self.writer.push(&alone.unwrap_or_default())?;
        self.writer.end_item(heading.filter(|_| has_text), level as usize, label)
    }

    /// Ends a part. Text in a field that is left open is kept.
    pub(super) fn end_part(&mut self) -> Outcome {
        self.end_pending()?;
        self.paragraphs.clear();
        self.layers.clear();
        self.choices.clear();
        for text in self.fields.take_open() {
            self.writer.set_hidden(true)?;
            self.writer.push(&text)?;
            self.writer.end_item(None, 0, None)?;
        }
        Ok(())
    }
}
