//! The drawings of a Word document, whose shapes can have text boxes.

use super::styles::scheme;
use crate::color::Paint;
use crate::look::Look;
use crate::xml::Element;

/// A drawing, or a group of shapes, and the shape in it that a text box may be in.
#[derive(Default)]
pub(super) struct Drawing {
    /// The fill of the shape, once it is known.
    fill: Option<Paint>,
    /// Whether a shape is filled, so that it may lie under others.
    has_fill: bool,
    /// The open groups and shapes, and whether they are hidden.
    open: Vec<bool>,
    is_hidden: bool,
    /// Whether it is behind text.
    is_behind: bool,
}

/// A table, a cell or a text box.
#[derive(Clone, Copy, Default)]
pub(super) struct Layer {
    /// The number of columns that the cell spans, and of those after the last cell of a row.
    pub(super) columns: u64,
    pub(super) columns_after: u64,
    pub(super) ground: Paint,
    /// The look that the style of the table gives.
    pub(super) look: Look,
    pub(super) is_hidden: bool,
    /// Whether it is a cell that is tracked as deleted.
    pub(super) is_deleted: bool,
}

impl Drawing {
    /// Applies an element that describes a shape. Returns whether it is one.
    pub(super) fn set(&mut self, element: &Element<'_>) -> bool {
        if is_container(element.name()) {
            self.fill = None;
            let style = element.attr("style").unwrap_or_default();
            let style = style.replace(' ', "");
            self.open.push(style.contains("visibility:hidden"));
            self.is_behind |= style.contains("z-index:-");
        }
        let fill = match element.name() {
            "wsp" | "wgp" | "grpSp" | "group" => return true,
            "cNvPr" => {
                if let Some(open) = self.open.last_mut() {
                    *open = element.is_on("hidden");
                }
                return true;
            }
            "docPr" => {
                self.is_hidden = element.is_on("hidden");
                return false;
            }
            "anchor" => {
                self.is_behind = element.is_on("behindDoc");
                return true;
            }
            "blip" | "imagedata" => {
                self.has_fill = true;
                return false;
            }
            "noFill" => Paint::Clear,
            "schemeClr" => scheme(&element.short("val")),
            name @ ("lumMod" | "lumOff" | "shade" | "tint") => {
                self.fill = self.fill.map(|fill| fill.changed(name, &element.short("val")));
                return true;
            }
            // A gradient, or a degree of opacity, of the color before it.
            "fill" => {
                self.fill = None;
                Paint::Unknown
            }
            "shape" | "rect" | "roundrect" | "oval" => {
                let color = element.short("fillcolor");
                let filled = element.attr("filled");
                let is_filled = filled.is_none_or(|is| !matches!(&*is, "f" | "false" | "0"));
                let color = color.split(' ').next().filter(|_| is_filled).unwrap_or_default();
                Paint::of(color)
            }
            _ => match Paint::of_drawing(element) {
                Some(paint) => paint,
                None => return false,
            },
        };
        self.has_fill |= fill != Paint::Clear;
        // The fill of the style of a shape is after its own.
        self.fill = self.fill.or(Some(fill));
        true
    }

    pub(super) fn close(&mut self, name: &str) {
        if is_container(name) {
            self.open.pop();
        }
    }

    /// Returns the ground that it is for the text around it.
    pub(super) fn ground_of_text(&self) -> Option<Paint> {
        let ground = self.layer().ground;
        (self.is_behind && ground != Paint::Clear).then_some(ground)
    }

    /// Returns the layer of a text box in the shape.
    pub(super) fn layer(&self) -> Layer {
        let fill = self.fill.unwrap_or_default();
        let is_over_others = fill == Paint::Clear && self.has_fill;
        let ground = if is_over_others { Paint::Unknown } else { fill };
        let is_hidden = self.is_hidden || self.open.iter().any(|is_hidden| *is_hidden);
        Layer { ground, is_hidden, ..Layer::default() }
    }
}

fn is_container(name: &str) -> bool {
    matches!(name, "wsp" | "wgp" | "grpSp" | "group" | "shape" | "rect" | "roundrect" | "oval")
}
