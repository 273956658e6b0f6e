//! The ground of text in an OpenDocument file: sections, tables, shapes.

use super::styles::Styles;
use crate::color::Paint;
use crate::xml::Element;

/// The open sections, parts of tables, and shapes.
#[derive(Default)]
pub(super) struct Layers {
    open: Vec<Layer>,
}

struct Layer {
    ground: Paint,
    is_hidden: bool,
    /// The number of columns that have the same cell, or of rows that are the same.
    repeats: u64,
}

impl Layers {
    /// Opens a layer, for which [`is_layer`] is true.
    /// Returns its ground if it is a shape behind text.
    pub(super) fn open(&mut self, element: &Element<'_>, styles: &Styles) -> Option<Paint> {
        let name = element.name();
        let style = element.short("style-name");
        let family = match name {
            "covered-table-cell" => "table-cell",
            name if is_shape(name) => "graphic",
            name => name,
        };
        // A shape of a presentation has a style of either family.
        let look = styles.look(family, &style).or(styles.look("presentation", &style));
        let is_shown = element.attr("display").is_none_or(|is| match &*is {
            "condition" => !element.is_on("is-hidden"),
            display => matches!(display, "true" | "always"),
        });
        // `collapse`, or `filter`.
        let is_shown = is_shown && element.attr("visibility").is_none_or(|is| is == "visible");
        let is_in_hidden = is_shape(name) && styles.is_hidden("layer", &element.short("layer"));
        let is_covered = name == "covered-table-cell";
        let is_hidden = !is_shown || is_in_hidden || is_covered || look.vanish == Some(true);
        let kind = if name == "table-row" { "rows" } else { "columns" };
        let repeats = element.number(&format!("number-{kind}-repeated")).unwrap_or(1).max(1);
        let ground = look.around.unwrap_or_default();
        self.open.push(Layer { ground, is_hidden, repeats });
        let is_behind = is_shape(name) && look.is_behind == Some(true);
        (is_behind && !is_hidden && ground != Paint::Clear).then_some(ground)
    }

    /// Closes a layer, and returns the number of columns or rows that are the same.
    pub(super) fn close(&mut self) -> u64 {
        self.open.pop().map_or(1, |layer| layer.repeats)
    }

    /// Returns the grounds, from the innermost.
    pub(super) fn grounds(&self) -> impl Iterator<Item = Paint> {
        self.open.iter().rev().map(|layer| layer.ground)
    }

    /// Returns whether a layer is hidden, and thereby all in it.
    pub(super) fn are_hidden(&self) -> bool {
        self.open.iter().any(|layer| layer.is_hidden)
    }
}

/// Returns whether an element has a ground, or can be hidden.
pub(super) fn is_layer(name: &str) -> bool {
    let parts = ["section", "table", "table-row", "table-cell", "covered-table-cell"];
    parts.contains(&name) || is_shape(name)
}

/// Returns whether an element is a shape, or a group of shapes.
pub(super) fn is_shape(name: &str) -> bool {
    const SHAPES: [&str; 14] = [
        "caption",
        "circle",
        "connector",
        "custom-shape",
        "ellipse",
        "frame",
        "g",
        "line",
        "measure",
        "path",
        "polygon",
        "polyline",
        "rect",
        "regular-polygon",
    ];
    SHAPES.contains(&name)
}
