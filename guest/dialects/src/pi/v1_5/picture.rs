//! Recognizes images, and prepares them for the model.

use crate::pi::dimensions;
use readroom_images::{Effort, Fit, Format, Limits, Opacity, Originals, bmp_to_png, fit};

/// The number of leading bytes that determine whether a file is an image.
const HEAD_BYTES: usize = 4100;

/// An image within these limits is shown unchanged.
const LIMITS: Limits = Limits {
    effort: Effort::Fast,
    originals: Originals::Decodable,
    opacity: Opacity::Dropped,
    ..Limits::INLINE
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// One that models accept.
    Inline(Format),
    /// BMP, which is converted.
    Bmp,
}

impl Kind {
    /// Returns the kind of a file that starts with these bytes.
    pub(super) fn of(head: &[u8]) -> Option<Self> {
        let head = head.get(..HEAD_BYTES).unwrap_or(head);
        match head {
            [0xff, 0xd8, 0xff, 0xf7, ..] => None,
            [0xff, 0xd8, 0xff, ..] => Some(Self::Inline(Format::Jpeg)),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Self::Inline(Format::Gif)),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => {
                Some(Self::Inline(Format::WebP))
            }
            [b'B', b'M', ..] => is_bmp(head).then_some(Self::Bmp),
            _ => is_still_png(head).then_some(Self::Inline(Format::Png)),
        }
    }

    fn mime(self) -> &'static str {
        match self {
            Self::Inline(format) => format.mime(),
            Self::Bmp => "image/bmp",
        }
    }
}

/// Returns whether this is a PNG with a header, and without an animation chunk before its pixels,
/// as far as they are present.
fn is_still_png(head: &[u8]) -> bool {
    if !head.starts_with(b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR") {
        return false;
    }
    let mut rest = head.get(8..).unwrap_or_default();
    while let Some(([length, name], _)) = rest.split_first_chunk::<8>().map(|(start, rest)| {
        let (length, name) = start.split_at(4);
        ([length, name], rest)
    }) {
        match name {
            b"acTL" => return false,
            b"IDAT" => return true,
            _ => {}
        }
        let length = length.iter().fold(0, |length, byte| length << 8 | usize::from(*byte));
        match rest.get(length.saturating_add(12)..) {
            Some(next) => rest = next,
            None => return true,
        }
    }
    true
}

/// Returns whether the header of a BMP is valid.
fn is_bmp(head: &[u8]) -> bool {
    let u32_at = |at: usize| head.get(at..)?.first_chunk().copied().map(u32::from_le_bytes);
    let u16_at = |at: usize| head.get(at..)?.first_chunk().copied().map(u16::from_le_bytes);
    let (Some(size), Some(pixels), Some(header)) = (u32_at(2), u32_at(10), u32_at(14)) else {
        return false;
    };
    let is_placed = pixels >= header.saturating_add(14) && (size == 0 || pixels < size);
    let (planes, bits) = match header {
        12 => (u16_at(22), u16_at(24)),
        40..=124 => (u16_at(26), u16_at(28)),
        _ => return false,
    };
    let is_sound = (size == 0 || size >= 26) && is_placed && planes == Some(1);
    is_sound && matches!(bits, Some(1 | 4 | 8 | 16 | 24 | 32))
}

/// The content for an image.
pub(super) struct Shown {
    /// The MIME type of the shown image, and hints.
    pub(super) note: String,
    /// The MIME type and the bytes of the shown image, if there is one.
    pub(super) image: Option<(&'static str, Vec<u8>)>,
}

/// Returns the content for an image. `bytes` is `None` if there are too many.
pub(super) fn shown(kind: Kind, bytes: Option<Vec<u8>>) -> Shown {
    let (mime, bytes) = match (kind, bytes) {
        (Kind::Inline(format), Some(bytes)) => (format.mime(), bytes),
        (Kind::Bmp, Some(bytes)) => match bmp_to_png(&bytes, &LIMITS) {
            Some(png) => (Format::Png.mime(), png),
            None => return omitted(kind.mime(), UNCONVERTED),
        },
        (Kind::Inline(_), None) => return omitted(kind.mime(), UNRESIZED),
        (Kind::Bmp, None) => return omitted(kind.mime(), UNCONVERTED),
    };
    let (mime, bytes, resized) = match fit(&bytes, &LIMITS) {
        Ok(Fit::Original) => (mime, bytes, String::new()),
        Ok(Fit::Resized { bytes, format, original, shown }) => {
            (format.mime(), bytes, dimensions(original, shown))
        }
        Ok(Fit::Undecodable) | Err(_) => return omitted(mime, UNRESIZED),
    };
    let converted = match kind {
        Kind::Bmp => format!("\n[Image converted from image/bmp to {mime}.]"),
        Kind::Inline(_) => String::new(),
    };
    let note = format!("Read image file [{mime}]{converted}{resized}");
    Shown { note, image: Some((mime, bytes)) }
}

const UNRESIZED: &str = "could not be resized below the inline image size limit";
const UNCONVERTED: &str = "could not be converted to a supported inline image format";

fn omitted(mime: &str, why: &str) -> Shown {
    Shown { note: format!("Read image file [{mime}]\n[Image omitted: {why}.]"), image: None }
}

#[cfg(test)]
mod tests {
    use super::Kind;
    use readroom_images::Format;

    #[test]
    fn pictures_are_known_by_their_beginning() {
        for (head, kind) in [
            (&b"\xff\xd8\xff"[..], Some(Kind::Inline(Format::Jpeg))),
            (b"\xff\xd8\xff\xf7", None),
            (b"GIF88a", None),
            (b"GIF89a", Some(Kind::Inline(Format::Gif))),
            (b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR", Some(Kind::Inline(Format::Png))),
            (b"\x89PNG\r\n\x1a\n\0\0\0\x0eIHDR", None),
            (b"BM", None),
        ] {
            assert_eq!(Kind::of(head), kind, "{head:?}");
        }
    }
}
