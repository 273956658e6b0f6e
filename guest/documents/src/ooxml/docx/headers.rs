//! Page headers and footers, which are at the end, without page numbers.

use super::super::Relationships;
use super::state::Text;
use crate::error::Outcome;
use crate::page_headers::Pages;
use crate::xml::{Element, Syntax, read_part};
use crate::zip::Archive;

impl Text {
    pub(super) fn refer_to_header(&mut self, element: &Element<'_>) -> Outcome {
        let part = self.relationships.target(&element.relationship("id"));
        let pages = match element.attr("type").as_deref() {
            Some("even") => Pages::Even,
            Some("first") => Pages::First,
            _ => Pages::All,
        };
        let is_footer = element.name() == "footerReference";
        let part = part.unwrap_or_default().to_owned();
        self.headers.add((part, is_footer, pages), &mut self.writer)
    }

    /// Reads the page headers and footers, first those of pages that there are.
    pub(super) fn read_page_headers(&mut self, archive: &mut Archive<'_>) -> Outcome {
        self.fields.is_page_header = true;
        for (part, is_footer, is_hidden) in self.headers.take() {
            let mark = self.writer.mark();
            self.relationships = Relationships::read(archive, &part)?;
            self.writer.open_aside();
            let read = read_part(archive, &part, Syntax::Xml, self);
            self.end_part()?;
            if read.is_err() {
                self.writer.spare("a page header", read)?;
                continue;
            }
            let text = self.writer.close_aside()?;
            let label = if is_footer { "Footer" } else { "Header" };
            if !self.writer.labelled(label, &text, is_hidden)? {
                self.writer.rewind(&mark);
            }
        }
        Ok(())
    }
}
