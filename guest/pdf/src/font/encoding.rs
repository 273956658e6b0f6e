//! The encoding of a simple font.

use super::names::push_name;
use super::tables;
use crate::error::Outcome;
use crate::file::File;
use crate::object::{Dict, Object};

/// The text of each of 256 codes. Empty if it is unknown.
pub(super) type Characters = Vec<String>;

/// Returns the characters of a simple font, by its encoding. `built_in` are those of the font
/// program, if known.
pub(super) fn characters(
    file: &mut File<'_>,
    font: &Dict,
    name: &str,
    built_in: Option<Characters>,
) -> Outcome<Characters> {
    let encoding = file.get(font, "Encoding")?;
    let (base, differences) = match &encoding {
        Object::Name(name) => (Some(name.clone()), Object::Null),
        Object::Dict(dict) => {
            let base = file.get(dict, "BaseEncoding")?;
            (base.as_name().map(Into::into), file.get(dict, "Differences")?)
        }
        _ => (None, Object::Null),
    };
    let mut characters = match base.as_deref() {
        Some(b"WinAnsiEncoding") => from_table(tables::WIN_ANSI),
        Some(b"MacRomanEncoding") => from_table(tables::MAC_ROMAN),
        Some(b"StandardEncoding") => from_table(tables::STANDARD),
        _ => built_in.unwrap_or_else(|| from_table(default_table(font, name))),
    };
    // In dingbat fonts, the same names denote other glyphs.
    let is_drawn = font.is("Subtype", "Type3");
    let mut code = 0;
    for difference in differences.as_array().into_iter().flat_map(|all| all.iter()) {
        match difference {
            Object::Name(name) => {
                if let Some(text) = characters.get_mut(code) {
                    text.clear();
                    if is_drawn && names_code(name, code) {
                        text.extend(u8::try_from(code).map(char::from));
                    } else {
                        push_name(name, text);
                    }
                }
                code += 1;
            }
            other => code = other.as_size().unwrap_or(usize::MAX - 256 * 256),
        }
        if code > 255 {
            code = 256;
        }
    }
    Ok(characters)
}

/// Returns whether a name is letters and the number of the code, such as `a97`, as written by
/// programs that draw ASCII glyphs as pictures.
fn names_code(name: &[u8], code: usize) -> bool {
    let digits = name.iter().position(u8::is_ascii_digit).and_then(|at| name.get(at..));
    let number = digits.and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok());
    number == Some(code) && (0x21..0x7f).contains(&code)
}

fn default_table(font: &Dict, name: &str) -> &'static str {
    if name.contains("Symbol") {
        tables::SYMBOL
    } else if name.contains("Dingbats") {
        tables::DINGBATS
    } else if font.is("Subtype", "TrueType") {
        tables::WIN_ANSI
    } else {
        tables::STANDARD
    }
}

/// Returns 256 codes without characters.
pub(super) fn no_characters() -> Characters {
    vec![String::new(); 256]
}

pub(super) fn standard() -> Characters {
    from_table(tables::STANDARD)
}

fn from_table(table: &str) -> Characters {
    let mut characters = no_characters();
    for space in [b'\t', b'\n', b'\r'] {
        if let Some(text) = characters.get_mut(usize::from(space)) {
            text.push(' ');
        }
    }
    for (text, character) in characters.iter_mut().skip(0x20).zip(table.chars()) {
        if character != '\u{fffd}' {
            text.push(character);
        }
    }
    characters
}
