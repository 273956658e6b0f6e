//! Recognizes the type of a file by its name and its first bytes, as kimi-cli does.
//!
//! Names come first: a `.png` is an image, whatever it contains. Then come the first bytes, which
//! may contradict a name that promises text, and last the names of other files that are not text.

use crate::shared::paths;

/// The type of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileType {
    Text,
    Image,
    Video,
    /// Anything else that is not read as text.
    Unknown,
}

/// Images by the last extension of a name.
const IMAGES: [&str; 13] = [
    ".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".webp", ".ico", ".heic", ".heif",
    ".avif", ".svgz",
];

/// Videos by the last extension of a name.
const VIDEOS: [&str; 10] =
    [".mp4", ".mkv", ".avi", ".mov", ".wmv", ".webm", ".m4v", ".flv", ".3gp", ".3g2"];

/// Images that Python knows, by the extension before the one of a compressed file.
const KNOWN_IMAGES: [&str; 23] = [
    ".avif", ".bmp", ".gif", ".heic", ".heif", ".ico", ".ief", ".jpe", ".jpeg", ".jpg", ".pbm",
    ".pgm", ".png", ".pnm", ".ppm", ".ras", ".rgb", ".svg", ".tif", ".tiff", ".xbm", ".xpm",
    ".xwd",
];

/// Videos that Python knows, and those that the tool registers.
const KNOWN_VIDEOS: [&str; 15] = [
    ".avi", ".m1v", ".mov", ".movie", ".mp4", ".mpa", ".mpe", ".mpeg", ".mpg", ".qt", ".webm",
    ".3g2", ".3gp", ".m4v", ".mkv",
];

/// Extensions of compressed files, after the actual one. Case-sensitive.
const COMPRESSED: [&str; 5] = [".gz", ".Z", ".bz2", ".xz", ".br"];

const OTHERS: [&str; 75] = [
    ".icns", ".psd", ".ai", ".eps", ".pdf", ".doc", ".docx", ".dot", ".dotx", ".rtf", ".odt",
    ".xls", ".xlsx", ".xlsm", ".xlt", ".xltx", ".xltm", ".ods", ".ppt", ".pptx", ".pptm", ".pps",
    ".ppsx", ".odp", ".pages", ".numbers", ".key", ".zip", ".rar", ".7z", ".tar", ".gz", ".tgz",
    ".bz2", ".xz", ".zst", ".lz", ".lz4", ".br", ".cab", ".ar", ".deb", ".rpm", ".mp3", ".wav",
    ".flac", ".ogg", ".oga", ".opus", ".aac", ".m4a", ".wma", ".ttf", ".otf", ".woff", ".woff2",
    ".exe", ".dll", ".so", ".dylib", ".bin", ".apk", ".ipa", ".jar", ".class", ".pyc", ".pyo",
    ".wasm", ".dmg", ".iso", ".img", ".sqlite", ".sqlite3", ".db", ".db3",
];

/// Returns the type of a file with this name that begins with these bytes. `more_images` are
/// extensions of images that the tool knows from its system.
pub(crate) fn of(path: &str, head: &[u8], more_images: &[&str]) -> FileType {
    let extension = paths::extension(path);
    let named = by_name(path, &extension, more_images);
    if let Some(media @ (FileType::Image | FileType::Video)) = named {
        return media;
    }
    match (by_bytes(head), named) {
        (Some(_), Some(FileType::Text)) => FileType::Unknown,
        (Some(media), _) => media,
        (None, _) if head.contains(&0) => FileType::Unknown,
        (None, Some(FileType::Text)) => FileType::Text,
        (None, _) if OTHERS.contains(&&*extension) => FileType::Unknown,
        (None, _) => FileType::Text,
    }
}

fn by_name(path: &str, extension: &str, more_images: &[&str]) -> Option<FileType> {
    let (_, name) = paths::split(path);
    let known = known_extension(name).to_lowercase();
    match extension {
        ".svg" => Some(FileType::Text),
        extension if IMAGES.contains(&extension) => Some(FileType::Image),
        extension if VIDEOS.contains(&extension) => Some(FileType::Video),
        _ if KNOWN_IMAGES.contains(&&*known) || more_images.contains(&&*known) => {
            Some(FileType::Image)
        }
        _ if KNOWN_VIDEOS.contains(&&*known) => Some(FileType::Video),
        _ => None,
    }
}

/// Returns the extension by which Python guesses a type: that of a compressed file is skipped, and
/// leading dots of a name begin no extension.
fn known_extension(name: &str) -> &str {
    let (stem, extension) = split_extension(name);
    if COMPRESSED.contains(&extension) { split_extension(stem).1 } else { extension }
}

fn split_extension(name: &str) -> (&str, &str) {
    let dots = name.len() - name.trim_start_matches('.').len();
    match name.rfind('.') {
        Some(at) if at > dots => name.split_at(at),
        _ => (name, ""),
    }
}

fn by_bytes(head: &[u8]) -> Option<FileType> {
    match head {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..]
        | [0xff, 0xd8, 0xff, ..]
        | [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..]
        | [b'B', b'M', ..]
        | [b'I', b'I', b'*', 0, ..]
        | [b'M', b'M', 0, b'*', ..]
        | [0, 0, 1, 0, ..]
        | [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(FileType::Image),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'A', b'V', b'I', b' ', ..]
        | [b'F', b'L', b'V', ..] => Some(FileType::Video),
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
        ] => Some(FileType::Video),
        // Matroska and WebM have their name somewhere in the header.
        [0x1a, 0x45, 0xdf, 0xa3, ..] if holds(head, b"webm") || holds(head, b"matroska") => {
            Some(FileType::Video)
        }
        [_, _, _, _, b'f', b't', b'y', b'p', brand @ ..] => by_brand(brand.get(..4)?),
        _ => None,
    }
}

/// Returns the type of a file of the MP4 family, by its brand.
fn by_brand(brand: &[u8]) -> Option<FileType> {
    let mut lower = [0; 4];
    lower.iter_mut().zip(brand).for_each(|(to, from)| *to = from.to_ascii_lowercase());
    match lower.trim_ascii() {
        b"avif" | b"avis" | b"heic" | b"heif" | b"heix" | b"hevc" | b"mif1" | b"msf1" => {
            Some(FileType::Image)
        }
        b"isom" | b"iso2" | b"iso5" | b"mp41" | b"mp42" | b"avc1" | b"mp4v" | b"m4v" | b"qt"
        | b"3gp4" | b"3gp5" | b"3gp6" | b"3gp7" | b"3g2" => Some(FileType::Video),
        _ => None,
    }
}

/// Returns whether the bytes contain a word, in any case.
fn holds(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|window| window.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::FileType;

    fn of(path: &str, head: &[u8]) -> FileType {
        super::of(path, head, &[])
    }

    #[test]
    fn a_name_that_says_media_is_believed() {
        for path in [
            "/w/a.png",
            "/w/A.PNG",
            "/w/a.png.gz",
            "/w/a.PNG.Z",
            "/w/a.svgz",
            "/w/a.svg.gz",
            "/w/a.xpm",
            "/w/..png",
        ] {
            assert_eq!(of(path, b"text"), FileType::Image, "{path}");
        }
        for path in ["/w/a.mp4", "/w/a.mpg.xz", "/w/a.mkv.gz", "/w/a.qt"] {
            assert_eq!(of(path, b"text"), FileType::Video, "{path}");
        }
        for path in ["/w/a.png.GZ", "/w/a.flv.gz", "/w/a.svgz.gz"] {
            assert_eq!(of(path, b"text"), FileType::Unknown, "{path}");
        }
        for path in [
            "/w/...xbm",
            "/w/..png.Z",
            "/w/a.png.z",
            "/w/a.ts",
            "/w/a.tsx",
            "/w/a.mts",
            "/w/a.svg",
            "/w/.png",
            "/w/png",
            "/w/a.png.txt",
        ] {
            assert_eq!(of(path, b"text"), FileType::Text, "{path}");
        }
    }

    #[test]
    fn the_first_bytes_tell_what_the_name_does_not() {
        for head in [
            &b"\x89PNG\r\n\x1a\n"[..],
            b"\xff\xd8\xff",
            b"GIF89a",
            b"BMP is also how a text may begin",
            b"II*\0",
            b"RIFF\0\0\0\0WEBP",
            b"\0\0\0\x18ftypAVIF",
        ] {
            assert_eq!(of("/w/a", head), FileType::Image, "{head:?}");
            assert_eq!(of("/w/a.svg", head), FileType::Unknown, "{head:?}");
        }
        for head in [
            &b"FLV"[..],
            b"RIFF\0\0\0\0AVI ",
            b"\x1a\x45\xdf\xa3 WebM",
            b"\0\0\0\x18ftypqt  ",
            b"\0\0\0\x18ftypisom",
        ] {
            assert_eq!(of("/w/a", head), FileType::Video, "{head:?}");
        }
    }

    #[test]
    fn what_is_no_text_otherwise_is_unknown() {
        assert_eq!(of("/w/a", b"a\0"), FileType::Unknown);
        assert_eq!(of("/w/a.pdf", b"text"), FileType::Unknown);
        assert_eq!(of("/w/a.tar.gz", b"text"), FileType::Unknown);
        assert_eq!(of("/w/a.db", b""), FileType::Unknown);
        assert_eq!(of("/w/a", b"\x1a\x45\xdf\xa3 other"), FileType::Text);
        assert_eq!(of("/w/a", b""), FileType::Text);
    }
}
