//! The slides of a presentation, which are its units.

use super::styles::Styles;
use crate::Format;
use crate::error::Outcome;
use crate::markdown::clean;
use crate::writer::Writer;
use crate::xml::Element;

#[derive(Default)]
pub(super) struct Slide {
    number: usize,
    start: usize,
    pub(super) title: String,
    name: String,
    is_hidden: bool,
    is_open: bool,
    /// Whether its notes are being read.
    pub(super) is_notes: bool,
}

impl Slide {
    /// Ends the slide, and begins the next one.
    pub(super) fn begin(
        &mut self,
        element: &Element<'_>,
        styles: &Styles,
        writer: &mut Writer,
    ) -> Outcome {
        self.end(writer)?;
        writer.blank_line();
        let style = element.short("style-name");
        *self = Self {
            number: self.number + 1,
            start: writer.written(),
            title: String::new(),
            // `page1` is a name given by the application.
            name: element
                .attr("name")
                .filter(|name| !name.starts_with("page"))
                .map_or_else(String::new, |name| clean(&name).into_owned()),
            is_hidden: styles.is_hidden("drawing-page", &style),
            is_open: true,
            is_notes: false,
        };
        Ok(())
    }

    /// Writes the heading of the slide, whose title is known now.
    pub(super) fn end(&mut self, writer: &mut Writer) -> Outcome {
        if !std::mem::take(&mut self.is_open) {
            return Ok(());
        }
        let title = if self.title.is_empty() { &self.name } else { &self.title };
        let kind = if writer.facts.format == Format::Odg { "Page" } else { "Slide" };
        writer.unit_at(self.start, &format!("{kind} {}", self.number), title, self.is_hidden)
    }
}
