//! Recognizes the type and the encoding of a file by its name and its first bytes.

use crate::shared::media_files::{self, IMAGES, Media, NOT_TEXT};
use crate::shared::paths;
use readroom_core::ByteOrder;

/// The type of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Image,
    Video,
    /// Anything else, unless it turns out to be UTF-16.
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    Utf16(ByteOrder),
    Binary,
}

impl Encoding {
    /// Returns the name in the tool's output. `None` if it has none.
    pub(super) fn name(self) -> Option<&'static str> {
        match self {
            Self::Utf16(ByteOrder::Little) => Some("UTF-16 LE"),
            Self::Utf16(ByteOrder::Big) => Some("UTF-16 BE"),
            Self::Utf8 | Self::Binary => None,
        }
    }
}

const VIDEOS: [&str; 13] = [
    ".mp4", ".mkv", ".mov", ".webm", ".avi", ".m4v", ".mpg", ".mpeg", ".ogv", ".wmv", ".flv",
    ".3gp", ".3g2",
];

/// Returns the type of a file with this name that starts with these bytes.
pub(super) fn of(path: &str, head: &[u8]) -> Kind {
    let extension = paths::extension(path);
    let named = match &*extension {
        ".svg" => Some(Kind::Text),
        extension if IMAGES.contains(&extension) => Some(Kind::Image),
        extension if VIDEOS.contains(&extension) => Some(Kind::Video),
        _ => None,
    };
    let media = media_files::media(head, trimmed).map(|media| match media {
        Media::Image => Kind::Image,
        Media::Video => Kind::Video,
    });
    match (media, named) {
        (Some(media), None) => media,
        (Some(media), Some(named)) if media == named => media,
        (Some(_), Some(_)) | (None, Some(Kind::Image)) => Kind::Other,
        (None, _) if head.contains(&0) => Kind::Other,
        (None, Some(named)) => named,
        (None, None) if NOT_TEXT.contains(&&*extension) => Kind::Other,
        (None, None) => Kind::Text,
    }
}

/// Returns a brand of the MP4 family without its padding.
fn trimmed(brand: &[u8]) -> &[u8] {
    let end = brand.iter().rposition(|byte| !matches!(byte, 0 | b' '));
    end.and_then(|end| brand.get(..=end)).unwrap_or_default()
}

/// Returns the encoding of a file that starts with these bytes.
pub(super) fn encoding(head: &[u8]) -> Encoding {
    match head {
        [0xff, 0xfe, ..] => return Encoding::Utf16(ByteOrder::Little),
        [0xfe, 0xff, ..] => return Encoding::Utf16(ByteOrder::Big),
        [0xef, 0xbb, 0xbf, ..] => return Encoding::Utf8,
        _ => {}
    }
    let zeros = |parity: usize| {
        head.iter().enumerate().filter(|(at, byte)| at % 2 == parity && **byte == 0).count()
    };
    match (zeros(0), zeros(1)) {
        (0, 0) => Encoding::Utf8,
        (0, 2..) => Encoding::Utf16(ByteOrder::Little),
        (2.., 0) => Encoding::Utf16(ByteOrder::Big),
        _ => Encoding::Binary,
    }
}

#[cfg(test)]
mod tests;
