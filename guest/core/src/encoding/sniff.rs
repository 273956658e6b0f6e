//! Recognizes files by their first bytes.

use crate::encoding::nuls;
use crate::media_type::MAX_MAGIC_BYTES;
use crate::{Binary, Encoding, FileError, Media, MediaType, Rules};

/// Returns the number of bytes that the rules inspect to decide whether a file is text.
pub(crate) fn needed(rules: &Rules) -> usize {
    let binary = match rules.binary {
        Binary::NulWithin(bytes)
        | Binary::NulOrControlsWithin(bytes)
        | Binary::NotTextWithin(bytes) => bytes as usize,
        // The pass over the file checks these.
        Binary::NulBeforeEnd | Binary::Never => 0,
    };
    binary.max(MAX_MAGIC_BYTES)
}

/// Refuses a file of `size` bytes in this encoding that starts with `head`, if the rules do not
/// read it as text.
pub(crate) fn refuse(
    head: &[u8],
    size: u64,
    encoding: Encoding,
    rules: &Rules,
) -> Result<(), FileError> {
    let other = || MediaType::other(head, false).filter(|_| rules.binary != Binary::Never);
    if let (Media::Refused, Some(media)) = (rules.media, MediaType::of(head).or_else(other)) {
        return Err(FileError::Media(media));
    }
    let looked_at = |bytes: u32| head.get(..bytes as usize).unwrap_or(head);
    let has_nul = |bytes| memchr::memchr(0, looked_at(bytes)).is_some();
    let binary = match rules.binary {
        // NULs are part of its characters.
        _ if encoding.unit() > 1 => false,
        Binary::NulWithin(bytes) => has_nul(bytes),
        Binary::NulOrControlsWithin(bytes) => has_nul(bytes) || mostly_controls(looked_at(bytes)),
        Binary::NotTextWithin(bytes) => has_nul(bytes) && !nuls::is_text(looked_at(bytes), size),
        Binary::NulBeforeEnd | Binary::Never => false,
    };
    if !binary {
        return Ok(());
    }
    match MediaType::of_binary(head) {
        Some(media) if rules.media == Media::Refused => Err(FileError::Media(media)),
        _ => Err(FileError::Binary),
    }
}

fn mostly_controls(bytes: &[u8]) -> bool {
    let controls = bytes.iter().filter(|byte| matches!(byte, 0..9 | 14..32)).count();
    controls * 10 > bytes.len() * 3
}
