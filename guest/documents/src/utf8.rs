//! Converts an entry to UTF-8 for the XML reader.

use crate::Limit;
use crate::error::Fault;
use crate::inflate::EntryReader;
use encoding_rs::{Decoder, Encoding, UTF_8, UTF_16BE, UTF_16LE};
use std::io::{self, BufRead, Read};
use std::str::Utf8Error;

/// An entry converted to UTF-8. Ill-formed bytes become U+FFFD.
pub(crate) struct Utf8Reader<'a, 's> {
    /// `None` if all text is there.
    entry: Option<EntryReader<'a, 's>>,
    /// `None` before the first bytes, and after the last ones.
    decoder: Option<Decoder>,
    text: String,
    /// The number of consumed bytes of the text.
    used: usize,
    token: usize,
    /// The number of bytes that the current token may still take.
    token_left: usize,
    fault: Option<Fault>,
}

/// Returns the encoding of XML by its first bytes. `None` for the usual one.
pub(crate) fn encoding_of(start: &[u8]) -> Option<&'static Encoding> {
    match start {
        [0xff, 0xfe, ..] | [b'<', 0, ..] => Some(UTF_16LE),
        [0xfe, 0xff, ..] | [0, b'<', ..] => Some(UTF_16BE),
        _ if start.starts_with(b"<?xml") => declared(start, "encoding="),
        _ => None,
    }
}

/// Returns the encoding that the start of a page declares after a key, such as `charset=`.
pub(crate) fn declared(start: &[u8], key: &str) -> Option<&'static Encoding> {
    const MAX_START: usize = 1024;
    let start = String::from_utf8_lossy(start.get(..MAX_START).unwrap_or(start));
    let start = start.to_ascii_lowercase();
    let label = start.split_once(key)?.1.trim_start_matches(['"', '\'', ' ']);
    let label = label.split(|c: char| c.is_whitespace() || "\"';/?>".contains(c)).next()?;
    // Text that declares another encoding in ASCII does not have it.
    Encoding::for_label(label.as_bytes()).filter(|encoding| encoding.is_ascii_compatible())
}

impl<'a, 's> Utf8Reader<'a, 's> {
    pub(crate) fn new(entry: Option<EntryReader<'a, 's>>, text: String, token: usize) -> Self {
        Self { entry, decoder: None, text, used: 0, token, token_left: token, fault: None }
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
            let chunk = self.entry.as_mut().map_or(Ok(&[][..]), EntryReader::next_chunk)?;
            let is_last = chunk.is_empty();
            if self.decoder.is_none() && !is_last {
                let is_other = |why: Utf8Error| why.error_len().is_some();
                let is_other = std::str::from_utf8(chunk).is_err_and(is_other);
                // Pages of books declare an encoding that they often do not have.
                let declared = || declared(chunk, "charset=").filter(|_| is_other);
                let encoding = encoding_of(chunk).or_else(declared).unwrap_or(UTF_8);
                self.decoder = Some(encoding.new_decoder_without_bom_handling());
            }
            if let Some(decoder) = &mut self.decoder {
                let most = decoder.max_utf8_buffer_length(chunk.len());
                self.text.reserve(most.unwrap_or_default());
                _ = decoder.decode_to_string(chunk, &mut self.text, is_last);
            }
            if is_last {
                self.decoder = None;
                break;
            }
        }
        Ok(())
    }
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
