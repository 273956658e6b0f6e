//! The comments of a sheet or a slide.

use crate::error::Outcome;
use crate::writer::{Block, Writer};
use crate::xml::{Element, Handler, Syntax, Visit, read_part};
use crate::zip::Archive;

/// Writes the comments of a part, each on a line: `Comment B2: text`.
pub(super) fn convert(archive: &mut Archive<'_>, part: &str, writer: &mut Writer) -> Outcome {
    writer.blank_line();
    read_part(archive, part, Syntax::Xml, &mut Comments { writer, of: String::new(), texts: 0 })?;
    Ok(())
}

struct Comments<'w> {
    writer: &'w mut Writer,
    /// The commented cell.
    of: String,
    /// The number of open text elements.
    texts: usize,
}

impl Handler for Comments<'_> {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        match element.name() {
            "comment" | "cm" => {
                let cell = element.attr("ref").filter(|name| name.len() < 16);
                self.of = cell.map(|cell| format!(" {cell}")).unwrap_or_default();
            }
            "text" | "t" => self.texts += 1,
            "rPh" => return Ok(Visit::Skip),
            _ => {}
        }
        Ok(Visit::Enter)
    }

    fn close(&mut self, name: &str) -> Outcome {
        match name {
            "text" | "t" => self.texts = self.texts.saturating_sub(1),
            "comment" | "cm" => {
                let text = self.writer.take_paragraph();
                let text: Vec<&str> = text.split_whitespace().collect();
                self.writer.facts.unseen.comments += 1;
                self.writer.push(&format!("Comment{}: {}", self.of, text.join(" ")))?;
                self.writer.end_paragraph(&Block::Plain)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Outcome {
        if self.texts > 0 { self.writer.push(text) } else { Ok(()) }
    }
}
