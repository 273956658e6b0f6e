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
mod tests {
    use super::{Format, PNG_SIGNATURE, SNIFFED_BYTES};

    /// A signature and chunks with these types and data lengths.
    fn png(chunks: &[(&[u8; 4], usize)]) -> Vec<u8> {
        let mut bytes = PNG_SIGNATURE.to_vec();
        for (name, length) in chunks {
            bytes.extend_from_slice(&(*length as u32).to_be_bytes());
            bytes.extend_from_slice(*name);
            bytes.resize(bytes.len() + length + 4, 0);
        }
        bytes
    }

    #[test]
    fn three_formats_are_known_by_their_first_bytes() {
        assert_eq!(Format::of(b"\xff\xd8\xff"), Some(Format::Jpeg));
        assert_eq!(Format::of(b"\xff\xd8\xff\xe0"), Some(Format::Jpeg));
        assert_eq!(Format::of(b"\xff\xd8\xff\xf7"), None);
        assert_eq!(Format::of(b"\xff\xd8"), None);
        assert_eq!(Format::of(b"GIF"), Some(Format::Gif));
        assert_eq!(Format::of(b"GIFt shop"), Some(Format::Gif));
        assert_eq!(Format::of(b"RIFF????WEBP"), Some(Format::WebP));
        assert_eq!(Format::of(b"RIFF????WAVE"), None);
        assert_eq!(Format::of(b"RIFF????WEB"), None);
        assert_eq!(Format::of(b"\xef\xbb\xbfGIF"), Some(Format::Gif));
        assert_eq!(Format::of(b""), None);
    }

    #[test]
    fn a_png_is_known_by_its_chunks() {
        assert_eq!(Format::of_still(&png(&[(b"IHDR", 13), (b"IDAT", 9)])), Some(Format::Png));
        assert_eq!(Format::of_still(&png(&[(b"IHDR", 13), (b"acTL", 8), (b"IDAT", 9)])), None);
        // A bare signature, or one with less than a chunk's header, is not an image.
        assert_eq!(Format::of_still(&png(&[])), None);
        assert_eq!(Format::of_still(b"\x89PNG\r\n\x1a\ntext that follows"), None);
        for length in 8..16 {
            assert_eq!(Format::of_still(png(&[(b"IHDR", 13)]).get(..length).unwrap()), None);
        }
        // From there on, the end of the visible bytes makes it one.
        for length in 16..41 {
            assert_eq!(
                Format::of_still(png(&[(b"IHDR", 13), (b"tEXt", 0)]).get(..length).unwrap()),
                Some(Format::Png)
            );
        }
        assert_eq!(Format::of_still(b"\x89PNG\r\n\x1a\n\xff\xff\xff\xffIDAT"), None);
        assert_eq!(Format::of_still(b"\x89PNG\r\n\x1a\n\x80\0\0\0IHDR"), None);
        assert_eq!(Format::of_still(b"\x89PNG\r\n\x1a\n\x7f\xff\xff\xffIHDR"), Some(Format::Png));
    }

    #[test]
    fn an_animated_png_begins_with_a_picture() {
        let animated = png(&[(b"IHDR", 13), (b"acTL", 8), (b"IDAT", 9)]);
        assert_eq!(Format::of(&animated), Some(Format::Png));
        // Not the variant that only Apple's programs read.
        assert_eq!(Format::of(&png(&[(b"CgBI", 4), (b"IHDR", 13), (b"IDAT", 9)])), None);
    }

    #[test]
    fn the_last_eight_visible_bytes_are_not_a_chunk() {
        // The walk ends when exactly a header is left, so this animation goes unnoticed.
        let mut bytes = png(&[(b"IHDR", 13)]);
        bytes.extend_from_slice(b"\0\0\0\x08acTL");
        assert_eq!(Format::of_still(&bytes), Some(Format::Png));
        bytes.push(0);
        assert_eq!(Format::of_still(&bytes), None);
    }

    #[test]
    fn an_animation_that_begins_later_is_not_seen() {
        let padding = SNIFFED_BYTES - 8 - 25 - 12;
        assert_eq!(
            Format::of_still(&png(&[(b"IHDR", 13), (b"iCCP", padding), (b"acTL", 8)])),
            Some(Format::Png)
        );
        assert_eq!(
            Format::of_still(&png(&[(b"IHDR", 13), (b"iCCP", padding - 9), (b"acTL", 8)])),
            None
        );
    }
}
