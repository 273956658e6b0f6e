//! Cursors as text: where to continue in one version of a file, or in a copy of it.
//!
//! Opaque to callers: `<version>.<offset>.<line>.<total>.<digest>.<check>`, with `-` before a line
//! that is counted from the end, an empty total if it is unknown, and `r` before the check if bytes
//! were replaced so far. Numbers are hexadecimal.
//!
//! The version is what copies of a file have in common, its size and modification time: another
//! replica may serve the next page. A file with other content may have the same, so the digest
//! covers the bytes before the offset, which the caller has just read. The check covers the name of
//! the file and the rest, because models copy cursors and may make mistakes or use them for another
//! file.

use readroom_core::{Cursor, LineNumber, Ordinal};
use std::fmt::Write;

/// The maximum length that is parsed: longer than any cursor.
const MAX_TEXT_BYTES: usize = 160;

/// What a cursor recognizes the file by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin<'t> {
    /// The version, as far as copies have it too.
    pub(crate) version: &'t str,
    /// The digest of the bytes before the offset.
    pub(crate) digest: u32,
}

/// Encodes a cursor for a file with this name.
pub(crate) fn write(file: &str, origin: Origin<'_>, cursor: &Cursor) -> String {
    let Origin { version, digest } = origin;
    let mut text = format!("{version}.{:x}.", cursor.offset);
    let _ = match cursor.line {
        Ordinal::FromStart(line) => write!(text, "{:x}.", line.get()),
        Ordinal::FromEnd(line) => write!(text, "-{line:x}."),
    };
    if let Some(total) = cursor.total {
        let _ = write!(text, "{total:x}");
    }
    let _ = write!(text, ".{digest:x}");
    text += if cursor.lossy { ".r" } else { "." };
    let check = check(file, &text);
    let _ = write!(text, "{check:08x}");
    text
}

/// Decodes a cursor for a file with this name, and what it recognizes the file by. `None` if it is
/// malformed.
pub(crate) fn read<'t>(file: &str, text: &'t str) -> Option<(Origin<'t>, Cursor)> {
    if text.len() > MAX_TEXT_BYTES {
        return None;
    }
    let (body, expected) = text.split_at_checked(text.len().checked_sub(8)?)?;
    if number(expected)? != u64::from(check(file, body)) {
        return None;
    }
    let mut parts = body.rsplitn(6, '.');
    let lossy = match parts.next()? {
        "" => false,
        "r" => true,
        _ => return None,
    };
    let digest = u32::try_from(number(parts.next()?)?).ok()?;
    let total = match parts.next()? {
        "" => None,
        total => Some(number(total)?),
    };
    let line = parts.next()?;
    let line = match line.strip_prefix('-') {
        Some(line) => Ordinal::FromEnd(number(line)?),
        None => Ordinal::FromStart(LineNumber::new(number(line)?)?),
    };
    let offset = number(parts.next()?)?;
    let version = parts.next()?;
    Some((Origin { version, digest }, Cursor { offset, line, total, lossy }))
}

/// Parses a number as [`write`] writes it.
fn number(text: &str) -> Option<u64> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    if digits { u64::from_str_radix(text, 16).ok() } else { None }
}

/// FNV-1a in 32 bits: detects mistakes. It does not prevent forged cursors, which gain nothing.
fn check(file: &str, text: &str) -> u32 {
    file.bytes()
        .chain(text.bytes())
        .fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests;
