//! The characters of glyph names.
//!
//! The list is a part of the Adobe Glyph List, whose license is in `LICENSE-glyph-names`, extended
//! with names from mathematical fonts and Wingdings.

/// One name and hexadecimal code point per line, sorted by the bytes of the names.
const NAMES: &str = include_str!("../glyph_names.txt");

/// The characters of codes 0x0b to 0x0f in TeX fonts.
const TEX_LIGATURES: [&[char]; 5] =
    [&['f', 'f'], &['f', 'i'], &['f', 'l'], &['f', 'f', 'i'], &['f', 'f', 'l']];

/// Accents: the characters alone and above a letter, and their part of a name.
const ACCENTS: &str = "´\u{301}acute `\u{300}grave ¨\u{308}dieresis ˆ\u{302}circumflex \
    ˜\u{303}tilde ¯\u{304}macron ˘\u{306}breve ˙\u{307}dotaccent ˚\u{30a}ring ¸\u{327}cedilla \
    ˝\u{30b}hungarumlaut ˇ\u{30c}caron ˛\u{328}ogonek";

/// Returns a letter with an accent.
pub(crate) fn accented(letter: char, accent: char) -> Option<char> {
    let letter = if letter == 'ı' { 'i' } else { letter };
    let known = ACCENTS.split(' ').find(|known| known.chars().take(2).any(|known| known == accent));
    let name = known.filter(|_| letter.is_ascii_alphabetic())?;
    let name = name.trim_start_matches(|mark: char| !mark.is_ascii_lowercase());
    look_up(&format!("{letter}{name}"))
}

/// Appends the characters of a glyph name. Returns whether it is known.
pub(super) fn push_name(name: &[u8], text: &mut String) -> bool {
    let Ok(name) = std::str::from_utf8(name) else { return false };
    if let [byte] = name.as_bytes() {
        // Bitmap fonts made by TeX use such names for their codes.
        let own = [char::from(*byte)];
        text.extend(match byte {
            0x0b..=0x0f => TEX_LIGATURES.get(usize::from(byte - 0x0b)).copied().unwrap_or_default(),
            0x21..0x7f => &own,
            _ => &[],
        });
        return matches!(byte, 0x0b..=0x0f | 0x21..0x7f);
    }
    // The part after a dot names a variant: `a.sc`.
    let name = name.split('.').next().unwrap_or_default();
    let before = text.len();
    for part in name.split('_') {
        push_part(part, text);
    }
    text.len() > before
}

fn push_part(name: &str, text: &mut String) {
    if let [letter @ (b'a'..=b'z' | b'A'..=b'Z')] = name.as_bytes() {
        text.push(char::from(*letter));
    } else if let Some(found) = look_up(name) {
        text.push(found);
    } else if let Some(digits) = name.strip_prefix("uni") {
        if digits.len() % 4 == 0 && digits.is_ascii() {
            let units = digits.as_bytes().chunks(4).map(|chunk| {
                std::str::from_utf8(chunk)
                    .ok()
                    .and_then(|chunk| u16::from_str_radix(chunk, 16).ok())
            });
            if let Some(units) = units.collect::<Option<Vec<u16>>>() {
                text.extend(char::decode_utf16(units).flatten());
            }
        }
    } else if let Some(digits) = name.strip_prefix('u').filter(|digits| digits.len() >= 4) {
        text.extend(u32::from_str_radix(digits, 16).ok().and_then(char::from_u32));
    }
}

fn look_up(name: &str) -> Option<char> {
    let (mut low, mut high) = (0, NAMES.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let start = NAMES.get(low..middle)?.rfind('\n').map_or(low, |end| low + end + 1);
        let line = NAMES.get(start..)?.lines().next()?;
        let (found, code) = line.split_once(' ')?;
        match found.cmp(name) {
            std::cmp::Ordering::Equal => {
                return u32::from_str_radix(code, 16).ok().and_then(char::from_u32);
            }
            std::cmp::Ordering::Less => low = start + line.len() + 1,
            std::cmp::Ordering::Greater => high = start,
        }
    }
    None
}

#[cfg(test)]
mod tests;
