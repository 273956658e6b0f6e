//! Lengths of text in the units of a cap.

use crate::Units;

pub(crate) fn length(text: &str, units: Units) -> u32 {
    let pairs = match units {
        Units::CodePoints => 0,
        // Characters of four bytes.
        Units::Utf16 => count(text, |eight| eight & (eight << 1) & (eight << 2) & (eight << 3)),
    };
    u32::try_from(characters(text) + pairs).unwrap_or(u32::MAX)
}

pub(crate) fn characters(text: &str) -> u64 {
    text.len() as u64 - count(text, |eight| eight & !(eight << 1))
}

/// Counts the bytes whose highest bit `is_such` sets. It gets eight bytes at once and may shift any
/// bit of each byte to the highest; the last group is padded with zeros.
fn count(text: &str, is_such: impl Fn(u64) -> u64) -> u64 {
    const HIGHEST: u64 = 0x8080_8080_8080_8080;
    let (eights, rest) = text.as_bytes().as_chunks();
    let such =
        |bytes: [u8; 8]| u64::from((is_such(u64::from_le_bytes(bytes)) & HIGHEST).count_ones());
    let mut last = [0; 8];
    last.iter_mut().zip(rest).for_each(|(slot, byte)| *slot = *byte);
    eights.iter().map(|eight| such(*eight)).sum::<u64>() + such(last)
}

/// A prefix of a text, measured in units.
pub(crate) struct Taken {
    pub(crate) bytes: usize,
    pub(crate) units: u32,
    /// Whether the next character has two units, of which only one fits.
    pub(crate) half: bool,
}

/// Returns as much of the text as fits into `max` units.
pub(crate) fn take(text: &str, units: Units, max: u32) -> Taken {
    let mut taken = Taken { bytes: 0, units: 0, half: false };
    loop {
        // A character has no more units than bytes.
        let rest = text.get(taken.bytes..).unwrap_or_default();
        let end = rest.floor_char_boundary((max - taken.units) as usize);
        let Some(fitting) = rest.get(..end).filter(|fitting| !fitting.is_empty()) else { break };
        taken.units += length(fitting, units);
        taken.bytes += end;
    }
    for character in text.get(taken.bytes..).unwrap_or_default().chars() {
        let size = match units {
            Units::CodePoints => 1,
            Units::Utf16 => character.len_utf16() as u32,
        };
        if taken.units + size > max {
            taken.half = taken.units < max;
            break;
        }
        taken.units += size;
        taken.bytes += character.len_utf8();
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::{characters, length, take};
    use crate::Units;

    #[test]
    fn characters_are_counted_wherever_they_lie() {
        let text: String = "aé€😀\u{7f}\u{80}\u{bf}\u{c0}z".repeat(7);
        for begin in 0..text.len() {
            for end in begin..text.len() {
                let Some(part) = text.get(begin..end) else { continue };
                assert_eq!(characters(part), part.chars().count() as u64, "{part}");
                assert_eq!(length(part, Units::Utf16) as usize, part.encode_utf16().count());
            }
        }
    }

    #[test]
    fn as_much_is_taken_as_fits() {
        let text = "abcé€😀z".repeat(9);
        for units in [Units::CodePoints, Units::Utf16] {
            for max in 0..=length(&text, units) + 2 {
                let taken = take(&text, units, max);
                let (before, after) = text.split_at(taken.bytes);
                assert_eq!(length(before, units), taken.units);
                assert!(taken.units <= max);
                let next =
                    after.chars().next().map(|next| length(next.encode_utf8(&mut [0; 4]), units));
                assert!(next.is_none_or(|next| taken.units + next > max), "{max}");
                assert_eq!(taken.half, next.is_some() && taken.units < max, "{max}");
            }
        }
    }
}
