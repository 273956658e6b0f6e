//! What the first bytes of a file tell.

use crate::FileError;
use crate::encoding::Encoding;
use crate::rules::{Binary, Media, Rules};

/// How many bytes tell what a file is.
const LONGEST_MAGIC: usize = 12;

/// A kind of image or document, known by the bytes it begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MediaType {
    /// Portable Network Graphics.
    Png,
    /// JPEG.
    Jpeg,
    /// Graphics Interchange Format.
    Gif,
    /// WebP.
    WebP,
    /// Portable Document Format.
    Pdf,
}

impl MediaType {
    /// The kind of a file that begins with these bytes; [`LONGEST_MAGIC`] are enough.
    pub fn of(head: &[u8]) -> Option<Self> {
        match head {
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(Self::Png),
            [0xff, 0xd8, 0xff, ..] => Some(Self::Jpeg),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Self::Gif),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::WebP),
            [b'%', b'P', b'D', b'F', b'-', ..] => Some(Self::Pdf),
            _ => None,
        }
    }

    /// Its name on the web.
    pub fn mime(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
            Self::WebP => "image/webp",
            Self::Pdf => "application/pdf",
        }
    }
}

/// How many bytes rules look at, to see whether a file is text.
pub(crate) fn needed(rules: &Rules) -> usize {
    let binary = match rules.binary {
        Binary::NulWithin(bytes) | Binary::NulOrControlsWithin(bytes) => bytes as usize,
        Binary::Never => 0,
    };
    binary.max(LONGEST_MAGIC)
}

/// Refuses a file in this encoding that begins with these bytes, if the rules do not read it as text.
pub(crate) fn refuse(head: &[u8], encoding: Encoding, rules: &Rules) -> Result<(), FileError> {
    if let (Media::Refused, Some(media)) = (rules.media, MediaType::of(head)) {
        return Err(FileError::Media(media));
    }
    let looked_at = |bytes: u32| head.get(..bytes as usize).unwrap_or(head);
    let has_nul = |bytes| memchr::memchr(0, looked_at(bytes)).is_some();
    let binary = match rules.binary {
        // Characters have NULs in them.
        _ if encoding.unit() > 1 => false,
        Binary::NulWithin(bytes) => has_nul(bytes),
        Binary::NulOrControlsWithin(bytes) => has_nul(bytes) || mostly_controls(looked_at(bytes)),
        Binary::Never => false,
    };
    if binary { Err(FileError::Binary) } else { Ok(()) }
}

fn mostly_controls(bytes: &[u8]) -> bool {
    let controls = bytes.iter().filter(|byte| matches!(byte, 0..9 | 14..32)).count();
    controls * 10 > bytes.len() * 3
}
