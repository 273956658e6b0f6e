//! Recognizes the type of a file by its name and its first bytes, as kimi-cli does.
//!
//! Names come first: a `.png` is an image, regardless of its content. Then come the first bytes,
//! which may contradict the name of a text file, and last the names of other binary files.

use crate::shared::media_files::{self, IMAGES, Media, NOT_TEXT};
use crate::shared::paths;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileType {
    Text,
    Image,
    Video,
    /// Any other binary file.
    Unknown,
}

/// Videos by the last extension of a name.
const VIDEOS: [&str; 10] =
    [".mp4", ".mkv", ".avi", ".mov", ".wmv", ".webm", ".m4v", ".flv", ".3gp", ".3g2"];

/// Images known to Python, by extension, ignoring that of compression.
const KNOWN_IMAGES: [&str; 23] = [
    ".avif", ".bmp", ".gif", ".heic", ".heif", ".ico", ".ief", ".jpe", ".jpeg", ".jpg", ".pbm",
    ".pgm", ".png", ".pnm", ".ppm", ".ras", ".rgb", ".svg", ".tif", ".tiff", ".xbm", ".xpm",
    ".xwd",
];

/// Videos known to Python, and those that the tool registers.
const KNOWN_VIDEOS: [&str; 15] = [
    ".avi", ".m1v", ".mov", ".movie", ".mp4", ".mpa", ".mpe", ".mpeg", ".mpg", ".qt", ".webm",
    ".3g2", ".3gp", ".m4v", ".mkv",
];

/// Extensions of compression, after the actual one. Case-sensitive.
const COMPRESSED: [&str; 5] = [".gz", ".Z", ".bz2", ".xz", ".br"];

/// Extensions of media in the tables of a system, with spaces between them.
#[derive(Default)]
pub(crate) struct SystemMedia {
    pub(crate) images: &'static str,
    pub(crate) videos: &'static str,
}

/// Returns the type of a file with this name that starts with these bytes.
pub(crate) fn of(path: &str, head: &[u8], system: &SystemMedia) -> FileType {
    let extension = paths::extension(path);
    let named = by_name(path, &extension, system);
    if let Some(media @ (FileType::Image | FileType::Video)) = named {
        return media;
    }
    match (by_bytes(head), named) {
        (Some(_), Some(FileType::Text)) => FileType::Unknown,
        (Some(media), _) => media,
        (None, _) if head.contains(&0) => FileType::Unknown,
        (None, Some(FileType::Text)) => FileType::Text,
        (None, _) if NOT_TEXT.contains(&&*extension) => FileType::Unknown,
        (None, _) => FileType::Text,
    }
}

fn by_bytes(head: &[u8]) -> Option<FileType> {
    Some(match media_files::media(head, <[u8]>::trim_ascii)? {
        Media::Image => FileType::Image,
        Media::Video => FileType::Video,
    })
}

fn by_name(path: &str, extension: &str, system: &SystemMedia) -> Option<FileType> {
    let (_, name) = paths::split(path);
    let known = known_extension(name).to_lowercase();
    let has = |table: &str| {
        known.strip_prefix('.').is_some_and(|known| table.split(' ').any(|other| other == known))
    };
    match extension {
        ".svg" => Some(FileType::Text),
        extension if IMAGES.contains(&extension) => Some(FileType::Image),
        extension if VIDEOS.contains(&extension) => Some(FileType::Video),
        _ if KNOWN_IMAGES.contains(&&*known) || has(system.images) => Some(FileType::Image),
        _ if KNOWN_VIDEOS.contains(&&*known) || has(system.videos) => Some(FileType::Video),
        _ => None,
    }
}

/// Returns the extension by which Python guesses a type: that of compression is skipped, and
/// leading dots of a name do not start an extension.
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

#[cfg(test)]
mod tests;
