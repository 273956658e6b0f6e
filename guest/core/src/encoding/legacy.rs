//! The encodings of the Encoding Standard, with their tables. Without the feature `encodings`,
//! `no_legacy.rs` replaces this file.

use crate::{ByteOrder, Encoding};
use encoding_rs::CoderResult;

/// Finds the encoding with a label of the standard.
pub(crate) fn labelled(label: &str) -> Option<Encoding> {
    let found = encoding_rs::Encoding::for_label_no_replacement(label.as_bytes())?;
    match found {
        found if found == encoding_rs::UTF_8 => Some(Encoding::Utf8),
        found if found == encoding_rs::UTF_16LE => Some(Encoding::Utf16(ByteOrder::Little)),
        found if found == encoding_rs::UTF_16BE => Some(Encoding::Utf16(ByteOrder::Big)),
        found => Some(Encoding::Legacy(found)),
    }
}

/// Decodes bytes in an encoding other than UTF-32. Those that are ill-formed are replaced.
pub fn decoded(encoding: Encoding, bytes: &[u8]) -> String {
    let mut text = String::new();
    Decoder::new(encoding).decode(bytes, true, &mut text);
    text
}

/// Returns the length of the ASCII prefix.
pub(crate) fn ascii_prefix(bytes: &[u8]) -> usize {
    encoding_rs::Encoding::ascii_valid_up_to(bytes)
}

/// Decodes an encoding of the standard, in pieces of any size.
///
/// ISO-2022-JP is stateful within a line. RFC 1468 requires every line to end in ASCII, so each
/// line is decoded on its own, and decodes to the same text wherever a read starts.
pub(crate) struct Decoder(encoding_rs::Decoder);

impl Decoder {
    /// Makes a decoder at the beginning of a line. Not for UTF-32, which the standard does not
    /// have.
    pub(crate) fn new(encoding: Encoding) -> Self {
        let standard = match encoding {
            Encoding::Utf8 | Encoding::Utf32(_) => encoding_rs::UTF_8,
            Encoding::Utf16(ByteOrder::Little) => encoding_rs::UTF_16LE,
            Encoding::Utf16(ByteOrder::Big) => encoding_rs::UTF_16BE,
            Encoding::Legacy(standard) => standard,
        };
        Self(standard.new_decoder_without_bom_handling())
    }

    /// Decodes bytes, and returns whether any were replaced. `is_end` means that no more follow.
    pub(crate) fn decode(&mut self, mut bytes: &[u8], is_end: bool, text: &mut String) -> bool {
        let mut replaced = false;
        // The decoder's state is not carried over from one line to the next.
        if self.0.encoding() == encoding_rs::ISO_2022_JP {
            while let Some(at) = memchr::memchr(b'\n', bytes) {
                let (line, rest) = bytes.split_at_checked(at).unwrap_or_default();
                replaced |= self.go_on(line, true, text);
                text.push('\n');
                self.0 = encoding_rs::ISO_2022_JP.new_decoder_without_bom_handling();
                bytes = rest.get(1..).unwrap_or_default();
            }
        }
        replaced | self.go_on(bytes, is_end, text)
    }

    fn go_on(&mut self, mut bytes: &[u8], is_end: bool, text: &mut String) -> bool {
        let mut replaced = false;
        loop {
            let needed = self.0.max_utf8_buffer_length(bytes.len()).unwrap_or(bytes.len());
            text.reserve(needed);
            let (result, read, wrong) = self.0.decode_to_string(bytes, text, is_end);
            replaced |= wrong;
            bytes = bytes.get(read..).unwrap_or_default();
            if result == CoderResult::InputEmpty {
                return replaced;
            }
        }
    }
}
