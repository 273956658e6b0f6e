//! The encoding of a simple font.

use super::built_in;
use super::characters::{Characters, from_table, standard};
use super::names::push_name;
use super::tables;
use crate::error::Outcome;
use crate::file::File;
use crate::object::{Dict, Object};

/// Returns the characters of a simple font: by its encoding, or else by that of the font program.
pub(super) fn characters(file: &mut File<'_>, font: &Dict, name: &str) -> Outcome<Characters> {
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
        Some(_) => default_characters(font, name),
        None => built_in::characters(file, font)?.unwrap_or_else(|| default_characters(font, name)),
    };
    if name.contains("Wingdings") {
        // The encoding names letters, while the codes have symbols.
        for (text, code) in characters.iter_mut().zip('\u{f000}'..).skip(0x21) {
            *text = code.into();
        }
    }
    let is_drawn = font.is("Subtype", "Type3");
    let mut unknown: Vec<(usize, &[u8])> = Vec::new();
    let mut code = 0;
    for difference in differences.as_array().into_iter().flat_map(|all| all.iter()) {
        match difference {
            Object::Name(name) => {
                if let Some(text) = characters.get_mut(code) {
                    text.clear();
                    if is_number(name, code, is_drawn)
                        || !push_name(name, text) && &**name != b".notdef"
                    {
                        unknown.push((code, name));
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
    set_numbered(&unknown, is_drawn, &mut characters);
    if unknown.is_empty() {
        return Ok(characters);
    }
    // Subsets can have a number as the name of the space.
    let blank = built_in::blank_name(file, font)?;
    for (code, name) in unknown {
        let text = characters.get_mut(code).filter(|text| text.is_empty());
        if let Some(text) = text.filter(|_| blank.as_deref() == Some(name)) {
            text.push(' ');
        }
    }
    Ok(characters)
}

/// Returns whether a name is a number although it could mean a character: a digit for another code,
/// or the code of a picture, as `a97`, which in dingbat fonts denotes another glyph.
fn is_number(name: &[u8], code: usize, is_drawn: bool) -> bool {
    match name {
        [digit @ b'0'..=b'9'] => usize::from(*digit) != code,
        _ => is_drawn && number_in(name, 10) == Some(code),
    }
}

/// Returns the number after the letters of a name, in a radix.
fn number_in(name: &[u8], radix: u32) -> Option<usize> {
    let letters = match radix {
        // The first hexadecimal digit can be a letter.
        16 => 1,
        _ => name.iter().take_while(|byte| byte.is_ascii_alphabetic()).count(),
    };
    let digits = std::str::from_utf8(name.get(letters..)?).ok()?;
    usize::from_str_radix(digits, radix).ok().filter(|_| letters > 0)
}

/// Sets the characters of names that are numbers, such as `a97`, `G4B` or `c072`: if the number is
/// the code of a picture, or if all of them are codes of characters.
fn set_numbered(unknown: &[(usize, &[u8])], is_drawn: bool, characters: &mut Characters) {
    let is_shown = |code: usize| matches!(code, 0x20..0x7f | 0xa1..0x100);
    for (radix, prefixes) in [(10, b"cC"), (16, b"GC")] {
        let is_code = |(_, name): &(usize, &[u8])| {
            name.first().is_some_and(|first| prefixes.contains(first))
                && (radix == 10 || name.len() == 3)
                && number_in(name, radix).is_some_and(is_shown)
        };
        let is_rule = unknown.len() > 1 && unknown.iter().all(is_code);
        for (code, name) in unknown {
            let number = number_in(name, radix).filter(|number| is_shown(*number));
            let is_own = is_drawn && number == Some(*code);
            if let Some(text) = characters.get_mut(*code)
                && (is_rule || is_own)
                && text.is_empty()
            {
                let character = number.and_then(|number| u8::try_from(number).ok());
                text.extend(character.map(char::from));
            }
        }
    }
}

fn default_characters(font: &Dict, name: &str) -> Characters {
    if name.contains("Symbol") {
        return from_table(tables::SYMBOL);
    } else if name.contains("Dingbats") {
        return from_table(tables::DINGBATS);
    }
    let mut characters = standard();
    if font.is("Subtype", "TrueType") {
        // Programs that write no encoding mean ASCII.
        for code in [b'\'', b'`'] {
            if let Some(text) = characters.get_mut(usize::from(code)) {
                *text = char::from(code).into();
            }
        }
    }
    characters
}
