//! Cell styles: number formats, and text that does not show.

use super::number_format::NumberFormat;
use super::number_pattern;
use crate::color::Paint;
use crate::error::Outcome;
use crate::look::Look;
use crate::scripts::Script;
use crate::symbols::SymbolFont;
use crate::table_budget::TableBudget;
use crate::xml::{Element, Handler, Visit};
use readroom_names::sort_by;

/// The styles of cells.
#[derive(Default)]
pub(super) struct CellStyles {
    formats: Vec<NumberFormat>,
    fonts: Vec<Look>,
    fills: Vec<Paint>,
    cells: Vec<Xf>,
}

impl CellStyles {
    /// Returns the number format of a cell style, unless it is the default.
    pub(super) fn format(&self, style: Option<usize>) -> Option<&NumberFormat> {
        self.formats.get(self.cells.get(style?)?.format as usize)
    }

    /// Returns the look and the ground of a cell.
    pub(super) fn look(&self, style: Option<usize>) -> (Look, Paint) {
        let Some(cell) = style.and_then(|style| self.cells.get(style)) else {
            return Default::default();
        };
        let fill = match cell.fill {
            // Excel shows nothing for the first, and a pattern for the second.
            0 => Paint::Clear,
            1 => Paint::Unknown,
            fill => self.fills.get(fill as usize).copied().unwrap_or_default(),
        };
        (self.fonts.get(cell.font as usize).copied().unwrap_or_default(), fill)
    }
}

/// The largest font size that counts as hidden, in points.
const TINY: f64 = 2.0;

/// The number formats, and the cell styles that refer to them.
#[derive(Default)]
pub(super) struct Styles {
    formats: Vec<(u64, NumberFormat)>,
    all: CellStyles,
    /// The parent of the elements being read, if it is one of [`PARTS`].
    part: &'static str,
    /// Whether the fill being read has one color.
    is_solid: bool,
    budget: TableBudget,
}

/// The components of a cell style, by index.
struct Xf {
    format: u64,
    font: u64,
    fill: u64,
}

/// The elements whose children are read by index.
const PARTS: [&str; 3] = ["fonts", "fills", "cellXfs"];

impl Styles {
    pub(super) fn new(budget: TableBudget) -> Self {
        // Formats built into Office have numbers below 164.
        let built_in = (0..164).filter_map(|id| Some((id, NumberFormat::built_in(id)?)));
        Self { formats: built_in.collect(), budget, ..Self::default() }
    }

    /// Returns the styles of cells, with the places of their number formats.
    pub(super) fn finish(mut self) -> CellStyles {
        // The last definition of a number wins.
        sort_by(&mut self.formats, |(a, _), (b, _)| a.cmp(b));
        let place = |id: u64| {
            let after = self.formats.partition_point(|(known, _)| *known <= id).checked_sub(1)?;
            let (known, _) = self.formats.get(after)?;
            (*known == id).then_some(after as u64)
        };
        for cell in &mut self.all.cells {
            cell.format = place(cell.format).unwrap_or(u64::MAX);
        }
        self.all.formats = self.formats.into_iter().map(|(_, format)| format).collect();
        self.all
    }

    fn set_fill(&mut self, paint: Paint) {
        if let Some(fill) = self.all.fills.last_mut() {
            *fill = paint;
        }
    }
}

impl Handler for Styles {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        /// The maximum size of a format code in bytes, and the memory of a parsed one, for each of
        /// its bytes and apart from them.
        const MAX_CODE: usize = 1024;
        const PART: usize = 2 * size_of::<number_pattern::Part>();
        const FORMAT: usize = 1024;
        let name = element.name();
        self.part = PARTS.into_iter().find(|part| *part == name).unwrap_or(self.part);
        match (self.part, name) {
            (_, "numFmt") => {
                let code = element.attr("formatCode").filter(|code| code.len() <= MAX_CODE);
                let code = code.unwrap_or_default();
                self.budget.take(FORMAT + PART * code.len())?;
                let id = element.number("numFmtId").unwrap_or_default();
                self.formats.push((id, NumberFormat::parse(&code)));
            }
            ("fonts", "font") => {
                self.budget.take(size_of::<Look>())?;
                self.all.fonts.push(Look::default());
            }
            ("fonts", _) => {
                if let Some(font) = self.all.fonts.last_mut() {
                    set_font(font, element);
                }
            }
            ("fills", "fill") => {
                self.budget.take(size_of::<Paint>())?;
                self.all.fills.push(Paint::Clear);
            }
            ("fills", "patternFill" | "gradientFill") => {
                let kind = element.attr("patternType");
                self.is_solid = kind.as_deref() == Some("solid");
                let is_none = name == "patternFill" && kind.is_none_or(|kind| kind == "none");
                self.set_fill(if is_none { Paint::Clear } else { Paint::Unknown });
            }
            // In a solid fill, this is the only color.
            ("fills", "fgColor") if self.is_solid => self.set_fill(paint(element)),
            ("cellXfs", "xf") => {
                self.budget.take(size_of::<Xf>())?;
                let number = |name| element.number(name).unwrap_or_default();
                let (format, font, fill) = (number("numFmtId"), number("fontId"), number("fillId"));
                self.all.cells.push(Xf { format, font, fill });
            }
            (_, "dxfs") => return Ok(Visit::Skip),
            _ => {}
        }
        Ok(Visit::Enter)
    }

    fn close(&mut self, name: &str) -> Outcome {
        if PARTS.contains(&name) {
            self.part = "";
        }
        Ok(())
    }
}

/// Applies a property of a font.
pub(super) fn set_font(look: &mut Look, element: &Element<'_>) {
    match element.name() {
        "color" => look.color = Some(paint(element)),
        "sz" => look.tiny = element.decimal("val").map(|size| size <= TINY),
        "name" | "rFont" => look.font = Some(SymbolFont::of(&element.short("val"))),
        "vertAlign" => look.script = Some(Script::of_name(&element.short("val"))),
        _ => {}
    }
}

/// Returns a color by its components, or by its index in the legacy palette or in the theme, where
/// the first one is the background.
fn paint(color: &Element<'_>) -> Paint {
    if let Some(rgb) = color.attr("rgb") {
        return Paint::of(&rgb);
    }
    if let Some(index) = color.number("theme") {
        return Paint::of_theme(index, color.decimal("tint").unwrap_or_default());
    }
    // The eight first colors are there twice. The last ones are those of the system.
    match color.number("indexed") {
        Some(index @ 0..16) => {
            const COLORS: [u32; 8] =
                [0, 0xff_ffff, 0xff_0000, 0xff00, 0xff, 0xff_ff00, 0xff_00ff, 0xffff];
            COLORS.get(index as usize % 8).map_or(Paint::Unknown, |color| Paint::Rgb(*color))
        }
        Some(65) => Paint::WHITE,
        Some(_) => Paint::Unknown,
        None => Paint::Clear,
    }
}
