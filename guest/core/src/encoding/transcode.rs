//! Decodes encodings other than UTF-8.

use crate::encoding::decode::Utf8Decoder;
use crate::encoding::{legacy, scalar};
use crate::{ByteOrder, Encoding};

/// Decodes any encoding: UTF-8 with its own decoder.
pub(crate) enum Decoder {
    Utf8(Utf8Decoder),
    Other(Transcoder),
}

impl Decoder {
    /// Returns a decoder at the beginning of a line.
    pub(crate) fn new(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Utf8 => Self::Utf8(Utf8Decoder::new()),
            other => Self::Other(Transcoder::new(other)),
        }
    }
}

/// Decodes one encoding, in pieces of any size.
pub(crate) struct Transcoder {
    kind: TranscodeState,
    text: String,
}

enum TranscodeState {
    Standard(legacy::Decoder),
    /// UTF-32, with the beginning of an incomplete unit.
    Utf32 {
        order: ByteOrder,
        unit: [u8; 4],
        length: usize,
    },
}

/// The text of some bytes.
pub(crate) struct Transcoded<'a> {
    pub(crate) text: &'a str,
    /// Whether U+FFFD replaced ill-formed bytes.
    pub(crate) replaced: bool,
}

impl Transcoder {
    /// Returns a decoder at the beginning of a line.
    pub(crate) fn new(encoding: Encoding) -> Self {
        let kind = match encoding {
            Encoding::Utf32(order) => TranscodeState::Utf32 { order, unit: [0; 4], length: 0 },
            other => TranscodeState::Standard(legacy::Decoder::new(other)),
        };
        Self { kind, text: String::new() }
    }

    /// Decodes the next bytes. A character is returned with the piece in which it ends.
    pub(crate) fn decode(&mut self, bytes: &[u8]) -> Transcoded<'_> {
        self.go_on(bytes, End::Later)
    }

    /// Ends the file and replaces an unfinished character.
    pub(crate) fn finish(&mut self) -> Transcoded<'_> {
        self.go_on(&[], End::Here)
    }

    fn go_on(&mut self, bytes: &[u8], end: End) -> Transcoded<'_> {
        self.text.clear();
        let replaced = match &mut self.kind {
            TranscodeState::Standard(decoder) => {
                decoder.decode(bytes, end == End::Here, &mut self.text)
            }
            TranscodeState::Utf32 { order, unit, length } => {
                let mut replaced = false;
                for byte in bytes {
                    if let Some(slot) = unit.get_mut(*length) {
                        *slot = *byte;
                    }
                    *length += 1;
                    if *length == unit.len() {
                        *length = 0;
                        let character = scalar(*unit, *order);
                        replaced |= character.is_none();
                        self.text.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
                    }
                }
                if end == End::Here && std::mem::take(length) > 0 {
                    replaced = true;
                    self.text.push(char::REPLACEMENT_CHARACTER);
                }
                replaced
            }
        };
        Transcoded { text: &self.text, replaced }
    }
}

/// Whether the file ends after these bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Later,
    Here,
}

#[cfg(test)]
mod tests;
