//! The characters of the codes of a simple font.

use super::tables;

/// The text of each of 256 codes. Empty if it is unknown.
pub(super) type Characters = Vec<String>;

/// Returns 256 codes without characters.
pub(super) fn no_characters() -> Characters {
    vec![String::new(); 256]
}

pub(super) fn standard() -> Characters {
    from_table(tables::STANDARD)
}

pub(super) fn from_table(table: &str) -> Characters {
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
