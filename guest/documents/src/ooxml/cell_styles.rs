//! Cell styles: number formats, and text that does not show.

use super::number_format::NumberFormat;
use super::number_pattern;
use crate::color::Paint;
use crate::error::Outcome;
use crate::table_budget::TableBudget;
use crate::xml::{Element, Handler, Visit};
use readroom_names::sort_by;

pub(super) struct CellStyle {
    /// The index of its number format. `None` for the default format.
    pub(super) format: Option<u32>,
    /// Whether its text is tiny, or has the color of its background.
    pub(super) is_hidden: bool,
    /// Whether its text is white, and it has no background.
    pub(super) is_white: bool,
}

/// The largest font size that counts as hidden, in points.
const TINY: f64 = 2.0;

/// The number formats, and the cell styles that refer to them.
#[derive(Default)]
pub(super) struct Styles {
    formats: Vec<(u64, NumberFormat)>,
    /// The color of each font, and whether it is tiny.
    fonts: Vec<(Paint, bool)>,
    fills: Vec<Paint>,
    cells: Vec<Xf>,
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

    /// Returns the number formats and the cell styles.
    pub(super) fn finish(mut self) -> (Vec<NumberFormat>, Vec<CellStyle>) {
        // The last definition of a number wins.
        sort_by(&mut self.formats, |(a, _), (b, _)| a.cmp(b));
        let place = |id: u64| {
            let after = self.formats.partition_point(|(known, _)| *known <= id).checked_sub(1)?;
            let (known, _) = self.formats.get(after)?;
            (*known == id).then_some(after as u32)
        };
        let style = |xf: &Xf| {
            let (color, is_tiny) = self.fonts.get(xf.font as usize).copied().unwrap_or_default();
            let fill = match xf.fill {
                // To Excel these are no fill, and a pattern, whatever the file says.
                0 => Paint::Clear,
                1 => Paint::Unknown,
                fill => self.fills.get(fill as usize).copied().unwrap_or_default(),
            };
            let (format, is_lost) = (place(xf.format), color.is_lost_on([fill]));
            let is_white = is_lost && fill == Paint::Clear;
            CellStyle { format, is_hidden: is_tiny || is_lost && !is_white, is_white }
        };
        let styles = self.cells.iter().map(style).collect();
        (self.formats.into_iter().map(|(_, format)| format).collect(), styles)
    }

    fn set_fill(&mut self, paint: Paint) {
        if let Some(fill) = self.fills.last_mut() {
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
                self.budget.take(size_of::<(Paint, bool)>())?;
                self.fonts.push((Paint::Clear, false));
            }
            ("fonts", "color") => {
                if let Some((color, _)) = self.fonts.last_mut() {
                    *color = paint(element);
                }
            }
            ("fonts", "sz") => {
                if let Some((_, is_tiny)) = self.fonts.last_mut() {
                    *is_tiny = decimal(element, "val").is_some_and(|size| size <= TINY);
                }
            }
            ("fills", "fill") => {
                self.budget.take(size_of::<Paint>())?;
                self.fills.push(Paint::Clear);
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
                self.cells.push(Xf { format, font, fill });
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

/// Returns a color by its components, or by its index in the legacy palette or in the theme, where
/// the first one is the background.
fn paint(color: &Element<'_>) -> Paint {
    if let Some(rgb) = color.attr("rgb") {
        return Paint::of(&rgb);
    }
    if let Some(index) = color.number("theme") {
        return Paint::of_theme(index, decimal(color, "tint").unwrap_or_default());
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

/// Returns the number in an attribute, which may have decimals.
pub(super) fn decimal(element: &Element<'_>, name: &str) -> Option<f64> {
    element.attr(name)?.trim().parse().ok()
}
