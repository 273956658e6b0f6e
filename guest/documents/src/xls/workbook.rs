//! The parts of a binary workbook that all sheets share: strings, number formats, styles.

use super::records::{BEGIN, END, Records};
use crate::color::is_white_rgb;
use crate::error::{Fault, Outcome};
use crate::look::Look;
use crate::ooxml::NumberFormat;
use crate::scripts::Script;
use crate::symbols::SymbolFont;
use crate::table_budget::TableBudget;
use crate::{Format, Limit};
use readroom_names::sort_by;

/// The version of the format since Excel 97.
const BIFF8: u16 = 0x0600;
/// The memory of a string and of a format in addition to its text, in bytes.
const STRING: usize = 16;
const FORMAT: usize = 1024;
/// The largest font size that counts as hidden, in twentieths of a point.
const TINY: u16 = 40;
/// The number of colors that every workbook has, before those that it defines.
const FIXED_COLORS: usize = 8;

/// The parts of a workbook that come before its sheets.
#[derive(Default)]
pub(super) struct Workbook {
    pub(super) sheets: Vec<SheetEntry>,
    pub(super) is_1904: bool,
    strings: Vec<Box<str>>,
    /// Whether strings are missing because they exceed the memory limit.
    is_cut: bool,
    /// In the order of their ids.
    formats: Vec<(u16, NumberFormat)>,
    styles: Vec<CellStyle>,
    /// The color of each font, and what else matters of it.
    fonts: Vec<(u16, Look)>,
    /// The colors that are white, as a bit for each.
    white: u64,
    budget: TableBudget,
}

pub(super) struct SheetEntry {
    pub(super) name: String,
    /// Its offset in the stream.
    pub(super) offset: u64,
    pub(super) is_hidden: bool,
    pub(super) is_chart: bool,
}

#[derive(Clone, Copy)]
struct CellStyle {
    format: u16,
    font: u16,
    /// Whether cells have a background other than white, and its color if there is only one.
    has_ground: bool,
    ground: Option<u16>,
}

impl Workbook {
    pub(super) fn read(records: &mut Records<'_, '_>, tables: &TableBudget) -> Outcome<Self> {
        // Colors 1 and 9 are white, unless the workbook redefines the latter.
        let white = 1 << 1 | 1 << 9;
        let mut workbook = Self { white, budget: tables.share(), ..Self::default() };
        let first = records.next()?;
        match first {
            Some(BEGIN) if records.u16(0) == BIFF8 => {}
            // Older versions begin with other records, or have another number.
            Some(0x0009 | 0x0209 | 0x0409 | BEGIN) => return Err(Fault::Unsupported(Format::Xls)),
            _ => return Err(Fault::Damaged("its first record is malformed")),
        }
        let built_in = (0..164).filter_map(|id| Some((id, NumberFormat::built_in(id.into())?)));
        workbook.formats.extend(built_in);
        while let Some(kind) = records.next()? {
            if kind == END {
                break;
            }
            workbook.record(kind, records)?;
        }
        // The last definition of an id counts.
        sort_by(&mut workbook.formats, |(a, _), (b, _)| a.cmp(b));
        Ok(workbook)
    }

    fn record(&mut self, kind: u16, records: &mut Records<'_, '_>) -> Outcome {
        match kind {
            // FILEPASS
            0x002f => return Err(Fault::Encrypted),
            // DATEMODE
            0x0022 => self.is_1904 = records.u16(0) == 1,
            // FONT
            0x0031 => {
                self.budget.take(size_of::<(u16, Look)>())?;
                let script = Script::ALL.get(usize::from(records.u16(8))).copied();
                let (color, size) = (records.u16(4), records.u16(0));
                let font = Some(SymbolFont::of(&records.string_at(14, true)?));
                let tiny = Some((1..=TINY).contains(&size));
                self.fonts.push((color, Look { script, font, tiny, ..Look::default() }));
            }
            // PALETTE
            0x0092 => self.set_colors(records.data().get(2..).unwrap_or_default()),
            // FORMAT
            0x041e => {
                let id = records.u16(0);
                let code = records.string_at(2, false)?;
                self.budget.take(FORMAT + code.len())?;
                self.formats.push((id, NumberFormat::parse(&code)));
            }
            // XF
            0x00e0 => {
                self.budget.take(size_of::<CellStyle>())?;
                let pattern = records.u32(14) >> 26;
                let ground = (pattern == 1).then_some(records.u16(18) & 0x7f);
                let has_ground = pattern != 0 && !ground.is_some_and(|color| self.is_white(color));
                let (font, format) = (records.u16(0), records.u16(2));
                self.styles.push(CellStyle { format, font, has_ground, ground });
            }
            // BOUNDSHEET
            0x0085 => self.sheet(records)?,
            // SST
            0x00fc => self.strings(records)?,
            _ => {}
        }
        Ok(())
    }

    fn sheet(&mut self, records: &mut Records<'_, '_>) -> Outcome {
        const CHART: u8 = 2;
        const MODULE: u8 = 6;
        let (offset, state, kind) = (records.u32(0).into(), records.u8(4), records.u8(5));
        let name = records.string_at(6, true)?;
        self.budget.take(name.len() + size_of::<SheetEntry>())?;
        if kind != MODULE {
            let (is_hidden, is_chart) = (state & 3 != 0, kind == CHART);
            self.sheets.push(SheetEntry { name, offset, is_hidden, is_chart });
        }
        Ok(())
    }

    fn strings(&mut self, records: &mut Records<'_, '_>) -> Outcome {
        // The declared numbers of strings come first.
        records.skip_to(8);
        while let Some(text) = records.shared_string()? {
            self.is_cut |= self.budget.take(STRING + text.len()).is_err();
            if self.is_cut {
                break;
            }
            self.strings.push(text.into());
        }
        Ok(())
    }

    fn set_colors(&mut self, colors: &[u8]) {
        let (colors, _) = colors.as_chunks::<4>();
        for (color, number) in colors.iter().zip(FIXED_COLORS..64) {
            let [red, green, blue, _] = *color;
            let is_white = u64::from(is_white_rgb([red, green, blue]));
            self.white = self.white & !(1 << number) | is_white << number;
        }
    }

    fn is_white(&self, color: u16) -> bool {
        color < 64 && self.white >> color & 1 == 1
    }

    /// Returns a shared string.
    pub(super) fn string(&self, number: u32) -> Outcome<&str> {
        match self.strings.get(number as usize) {
            Some(text) => Ok(text),
            None if self.is_cut => Err(Fault::TooLarge(Limit::Table)),
            None => Err(Fault::Damaged("a cell has a string that is missing")),
        }
    }

    /// Returns the number format of a cell style. `None` for the default format.
    pub(super) fn format(&self, style: u16) -> Option<&NumberFormat> {
        let id = self.styles.get(usize::from(style))?.format;
        let after = self.formats.partition_point(|(known, _)| *known <= id).checked_sub(1)?;
        let (known, format) = self.formats.get(after)?;
        (*known == id && id != 0).then_some(format)
    }

    /// Returns the look of a cell style, with another font if one is given, and whether it makes
    /// text tiny, or gives it the color of its background.
    pub(super) fn look(&self, style: u16, font: Option<usize>) -> (Look, bool) {
        let Some(style) = self.styles.get(usize::from(style)) else { return Default::default() };
        let font = font.unwrap_or_else(|| style.font.into());
        // There is no font 4.
        let font = self.fonts.get(font - usize::from(font > 4)).copied();
        let Some((color, look)) = font else { return Default::default() };
        let is_white = self.is_white(color) && !style.has_ground;
        (look, look.tiny == Some(true) || is_white || style.ground == Some(color))
    }
}
