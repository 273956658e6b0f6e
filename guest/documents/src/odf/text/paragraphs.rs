//! The paragraphs of an OpenDocument text, and whether their text is seen.

use super::super::layers::is_shape;
use super::super::styles::OUTLINE;
use super::state::Text;
use crate::color::Paint;
use crate::error::Outcome;
use crate::look::Look;
use crate::scripts::Script;
use crate::symbols;
use crate::writer::{Block, Writer};

impl Text {
    /// Returns the role of the frame in a presentation.
    fn class(&self) -> &str {
        self.frames.last().map_or("", |frame| &frame.class)
    }

    /// Starts collecting text aside. The list item and the links around it continue after it.
    pub(super) fn open_aside(&mut self) {
        let label = self.lists.last_mut().and_then(|list| list.label.take());
        self.outer.push((label, std::mem::take(&mut self.links)));
        self.writer.open_aside();
    }

    pub(super) fn close_aside(&mut self) -> Outcome<String> {
        if let Some((label, links)) = self.outer.pop() {
            self.links = links;
            if let Some(list) = self.lists.last_mut() {
                list.label = label;
            }
        }
        self.writer.close_aside()
    }

    /// Returns whether a shape is an aside in a text. The boxes of a slide are its text.
    pub(super) fn is_box(&self, name: &str) -> bool {
        let is_shape = is_shape(name) && !matches!(name, "frame" | "g") || name == "text-box";
        is_shape && !self.is_presentation
    }

    /// Returns the look of text, and whether it is hidden, tiny, or of the color of its ground.
    pub(super) fn look(&self) -> (Look, bool) {
        // The master page of a slide may have pictures.
        self.look_on(if self.is_presentation { Some(Paint::Unknown) } else { self.styles.page })
    }

    fn look_on(&self, page: Option<Paint>) -> (Look, bool) {
        let open = self.paragraphs.last();
        let paragraph = open.map(|paragraph| paragraph.look).unwrap_or_default();
        let spans = self.spans.iter().skip(open.map_or(0, |paragraph| paragraph.outer_spans));
        let spans = spans.rev().fold(Look::default(), |look, span| look.or(*span));
        let look = spans.or(paragraph);
        let page = open.and_then(|paragraph| paragraph.behind).or(page);
        let under = paragraph.around.into_iter().chain(self.layers.grounds()).chain(page);
        (look, self.layers.are_hidden() || look.hides_on(under))
    }

    /// Puts a shape under the open paragraph. Text that has the color of the page, and not that of
    /// the shape, is not hidden then.
    pub(super) fn put_behind(&mut self, shape: Paint) -> Outcome {
        if let Some(paragraph) = self.paragraphs.last_mut() {
            paragraph.behind = Some(shape);
            let is_color = |color: &Paint| matches!(color, Paint::Rgb(_));
            let color = paragraph.lost.filter(is_color).filter(|_| self.links.is_empty());
            if color.is_some_and(|color| !color.is_lost_on([shape])) {
                return self.writer.show_paragraph();
            }
        }
        Ok(())
    }

    /// Appends text with marks if it is raised or hidden.
    pub(super) fn push(&mut self, text: &str) -> Outcome {
        let (look, is_hidden) = self.look();
        if is_hidden && !text.trim().is_empty() {
            let is_by_page = !self.look_on(Some(Paint::Unknown)).1;
            if let Some(paragraph) = self.paragraphs.last_mut() {
                let is_same = paragraph.lost.is_none_or(|lost| Some(lost) == look.color);
                // Text that is hidden otherwise keeps the marks of the paragraph.
                let color = look.color.filter(|_| is_by_page && is_same);
                paragraph.lost = color.or(Some(Paint::Unknown));
            }
        }
        let text = &*symbols::shown(look.font.flatten(), text);
        self.writer.set_marks(look.script.unwrap_or_default(), is_hidden, text)?;
        self.writer.push_collapsed(text)
    }

    /// Appends text that was collected before, and has been found to be hidden or not.
    pub(super) fn push_collected(&mut self, text: &str, is_hidden: bool) -> Outcome {
        self.writer.set_marks(Script::Normal, is_hidden, text)?;
        self.writer.push_collapsed(text)
    }

    /// Ends the text of an object, which may be outside of paragraphs.
    pub(super) fn end_object(&mut self) -> Outcome {
        match self.paragraphs.is_empty() {
            true => self.writer.end_paragraph(&Block::Plain).map(drop),
            false => Ok(()),
        }
    }

    /// Appends the text of an object.
    pub(super) fn push_object(&mut self, text: &str, is_hidden: bool) -> Outcome {
        self.push_collected(text, is_hidden || self.look().1)?;
        self.end_object()
    }

    pub(super) fn end_paragraph(&mut self) -> Outcome {
        self.writer.set_hidden(false)?;
        self.links.clear();
        let Some(paragraph) = self.paragraphs.pop() else { return Ok(()) };
        self.behind = paragraph.behind.filter(|_| !self.writer.has_text());
        match self.class() {
            "page-number" | "date-time" => {
                self.writer.take_paragraph();
                return Ok(());
            }
            class @ ("footer" | "header") => {
                let is_footer = class == "footer";
                let text = Writer::own_text(&self.writer.take_paragraph());
                return self.writer.page_header(is_footer, &text, false);
            }
            "title" if self.is_presentation && !self.slide.is_notes => {
                let text = self.writer.take_paragraph();
                self.slide.title.push(' ');
                self.slide.title.push_str(&text);
                return Ok(());
            }
            _ => {}
        }
        let depth = self.lists.len();
        let mut label = self.lists.last_mut().and_then(|list| list.label.take());
        if let (Some(level), None) = (paragraph.heading, &label) {
            let at = (level as usize).saturating_sub(1);
            label = self.styles.lists.get_mut(OUTLINE).map(|outline| outline.next_label(at, None));
        }
        self.writer.end_item(paragraph.heading, depth.saturating_sub(1), label)
    }
}
