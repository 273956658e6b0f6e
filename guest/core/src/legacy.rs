//! The encodings of the Encoding Standard, with their tables. Without the feature `encodings`,
//! `no_legacy.rs` takes the place of this file.

use crate::encoding::{ByteOrder, Encoding};
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

/// Returns how many bytes come before the first that is not ASCII.
pub(crate) fn ascii_prefix(bytes: &[u8]) -> usize {
    encoding_rs::Encoding::ascii_valid_up_to(bytes)
}

/// Decodes an encoding of the standard, in pieces of any size.
///
/// In ISO-2022-JP the meaning of bytes changes within a line. RFC 1468 has every line end in ASCII,
/// so each is decoded on its own: then lines are the same wherever a read begins.
pub(crate) struct Decoder(encoding_rs::Decoder);

impl Decoder {
    /// Makes a decoder at the beginning of a line. Not for UTF-32, which the standard has not.
    pub(crate) fn new(encoding: Encoding) -> Self {
        let standard = match encoding {
            Encoding::Utf8 | Encoding::Utf32(_) => encoding_rs::UTF_8,
            Encoding::Utf16(ByteOrder::Little) => encoding_rs::UTF_16LE,
            Encoding::Utf16(ByteOrder::Big) => encoding_rs::UTF_16BE,
            Encoding::Legacy(standard) => standard,
        };
        Self(standard.new_decoder_without_bom_handling())
    }

    /// Decodes bytes, and says whether something was replaced. `is_end` if no more will come.
    pub(crate) fn decode(&mut self, mut bytes: &[u8], is_end: bool, text: &mut String) -> bool {
        let mut replaced = false;
        // No line is decoded in the state in which the one before it ended.
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
