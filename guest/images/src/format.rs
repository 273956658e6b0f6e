//! The format of an image, by its first bytes.

use crate::bytes::u32_be;

/// The number of leading bytes that determine the format.
pub const SNIFFED_BYTES: usize = 4100;

pub(crate) const PNG_SIGNATURE: [u8; 8] = [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n'];

/// An image format that models accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Joint Photographic Experts Group.
    Jpeg,
    /// Portable Network Graphics. Animated ones start with an ordinary image.
    Png,
    /// Graphics Interchange Format.
    Gif,
    /// WebP.
    WebP,
}

impl Format {
    /// Returns the format of a file that starts with these bytes.
    ///
    /// `None` for everything else, including JPEG-LS, and a PNG signature without a header after
    /// it.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(&PNG_SIGNATURE) && bytes.get(12..16) == Some(b"IHDR") {
            return Some(Self::Png);
        }
        Self::of_still(bytes)
    }

    /// Returns the same, excluding animated PNG; bytes after the first [`SNIFFED_BYTES`] do not
    /// matter.
    pub fn of_still(bytes: &[u8]) -> Option<Self> {
        let head = bytes.get(..SNIFFED_BYTES).unwrap_or(bytes);
        // A byte-order mark before them is ignored.
        let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
        match head {
            [0xff, 0xd8, 0xff, 0xf7, ..] => None,
            [0xff, 0xd8, 0xff, ..] => Some(Self::Jpeg),
            [b'G', b'I', b'F', ..] => Some(Self::Gif),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::WebP),
            _ if head.starts_with(&PNG_SIGNATURE) && is_still_png(head) => Some(Self::Png),
            _ => None,
        }
    }

    /// Its MIME type.
    pub fn mime(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Gif => "image/gif",
            Self::WebP => "image/webp",
        }
    }
}

/// Returns whether the chunks after the signature are those of a PNG without animation, as far as
/// they are present.
fn is_still_png(head: &[u8]) -> bool {
    let mut at = PNG_SIGNATURE.len();
    if head.get(at + 4..at + 8) != Some(b"IHDR") {
        return false;
    }
    loop {
        let Some(length) = u32_be(head, at).and_then(|length| i32::try_from(length).ok()) else {
            return false;
        };
        match head.get(at + 4..at + 8) {
            Some(b"IDAT") => return true,
            None | Some(b"acTL") => return false,
            Some(_) => {}
        }
        // The header of eight bytes, the data, and the checksum of four.
        at = (at + 12).saturating_add(length.unsigned_abs() as usize).min(head.len());
        if at + 8 >= head.len() {
            return true;
        }
    }
}

#[cfg(test)]
mod tests;
