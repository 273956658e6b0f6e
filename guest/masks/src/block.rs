//! Multi-line keys between markers: PEM, PGP, SSH2, PuTTY.

use crate::MAX_TOKEN;
use crate::check;
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
    Inside(Lines),
}

/// The previous lines of a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lines {
    /// Whether the last one had a run of base64: the next is part of the key, however short.
    pub(crate) is_full: bool,
    /// The number of lines since the last one that was part of the key.
    pub(crate) others: u8,
}

impl Lines {
    /// Returns the state after a line.
    pub(crate) fn then(self, line: &BlockLine) -> Block {
        let (is_full, others) = match line {
            BlockLine::Body(_, is_full) => (*is_full, 0),
            BlockLine::Blank => (false, self.others),
            BlockLine::Other if self.others < MAX_OTHERS => (false, self.others + 1),
            BlockLine::Other | BlockLine::End(_) => return Block::Outside,
        };
        Block::Inside(Self { is_full, others })
    }
}

/// The role of a line in a block.
pub(crate) enum BlockLine {
    /// Neither part of the key nor its end.
    Other,
    /// Without letters and digits.
    Blank,
    /// The last line of the key, and the byte range of it that is key.
    End(Option<(usize, usize)>),
    /// Part of the key: its byte range, and whether it has a run of base64.
    Body((usize, usize), bool),
}

/// The characters around base64 if the previous lines are unknown.
const AROUND: &str = " \t\r\"'`,;()[]{}<>|#*\\";
/// The maximum length of a line of a key that has other text.
const MAX_LINE: usize = 4096;
/// The maximum number of lines between those of a key.
const MAX_OTHERS: u8 = 8;
/// The length of a run of base64 that is certainly none of words.
const LONG: usize = 40;
pub(crate) const KEY_SENTINEL: &str = "«redacted: private key»";

impl View<'_> {
    /// Returns whether a key starts at a marker: on the next line, or after it on the same one.
    pub(crate) fn key_block(&self, rule: usize, place: usize, after: usize) -> Option<Found> {
        let start = if rule == PUTTY_KEY {
            after + DIGIT.run(self.from(after), 6)
        } else {
            self.after_marker(place, after)?
        };
        let rest = self.bytes.get(start..(place + MAX_TOKEN).min(self.bytes.len()))?;
        // Joints between lines are not part of the key.
        let joint = joint(rest);
        let (start, rest) = (start + joint, rest.get(joint..)?);
        let masked = rest.strip_prefix(KEY_SENTINEL.as_bytes());
        let secret = |length, rest| Hit { rule, start, end: start + length, rest };
        if let Some(key) = marker(rest).and_then(|end| rest.get(..end)) {
            let more = masked.and_then(|_| key.get(KEY_SENTINEL.len()..)).unwrap_or_default();
            let is_key = more.iter().any(u8::is_ascii_alphanumeric)
                || has_run(key.get(..key_end(key)).unwrap_or_default(), 16)
                || is_full(key);
            return is_key.then(|| Found::Secret(secret(key.len(), Rest::Nothing)));
        }
        // A key that was masked before continues on the next line if it did not end on this one.
        let body = masked.unwrap_or(rest);
        let first = body.get(..256).unwrap_or(body);
        if has_run(first.get(..key_end(first)).unwrap_or_default(), 16) {
            return Some(Found::Secret(secret(rest.len() - body.len(), Rest::Key)));
        }
        (masked.is_none_or(<[u8]>::is_empty) && start > after).then_some(Found::Block)
    }

    /// Returns the end of the marker of a private key.
    fn after_marker(&self, place: usize, after: usize) -> Option<usize> {
        const LABEL: Set = Set::of("0-9A-Z %+_");
        let before = self.context(place, 8);
        let is_label = |byte: &&u8| LABEL.has(**byte) || !byte.is_ascii();
        let label = self.from(after).iter().take(64).take_while(is_label).count();
        let dashes = Set::of("-").run(self.from(after + label), 5);
        let label = self.bytes.get(after..after + label)?;
        let has = |word: &[u8]| label.windows(word.len()).any(|part| part == word);
        let is_marker = before.ends_with(b"----") || before.ends_with(b"---- ");
        (is_marker && dashes >= 4 && has(b"PRIVATE") && has(b"KEY"))
            .then_some(after + label.len() + dashes)
    }
}

/// Returns the length of the escaped line breaks, tags and signs at the start of a text.
fn joint(bytes: &[u8]) -> usize {
    const SIGNS: Set = Set::of(" \t\r\"'`,;()[]{}|#*");
    const BREAKS: [&[u8]; 7] = [b"\\\\n", b"\\n", b"\\r", b"\\\\r", b"%0A", b"%0D", b"%20"];
    let mut at = 0;
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        let escape = BREAKS.iter().find(|text| rest.starts_with(text)).map(|text| text.len());
        let tag = || rest.iter().take(16).position(|byte| *byte == b'>').map(|end| end + 1);
        at += match SIGNS.run(rest, 32) {
            0 if rest.starts_with(b"<") => tag().unwrap_or(1),
            0 => match escape {
                Some(length) => length,
                None => break,
            },
            signs => signs,
        };
    }
    at
}

/// Returns the offset of the next marker: of its dashes, if it has some.
pub(crate) fn marker(bytes: &[u8]) -> Option<usize> {
    (0..bytes.len()).find_map(|at| {
        let (before, word) = bytes.split_at(at);
        if word.starts_with(b"Private-MAC") {
            return Some(at);
        }
        let is_word = word.starts_with(b"END") || word.starts_with(b"BEGIN");
        let before = before.strip_suffix(b" ").filter(|_| is_word).unwrap_or(before);
        let dashes = if is_word { Set::of("-").run_back(before, 8) } else { 0 };
        (dashes >= 4).then(|| before.len() - dashes)
    })
}

/// Returns the length of a key in a string: up to its end marker, or the end of the string.
pub(crate) fn key_end(bytes: &[u8]) -> usize {
    let quote = |byte: &u8| b"\"'`<".contains(byte) || !byte.is_ascii();
    let end = bytes.iter().position(quote).unwrap_or(bytes.len());
    let dashes = bytes.windows(2).position(|pair| pair == b"--").unwrap_or(end);
    // The last dash may be the first of two: the next piece of the line decides.
    end.min(dashes).min(bytes.strip_suffix(b"-").map_or(end, <[u8]>::len))
}

fn runs(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split(|byte| !BASE64.has(*byte))
}

fn has_run(bytes: &[u8], length: usize) -> bool {
    runs(bytes).any(|run| run.len() >= length)
}

/// Returns whether text has a run of base64 that does not consist of words.
fn is_full(bytes: &[u8]) -> bool {
    runs(bytes).any(|run| {
        let has = |is: fn(&u8) -> bool| run.iter().any(is);
        let is_mixed = || has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase);
        run.len() >= LONG / 2 && is_mixed() && !check::is_words(run)
            || check::is_bare_random(run.strip_prefix(b"/").unwrap_or(run))
    })
}

/// Returns the role of a line after the marker of a key, whatever is written around its base64.
pub(crate) fn inside(line: &str, lines: Lines) -> BlockLine {
    let bytes = line.as_bytes();
    if let Some(end) = marker(bytes) {
        return BlockLine::End(line.get(..end).and_then(before_end));
    }
    if !bytes.iter().any(u8::is_ascii_alphanumeric) {
        return BlockLine::Blank;
    }
    let is_first = lines.others == 0;
    let core = core(line, is_around).filter(|core| is_first || core.1 - core.0 >= LONG);
    if core.is_none() && bytes.len() > MAX_LINE {
        return BlockLine::Other;
    }
    let is_masked = line.contains(KEY_SENTINEL);
    let is_full = is_full(bytes) || is_masked && lines.is_full;
    let is_key = is_full
        || lines.is_full
        || is_first && (has_run(bytes, LONG) || is_header(bytes))
        || is_masked;
    match core {
        Some(core) => BlockLine::Body(core, is_full),
        None if is_key => BlockLine::Body(extent(line, is_around), is_full),
        None => BlockLine::Other,
    }
}

/// Returns whether a line is a header in a key, such as `Proc-Type: 4,ENCRYPTED`.
fn is_header(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    let name = line.split(|byte| *byte == b':').next().unwrap_or_default();
    !name.is_empty()
        && name.len() < line.len()
        && Set::of("A-Za-z-").run(name, name.len()) == name.len()
}

/// Returns the byte range of the part of a key before its end marker on the same line: its last
/// line, or the end of one, but not the number of the line.
fn before_end(before: &str) -> Option<(usize, usize)> {
    let (start, end) = extent(before, is_around);
    let text = before.get(start..end)?;
    let is_adjacent = before.get(end..)?.trim_matches(['\\', 'n', 'r']).is_empty();
    let rest = text.replace(KEY_SENTINEL, "");
    let is_other = || rest.contains(|sign: char| sign.is_ascii_uppercase() || "+/=".contains(sign));
    let is_core = core(&rest, is_around) == Some((0, rest.len()))
        && (is_adjacent || rest.len() >= 4 && is_other());
    if is_full(text.as_bytes()) || is_core || text == KEY_SENTINEL {
        return Some((start, end));
    }
    let unmasked = before.get(..end)?.trim_end_matches(KEY_SENTINEL);
    let run = unmasked.len() - BASE64.run_back(unmasked.as_bytes(), MAX_LINE);
    (is_adjacent && run < end).then_some((run, end))
}

/// Returns the byte range of key-like base64 in a line, if the previous lines are unknown.
///
/// A line of a certificate or an image also counts; an identifier, a number or a hash does not.
pub(crate) fn unknown(line: &str) -> Option<(usize, usize)> {
    let line = line.get(..line.floor_char_boundary(MAX_LINE)).unwrap_or_default();
    let is_around: fn(char) -> bool = |character| AROUND.contains(character);
    if line.contains(KEY_SENTINEL) {
        // It was masked before, unless it only looks as if.
        let (start, end) = extent(line, is_around);
        let rest = line.get(start..end).unwrap_or_default().replace(KEY_SENTINEL, "");
        let is_masked = rest.trim_matches(is_around).is_empty();
        return (is_masked || unknown(&rest).is_some()).then_some((start, end));
    }
    let (start, end) = core(line, is_around)?;
    let word = line.as_bytes().get(start..end)?;
    let has = |is: fn(&u8) -> bool| word.iter().any(is);
    let is_mixed =
        has(u8::is_ascii_digit) && has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase);
    let is_end =
        word.len() % 4 == 0 && word.ends_with(b"=") || word.len() == 5 && word.starts_with(b"=");
    (is_end || is_mixed && (word.len() >= 40 || word.len() % 4 == 0)).then_some((start, end))
}

/// Returns whether a character may be written around base64.
fn is_around(character: char) -> bool {
    !character.is_ascii_alphanumeric() && !"+/=«»".contains(character)
}

/// Returns the byte range of a line without the characters around it, the operator of a
/// concatenation, and escaped line breaks.
pub(crate) fn extent(line: &str, is_around: fn(char) -> bool) -> (usize, usize) {
    let start = line.len() - line.trim_start_matches(is_around).len();
    let mut rest = line.get(start..).unwrap_or_default();
    loop {
        let shorter = rest.trim_end_matches(is_around);
        let escape = ["\\n", "\\r", " +"].iter().find_map(|end| shorter.strip_suffix(end));
        rest = escape.unwrap_or(shorter);
        if escape.is_none() {
            return (start, start + rest.len());
        }
    }
}

/// Returns the byte range of base64 in a line that otherwise has only characters that may surround
/// it.
fn core(line: &str, is_around: fn(char) -> bool) -> Option<(usize, usize)> {
    let (start, end) = extent(line, is_around);
    let word = line.as_bytes().get(start..end)?;
    // A PGP checksum starts with the padding sign.
    let word = word.strip_prefix(b"=").filter(|sum| sum.len() == 4).unwrap_or(word);
    let padding = word.iter().rev().take(2).take_while(|byte| **byte == b'=').count();
    let unpadded = word.get(..word.len() - padding)?;
    let is_base64 = unpadded.iter().all(|byte| BASE64.has(*byte) && *byte != b'=');
    (is_base64 && unpadded.iter().any(|byte| ALNUM.has(*byte))).then_some((start, end))
}
