//! The shapes over a sheet: text boxes, charts, pictures, form controls.

use super::slide::Slide;
use super::{Relationships, pptx};
use crate::error::{Fault, Outcome};
use crate::limits::LAST_COLUMN;
use crate::markdown::cell_name;
use crate::writer::{Block, Writer};
use crate::xml::{Element, Handler, Syntax, Visit, read_part};
use crate::zip::Archive;

/// Replaces shapes that cannot be read.
const DAMAGED: &str = "[missing: the other shapes of this sheet, whose part is damaged]";

/// Writes the shapes of a sheet after its table, each with its cell: `Shape B3: text`.
pub(super) fn convert(
    archive: &mut Archive<'_>,
    relationships: &Relationships,
    writer: &mut Writer,
) -> Outcome {
    let legacy = relationships.first("vmlDrawing");
    if let Some(part) = relationships.first("drawing") {
        let relationships = Relationships::read(archive, part)?;
        let figures = pptx::figures(archive, &relationships, writer)?;
        let mut drawing = Drawing { has_legacy: legacy.is_some(), ..Drawing::default() };
        (drawing.slide.relationships, drawing.slide.figures) = (relationships, figures);
        drawing.slide.is_sheet = true;
        drawing.slide.writer = std::mem::take(writer);
        let read = read_part(archive, part, Syntax::Xml, &mut drawing);
        *writer = drawing.slide.writer;
        finish(read, writer)?;
    }
    if let Some(part) = legacy {
        let mut controls = Controls { writer: std::mem::take(writer), ..Controls::default() };
        let read = read_part(archive, part, Syntax::Html, &mut controls);
        *writer = controls.writer;
        finish(read, writer)?;
    }
    Ok(())
}

fn finish(read: Outcome<bool>, writer: &mut Writer) -> Outcome {
    writer.close_all()?;
    match read {
        Err(Fault::Damaged(_)) => {
            writer.blank_line();
            writer.line(DAMAGED)
        }
        other => other.map(drop),
    }
}

/// Writes the text of a shape, which was collected aside. Its cell is given by column and row.
fn write_shape(writer: &mut Writer, label: &str, cell: &[u64], text: &str) -> Outcome {
    let cell = match *cell {
        [column, row] if column <= LAST_COLUMN as u64 => {
            format!(" {}", cell_name(column as usize, row.saturating_add(1)))
        }
        _ => String::new(),
    };
    if !text.is_empty() {
        writer.push_after(format!("{label}{cell}: {}", text.trim_end()));
        writer.end_paragraph(&Block::Plain)?;
    }
    Ok(())
}

/// Reads a drawing, whose shapes are like those of a slide.
#[derive(Default)]
struct Drawing {
    slide: Slide,
    /// Whether form controls are in the legacy drawing, too.
    has_legacy: bool,
    /// The column and the row of the shape, counted from 0.
    cell: Vec<u64>,
    is_from: bool,
    /// The last element.
    element: String,
    /// Whether the shape is a form control.
    is_control: bool,
}

impl Handler for Drawing {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        match element.name() {
            "from" => {
                self.is_from = true;
                self.cell.clear();
            }
            // The numbers of older versions begin there.
            "cNvPr" if self.has_legacy && element.is_on("hidden") => {
                self.is_control |= element.number("id").is_some_and(|id| id > 1024);
            }
            "sp" => {
                self.is_control = false;
                self.slide.writer.open_aside();
            }
            _ => {}
        }
        element.name().clone_into(&mut self.element);
        self.slide.open(element)
    }

    fn close(&mut self, name: &str) -> Outcome {
        self.slide.close(name)?;
        match name {
            "from" => self.is_from = false,
            "sp" => {
                let text = self.slide.writer.close_aside()?;
                if !std::mem::take(&mut self.is_control) {
                    write_shape(&mut self.slide.writer, "Shape", &self.cell, &text)?;
                }
            }
            name if name.ends_with("Anchor") => self.cell.clear(),
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Outcome {
        if self.is_from && matches!(&*self.element, "col" | "row") {
            self.cell.extend(text.trim().parse::<u64>());
        }
        self.slide.text(text)
    }
}

/// Reads the form controls of a legacy drawing, which has the comments, too.
#[derive(Default)]
struct Controls {
    writer: Writer,
    kind: String,
    mark: &'static str,
    cell: Vec<u64>,
    /// The element whose text is read.
    into: String,
}

impl Handler for Controls {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        match element.name() {
            "shape" => {
                self.writer.open_aside();
                self.kind.clear();
                self.cell.clear();
                self.mark = "";
            }
            "ClientData" => {
                self.kind = element.short("ObjectType");
                let has_mark = matches!(&*self.kind, "Checkbox" | "Radio");
                self.mark = if has_mark { "[ ] " } else { "" };
            }
            name @ ("textbox" | "Anchor" | "Checked") => name.clone_into(&mut self.into),
            "br" | "div" => self.writer.push_collapsed(" ")?,
            _ => {}
        }
        Ok(Visit::Enter)
    }

    fn close(&mut self, name: &str) -> Outcome {
        match name {
            "textbox" | "Anchor" | "Checked" => self.into.clear(),
            "shape" => {
                let text = self.writer.close_aside()?;
                if self.kind != "Note" {
                    let text = [self.mark, &text].concat();
                    write_shape(&mut self.writer, "Control", &self.cell, &text)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Outcome {
        match &*self.into {
            "textbox" => self.writer.push_collapsed(text)?,
            // The column, the row and the offsets in both, at two corners.
            "Anchor" => {
                let numbers = text.split(',').take(4).step_by(2);
                self.cell = numbers.filter_map(|number| number.trim().parse().ok()).collect();
            }
            "Checked" if !self.mark.is_empty() => {
                self.mark = match text.trim() {
                    "0" => "[ ] ",
                    "2" => "[-] ",
                    _ => "[x] ",
                };
            }
            _ => {}
        }
        Ok(())
    }
}
