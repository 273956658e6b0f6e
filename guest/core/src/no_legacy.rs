//! What takes the place of `legacy.rs` without the feature `encodings`: UTF-8 and UTF-16 alone.

use crate::decode::{Piece, Utf8Decoder};
use crate::encoding::{ByteOrder, Encoding};

/// Finds the encoding with one of the usual labels.
pub(crate) fn labelled(label: &str) -> Option<Encoding> {
    let is = |name: &&str| label.eq_ignore_ascii_case(name);
    let known = [
        (Encoding::Utf8, &["utf-8", "utf8"][..]),
        (Encoding::Utf16(ByteOrder::Little), &["utf-16", "utf-16le"]),
        (Encoding::Utf16(ByteOrder::Big), &["utf-16be", "unicodefffe"]),
    ];
    known.into_iter().find(|(_, names)| names.iter().any(is)).map(|(encoding, _)| encoding)
}

/// Returns how many bytes come before the first that is not ASCII.
pub(crate) fn ascii_prefix(bytes: &[u8]) -> usize {
    bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(bytes.len())
}

/// Decodes UTF-8 or UTF-16, in pieces of any size.
pub(crate) enum Decoder {
    Utf8(Utf8Decoder),
    Utf16(Utf16),
}

impl Decoder {
    /// Makes a decoder at the beginning of a line. Not for UTF-32.
    pub(crate) fn new(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Utf8 | Encoding::Utf32(_) => Self::Utf8(Utf8Decoder::new()),
            Encoding::Utf16(order) => Self::Utf16(Utf16 { order, first: None, lead: None }),
            Encoding::Legacy(none) => match none {},
        }
    }

    /// Decodes bytes, and says whether something was replaced. `is_end` if no more will come.
    pub(crate) fn decode(&mut self, bytes: &[u8], is_end: bool, text: &mut String) -> bool {
        match self {
            Self::Utf8(decoder) => {
                let mut replaced = false;
                let mut take = |piece: Piece<'_>| match piece {
                    Piece::Text(part) => text.push_str(part),
                    Piece::Replacements { count, .. } => {
                        replaced = true;
                        text.extend(std::iter::repeat_n(char::REPLACEMENT_CHARACTER, count));
                    }
                };
                decoder.decode(bytes, &mut take);
                if is_end {
                    decoder.finish(&mut take);
                }
                replaced
            }
            Self::Utf16(decoder) => decoder.decode(bytes, is_end, text),
        }
    }
}

/// Decodes UTF-16.
pub(crate) struct Utf16 {
    order: ByteOrder,
    /// The first byte of a unit whose second has not come yet.
    first: Option<u8>,
    /// The first half of a surrogate pair whose second has not come yet.
    lead: Option<u16>,
}

impl Utf16 {
    fn decode(&mut self, bytes: &[u8], is_end: bool, text: &mut String) -> bool {
        let mut replaced = false;
        let mut push = |character: Option<char>| {
            replaced |= character.is_none();
            text.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
        };
        for &byte in bytes {
            let Some(first) = self.first.take() else {
                self.first = Some(byte);
                continue;
            };
            let unit = match self.order {
                ByteOrder::Little => u16::from_le_bytes([first, byte]),
                ByteOrder::Big => u16::from_be_bytes([first, byte]),
            };
            if let Some(lead) = self.lead.take() {
                if let Some(Ok(character)) = char::decode_utf16([lead, unit]).next() {
                    push(Some(character));
                    continue;
                }
                push(None);
            }
            match unit {
                0xd800..0xdc00 => self.lead = Some(unit),
                _ => push(char::from_u32(unit.into())),
            }
        }
        // What is left of one character is replaced once.
        if is_end && (self.first.take().is_some() | self.lead.take().is_some()) {
            push(None);
        }
        replaced
    }
}

#[cfg(test)]
mod tests {
    use super::Decoder;
    use crate::encoding::Encoding;

    #[test]
    fn utf_16_is_decoded_in_pieces_of_any_size() {
        for (name, bytes, expected, is_replaced) in [
            ("utf-16le", &b"a\0\n\0\x3d\xd8\x00\xde"[..], "a\n😀", false),
            ("utf-16be", b"\0a\xd8\x3d\xde\x00", "a😀", false),
            ("utf-16le", b"\x00\xd8a\0b", "\u{fffd}a\u{fffd}", true),
            ("utf-16le", b"\x00\xdca\0\x3d\xd8", "\u{fffd}a\u{fffd}", true),
            ("utf-16le", b"\x3d\xd8\x3d\xd8\x00\xde\x3d\xd8a", "\u{fffd}😀\u{fffd}", true),
        ] {
            let Some(encoding) = Encoding::named(name) else { panic!("{name}") };
            for size in 1..5 {
                let (mut decoder, mut text) = (Decoder::new(encoding), String::new());
                let mut replaced = false;
                for piece in bytes.chunks(size) {
                    replaced |= decoder.decode(piece, false, &mut text);
                }
                replaced |= decoder.decode(&[], true, &mut text);
                assert_eq!((&*text, replaced), (expected, is_replaced), "{bytes:x?}");
            }
        }
    }

    #[test]
    fn other_encodings_are_not_there() {
        assert_eq!(Encoding::named("gbk"), None);
    }
}
