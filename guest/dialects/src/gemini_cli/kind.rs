//! Determines the kind of a file by its name and its first bytes, as gemini-cli does.

use crate::shared::{mime_types, paths};

/// The number of bytes examined: a character may end in the last three.
pub(super) const SAMPLE_BYTES: usize = SCANNED + 3;

const SCANNED: usize = 512;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Svg,
    Image,
    Pdf,
    Audio,
    Video,
    Binary,
}

/// Extensions of files that are binary regardless of their content.
const BINARY_EXTENSIONS: [&str; 41] = [
    ".7z", ".a", ".bin", ".bmp", ".bz2", ".class", ".dat", ".dll", ".doc", ".docx", ".dylib",
    ".exe", ".gif", ".gz", ".jar", ".jpeg", ".jpg", ".lib", ".o", ".obj", ".odp", ".ods", ".odt",
    ".pak", ".pdf", ".png", ".ppt", ".pptx", ".pyc", ".pyo", ".rar", ".rpa", ".so", ".svg", ".tar",
    ".war", ".wasm", ".webp", ".xls", ".xlsx", ".zip",
];

const SUPPORTED_AUDIO: [(&str, &str); 7] = [
    (".mp3", "audio/mpeg"),
    (".wav", "audio/wav"),
    (".aiff", "audio/aiff"),
    (".aif", "audio/aiff"),
    (".aac", "audio/aac"),
    (".ogg", "audio/ogg"),
    (".flac", "audio/flac"),
];

/// Returns the kind of a file with this name that starts with these bytes, at most
/// [`SAMPLE_BYTES`].
pub(super) fn of(path: &str, head: &[u8]) -> Kind {
    let extension = paths::extension(path);
    match &*extension {
        // Not MPEG transport streams.
        ".ts" | ".mts" | ".cts" => return Kind::Text,
        ".svg" => return Kind::Svg,
        _ => {}
    }
    let mime = standard_mime(path).unwrap_or_default();
    let heard = if mime.starts_with("audio/") || supported_audio(path).is_some() {
        Some(Kind::Audio)
    } else if mime.starts_with("video/") {
        Some(Kind::Video)
    } else {
        None
    };
    match heard {
        _ if mime.starts_with("image/") => Kind::Image,
        _ if mime == "application/pdf" => Kind::Pdf,
        Some(kind) if looks_binary(head) => kind,
        Some(_) => Kind::Text,
        None if BINARY_EXTENSIONS.contains(&&*extension) => Kind::Binary,
        None if looks_binary(head) => Kind::Binary,
        None => Kind::Text,
    }
}

/// Returns the MIME type of a name, if it is a registered one, neither vendor-specific nor
/// experimental.
fn standard_mime(path: &str) -> Option<&'static str> {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let mime = mime_types::of(name);
    let (_, kind) = mime.split_once('/')?;
    let is_other = ["vnd.", "x-", "prs."].iter().any(|prefix| kind.starts_with(prefix));
    (!is_other).then_some(mime)
}

/// Returns the MIME type of a name, if it is an audio format that the tool sends.
pub(super) fn supported_audio(path: &str) -> Option<&'static str> {
    let known = |mime: &str| SUPPORTED_AUDIO.iter().any(|(_, supported)| *supported == mime);
    if let Some(mime) = standard_mime(path).filter(|mime| known(mime)) {
        return Some(mime);
    }
    let extension = paths::extension(path);
    SUPPORTED_AUDIO.iter().find(|(known, _)| *known == extension).map(|(_, mime)| *mime)
}

/// Returns whether bytes do not look like text.
fn looks_binary(head: &[u8]) -> bool {
    match head {
        []
        | [0xef, 0xbb, 0xbf, ..]
        | [0, 0, 0xfe, 0xff, ..]
        | [0xff, 0xfe, ..]
        | [0xfe, 0xff, ..]
        | [0x84, 0x31, 0x95, 0x33, ..] => return false,
        [b'%', b'P', b'D', b'F', b'-', ..] => return true,
        _ => {}
    }
    let scanned = head.len().min(SCANNED);
    let is_following = |at: usize| head.get(at).is_some_and(|byte| matches!(byte, 0x80..=0xbf));
    let too_many = |suspicious: usize| suspicious * 100 > 10 * scanned;
    let mut suspicious = 0;
    let mut at = 0;
    while at < scanned {
        let byte = head.get(at).copied().unwrap_or_default();
        let following = match byte {
            0 => return true,
            7..=14 | 32..=127 => {
                at += 1;
                continue;
            }
            0xc0..=0xdf => 1,
            0xe0..=0xef => 2,
            0xf0..=0xf7 => 3,
            _ => 0,
        };
        if following > 0 && at + following < head.len() {
            if (1..=following).all(|next| is_following(at + next)) {
                at += following + 1;
                continue;
            }
            // The byte after a lead byte is not examined again.
            at += 1;
        }
        suspicious += 1;
        // A few bytes are not conclusive yet.
        if at >= 32 && too_many(suspicious) {
            return true;
        }
        at += 1;
    }
    too_many(suspicious)
        || suspicious > 1
            && Fields { bytes: head.get(..scanned).unwrap_or(head), at: 0 }.are_whole()
}

/// The fields of a Protocol Buffers message.
struct Fields<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Fields<'_> {
    /// Returns whether one or more fields fill the bytes completely.
    fn are_whole(mut self) -> bool {
        let mut fields = 0;
        loop {
            match self.field() {
                // The bytes end here, possibly inside a field.
                None => return fields > 0,
                Some(false) => return false,
                Some(true) => fields += 1,
            }
        }
    }

    /// Takes a field. `None` at the end, `Some(false)` if it is malformed.
    fn field(&mut self) -> Option<bool> {
        let length = match self.number()? & 7 {
            0 => {
                self.number()?;
                0
            }
            1 => 8,
            2 => usize::try_from(self.number()?).unwrap_or_default(),
            5 => 4,
            _ => return Some(false),
        };
        let left = self.bytes.len() - self.at;
        if length > left {
            self.at = self.bytes.len();
            return None;
        }
        self.at += length;
        Some(true)
    }

    /// Takes a varint, with the overflow of JavaScript.
    fn number(&mut self) -> Option<i32> {
        let mut number = 0;
        for index in 0..=10_u32 {
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            number |= i32::from(byte & 0x7f).wrapping_shl(7 * index);
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests;
