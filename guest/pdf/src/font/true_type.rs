//! The characters of the glyphs of a composite font, from its font program.

use super::built_in::MAX_PROGRAM;
use super::bytes::{u8_at, u16_at, u32_at};
use super::cff;
use crate::error::Outcome;
use crate::file::File;
use crate::object::{Dict, Object};
use std::collections::BTreeMap;

/// The maximum number of characters in a table.
const MAX_CHARACTERS: usize = 65_536;

/// Returns the characters of the glyphs. Empty if the program does not provide them.
pub(super) fn characters(file: &mut File<'_>, font: &Dict) -> Outcome<BTreeMap<u32, char>> {
    let descriptor = file.get(font, "FontDescriptor")?;
    let Some(descriptor) = descriptor.as_dict() else { return Ok(BTreeMap::new()) };
    if let Object::Stream(program) = file.get(descriptor, "FontFile2")? {
        // Glyphs that are numbered differently in the program are not looked up.
        if matches!(file.get(font, "CIDToGIDMap")?, Object::Stream(_)) {
            return Ok(BTreeMap::new());
        }
        let data = file.decode(&program, MAX_PROGRAM)?;
        return Ok(data.and_then(|data| from_program(&data)).unwrap_or_default());
    }
    if let Object::Stream(program) = file.get(descriptor, "FontFile3")? {
        let data = file.decode(&program, MAX_PROGRAM)?.unwrap_or_default();
        let cff = table(&data, b"CFF ").and_then(|at| data.get(at..)).unwrap_or(&data);
        let by_name = cff::glyph_characters(cff);
        return Ok(if by_name.is_empty() {
            from_program(&data).unwrap_or_default()
        } else {
            by_name
        });
    }
    Ok(BTreeMap::new())
}

/// Returns the offset of a table in a program.
fn table(data: &[u8], name: &[u8; 4]) -> Option<usize> {
    let count = u16_at(data, 4)?;
    let records = data.get(12..)?.chunks_exact(16).take(count);
    let record = records.into_iter().find(|record| record.starts_with(name))?;
    u32_at(record, 8)
}

fn from_program(data: &[u8]) -> Option<BTreeMap<u32, char>> {
    let cmap = table(data, b"cmap")?;
    let count = u16_at(data, cmap + 2)?;
    let mut best = None;
    for record in data.get(cmap + 4..)?.chunks_exact(8).take(count) {
        let rank = match (u16_at(record, 0)?, u16_at(record, 2)?) {
            (3, 10) | (0, 4 | 6) => 2,
            (3, 1) | (0, _) => 1,
            _ => continue,
        };
        if best.is_none_or(|(other, _)| rank > other) {
            best = Some((rank, cmap + u32_at(record, 4)?));
        }
    }
    let (_, at) = best?;
    let mut characters = BTreeMap::new();
    match u16_at(data, at)? {
        4 => read_segments(data, at, &mut characters),
        12 => read_groups(data, at, &mut characters),
        _ => None,
    };
    Some(characters)
}

/// Records the first character of a glyph. `None` if there are too many.
fn add(characters: &mut BTreeMap<u32, char>, glyph: usize, code: usize) -> Option<()> {
    let character = char::from_u32(u32::try_from(code).ok()?).filter(|code| *code > ' ');
    if let Some(character) = character.filter(|_| glyph != 0) {
        characters.entry(u32::try_from(glyph).ok()?).or_insert(character);
    }
    (characters.len() < MAX_CHARACTERS).then_some(())
}

fn read_segments(data: &[u8], at: usize, characters: &mut BTreeMap<u32, char>) -> Option<()> {
    let count = u16_at(data, at + 6)? / 2;
    let mut steps = 0;
    for segment in 0..count {
        let entry =
            |list: usize| at + 14 + list * count * 2 + segment * 2 + usize::from(list > 0) * 2;
        let (end, start) = (u16_at(data, entry(0))?, u16_at(data, entry(1))?);
        let (delta, offset) = (u16_at(data, entry(2))?, u16_at(data, entry(3))?);
        for code in start..=end {
            let glyph = if offset == 0 {
                code
            } else {
                match u16_at(data, entry(3) + offset + (code - start) * 2)? {
                    0 => continue,
                    glyph => glyph,
                }
            };
            add(characters, (glyph + delta) & 0xffff, code)?;
            steps += 1;
            if steps > MAX_CHARACTERS {
                return None;
            }
        }
    }
    Some(())
}

fn read_groups(data: &[u8], at: usize, characters: &mut BTreeMap<u32, char>) -> Option<()> {
    let count = u32_at(data, at + 12)?;
    let mut steps = 0;
    for group in data.get(at + 16..)?.chunks_exact(12).take(count) {
        let (start, end, glyph) = (u32_at(group, 0)?, u32_at(group, 4)?, u32_at(group, 8)?);
        for (code, glyph) in (start..=end).zip(glyph..) {
            add(characters, glyph, code)?;
            steps += 1;
            if steps > MAX_CHARACTERS {
                return None;
            }
        }
    }
    u8_at(data, at).map(drop)
}
