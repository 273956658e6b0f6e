//! Writes JSON text, whose strings are escaped a word at a time.

use readroom_types::{JsonOutput, WriteJson};
use std::fmt::{self, Write};
use std::mem;

/// JSON text being written, up to a maximum length.
pub(super) struct Output {
    text: String,
    max: usize,
    /// The pending text, in whole characters. Frequent escapes are collected here, and appended to
    /// the text at once.
    block: [u8; BLOCK + MARGIN],
    /// The number of bytes in the block.
    length: usize,
}

/// The length from which a block is full.
const BLOCK: usize = 512;

/// The maximum overshoot of a full block: a word, an escape, and the end of a character.
const MARGIN: usize = WORD + 6 + 3;

impl Output {
    pub(super) fn new(capacity: usize, max: usize) -> Self {
        let text = String::with_capacity(capacity);
        Self { text, max, block: [0; BLOCK + MARGIN], length: 0 }
    }

    pub(super) fn finish(mut self) -> Result<String, fmt::Error> {
        self.flush()?;
        Ok(self.text)
    }

    /// Fails if the text becomes too long.
    fn flush(&mut self) -> fmt::Result {
        let block = self.block.get(..mem::take(&mut self.length)).unwrap_or_default();
        let block = simdutf8::basic::from_utf8(block).map_err(|_| fmt::Error)?;
        append(&mut self.text, block, self.max)
    }

    pub(super) fn push(&mut self, text: &str) -> fmt::Result {
        self.flush()?;
        append(&mut self.text, text, self.max)
    }

    pub(super) fn push_escaped(&mut self, text: &str) -> fmt::Result {
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            if self.length >= BLOCK {
                self.flush()?;
            }
            (self.length, rest) = fill(&mut self.block, self.length, rest);
        }
        Ok(())
    }
}

fn append(text: &mut String, more: &str, max: usize) -> fmt::Result {
    if more.len() > max.saturating_sub(text.len()) {
        return Err(fmt::Error);
    }
    text.push_str(more);
    Ok(())
}

/// Appends escaped text to a block of this length. Returns the new length, and the rest of the
/// text.
fn fill<'a>(block: &mut [u8], mut length: usize, mut rest: &'a [u8]) -> (usize, &'a [u8]) {
    while length < BLOCK && !rest.is_empty() {
        let (word, count) = match rest.first_chunk() {
            Some(word) => (*word, WORD),
            None => (filled_up(rest), rest.len()),
        };
        if let Some(to) = block.get_mut(length..).and_then(<[u8]>::first_chunk_mut) {
            *to = word;
        }
        let plain = count.min(special(word).trailing_zeros() as usize / 8);
        (length, rest) = (length + plain, rest.get(plain..).unwrap_or_default());
        if plain < count
            && let Some((byte, after)) = rest.split_first()
            && let Some(to) = block.get_mut(length..).and_then(<[u8]>::first_chunk_mut)
        {
            let (escaped, more) = escaped(*byte);
            *to = escaped;
            (length, rest) = (length + more, after);
        }
    }
    // The last word may have ended inside a character.
    while let Some((byte @ 0x80..0xc0, after)) = rest.split_first()
        && let Some(to) = block.get_mut(length)
    {
        *to = *byte;
        (length, rest) = (length + 1, after);
    }
    (length, rest)
}

/// Pads the end of the text to a word with blanks.
fn filled_up(end: &[u8]) -> [u8; WORD] {
    let mut word = [b' '; WORD];
    word.iter_mut().zip(end).for_each(|(to, byte)| *to = *byte);
    word
}

/// Returns the escaped form of a byte, and its length.
fn escaped(byte: u8) -> ([u8; 6], usize) {
    let digit = |digit: u8| digit + if digit < 10 { b'0' } else { b'a' - 10 };
    let letter = match byte {
        b'"' | b'\\' => byte,
        b'\n' => b'n',
        b'\t' => b't',
        b'\r' => b'r',
        8 => b'b',
        12 => b'f',
        _ => return ([b'\\', b'u', b'0', b'0', digit(byte >> 4), digit(byte & 15)], 6),
    };
    ([b'\\', letter, 0, 0, 0, 0], 2)
}

impl JsonOutput for Output {
    fn raw(&mut self, json: &str) -> fmt::Result {
        self.push(json)
    }

    fn string(&mut self, text: &str) -> fmt::Result {
        self.push("\"")?;
        self.push_escaped(text)?;
        self.push("\"")
    }
}

/// Adds up the length of JSON.
struct Length(usize);

impl JsonOutput for Length {
    fn raw(&mut self, json: &str) -> fmt::Result {
        self.0 += json.len();
        Ok(())
    }

    fn string(&mut self, text: &str) -> fmt::Result {
        self.0 += 2 + escaped_length(text);
        Ok(())
    }
}

/// The size in bytes from which an answer counts as large.
pub(super) const SHORT: usize = 64 * 1024;

/// Returns a value of the contract as JSON text on one line.
pub(crate) fn to_json(value: &impl WriteJson) -> String {
    let write = |mut output: Output| {
        value.write_json(&mut output)?;
        output.finish()
    };
    // A large answer is measured first, so that it takes its own size in memory and not up to three
    // times that.
    let measured = || {
        let mut length = Length(0);
        value.write_json(&mut length)?;
        write(Output::new(length.0, usize::MAX))
    };
    // Writing into memory does not fail.
    write(Output::new(SHORT, SHORT)).or_else(|_| measured()).unwrap_or_default()
}

/// Writes escaped text into a JSON string.
pub(super) struct Escaped<'a>(pub(super) &'a mut Output);

impl Write for Escaped<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.push_escaped(text)
    }
}

/// Sums the length of text in a JSON string.
pub(super) struct EscapedLength(pub(super) usize);

impl Write for EscapedLength {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += escaped_length(text);
        Ok(())
    }
}

pub(super) fn escaped_length(text: &str) -> usize {
    let more = |bytes: &[u8]| bytes.iter().copied().map(escape).sum::<usize>();
    let (words, rest) = text.as_bytes().as_chunks();
    let special = words.iter().filter(|word| special(**word) != 0);
    text.len() + special.map(|word| more(word)).sum::<usize>() + more(rest)
}

const WORD: usize = 8;

/// Checks eight bytes at once. Nonzero if one of them must be escaped; the lowest set bit is in the
/// first such byte. Higher bits are unspecified.
fn special(word: [u8; WORD]) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; WORD]);
    const HIGHS: u64 = u64::from_le_bytes([0x80; WORD]);
    let word = u64::from_le_bytes(word);
    // Subtracting from a smaller byte borrows, which sets its highest bit.
    let below = |word: u64, min: u8| word.wrapping_sub(ONES * u64::from(min)) & !word;
    let equal = |byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
    (below(word, 0x20) | equal(b'"') | equal(b'\\')) & HIGHS
}

/// Returns the number of additional bytes of a byte of text in a JSON string.
fn escape(byte: u8) -> usize {
    match byte {
        b'"' | b'\\' | 0..0x20 => escaped(byte).1 - 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests;
