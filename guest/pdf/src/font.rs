//! Fonts: the text and the width of each code.

mod built_in;
mod bytes;
mod cff;
mod characters;
mod encoding;
mod names;
mod predefined;
mod private;
mod program;
mod tables;
mod true_type;
mod widths;

pub(crate) use names::accented;

use crate::cmap::{CMap, code_of};
use crate::error::Outcome;
use crate::file::File;
use crate::object::{Dict, Object, Stream};
use predefined::{Collection, Predefined};
use std::collections::BTreeMap;
use widths::Widths;

/// One code of a shown string.
pub(crate) struct Code<'t> {
    /// Its text. `None` if it is unknown.
    pub(crate) text: Option<&'t str>,
    /// The distance to the next glyph, in parts of the font size.
    pub(crate) advance: f64,
    /// Whether word spacing applies: to a space that is one byte.
    pub(crate) is_space: bool,
}

/// How the bytes of a string form codes.
#[derive(Debug)]
enum Codes {
    /// One byte per code.
    Simple(characters::Characters),
    /// Two bytes per code, which is the glyph.
    Identity,
    /// Two or four bytes per code, which is UTF-16.
    Utf16,
    /// According to a predefined CMap.
    Predefined(Predefined),
    /// One or two bytes per code, with unknown glyphs.
    Mixed,
    /// According to a CMap in the file.
    Mapped(CMap),
}

#[derive(Debug)]
pub(crate) struct Font {
    codes: Codes,
    to_unicode: Option<CMap>,
    widths: Widths,
    /// The characters of the glyphs of a composite font, from the font program.
    glyphs: BTreeMap<u32, char>,
    /// The order of the glyphs of a composite font.
    collection: Option<Collection>,
    /// The characters of the codes of a font of symbols.
    symbols: Option<&'static str>,
    /// The size of a width unit, in parts of the font size.
    unit: f64,
    /// The height of its glyphs, in parts of the font size. About 1 except for Type 3 fonts.
    pub(crate) height: f64,
    pub(crate) is_vertical: bool,
}

impl Font {
    pub(crate) fn load(file: &mut File<'_>, dict: &Dict) -> Outcome<Self> {
        let to_unicode = match file.get(dict, "ToUnicode")? {
            Object::Stream(stream) => read_map(file, &stream)?.filter(|map| !map.is_empty()),
            Object::Name(name) if name.starts_with(b"Identity") => Some(CMap::identity()),
            _ => None,
        };
        if dict.is("Subtype", "Type0") {
            return Self::composite(file, dict, to_unicode);
        }
        let name = base_name(file, dict)?;
        let (unit, height) =
            if dict.is("Subtype", "Type3") { type3_units(file, dict)? } else { (0.001, 1.0) };
        let characters = encoding::characters(file, dict, &name)?;
        let widths = Widths::simple(file, dict, &name, &characters)?;
        Ok(Self {
            codes: Codes::Simple(characters),
            to_unicode,
            widths,
            glyphs: BTreeMap::new(),
            collection: None,
            symbols: private::symbols_of(&name),
            unit,
            height,
            is_vertical: false,
        })
    }

    fn composite(file: &mut File<'_>, dict: &Dict, to_unicode: Option<CMap>) -> Outcome<Self> {
        let descendants = file.get(dict, "DescendantFonts")?;
        let descendant = descendants.as_array().and_then(|all| all.first()).cloned();
        let descendant = file.resolve(&descendant.unwrap_or_default())?;
        let descendant = descendant.as_dict().cloned().unwrap_or_default();
        let (codes, is_vertical) = match file.get(dict, "Encoding")? {
            Object::Name(name) => {
                let name = String::from_utf8_lossy(&name).into_owned();
                let codes = if name.starts_with("Identity") {
                    Codes::Identity
                } else if name.contains("UCS2") || name.contains("UTF16") {
                    Codes::Utf16
                } else {
                    Predefined::named(&name).map_or(Codes::Mixed, Codes::Predefined)
                };
                (codes, name.ends_with("-V"))
            }
            Object::Stream(stream) => {
                let map = read_map(file, &stream)?.unwrap_or_default();
                (Codes::Mapped(map), stream.dict.get("WMode").as_int() == Some(1))
            }
            _ => (Codes::Identity, false),
        };
        let name = base_name(file, dict)?;
        let glyphs = match to_unicode {
            Some(_) => BTreeMap::new(),
            None => true_type::characters(file, &descendant, &name)?,
        };
        let system = file.dict(&descendant, "CIDSystemInfo")?;
        let ordering = file.get(&system, "Ordering")?;
        Ok(Self {
            codes,
            to_unicode,
            widths: Widths::composite(file, &descendant)?,
            glyphs,
            collection: ordering.as_string().and_then(Collection::named),
            symbols: private::symbols_of(&name),
            unit: 0.001,
            height: 1.0,
            is_vertical,
        })
    }

    /// Returns its approximate memory, in units of 16 bytes.
    pub(crate) fn weight(&self) -> usize {
        let map = |map: &CMap| map.weight();
        let codes = match &self.codes {
            Codes::Simple(_) => 1024,
            Codes::Mapped(codes) => map(codes),
            _ => 0,
        };
        codes
            + self.to_unicode.as_ref().map_or(0, map)
            + self.collection.as_ref().map_or(0, Collection::weight)
            + self.widths.weight()
            + self.glyphs.len() * 2
    }

    /// Takes the first code of a non-empty string. Its text is put into the buffer.
    pub(crate) fn next<'t>(&self, string: &mut &[u8], buffer: &'t mut String) -> Code<'t> {
        buffer.clear();
        let (code, length) = match &self.codes {
            Codes::Simple(_) => code_of(string, 1),
            Codes::Utf16 if matches!(string, [0xd8..0xdc, ..]) => code_of(string, 4),
            Codes::Identity | Codes::Utf16 => code_of(string, 2),
            Codes::Predefined(map) => map.next_code(string),
            Codes::Mixed => match string {
                [0..=0x80 | 0xa0..=0xdf, ..] => code_of(string, 1),
                _ => code_of(string, 2),
            },
            Codes::Mapped(map) => map.next_code(string),
        };
        let is_space = length == 1 && code == 32;
        *string = string.get(length..).unwrap_or_default();
        let glyph = match &self.codes {
            Codes::Mapped(map) => map.cid(code).unwrap_or(0),
            _ => code,
        };
        let is_known = self.to_unicode.as_ref().is_some_and(|map| map.push_text(code, buffer))
            && self.is_text(buffer)
            || self.push_character(code, glyph, buffer);
        let advance = if self.is_vertical { -1.0 } else { self.width(glyph) * self.unit };
        Code { text: is_known.then_some(&**buffer), advance, is_space }
    }

    fn width(&self, glyph: u32) -> f64 {
        match self.codes {
            // The glyphs of the predefined maps start with ASCII, at half the width of others.
            Codes::Predefined(_) | Codes::Utf16 if (0x20..0x7f).contains(&glyph) => {
                self.widths.find(glyph - 31).unwrap_or(500.0)
            }
            _ => self.widths.get(glyph),
        }
    }

    /// Returns whether characters from a map are text, after it replaces those of symbol fonts.
    fn is_text(&self, text: &mut String) -> bool {
        matches!(text.as_bytes(), [b' '..0x7f]) || private::replace(text, self.symbols)
    }

    /// Replaces the buffer by the character from the encoding or the font program. Returns whether
    /// there is one.
    fn push_character(&self, code: u32, glyph: u32, buffer: &mut String) -> bool {
        buffer.clear();
        match &self.codes {
            Codes::Simple(characters) => {
                buffer.push_str(characters.get(code as usize).map_or("", |text| text));
            }
            Codes::Utf16 => {
                let units = [(code >> 16) as u16, code as u16].into_iter();
                let units = units.skip_while(|unit| *unit == 0);
                buffer.extend(char::decode_utf16(units).flatten());
            }
            Codes::Predefined(map) => map.push_text(code, buffer),
            Codes::Mixed if (0x20..0x7f).contains(&code) => buffer.extend(char::from_u32(code)),
            Codes::Mixed => {}
            Codes::Identity | Codes::Mapped(_) => {
                buffer.extend(self.glyphs.get(&glyph));
                if let Some(collection) = self.collection.as_ref().filter(|_| buffer.is_empty()) {
                    collection.push_text(glyph, buffer);
                }
            }
        }
        !buffer.is_empty() && self.is_text(buffer)
    }
}

fn read_map(file: &mut File<'_>, stream: &Stream) -> Outcome<Option<CMap>> {
    let limit = file.limits.mappings;
    let Some(data) = file.decode(stream, usize::MAX)? else { return Ok(None) };
    // A mapping has about this many bytes.
    file.count_values(data.len() / 8)?;
    Ok(Some(CMap::parse(&data, limit)))
}

/// Returns the name of a font, without the prefix that marks a subset.
fn base_name(file: &mut File<'_>, dict: &Dict) -> Outcome<String> {
    let name = file.get(dict, "BaseFont")?;
    let name = String::from_utf8_lossy(name.as_name().unwrap_or_default());
    Ok(name.rsplit('+').next().unwrap_or_default().to_owned())
}

/// Returns the size of a width unit, and the height of glyphs.
fn type3_units(file: &mut File<'_>, dict: &Dict) -> Outcome<(f64, f64)> {
    let matrix = file.get(dict, "FontMatrix")?.numbers();
    let unit = matrix.first().copied().unwrap_or(0.001).abs();
    let bounds = file.get(dict, "FontBBox")?.numbers();
    let height = match *bounds.as_slice() {
        [_, bottom, _, top] => (top - bottom).abs() * unit,
        _ => 0.0,
    };
    Ok((unit, if height > 0.0 { height } else { 1.0 }))
}
