//! The properties of runs, paragraphs, rows and cells, as far as they matter to what is read.

use super::state::{Run, Text};
use super::styles::shading;
use crate::xml::Element;

impl Text {
    /// Applies an element that is a property. Returns whether it is one.
    pub(super) fn property(&mut self, element: &Element<'_>) -> bool {
        let name = element.name();
        let unseen = &mut self.writer.facts.unseen;
        let context = &mut self.context;
        match (name, self.paragraphs.last_mut(), self.layers.last_mut()) {
            ("pStyle", Some(paragraph), _) => {
                paragraph.style_id = element.short("val");
                paragraph.style = self.styles.get(&paragraph.style_id);
            }
            // Level 9 means body text, even in a heading style.
            ("outlineLvl", Some(paragraph), _) => {
                paragraph.heading = element.number("val").map(|level| (level + 1) % 10);
            }
            ("numId", Some(paragraph), _) => paragraph.list = element.number("val"),
            ("ilvl", Some(paragraph), _) => paragraph.list_level = element.number("val"),
            ("rPr", ..) => context.is_run = true,
            ("del" | "moveFrom" | "ins" | "moveTo", paragraph, _) if context.is_run => {
                if let Some(paragraph) = paragraph.filter(|_| context.is_paragraph) {
                    paragraph.is_joined |= matches!(name, "del" | "moveFrom");
                }
            }
            ("trPr", ..) => context.is_row = true,
            ("del", ..) if context.is_row => {
                unseen.deletions += 1;
                context.is_row_deleted = true;
            }
            ("ins", ..) if context.is_row => {}
            ("hidden", _, Some(table)) if context.is_row => table.is_hidden = element.turns_on(),
            ("rStyle", ..) => self.run.style = self.styles.get(&element.short("val")).look,
            ("pPr", ..) => context.is_paragraph = true,
            ("shd", paragraph, _) if context.is_paragraph && !context.is_run => {
                if let Some(paragraph) = paragraph {
                    paragraph.ground = Some(shading(element));
                }
            }
            ("vMerge" | "hMerge", _, Some(cell)) => {
                cell.is_hidden |= element.attr("val").is_none_or(|is| is != "restart");
            }
            ("cellDel", _, layer) => {
                unseen.deletions += 1;
                if let Some(layer) = layer {
                    layer.is_deleted = true;
                }
            }
            ("cellIns", ..) => unseen.insertions += 1,
            ("shd", _, layer) if !context.is_run => {
                if let Some(layer) = layer {
                    layer.ground = shading(element);
                }
            }
            ("textFill", ..) if context.is_run => context.is_text_fill = true,
            _ if context.is_text_fill => self.run.look.set_fill(element),
            _ => return self.run.look.set(element),
        }
        true
    }

    pub(super) fn end_property(&mut self, name: &str) {
        match name {
            // The properties of the paragraph mark do not apply to its runs.
            "pPr" => {
                let is_hidden = self.look().vanish == Some(true);
                if let Some(paragraph) = self.paragraphs.last_mut() {
                    paragraph.is_mark_hidden = is_hidden;
                }
                self.run = Run::default();
                self.context.is_paragraph = false;
            }
            "rPr" => self.context.is_run = false,
            "textFill" => self.context.is_text_fill = false,
            "trPr" => self.context.is_row = false,
            "tr" => self.context.is_row_deleted = false,
            _ => {}
        }
    }
}
