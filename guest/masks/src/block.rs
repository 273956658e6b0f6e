//! Multi-line keys between markers: PEM, PGP, SSH2, PuTTY.

use crate::find::View;
use crate::found::{Found, Hit, Rest};
use crate::rules::PUTTY_KEY;
use crate::set::{ALNUM, BASE64, DIGIT, Set};

/// The state between lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    /// Not in a key.
    Outside,
    /// Unknown, because the previous lines are.
    Unknown,
    /// After the first marker of a key.
    Inside,
}

/// The role of a line in a block.
pub(crate) enum BlockLine {
    /// Neither part of the key nor its end.
    Other,
    /// Empty.
    Blank,
    /// The last line of the key, and the byte range of it that is key.
    End(Option<(usize, usize)>),
    /// Part of the key: its byte range.
    Body(usize, usize),
}

/// The characters around base64 in source code, comments and quoted mail.
const AROUND: &[u8] = b" \t\r\"'`,;()[]{}<>|#*\\";
/// The maximum length of a line of a key.
const MAX_LINE: usize = 4096;

impl View<'_> {
    /// Returns whether a key starts at a marker: on the next line, or after it in the same string.
    pub(crate) fn key_block(&self, rule: usize, place: usize, after: usize) -> Option<Found> {
        const LABEL: Set = Set::of("0-9A-Z ");
        let bytes = self.bytes;
        let rest = bytes.get(after..)?;
        if rule == PUTTY_KEY {
            return rest.first().is_some_and(|byte| DIGIT.has(*byte)).then_some(Found::Block);
        }
        let before = self.context(place, 5);
        let before = before.strip_suffix(b" ").unwrap_or(&before);
        let label = rest.get(..LABEL.run(rest, 48))?;
        let ends = |end: &[u8]| label.trim_ascii_end().ends_with(end);
        let dashes = rest.get(label.len()..)?;
        let is_marker = before.ends_with(b"----")
            && dashes.starts_with(b"----")
            && (ends(b"PRIVATE KEY") || ends(b"PRIVATE KEY BLOCK"));
        if !is_marker {
            return None;
        }
        let mut start = after + label.len() + Set::of("-").run(dashes, 5);
        // Escaped line breaks are not part of the key.
        while let Some(length) = line_break(bytes.get(start..)?) {
            start += length;
        }
        let body = bytes.get(start..)?;
        if let Some(after) = body.strip_prefix("«redacted: private key»".as_bytes()) {
            // It was masked before, and continues on the next line if it did not end on this one.
            return after.is_empty().then_some(Found::Block);
        }
        let body = body.get(..256).unwrap_or(body);
        let body = body.get(..key_end(body)).unwrap_or_default();
        if has_run(body, 16) {
            return Some(Found::Secret(Hit { rule, start, end: start, rest: Rest::Key }));
        }
        Some(Found::Block)
    }
}

fn line_break(bytes: &[u8]) -> Option<usize> {
    const BREAKS: [&[u8]; 5] = [b"\\\\n", b"\\n", b"\\r", b" ", b"\\\\r"];
    BREAKS.iter().find(|text| bytes.starts_with(text)).map(|text| text.len())
}

/// Returns the length of a key in a string: up to its end marker, or the end of the string.
pub(crate) fn key_end(bytes: &[u8]) -> usize {
    let quote = |byte: &u8| b"\"'`<".contains(byte) || !byte.is_ascii();
    let end = bytes.iter().position(quote).unwrap_or(bytes.len());
    let dashes = bytes.windows(2).position(|pair| pair == b"--").unwrap_or(end);
    // The last dash may be the first of two: the next piece of the line decides.
    end.min(dashes).min(bytes.strip_suffix(b"-").map_or(end, <[u8]>::len))
}

fn has_run(bytes: &[u8], length: usize) -> bool {
    bytes.split(|byte| !BASE64.has(*byte)).any(|run| run.len() >= length)
}

/// Returns the role of a line after the marker of a key.
pub(crate) fn inside(line: &str) -> BlockLine {
    let bytes = line.as_bytes();
    if bytes.trim_ascii().is_empty() {
        return BlockLine::Blank;
    }
    if bytes.len() > MAX_LINE {
        return BlockLine::Other;
    }
    let dashes = bytes.windows(4).position(|dashes| dashes == b"----");
    if let Some(before) = dashes.and_then(|dashes| bytes.get(..dashes)) {
        return BlockLine::End(core(before));
    }
    let indent = bytes.len() - bytes.trim_ascii_start().len();
    let header = bytes.trim_ascii_start().iter().position(|byte| *byte == b':').unwrap_or(0);
    let name = bytes.get(indent..indent + header).unwrap_or_default();
    let is_header = !name.is_empty() && Set::of("A-Za-z-").run(name, header) == header;
    if is_header && !name.eq_ignore_ascii_case(b"Private-MAC") || has_run(bytes, 40) {
        return core(bytes).map_or(BlockLine::Body(indent, bytes.trim_ascii_end().len()), body);
    }
    core(bytes).map_or(BlockLine::Other, body)
}

fn body((start, end): (usize, usize)) -> BlockLine {
    BlockLine::Body(start, end)
}

/// Returns the byte range of key-like base64 in a line, if the previous lines are unknown.
///
/// A line of a certificate or an image also counts; an identifier, a number or a hash does not.
pub(crate) fn unknown(line: &str) -> Option<(usize, usize)> {
    let bytes = line.as_bytes().get(..line.len().min(MAX_LINE)).unwrap_or_default();
    let (start, end) = core(bytes)?;
    let word = bytes.get(start..end)?;
    let has = |is: fn(&u8) -> bool| word.iter().any(is);
    let is_mixed =
        has(u8::is_ascii_digit) && has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase);
    let is_end =
        word.len() % 4 == 0 && word.ends_with(b"=") || word.len() == 5 && word.starts_with(b"=");
    (is_end || is_mixed && (word.len() >= 40 || word.len() % 4 == 0)).then_some((start, end))
}

/// Returns the byte range of base64 in a line that otherwise has only characters that may surround
/// it.
fn core(bytes: &[u8]) -> Option<(usize, usize)> {
    let is_around = |byte: &u8| AROUND.contains(byte);
    let start = bytes.iter().position(|byte| !is_around(byte))?;
    let mut end = bytes.len();
    loop {
        let rest = bytes.get(start..end)?;
        // The operator of a concatenation, and an escaped line break.
        let shorter = rest.strip_suffix(b" +").or_else(|| rest.strip_suffix(b"\\n"));
        let shorter = shorter.or_else(|| rest.strip_suffix(b"\\r"));
        match (shorter, rest.last()) {
            (Some(shorter), _) => end = start + shorter.len(),
            (None, Some(last)) if is_around(last) => end -= 1,
            _ => break,
        }
    }
    let word = bytes.get(start..end)?;
    // A PGP checksum starts with the padding sign.
    let word = word.strip_prefix(b"=").filter(|sum| sum.len() == 4).unwrap_or(word);
    let padding = word.iter().rev().take(2).take_while(|byte| **byte == b'=').count();
    let unpadded = word.get(..word.len() - padding)?;
    let is_base64 = unpadded.iter().all(|byte| BASE64.has(*byte) && *byte != b'=');
    (is_base64 && unpadded.iter().any(|byte| ALNUM.has(*byte))).then_some((start, end))
}
