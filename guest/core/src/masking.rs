//! The pass over a file that finds its secrets.

use crate::encoding::detect::{self, PREFIX_BYTES, prefix};
use crate::encoding::scalar;
pub(crate) use crate::masked::Masked;
use crate::{ByteOrder, Encoding, FileError, ValueFormat};
use memchr::memchr;
use readroom_masks::{MAX_HELD, Masker};
use std::borrow::Cow;

/// Reads a file once, up to `end`, and returns the replacements in it. They are ASCII if
/// `is_legacy`, or if its bytes are not UTF-8.
pub(crate) fn masked_file(
    format: ValueFormat,
    end: u64,
    is_legacy: bool,
    read: &dyn Fn(u64) -> Result<Vec<u8>, FileError>,
) -> Result<Masked, FileError> {
    let mut offset = 0;
    let mut next = || -> Result<Vec<u8>, FileError> {
        let bytes = read(offset)?;
        offset += bytes.len() as u64;
        Ok(bytes)
    };
    let mut head = Vec::new();
    while head.len() < PREFIX_BYTES {
        match next()? {
            bytes if bytes.is_empty() => break,
            bytes => head.extend_from_slice(&bytes),
        }
    }
    let mut pass = Pass::new(format, prefix(&head), end);
    pass.codec.is_utf8 &= !is_legacy;
    pass.push(&head)?;
    loop {
        match next()? {
            bytes if bytes.is_empty() => break,
            bytes => pass.push(&bytes)?,
        }
    }
    let (mut masked, values) = pass.finish()?;
    masked.finish(offset, values);
    Ok(masked)
}

/// Masks text that a file was converted to, or the rest of it. Returns it with the number of masked
/// values.
pub fn masked_text(format: ValueFormat, text: &str, is_rest: bool) -> (String, u64) {
    let mut masker = if is_rest { Masker::resumed(format) } else { Masker::new(format) };
    let (mut all, mut line_out) = (String::with_capacity(text.len()), String::new());
    for line in text.split_inclusive('\n') {
        let (line, end) = match line.strip_suffix('\n') {
            Some(line) => (line, "\n"),
            None => (line, ""),
        };
        line_out.clear();
        let is_changed = masker.line(line, &mut line_out);
        all.push_str(if is_changed { &line_out } else { line });
        all.push_str(end);
    }
    (all, masker.count())
}

/// A pass over a file, which arrives in pieces of any size.
struct Pass {
    masker: Masker,
    codec: Codec,
    /// The length of the byte-order mark.
    bom: usize,
    masked: Masked,
    /// The bytes that are not processed yet, and their offset in the file.
    held: Vec<u8>,
    held_at: u64,
    /// The text of a long line that the masker still holds, and its offset in the file. `None`
    /// between lines.
    sent: Option<(String, u64)>,
    out: String,
}

impl Pass {
    /// Returns a pass over a file that begins with `head` and has `size` bytes.
    fn new(format: ValueFormat, head: &[u8], size: u64) -> Self {
        let encoding = match Encoding::marked(head) {
            Some(marked) => marked,
            None => detect::with_nuls(head, size).unwrap_or(Encoding::Utf8),
        };
        // Binary data has no values to tell apart.
        let is_binary = encoding.unit() == 1 && memchr(0, head).is_some();
        let format = match format {
            ValueFormat::Plain => format,
            _ if is_binary => ValueFormat::Lines,
            _ => format,
        };
        let is_utf8 = std::str::from_utf8(head).map_or_else(|e| e.error_len().is_none(), |_| true);
        let bom = if head.starts_with(encoding.bom()) { encoding.bom().len() } else { 0 };
        Self {
            masker: Masker::new(format),
            codec: Codec { encoding, is_utf8 },
            bom,
            masked: Masked::default(),
            held: Vec::new(),
            held_at: 0,
            sent: None,
            out: String::new(),
        }
    }

    /// Takes the next bytes.
    fn push(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        let mut held = std::mem::take(&mut self.held);
        held.extend_from_slice(bytes);
        let encoding = self.codec.encoding;
        let mut begin = std::mem::take(&mut self.bom);
        let complete = encoding.line_ends(&held).next_back().unwrap_or(begin);
        while begin < complete {
            let lines = held.get(begin..complete).unwrap_or_default();
            if encoding.unit() == 1 && self.sent.is_none() {
                begin += self.masker.skipped(lines);
            }
            let lines = held.get(begin..complete).unwrap_or_default();
            let Some(length) = encoding.line_ends(lines).next() else { break };
            self.line(lines.get(..length - encoding.unit()).unwrap_or_default(), begin)?;
            begin += length;
        }
        let rest = held.get(begin..).unwrap_or_default();
        if rest.len() > MAX_HELD {
            begin += self.piece(rest, begin, false)?;
        }
        held.drain(..begin);
        self.held = held;
        self.held_at += begin as u64;
        Ok(())
    }

    /// Ends the file. Returns the replacements, and the number of masked values.
    fn finish(mut self) -> Result<(Masked, u64), FileError> {
        let held = std::mem::take(&mut self.held);
        if !held.is_empty() || self.sent.is_some() {
            self.line(&held, 0)?;
        }
        Ok((self.masked, self.masker.count()))
    }

    /// Takes a line, or the end of one that arrived in pieces.
    fn line(&mut self, bytes: &[u8], begin: usize) -> Result<(), FileError> {
        if self.sent.is_some() {
            self.piece(bytes, begin, true)?;
            self.masker.end_line(&mut self.out);
            self.compare_output()?;
            self.sent = None;
            return Ok(());
        }
        let at = self.held_at + begin as u64;
        let bytes = self.codec.without_return(bytes);
        let (text, _) = self.codec.decoded(bytes, true);
        self.out.clear();
        if self.masker.line(&text, &mut self.out) {
            let new = self.codec.encoded(&self.out);
            self.masked.replace(at, bytes, &new)?;
        }
        Ok(())
    }

    /// Takes a piece of a long line. Returns the number of bytes taken, which excludes an
    /// incomplete character.
    fn piece(&mut self, bytes: &[u8], begin: usize, is_last: bool) -> Result<usize, FileError> {
        let (text, taken) = self.codec.decoded(bytes, is_last);
        let at = self.held_at + begin as u64;
        self.sent.get_or_insert((String::new(), at)).0.push_str(&text);
        self.masker.piece(&text, &mut self.out);
        self.compare_output()?;
        Ok(taken)
    }

    /// Compares the masker's output for a long line with its input.
    fn compare_output(&mut self) -> Result<(), FileError> {
        let Some((sent, at)) = &mut self.sent else { return Ok(()) };
        let over = sent.len().saturating_sub(self.masker.held());
        let given = sent.get(..over).unwrap_or_default();
        let stored = self.codec.stored_bytes(given);
        if given != self.out {
            let new = self.codec.encoded(&self.out);
            self.masked.replace(*at, &stored, &new)?;
        }
        *at += stored.len() as u64;
        sent.drain(..over);
        self.out.clear();
        Ok(())
    }
}

/// The conversion between a file's bytes and text.
///
/// A byte that is not part of a UTF-8 character maps to one of the last private-use characters, so
/// that legacy encodings and binary files survive the round trip.
struct Codec {
    encoding: Encoding,
    /// Whether all bytes so far were valid UTF-8.
    is_utf8: bool,
}

/// The character that represents byte 0.
const ESCAPE: u32 = 0x10_ff00;

impl Codec {
    /// Strips the carriage return at the end.
    fn without_return<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        let last: &[u8] = match self.encoding {
            Encoding::Utf8 | Encoding::Legacy(_) => b"\r",
            Encoding::Utf16(ByteOrder::Little) => b"\r\0",
            Encoding::Utf16(ByteOrder::Big) => b"\0\r",
            Encoding::Utf32(ByteOrder::Little) => b"\r\0\0\0",
            Encoding::Utf32(ByteOrder::Big) => b"\0\0\0\r",
        };
        bytes.strip_suffix(last).unwrap_or(bytes)
    }

    /// Decodes bytes. Returns the text and the number of bytes it represents: an incomplete
    /// character at the end is left out unless the bytes are the last.
    fn decoded<'a>(&mut self, bytes: &'a [u8], is_last: bool) -> (Cow<'a, str>, usize) {
        match self.encoding {
            Encoding::Utf16(order) => {
                let units = bytes.as_chunks::<2>().0.iter().map(|unit| match order {
                    ByteOrder::Little => u16::from_le_bytes(*unit),
                    ByteOrder::Big => u16::from_be_bytes(*unit),
                });
                let mut count = bytes.len() / 2;
                let is_first_half = |unit: &u16| (0xd800..0xdc00).contains(unit);
                if !is_last && units.clone().next_back().as_ref().is_some_and(is_first_half) {
                    count -= 1;
                }
                let text = char::decode_utf16(units.take(count))
                    .map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER))
                    .collect();
                (Cow::Owned(text), count * 2)
            }
            Encoding::Utf32(order) => {
                let (units, _) = bytes.as_chunks::<4>();
                let character = |unit: &[u8; 4]| scalar(*unit, order);
                let text = units
                    .iter()
                    .map(|unit| character(unit).unwrap_or(char::REPLACEMENT_CHARACTER))
                    .collect();
                (Cow::Owned(text), units.len() * 4)
            }
            Encoding::Utf8 | Encoding::Legacy(_) => {
                let last = bytes.iter().rev().take(3).position(|byte| *byte >= 0xc0);
                let whole = match last {
                    Some(after) if !is_last => bytes.len() - after - 1,
                    _ => bytes.len(),
                };
                let bytes = bytes.get(..whole).unwrap_or_default();
                (self.decoded_utf8(bytes), whole)
            }
        }
    }

    fn decoded_utf8<'a>(&mut self, bytes: &'a [u8]) -> Cow<'a, str> {
        let valid = simdutf8::basic::from_utf8(bytes);
        self.is_utf8 &= valid.is_ok();
        if let Ok(text) = valid
            && memchr(0xf4, bytes).is_none()
        {
            return Cow::Borrowed(text);
        }
        let mut text = String::with_capacity(bytes.len() + bytes.len() / 2);
        let mut buffer = [0; 4];
        for chunk in bytes.utf8_chunks() {
            for character in chunk.valid().chars() {
                match u32::from(character) < ESCAPE {
                    true => text.push(character),
                    false => escape(character.encode_utf8(&mut buffer).as_bytes(), &mut text),
                }
            }
            escape(chunk.invalid(), &mut text);
        }
        Cow::Owned(text)
    }

    /// Encodes text as in the file. Sentinels are ASCII in a file that is not UTF-8.
    fn encoded(&self, text: &str) -> Vec<u8> {
        if self.is_utf8 || self.encoding.unit() > 1 {
            return self.stored_bytes(text);
        }
        self.stored_bytes(&text.replace("«redacted: ", "<<redacted: ").replace('»', ">>"))
    }

    /// Returns the bytes from which [`Codec::decoded`] made `text`. For ill-formed UTF-16 and
    /// UTF-32, only their number is right.
    fn stored_bytes(&self, text: &str) -> Vec<u8> {
        if self.encoding.unit() == 1 && memchr(0xf4, text.as_bytes()).is_none() {
            return text.into();
        }
        let mut bytes = Vec::with_capacity(text.len());
        let mut buffer = [0; 4];
        for character in text.chars() {
            match self.encoding {
                Encoding::Utf16(order) => {
                    for unit in character.encode_utf16(&mut [0; 2]) {
                        bytes.extend(match order {
                            ByteOrder::Little => unit.to_le_bytes(),
                            ByteOrder::Big => unit.to_be_bytes(),
                        });
                    }
                }
                Encoding::Utf32(ByteOrder::Little) => {
                    bytes.extend(u32::from(character).to_le_bytes())
                }
                Encoding::Utf32(ByteOrder::Big) => bytes.extend(u32::from(character).to_be_bytes()),
                Encoding::Utf8 | Encoding::Legacy(_) => {
                    match u32::from(character)
                        .checked_sub(ESCAPE)
                        .and_then(|byte| u8::try_from(byte).ok())
                    {
                        Some(byte) => bytes.push(byte),
                        None => bytes.extend(character.encode_utf8(&mut buffer).bytes()),
                    }
                }
            }
        }
        bytes
    }
}

/// Appends the characters that represent bytes.
fn escape(bytes: &[u8], text: &mut String) {
    text.extend(bytes.iter().filter_map(|byte| char::from_u32(ESCAPE + u32::from(*byte))));
}
