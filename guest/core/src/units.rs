//! How long a text is, and how much of it fits, in the units that a cap counts.

use crate::rules::Units;

/// The length of a text in some units.
pub(crate) fn length(text: &str, units: Units) -> u32 {
    let length = match units {
        Units::CodePoints => return u32::try_from(characters(text)).unwrap_or(u32::MAX),
        Units::Utf16 => text.encode_utf16().count(),
    };
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// How many characters a text has. In pieces whose count fits into a byte, so that many bytes are looked at at once.
pub(crate) fn characters(text: &str) -> u64 {
    let begins = |byte: &u8| u8::from(!matches!(byte, 0x80..0xc0));
    text.as_bytes().chunks(255).map(|piece| u64::from(piece.iter().map(begins).sum::<u8>())).sum()
}

/// The beginning of a text.
pub(crate) struct Taken {
    pub(crate) bytes: usize,
    pub(crate) units: u32,
    /// Whether a character follows of which only one of two units fits.
    pub(crate) half: bool,
}

/// As much of a text as fits into so many units.
pub(crate) fn take(text: &str, units: Units, most: u32) -> Taken {
    let mut taken = Taken { bytes: 0, units: 0, half: false };
    for character in text.chars() {
        let size = match units {
            Units::CodePoints => 1,
            Units::Utf16 => character.len_utf16() as u32,
        };
        if taken.units + size > most {
            taken.half = taken.units < most;
            break;
        }
        taken.units += size;
        taken.bytes += character.len_utf8();
    }
    taken
}
