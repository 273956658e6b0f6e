//! Cell styles: number formats, and white text on white.

use super::number_format::NumberFormat;
use super::number_pattern;
use crate::error::Outcome;
use crate::table_budget::TableBudget;
use crate::xml::{Element, Handler, Visit};
use readroom_names::sort_by;

pub(super) struct CellStyle {
    /// The index of its number format. `None` for the default format.
    pub(super) format: Option<u32>,
    /// Whether it makes text white without another background.
    pub(super) is_white: bool,
}

/// The number formats, and the cell styles that refer to them.
pub(super) struct Styles {
    formats: Vec<(u64, NumberFormat)>,
    /// Whether each font is white.
    fonts: Vec<bool>,
    /// Whether each fill has a color other than white.
    fills: Vec<bool>,
    cells: Vec<Xf>,
    part: Part,
    budget: TableBudget,
}

/// The components of a cell style, by index.
struct Xf {
    format: u64,
    font: u64,
    fill: u64,
}

/// The parent of the elements being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Fonts,
    Fills,
    Cells,
    Other,
}

impl Part {
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "fonts" => Self::Fonts,
            "fills" => Self::Fills,
            "cellXfs" => Self::Cells,
            _ => return None,
        })
    }
}

impl Styles {
    pub(super) fn new(budget: TableBudget) -> Self {
        // Formats built into Office have numbers below 164.
        let built_in = (0..164).filter_map(|id| Some((id, NumberFormat::built_in(id)?)));
        let (formats, part) = (built_in.collect(), Part::Other);
        Self { formats, fonts: Vec::new(), fills: Vec::new(), cells: Vec::new(), part, budget }
    }

    /// Returns the number formats and the cell styles.
    pub(super) fn finish(mut self) -> (Vec<NumberFormat>, Vec<CellStyle>) {
        // The last definition of a number wins.
        sort_by(&mut self.formats, |(a, _), (b, _)| a.cmp(b));
        let place = |id: u64| {
            let after = self.formats.partition_point(|(known, _)| *known <= id).checked_sub(1)?;
            let (known, _) = self.formats.get(after)?;
            (*known == id && id != 0).then_some(after as u32)
        };
        let is = |list: &[bool], number| {
            usize::try_from(number).is_ok_and(|at| list.get(at) == Some(&true))
        };
        let style = |xf: &Xf| CellStyle {
            format: place(xf.format),
            is_white: is(&self.fonts, xf.font) && !is(&self.fills, xf.fill),
        };
        let styles = self.cells.iter().map(style).collect();
        (self.formats.into_iter().map(|(_, format)| format).collect(), styles)
    }

    fn set_fill(&mut self, has_color: bool) {
        if let Some(fill) = self.fills.last_mut() {
            *fill = has_color;
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
        if let Some(part) = Part::of(name) {
            self.part = part;
        }
        match (self.part, name) {
            (_, "numFmt") => {
                let code = element.attr("formatCode").filter(|code| code.len() <= MAX_CODE);
                let code = code.unwrap_or_default();
                self.budget.take(FORMAT + PART * code.len())?;
                let id = element.number("numFmtId").unwrap_or_default();
                self.formats.push((id, NumberFormat::parse(&code)));
            }
            (Part::Fonts, "font") => {
                self.budget.take(1)?;
                self.fonts.push(false);
            }
            (Part::Fonts, "color") => {
                if let Some(font) = self.fonts.last_mut() {
                    *font = is_white(element);
                }
            }
            (Part::Fills, "fill") => {
                self.budget.take(1)?;
                self.fills.push(false);
            }
            (Part::Fills, "gradientFill") => self.set_fill(true),
            (Part::Fills, "patternFill") => {
                self.set_fill(element.attr("patternType").is_some_and(|kind| kind != "none"));
            }
            // In a solid fill, this is the only color.
            (Part::Fills, "fgColor") if is_white(element) => self.set_fill(false),
            (Part::Cells, "xf") => {
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
        if Part::of(name).is_some() {
            self.part = Part::Other;
        }
        Ok(())
    }
}

/// Returns whether a color is white: by its components, or by its index in the legacy palette or in
/// the theme, where the first one is the background.
fn is_white(color: &Element<'_>) -> bool {
    let is_tinted = color.attr("tint").is_some_and(|tint| tint.trim_start_matches('-') != "0");
    color.attr("rgb").is_some_and(|rgb| crate::color::is_white(&rgb))
        || matches!(color.number("indexed"), Some(1 | 9))
        || color.number("theme") == Some(0) && !is_tinted
}
