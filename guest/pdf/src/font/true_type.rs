//! The characters of the glyphs and codes of a TrueType font, from its font program.

use super::bytes::{u8_at, u16_at, u32_at};
use super::cff;
use super::characters::{Characters, no_characters};
use super::names::push_name;
use super::program::program;
use super::tables::{MAC_ROMAN, MORE_STANDARD_GLYPHS};
use crate::error::Outcome;
use crate::file::File;
use crate::object::Dict;
use std::collections::BTreeMap;

/// The maximum number of characters in a table.
const MAX_CHARACTERS: usize = 65_536;
/// The number of glyphs in the standard order.
const STANDARD_GLYPHS: usize = 258;

/// Fonts of Windows whose glyphs are in the standard order, and the number of those that are.
const STANDARD_FONTS: [(&str, usize); 9] = [
    ("Arial", STANDARD_GLYPHS),
    ("TimesNewRoman", STANDARD_GLYPHS),
    ("CourierNew", STANDARD_GLYPHS),
    ("Georgia", 172),
    ("Verdana", 172),
    ("Tahoma", 172),
    ("Trebuchet", 172),
    ("CenturyGothic", 172),
    ("ComicSans", 172),
];

/// Returns the characters of the glyphs of a composite font. Empty if the program does not provide
/// them.
pub(super) fn characters(
    file: &mut File<'_>,
    font: &Dict,
    name: &str,
) -> Outcome<BTreeMap<u32, char>> {
    let descriptor = file.dict(font, "FontDescriptor")?;
    if let Some(data) = program(file, &descriptor, "FontFile2")? {
        let mut glyphs = glyph_characters(&data);
        if glyphs.is_empty() {
            glyphs = standard_characters(name);
        }
        let Some(map) = program(file, font, "CIDToGIDMap")? else { return Ok(glyphs) };
        let glyph = |pair: &[u8]| u16_at(pair, 0).and_then(|glyph| u32::try_from(glyph).ok());
        let cids = (0..).zip(map.chunks_exact(2).take(MAX_CHARACTERS));
        return Ok(map_of(cids.filter_map(|(cid, pair)| Some((cid, *glyphs.get(&glyph(pair)?)?)))));
    }
    if let Some(data) = program(file, &descriptor, "FontFile3")? {
        let cff = table(&data, b"CFF ").and_then(|at| data.get(at..)).unwrap_or(&data);
        let by_name = cff::glyph_characters(cff);
        return Ok(if by_name.is_empty() { glyph_characters(&data) } else { by_name });
    }
    let is_true_type = font.is("Subtype", "CIDFontType2");
    Ok(if is_true_type { standard_characters(name) } else { BTreeMap::new() })
}

/// Returns the characters of the glyphs of a well-known font, whose order is the standard one.
fn standard_characters(name: &str) -> BTreeMap<u32, char> {
    let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let known = STANDARD_FONTS.iter().find(|(known, _)| name.starts_with(known));
    let known = known.filter(|_| !name.contains("Black") && !name.contains("Unicode"));
    let glyphs = (0..).zip(0..known.map_or(0, |(_, count)| *count));
    map_of(glyphs.filter_map(|(cid, glyph)| Some((cid, standard_character(glyph)?))))
}

/// Returns a map of characters. `collect` would sort them first: code for each type of map.
fn map_of(characters: impl Iterator<Item = (u32, char)>) -> BTreeMap<u32, char> {
    let mut map = BTreeMap::new();
    map.extend(characters);
    map
}

/// Returns the characters of the codes of a simple font without an encoding. `None` if the program
/// does not provide any.
pub(super) fn code_characters(data: &[u8]) -> Option<Characters> {
    let at = subtable(data, |platform| match platform {
        (3, 0) => 2,
        (1, 0) => 1,
        _ => 0,
    })?;
    let glyphs = glyph_characters(data);
    let mut characters = no_characters();
    each_glyph(data, at, &mut |code, glyph| {
        // Symbolic fonts have their codes at 0xf000.
        let text = characters.get_mut(if code >= 0xf000 { code & 0xff } else { code });
        if let (Some(text), Ok(glyph)) = (text, u32::try_from(glyph)) {
            text.clear();
            text.extend(glyphs.get(&glyph));
        }
        Some(())
    });
    characters.iter().any(|text| !text.trim().is_empty()).then_some(characters)
}

/// Returns the character of a glyph in the order of Macintosh fonts, which many others have.
fn standard_character(glyph: usize) -> Option<char> {
    let at = match glyph {
        3..98 => glyph - 3,
        98..226 => glyph - 2,
        _ => return MORE_STANDARD_GLYPHS.chars().nth(glyph.checked_sub(226)?),
    };
    MAC_ROMAN.chars().nth(at)
}

/// Returns the offset of a table in a program.
fn table(data: &[u8], name: &[u8; 4]) -> Option<usize> {
    let count = u16_at(data, 4)?;
    let records = data.get(12..)?.chunks_exact(16).take(count);
    let record = records.into_iter().find(|record| record.starts_with(name))?;
    u32_at(record, 8)
}

/// Returns the offset of the map with the highest rank above 0, by platform and encoding.
fn subtable(data: &[u8], rank: impl Fn((usize, usize)) -> u8) -> Option<usize> {
    let cmap = table(data, b"cmap")?;
    let count = u16_at(data, cmap + 2)?;
    let mut best = (0, None);
    for record in data.get(cmap + 4..)?.chunks_exact(8).take(count) {
        let rank = rank((u16_at(record, 0)?, u16_at(record, 2)?));
        if rank > best.0 {
            best = (rank, Some(cmap + u32_at(record, 4)?));
        }
    }
    best.1
}

/// Returns the characters of the glyphs: by the map from Unicode, by their names, and spaces if
/// nothing is drawn.
fn glyph_characters(data: &[u8]) -> BTreeMap<u32, char> {
    let mut characters = BTreeMap::new();
    let unicode = subtable(data, |platform| match platform {
        (3, 10) | (0, 4 | 6) => 2,
        (3, 1) | (0, _) => 1,
        _ => 0,
    });
    if let Some(at) = unicode {
        each_glyph(data, at, &mut |code, glyph| add(&mut characters, glyph, code));
    }
    read_names(data, &mut characters);
    if !characters.is_empty() {
        add_blanks(data, &mut characters);
    }
    characters
}

/// Records the first character of a glyph. `None` if there are too many.
fn add(characters: &mut BTreeMap<u32, char>, glyph: usize, code: usize) -> Option<()> {
    let character = char::from_u32(u32::try_from(code).ok()?).filter(|code| *code >= ' ');
    if let Some(character) = character.filter(|_| glyph != 0) {
        characters.entry(u32::try_from(glyph).ok()?).or_insert(character);
    }
    (characters.len() < MAX_CHARACTERS).then_some(())
}

/// Reads the names of the glyphs.
fn read_names(data: &[u8], characters: &mut BTreeMap<u32, char>) -> Option<()> {
    let post = table(data, b"post")?;
    if u32_at(data, post)? != 0x2_0000 {
        return None;
    }
    let count = u16_at(data, post + 32)?;
    let numbers = data.get(post + 34..)?.chunks_exact(2).take(count);
    let mut rest = data.get(post + 34 + count * 2..)?;
    let mut names = Vec::new();
    while let Some((length, after)) = rest.split_first() {
        let Some((name, after)) = after.split_at_checked(usize::from(*length)) else { break };
        names.push(name);
        rest = after;
        if names.len() >= count {
            break;
        }
    }
    let mut text = String::new();
    for (glyph, number) in numbers.enumerate() {
        let number = u16_at(number, 0)?;
        let character = match number.checked_sub(STANDARD_GLYPHS) {
            None => standard_character(number),
            Some(own) => {
                text.clear();
                push_name(names.get(own).copied().unwrap_or_default(), &mut text);
                text.chars().next()
            }
        };
        add(characters, glyph, character.map_or(0, |character| character as usize))?;
    }
    Some(())
}

/// Adds a space for each glyph without an outline.
fn add_blanks(data: &[u8], characters: &mut BTreeMap<u32, char>) -> Option<()> {
    let is_long = u16_at(data, table(data, b"head")? + 50)? != 0;
    let count = u16_at(data, table(data, b"maxp")? + 4)?;
    let loca = table(data, b"loca")?;
    let end = |glyph: usize| match is_long {
        true => u32_at(data, loca + glyph * 4),
        false => u16_at(data, loca + glyph * 2),
    };
    for glyph in 1..count {
        if end(glyph)? == end(glyph + 1)? {
            add(characters, glyph, ' ' as usize)?;
        }
    }
    Some(())
}

/// Takes a code and its glyph. `None` ends the reading of a map.
type Take<'t> = &'t mut dyn FnMut(usize, usize) -> Option<()>;

/// Passes each code of a map with its glyph.
fn each_glyph(data: &[u8], at: usize, take: Take<'_>) -> Option<()> {
    match u16_at(data, at)? {
        0 => (0..256).try_for_each(|code| take(code, u8_at(data, at + 6 + code)?)),
        4 => read_segments(data, at, take),
        6 => {
            let (first, count) = (u16_at(data, at + 6)?, u16_at(data, at + 8)?);
            (0..count).try_for_each(|index| take(first + index, u16_at(data, at + 10 + index * 2)?))
        }
        12 => read_groups(data, at, take),
        _ => None,
    }
}

fn read_segments(data: &[u8], at: usize, take: Take<'_>) -> Option<()> {
    let count = u16_at(data, at + 6)? / 2;
    let mut steps = 0;
    for segment in 0..count {
        let entry =
            |list: usize| at + 14 + list * count * 2 + segment * 2 + usize::from(list > 0) * 2;
        let (end, start) = (u16_at(data, entry(0))?, u16_at(data, entry(1))?);
        let (delta, offset) = (u16_at(data, entry(2))?, u16_at(data, entry(3))?);
        for code in start..=end {
            steps += 1;
            if steps > MAX_CHARACTERS {
                return None;
            }
            let glyph = if offset == 0 {
                code
            } else {
                match u16_at(data, entry(3) + offset + (code - start) * 2)? {
                    0 => continue,
                    glyph => glyph,
                }
            };
            take(code, (glyph + delta) & 0xffff)?;
        }
    }
    Some(())
}

fn read_groups(data: &[u8], at: usize, take: Take<'_>) -> Option<()> {
    let count = u32_at(data, at + 12)?;
    let mut steps = 0;
    for group in data.get(at + 16..)?.chunks_exact(12).take(count) {
        let (start, end, glyph) = (u32_at(group, 0)?, u32_at(group, 4)?, u32_at(group, 8)?);
        for (code, glyph) in (start..=end).zip(glyph..) {
            take(code, glyph)?;
            steps += 1;
            if steps > MAX_CHARACTERS {
                return None;
            }
        }
    }
    Some(())
}
