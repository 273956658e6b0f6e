//! Glyph names in a Compact Font Format program.

use super::bytes::{number_at, u8_at, u16_at};
use super::characters::{Characters, no_characters, standard};
use super::names::push_name;
use std::collections::BTreeMap;

/// The standard strings, one per line.
const STANDARD_STRINGS: &str = include_str!("standard_strings.txt");
/// The number of standard strings.
const STANDARD_COUNT: usize = 391;

/// An INDEX of byte strings: the positions of its offsets and its data.
#[derive(Clone, Copy)]
struct Index {
    count: usize,
    offset_size: usize,
    offsets: usize,
    data: usize,
}

impl Index {
    /// Parses an INDEX. Returns it with the offset of its end.
    fn read(data: &[u8], at: usize) -> Option<(Self, usize)> {
        let count = u16_at(data, at)?;
        if count == 0 {
            return Some((Self { count, offset_size: 1, offsets: at, data: at }, at + 2));
        }
        let offset_size = u8_at(data, at + 2).filter(|size| (1..=4).contains(size))?;
        let offsets = at + 3;
        let start = (offsets + (count + 1) * offset_size).checked_sub(1)?;
        let index = Self { count, offset_size, offsets, data: start };
        let end = number_at(data, offsets + count * offset_size, offset_size)?;
        Some((index, start.checked_add(end)?))
    }

    fn get<'d>(&self, data: &'d [u8], number: usize) -> Option<&'d [u8]> {
        if number >= self.count {
            return None;
        }
        let at = self.offsets + number * self.offset_size;
        let start = number_at(data, at, self.offset_size)?;
        let end = number_at(data, at + self.offset_size, self.offset_size)?;
        data.get(self.data.checked_add(start)?..self.data.checked_add(end)?)
    }
}

/// A program, as far as glyph names need it.
struct Program<'d> {
    data: &'d [u8],
    strings: Index,
    glyphs: usize,
    outlines: Option<Index>,
    charset: usize,
    encoding: usize,
}

impl<'d> Program<'d> {
    /// Parses the header. `None` if it is malformed, or the glyphs have no names.
    fn read(data: &'d [u8]) -> Option<Self> {
        let (_, after_names) = Index::read(data, u8_at(data, 2)?)?;
        let (tops, after_tops) = Index::read(data, after_names)?;
        let (strings, _) = Index::read(data, after_tops)?;
        let mut program =
            Self { data, strings, glyphs: 0, outlines: None, charset: 0, encoding: 0 };
        let mut operand = 0;
        let mut rest = tops.get(data, 0)?.iter().copied();
        while let Some(byte) = rest.next() {
            let mut next = || rest.next().map(usize::from);
            match byte {
                12 if next()? == 30 => return None,
                15 => program.charset = operand,
                16 => program.encoding = operand,
                17 => {
                    let outlines = Index::read(data, operand)?.0;
                    (program.glyphs, program.outlines) = (outlines.count, Some(outlines));
                }
                28 => operand = next()? << 8 | next()?,
                29 => {
                    operand = 0;
                    for _ in 0..4 {
                        operand = (operand << 8 | next()?) & 0x1fff_ffff;
                    }
                }
                30 => while next()? & 0xf != 0xf {},
                32..=246 => operand = usize::from(byte).saturating_sub(139),
                247..=250 => operand = ((usize::from(byte) - 247) << 8) + next()? + 108,
                251..=254 => drop(next()?),
                _ => {}
            }
        }
        Some(program)
    }

    /// Returns the string numbers of the glyphs, starting at glyph 1.
    fn charset(&self) -> Vec<usize> {
        let mut names = Vec::new();
        let mut at = self.charset + 1;
        let format = u8_at(self.data, self.charset);
        while names.len() + 1 < self.glyphs {
            let next = if self.charset <= 2 {
                Some((names.len() + 1, 0, 0))
            } else {
                u16_at(self.data, at).and_then(|first| match format? {
                    0 => Some((first, 0, 2)),
                    1 => Some((first, u8_at(self.data, at + 2)?, 3)),
                    2 => Some((first, u16_at(self.data, at + 2)?, 4)),
                    _ => None,
                })
            };
            let Some((first, more, length)) = next else { break };
            let left = self.glyphs - 1 - names.len();
            names.extend((first..=first + more).take(left));
            at += length;
        }
        names
    }

    fn name(&self, string: usize) -> Option<&'d [u8]> {
        match string.checked_sub(STANDARD_COUNT) {
            Some(own) => self.strings.get(self.data, own),
            None => STANDARD_STRINGS.lines().nth(string).map(str::as_bytes),
        }
    }

    fn push_text(&self, string: usize, text: &mut String) {
        if let Some(name) = self.name(string) {
            push_name(name, text);
        }
    }

    /// Returns whether a glyph draws nothing: its outline ends after its width.
    fn is_blank(&self, glyph: usize) -> bool {
        let outline = self.outlines.and_then(|outlines| outlines.get(self.data, glyph));
        matches!(outline, Some([14] | [32..247, 14] | [247..=255, _, 14] | [28, _, _, 14]))
    }
}

/// Returns the name of the first glyph that draws nothing, after `.notdef`.
pub(super) fn blank_name(data: &[u8]) -> Option<&[u8]> {
    let program = Program::read(data)?;
    let names = program.charset();
    let glyph = (1..=names.len()).find(|glyph| program.is_blank(*glyph))?;
    program.name(*names.get(glyph - 1)?)
}

/// Returns the characters of the codes, from the encoding in a program.
pub(super) fn characters(data: &[u8]) -> Option<Characters> {
    let program = Program::read(data)?;
    if program.encoding <= 1 {
        return Some(standard());
    }
    let mut names = program.charset().into_iter();
    let mut characters = no_characters();
    let mut set = |code: usize, name: Option<usize>| {
        if let (Some(name), Some(text)) = (name, characters.get_mut(code)) {
            text.clear();
            program.push_text(name, text);
        }
    };
    let format = u8_at(data, program.encoding)?;
    let count = u8_at(data, program.encoding + 1)?;
    let mut at = program.encoding + 2;
    for _ in 0..count {
        let first = u8_at(data, at)?;
        let more = if format & 0x7f == 0 { 0 } else { u8_at(data, at + 1)? };
        (first..=first + more).for_each(|code| set(code, names.next()));
        at += if format & 0x7f == 0 { 1 } else { 2 };
    }
    if format & 0x80 != 0 {
        for number in 0..u8_at(data, at)? {
            let entry = at + 1 + number * 3;
            let (Some(code), Some(name)) = (u8_at(data, entry), u16_at(data, entry + 1)) else {
                break;
            };
            set(code, Some(name));
        }
    }
    Some(characters)
}

/// Returns the characters of the glyphs whose names stand for one character.
pub(super) fn glyph_characters(data: &[u8]) -> BTreeMap<u32, char> {
    let Some(program) = Program::read(data) else { return BTreeMap::new() };
    let mut characters = BTreeMap::new();
    let mut text = String::new();
    for (glyph, name) in (1..).zip(program.charset()) {
        text.clear();
        program.push_text(name, &mut text);
        characters.extend(text.chars().next().map(|character| (glyph, character)));
    }
    characters
}
