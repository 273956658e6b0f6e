//! Recognizes media and other binary files by their names and first bytes.

/// A type of media.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Media {
    Image,
    Video,
}

/// Images by the last extension of a name.
pub(crate) const IMAGES: [&str; 13] = [
    ".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".webp", ".ico", ".heic", ".heif",
    ".avif", ".svgz",
];

/// Other binary files by the last extension of a name.
pub(crate) const NOT_TEXT: [&str; 75] = [
    ".icns", ".psd", ".ai", ".eps", ".pdf", ".doc", ".docx", ".dot", ".dotx", ".rtf", ".odt",
    ".xls", ".xlsx", ".xlsm", ".xlt", ".xltx", ".xltm", ".ods", ".ppt", ".pptx", ".pptm", ".pps",
    ".ppsx", ".odp", ".pages", ".numbers", ".key", ".zip", ".rar", ".7z", ".tar", ".gz", ".tgz",
    ".bz2", ".xz", ".zst", ".lz", ".lz4", ".br", ".cab", ".ar", ".deb", ".rpm", ".mp3", ".wav",
    ".flac", ".ogg", ".oga", ".opus", ".aac", ".m4a", ".wma", ".ttf", ".otf", ".woff", ".woff2",
    ".exe", ".dll", ".so", ".dylib", ".bin", ".apk", ".ipa", ".jar", ".class", ".pyc", ".pyo",
    ".wasm", ".dmg", ".iso", ".img", ".sqlite", ".sqlite3", ".db", ".db3",
];

/// Returns the type of a file that starts with these bytes. `trim` removes the padding of a short
/// MP4 brand.
pub(crate) fn media(head: &[u8], trim: fn(&[u8]) -> &[u8]) -> Option<Media> {
    match head {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..]
        | [0xff, 0xd8, 0xff, ..]
        | [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..]
        | [b'B', b'M', ..]
        | [b'I', b'I', b'*', 0, ..]
        | [b'M', b'M', 0, b'*', ..]
        | [0, 0, 1, 0, ..]
        | [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Media::Image),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'A', b'V', b'I', b' ', ..]
        | [b'F', b'L', b'V', ..] => Some(Media::Video),
        // The header object of Windows Media.
        [
            0x30,
            0x26,
            0xb2,
            0x75,
            0x8e,
            0x66,
            0xcf,
            0x11,
            0xa6,
            0xd9,
            0,
            0xaa,
            0,
            0x62,
            0xce,
            0x6c,
            ..,
        ] => Some(Media::Video),
        // The header of Matroska and WebM has the name at some offset.
        [0x1a, 0x45, 0xdf, 0xa3, ..] if holds(head, b"webm") || holds(head, b"matroska") => {
            Some(Media::Video)
        }
        [_, _, _, _, b'f', b't', b'y', b'p', brand @ ..] => by_brand(brand.get(..4)?, trim),
        _ => None,
    }
}

/// Returns the type of a file of the MP4 family, by its brand.
fn by_brand(brand: &[u8], trim: fn(&[u8]) -> &[u8]) -> Option<Media> {
    let mut lower = [0; 4];
    lower.iter_mut().zip(brand).for_each(|(to, from)| *to = from.to_ascii_lowercase());
    match trim(&lower) {
        b"avif" | b"avis" | b"heic" | b"heif" | b"heix" | b"hevc" | b"mif1" | b"msf1" => {
            Some(Media::Image)
        }
        b"isom" | b"iso2" | b"iso5" | b"mp41" | b"mp42" | b"avc1" | b"mp4v" | b"m4v" | b"qt"
        | b"3gp4" | b"3gp5" | b"3gp6" | b"3gp7" | b"3g2" => Some(Media::Video),
        _ => None,
    }
}

/// Returns whether the bytes contain a word, in any case.
fn holds(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|window| window.eq_ignore_ascii_case(word))
}
