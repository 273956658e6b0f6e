//! Converts an entry to UTF-8 for the XML reader.

use crate::Limit;
use crate::error::Fault;
use crate::inflate::EntryReader;
use std::io::{self, BufRead, Read};

/// An entry converted to UTF-8. Ill-formed bytes become U+FFFD.
pub(crate) struct Utf8Reader<'a, 's> {
    entry: EntryReader<'a, 's>,
    encoding: Option<Encoding>,
    /// The bytes of a character that continues in the next chunk.
    rest: Vec<u8>,
    text: String,
    /// The number of consumed bytes of the text.
    used: usize,
    token: usize,
    /// The number of bytes that the current token may still take.
    token_left: usize,
    fault: Option<Fault>,
}

#[derive(Clone, Copy)]
enum Encoding {
    Utf8,
    Utf16(fn([u8; 2]) -> u16),
}

impl Encoding {
    /// Returns the encoding of XML by its first bytes.
    fn of(start: &[u8]) -> Self {
        match start {
            [0xff, 0xfe, ..] | [b'<', 0, ..] => Self::Utf16(u16::from_le_bytes),
            [0xfe, 0xff, ..] | [0, b'<', ..] => Self::Utf16(u16::from_be_bytes),
            _ => Self::Utf8,
        }
    }
}

impl<'a, 's> Utf8Reader<'a, 's> {
    pub(crate) fn new(entry: EntryReader<'a, 's>, token: usize) -> Self {
        Self {
            entry,
            encoding: None,
            rest: Vec::new(),
            text: String::new(),
            used: 0,
            token,
            token_left: token,
            fault: None,
        }
    }

    /// Starts counting the bytes of a token.
    pub(crate) fn begin_token(&mut self) {
        self.token_left = self.token;
    }

    /// Returns why reading failed. `None` if the bytes were read but are not XML.
    pub(crate) fn take_fault(&mut self) -> Option<Fault> {
        self.fault.take()
    }

    fn fill(&mut self) -> Result<(), Fault> {
        self.text.clear();
        self.used = 0;
        while self.text.is_empty() {
            let chunk = self.entry.next_chunk()?;
            if chunk.is_empty() {
                if !std::mem::take(&mut self.rest).is_empty() {
                    self.text.push(char::REPLACEMENT_CHARACTER);
                }
                return Ok(());
            }
            let encoding = *self.encoding.get_or_insert_with(|| Encoding::of(chunk));
            let joined;
            let bytes = if self.rest.is_empty() {
                chunk
            } else {
                joined = [&*self.rest, chunk].concat();
                &*joined
            };
            let used = match encoding {
                Encoding::Utf8 => push_utf8(&mut self.text, bytes),
                Encoding::Utf16(unit) => push_utf16(&mut self.text, bytes, unit),
            };
            self.rest = bytes.get(used..).unwrap_or_default().to_vec();
        }
        Ok(())
    }
}

/// Appends text, and returns the number of bytes used: all but an incomplete character at the end.
fn push_utf8(text: &mut String, bytes: &[u8]) -> usize {
    let mut used = 0;
    loop {
        let rest = bytes.get(used..).unwrap_or_default();
        let error = match str::from_utf8(rest) {
            Ok(valid) => {
                text.push_str(valid);
                return bytes.len();
            }
            Err(error) => error,
        };
        let (valid, _) = rest.split_at_checked(error.valid_up_to()).unwrap_or_default();
        text.push_str(str::from_utf8(valid).unwrap_or_default());
        used += valid.len();
        let Some(malformed) = error.error_len() else { return used };
        text.push(char::REPLACEMENT_CHARACTER);
        used += malformed;
    }
}

fn push_utf16(text: &mut String, bytes: &[u8], unit: fn([u8; 2]) -> u16) -> usize {
    let (pairs, _) = bytes.as_chunks::<2>();
    let is_split = pairs.last().is_some_and(|pair| matches!(unit(*pair), 0xd800..0xdc00));
    let pairs = if is_split { pairs.split_last().map_or(pairs, |(_, rest)| rest) } else { pairs };
    let units = pairs.iter().map(|pair| unit(*pair));
    text.extend(char::decode_utf16(units).map(|read| read.unwrap_or(char::REPLACEMENT_CHARACTER)));
    pairs.len() * 2
}

impl Read for Utf8Reader<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Utf8Reader<'_, '_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.used >= self.text.len() {
            let filled =
                if self.token_left == 0 { Err(Fault::TooLarge(Limit::Token)) } else { self.fill() };
            if let Err(fault) = filled {
                self.fault = Some(fault);
                return Err(io::ErrorKind::Other.into());
            }
        }
        Ok(self.text.as_bytes().get(self.used..).unwrap_or_default())
    }

    fn consume(&mut self, bytes: usize) {
        self.used += bytes;
        self.token_left = self.token_left.saturating_sub(bytes);
    }
}
