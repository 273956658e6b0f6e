//! Page headers and footers, which are in the styles.

use super::styles::Styles;
use crate::error::Outcome;
use crate::page_headers::NUMBER;
use crate::xml::{Element, Visit};

impl Styles {
    /// Takes an element of the styles if it begins a page header or footer, or is in one.
    pub(super) fn open_header(&mut self, element: &Element<'_>) -> Option<Visit> {
        let name = element.name();
        if !self.headers.is_open {
            let is_shown = || element.attr("display").is_none_or(|is| is != "false");
            self.headers.is_open = is_header(name) && is_shown();
            if self.headers.is_open {
                self.headers.all.push((name.starts_with('f'), String::new()));
            }
            return self.headers.is_open.then_some(Visit::Enter);
        }
        let is_hidden =
            |family| self.look(family, &element.short("style-name")).hides_on(self.page);
        let text = match name {
            "p" | "h" if is_hidden("paragraph") => return Some(Visit::Skip),
            "span" if is_hidden("text") => return Some(Visit::Skip),
            "p" | "h" | "line-break" => '\n',
            "s" => ' ',
            "tab" => '\t',
            "page-number" | "page-count" => NUMBER,
            // Fields that change by themselves, and content other than text.
            "date" | "time" | "sheet-name" | "file-name" | "desc" | "annotation" | "object" => {
                return Some(Visit::Skip);
            }
            _ => return Some(Visit::Enter),
        };
        if let Some((_, header)) = self.headers.all.last_mut() {
            header.push(text);
        }
        Some(if text == NUMBER { Visit::Skip } else { Visit::Enter })
    }

    pub(super) fn close_header(&mut self, name: &str) {
        self.headers.is_open &= !is_header(name);
    }

    pub(super) fn header_text(&mut self, text: &str) -> Outcome {
        if let Some((_, header)) = self.headers.all.last_mut().filter(|_| self.headers.is_open) {
            self.budget.take(text.len())?;
            let words = text.replace(['\n', '\t'], " ");
            header.push_str(&words);
        }
        Ok(())
    }
}

fn is_header(name: &str) -> bool {
    let kind = name.strip_prefix("header").or_else(|| name.strip_prefix("footer"));
    matches!(kind, Some("" | "-left" | "-first"))
}
