//! The properties of the characters and paragraphs of a binary Word document.
//!
//! They are in pages of 512 bytes, by the offsets of the text in its stream.

use super::pieces::positions;
use crate::color::is_white_rgb;
use crate::compound::{Sectors, Stream};
use crate::error::Outcome;
use crate::scripts::Script;
use crate::zip::{u16_at, u32_at};

const PAGE: usize = 512;

/// The properties of characters or of paragraphs, by their offsets.
pub(super) struct PropertyPages {
    stream: Stream,
    starts: Vec<u32>,
    numbers: Vec<u32>,
    /// Whether they are those of paragraphs.
    is_paragraph: bool,
    page: Vec<u8>,
    /// The number of the page. `None` before the first one.
    number: Option<u32>,
    /// The offsets to which the last properties apply.
    from: u32,
    pub(super) to: u32,
}

impl PropertyPages {
    pub(super) fn new(stream: Stream, table: &[u8], is_paragraph: bool) -> Self {
        let (starts, numbers) = positions(table, 4);
        let numbers = numbers.chunks_exact(4).filter_map(|number| u32_at(number, 0)).collect();
        let (page, number) = (Vec::new(), None);
        Self { stream, starts, numbers, is_paragraph, page, number, from: 0, to: 0 }
    }

    /// Returns whether the last properties apply to an offset, too.
    pub(super) fn is_same(&self, offset: u32) -> bool {
        (self.from..self.to).contains(&offset)
    }

    /// Returns the properties at an offset: those of a paragraph begin with the index of its style.
    pub(super) fn at(&mut self, from: &mut Sectors<'_>, offset: u32) -> Outcome<&[u8]> {
        (self.from, self.to) = (offset, offset.saturating_add(1));
        let at = self.starts.partition_point(|start| *start <= offset).checked_sub(1);
        let number = at.and_then(|at| self.numbers.get(at)).copied();
        let Some(number) = number else { return Ok(&[]) };
        if self.number != Some(number) {
            self.page = self.stream.bytes(from, u64::from(number) * PAGE as u64, PAGE)?;
            self.number = Some(number);
        }
        let page = &*self.page;
        let count: usize = page.get(PAGE - 1).copied().unwrap_or_default().into();
        let (bounds, _) = page.get(..4 * (count + 1)).unwrap_or_default().as_chunks::<4>();
        let after = bounds.partition_point(|start| u32::from_le_bytes(*start) <= offset);
        let bound = |at| bounds.get(at).map(|bound| u32::from_le_bytes(*bound));
        let found = after.checked_sub(1).and_then(|at| Some((at, bound(at)?, bound(after)?)));
        let Some((at, from, to)) = found else { return Ok(&[]) };
        (self.from, self.to) = (from, to);
        let entry = 4 * (count + 1) + at * if self.is_paragraph { 13 } else { 1 };
        let start = 2 * usize::from(page.get(entry).copied().unwrap_or_default());
        if start == 0 {
            return Ok(&[]);
        }
        let rest = page.get(start..).unwrap_or_default();
        let (size, rest) = match rest {
            // A size of 0 means that of the next byte in units of two bytes.
            [0, size, rest @ ..] if self.is_paragraph => (2 * usize::from(*size), rest),
            [size, rest @ ..] if self.is_paragraph => {
                ((2 * usize::from(*size)).saturating_sub(1), rest)
            }
            [size, rest @ ..] => (usize::from(*size), rest),
            [] => (0, rest),
        };
        Ok(rest.get(..size).unwrap_or(rest))
    }
}

/// Returns the modifications in a list: their codes and operands.
pub(super) fn modifications(mut list: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    std::iter::from_fn(move || {
        let (code, rest) = (u16_at(list, 0)?, list.get(2..)?);
        let (skipped, size) = match (code >> 13, code) {
            (0 | 1, _) => (0, 1),
            (2 | 4 | 5, _) => (0, 2),
            (3, _) => (0, 4),
            (7, _) => (0, 3),
            // The definition of a table has a size of two bytes, one too large.
            (_, 0xd608) => (2, usize::from(u16_at(rest, 0)?).saturating_sub(1)),
            _ => (1, usize::from(*rest.first()?)),
        };
        let operand = rest.get(skipped..skipped + size)?;
        list = rest.get(skipped + size..)?;
        Some((code, operand))
    })
}

/// The look of characters, as far as it matters to the text. `None` means not set.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Look {
    /// The character style.
    pub(super) style: Option<u16>,
    /// Whether it is hidden: 0 or 1, or 128 and 129 for the same as the style or the opposite.
    pub(super) vanish: Option<u8>,
    pub(super) white: Option<bool>,
    pub(super) tiny: Option<bool>,
    pub(super) script: Option<Script>,
    /// Whether it has a background.
    pub(super) shaded: Option<bool>,
    pub(super) is_inserted: bool,
    pub(super) is_deleted: bool,
    /// The index of the font.
    pub(super) font: Option<u16>,
    /// The character that it stands for, with the index of its font.
    pub(super) symbol: Option<(u16, u16)>,
}

/// The largest font size that counts as hidden, in half points.
const TINY: u16 = 4;

impl Look {
    pub(super) fn parse(list: &[u8]) -> Self {
        let mut look = Self::default();
        for (code, operand) in modifications(list) {
            let byte = operand.first().copied().unwrap_or_default();
            let word = u16_at(operand, 0).unwrap_or_default();
            match code {
                0x0800 => look.is_deleted = byte != 0,
                0x0801 => look.is_inserted = byte != 0,
                0x083c => look.vanish = Some(byte),
                0x2a48 => look.script = Script::ALL.get(usize::from(byte)).copied(),
                0x4845 => look.script = Some(Script::of(i64::from(word as i16))),
                0x4a30 => look.style = Some(word),
                0x4a4f => look.font = Some(word),
                0x4a43 => look.tiny = Some(word <= TINY),
                0x2a42 => look.white = Some(byte == WHITE),
                0x6870 => look.white = Some(is_white(operand)),
                0x2a0c => look.shaded = Some(!matches!(byte, 0 | WHITE)),
                0x4866 => look.shaded = Some(is_old_shading(word)),
                0xca71 => look.shaded = Some(is_shading(operand)),
                0x6a09 => look.symbol = u16_at(operand, 2).map(|symbol| (word, symbol)),
                _ => {}
            }
        }
        look
    }

    /// Fills in unset properties from the look of a style.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            vanish: self.vanish.or(other.vanish),
            white: self.white.or(other.white),
            tiny: self.tiny.or(other.tiny),
            script: self.script.or(other.script),
            shaded: self.shaded.or(other.shaded),
            font: self.font.or(other.font),
            ..self
        }
    }
}

/// The index of white in the old palette.
const WHITE: u8 = 8;

/// Returns whether a color of four bytes, the last of which is set for the default, is white.
fn is_white(color: &[u8]) -> bool {
    matches!(*color, [red, green, blue, 0] if is_white_rgb([red, green, blue]))
}

/// Returns whether a shading of two colors and a pattern is visible.
pub(super) fn is_shading(shading: &[u8]) -> bool {
    let ground = shading.get(4..8).unwrap_or_default();
    let pattern = u16_at(shading, 8).unwrap_or_default();
    !matches!(pattern, 0 | 0xffff) || !matches!(ground, [_, _, _, 0xff]) && !is_white(ground)
}

/// The same for one of two indexes and a pattern.
fn is_old_shading(shading: u16) -> bool {
    let (ground, pattern) = (shading >> 5 & 0x1f, shading >> 10);
    shading != 0xffff && (pattern != 0 || ground != 0 && ground != WHITE.into())
}

/// The properties of a paragraph. `None` means not set.
#[derive(Clone, Copy, Default)]
pub(super) struct Paragraph {
    pub(super) style: u16,
    /// The level of the heading, from 1; 0 for body text.
    pub(super) heading: Option<u8>,
    /// The number of its list, from 1, and its level in that, from 0.
    pub(super) list: Option<u16>,
    pub(super) list_level: Option<u8>,
    pub(super) shaded: Option<bool>,
    /// The number of tables that it is in.
    pub(super) depth: u32,
    /// Whether its end is that of a cell in a table in a table, or of a row.
    pub(super) is_inner_cell: bool,
    pub(super) is_row_end: bool,
}

impl Paragraph {
    /// Parses the properties that a page has: the style, and modifications.
    pub(super) fn parse(properties: &[u8]) -> Self {
        let style = u16_at(properties, 0).unwrap_or_default();
        let mut paragraph = Self { style, ..Self::default() };
        for (code, operand) in modifications(properties.get(2..).unwrap_or_default()) {
            let byte = operand.first().copied().unwrap_or_default();
            let word = u16_at(operand, 0).unwrap_or_default();
            match code {
                0x2416 => paragraph.depth = paragraph.depth.max((byte != 0).into()),
                0x6649 => paragraph.depth = u32_at(operand, 0).unwrap_or_default(),
                0x2417 | 0x244c => paragraph.is_row_end |= byte != 0,
                0x244b => paragraph.is_inner_cell = byte != 0,
                // Level 9 means body text.
                0x2640 => paragraph.heading = Some(byte.saturating_add(1) % 10),
                0x460b => paragraph.list = Some(word),
                0x260a => paragraph.list_level = Some(byte),
                0x442d => paragraph.shaded = Some(is_old_shading(word)),
                0xc64d => paragraph.shaded = Some(is_shading(operand)),
                _ => {}
            }
        }
        paragraph
    }

    /// Fills in unset properties from those of a style.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            heading: self.heading.or(other.heading),
            list: self.list.or(other.list),
            list_level: self.list_level.or(other.list_level),
            shaded: self.shaded.or(other.shaded),
            ..self
        }
    }
}
