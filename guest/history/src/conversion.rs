//! The line ends and encodings of files in the working tree, which git may store in another way.

use crate::attributes::{FileAttributes, LineEndConversion};
use memchr::{memchr, memchr2};
use readroom_core::{ByteOrder, Encoding, decoded};

/// The maximum size of a file that is converted to UTF-8, in bytes: its text may need three times
/// as many.
const MAX_ENCODED_BYTES: usize = 8 << 20;

/// Returns the bytes of a file as git would store them. `stored` is the object of the file in the
/// index.
pub(crate) fn convert_to_git(
    bytes: Vec<u8>,
    attributes: &FileAttributes,
    stored: Option<&[u8]>,
) -> Vec<u8> {
    let mut bytes = match &attributes.encoding {
        Some(encoding) => convert_to_utf8(bytes, encoding),
        None => bytes,
    };
    let keeps = match attributes.line_ends {
        LineEndConversion::Unchanged => true,
        LineEndConversion::Text => false,
        LineEndConversion::Auto => {
            let stored = || stored.map(Bytes::count).unwrap_or_default();
            Bytes::count(&bytes).is_binary() || stored().is_text_with_crlf()
        }
    };
    if !keeps {
        // The CR becomes the LF, which is dropped.
        bytes.dedup_by(|byte, before| {
            let is_crlf = *before == b'\r' && *byte == b'\n';
            if is_crlf {
                *before = b'\n';
            }
            is_crlf
        });
    }
    if attributes.has_ident { without_ids(&bytes) } else { bytes }
}

/// Returns the bytes of a file with `$Id$` in place of `$Id: …$`.
fn without_ids(mut rest: &[u8]) -> Vec<u8> {
    let mut stored = Vec::with_capacity(rest.len());
    while let Some((before, after)) =
        memchr(b'$', rest).and_then(|at| rest.split_at_checked(at + 1))
    {
        stored.extend_from_slice(before);
        let id = after.strip_prefix(b"Id:");
        let end = id.and_then(|id| id.get(memchr2(b'$', b'\n', id)?..));
        rest = match end.and_then(|end| end.strip_prefix(b"$")) {
            Some(rest) => {
                stored.extend_from_slice(b"Id$");
                rest
            }
            None => after,
        };
    }
    stored.extend_from_slice(rest);
    stored
}

/// Returns the bytes of a file in UTF-8, as git would store them, from an encoding by its name.
fn convert_to_utf8(bytes: Vec<u8>, encoding: &str) -> Vec<u8> {
    let name = encoding.to_ascii_lowercase();
    let name = name.strip_suffix("-bom").unwrap_or(&name);
    let is_big = bytes.starts_with(b"\xfe\xff");
    let encoding = match Encoding::named(name) {
        Some(encoding @ (Encoding::Utf16(_) | Encoding::Legacy(_)))
            if bytes.len() <= MAX_ENCODED_BYTES =>
        {
            encoding
        }
        _ => return bytes,
    };
    let is_utf16 = matches!(encoding, Encoding::Utf16(_));
    let encoding = if is_utf16 && is_big { Encoding::Utf16(ByteOrder::Big) } else { encoding };
    let text = decoded(encoding, &bytes);
    text.strip_prefix('\u{feff}').unwrap_or(&text).into()
}

/// The numbers by which git takes content for text.
#[derive(Default)]
struct Bytes {
    nul: usize,
    lone_cr: usize,
    crlf: usize,
    printable: usize,
    not_printable: usize,
}

impl Bytes {
    fn count(bytes: &[u8]) -> Self {
        let mut counts = Self::default();
        let mut rest = bytes.iter().copied().peekable();
        while let Some(byte) = rest.next() {
            match byte {
                b'\r' if rest.next_if_eq(&b'\n').is_some() => counts.crlf += 1,
                b'\r' => counts.lone_cr += 1,
                b'\n' => {}
                // Backspace, tabulator, form feed and escape are in text, too.
                8 | b'\t' | 12 | 27 | 32..=126 | 128.. => counts.printable += 1,
                _ => {
                    counts.nul += usize::from(byte == 0);
                    counts.not_printable += 1;
                }
            }
        }
        // The end of a file of DOS.
        if bytes.last() == Some(&26) {
            counts.not_printable = counts.not_printable.saturating_sub(1);
        }
        counts
    }

    fn is_binary(&self) -> bool {
        self.lone_cr > 0 || self.nul > 0 || self.printable >> 7 < self.not_printable
    }

    fn is_text_with_crlf(&self) -> bool {
        self.crlf > 0 && !self.is_binary()
    }
}
