//! Page headers and footers, which are in the styles.

use super::layers::is_shape;
use super::styles::{PageHeader, Styles};
use crate::error::Outcome;
use crate::markdown::clean;
use crate::page_headers::NUMBER;
use crate::writer::Writer;
use crate::xml::{Element, Visit};

impl Styles {
    /// Takes an element of the styles if it begins a page header or footer, or is in one.
    pub(super) fn open_header(&mut self, element: &Element<'_>) -> Option<Visit> {
        let name = element.name();
        // In the shapes of a master page, they are fields.
        if is_header(name) && (!self.headers.is_in_shapes || name == MASTER) {
            let (label, master) = match name.as_bytes().first() {
                Some(b'f') => ("Footer", String::new()),
                Some(b'h') => ("Header", String::new()),
                _ => ("Master", element.short("name")),
            };
            let is_shown = element.attr("display").is_none_or(|is| is != "false");
            self.headers.is_open =
                is_shown && self.budget.take(size_of::<PageHeader>() + master.len()).is_ok();
            if self.headers.is_open {
                self.headers.all.push(PageHeader { label, master, text: String::new() });
            }
            self.headers.is_in_shapes = false;
            return Some(if self.headers.is_open { Visit::Enter } else { Visit::Skip });
        }
        if !self.headers.is_open {
            return None;
        }
        self.headers.is_in_shapes |= is_shape(name);
        // Placeholders only have prompts.
        if is_shape(name) && element.attr("class").is_some() {
            return Some(Visit::Skip);
        }
        let is_hidden =
            |family| self.look(family, &element.short("style-name")).hides_on(self.page);
        let text = match name {
            "p" | "h" if is_hidden("paragraph") => return Some(Visit::Skip),
            "span" if is_hidden("text") => return Some(Visit::Skip),
            "script" => return Some(Visit::Skip),
            _ if element.attr("display").is_some_and(|is| is == "none") => {
                return Some(Visit::Skip);
            }
            "p" | "h" | "line-break" => '\n',
            "s" => ' ',
            "tab" => '\t',
            "page-number" | "page-count" => NUMBER,
            // Fields that change by themselves, and content other than text.
            "date" | "time" | "sheet-name" | "file-name" | "desc" | "annotation" | "object"
            | "notes" | "forms" | "header" | "footer" | "date-time" => return Some(Visit::Skip),
            _ => return Some(Visit::Enter),
        };
        if let Some(header) = self.headers.all.last_mut() {
            header.text.push(text);
        }
        Some(if text == NUMBER { Visit::Skip } else { Visit::Enter })
    }

    pub(super) fn close_header(&mut self, name: &str) {
        self.headers.is_open &= !is_header(name);
        self.headers.is_in_shapes &= self.headers.is_open;
    }

    /// Writes the page headers and footers, or the text of a master page.
    pub(super) fn write_headers(&mut self, master: &str, writer: &mut Writer) -> Outcome {
        for header in self.headers.all.iter_mut().filter(|header| header.master == master) {
            let text = std::mem::take(&mut header.text);
            writer.labelled(header.label, &Writer::own_text(&clean(&text)), false)?;
        }
        Ok(())
    }

    pub(super) fn header_text(&mut self, text: &str) -> Outcome {
        if let Some(header) = self.headers.all.last_mut().filter(|_| self.headers.is_open) {
            self.budget.take(text.len())?;
            let words = text.replace(['\n', '\t'], " ");
            header.text.push_str(&words);
        }
        Ok(())
    }
}

const MASTER: &str = "master-page";

/// Returns whether an element is a page header or footer, or a master page, which may have shapes.
fn is_header(name: &str) -> bool {
    if name == MASTER {
        return true;
    }
    let kind = name.strip_prefix("header").or_else(|| name.strip_prefix("footer"));
    matches!(kind, Some("" | "-left" | "-first"))
}
