//! Feeds the whole text of a file to a function.

use crate::encoding::decode::Piece;
use crate::encoding::transcode::Decoder;
use crate::window::pass::{Certainty, Interrupted, Reading};
use crate::{Encoding, File, FileError, Rules, TextEncoding, Tree};
use std::ops::{ControlFlow, Range};

/// Whether a scan checks that text is UTF-8, where only that decides its encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Validity {
    /// All of it.
    Checked,
    /// None of it: the caller checks the text that it shows, and scans again if it is not UTF-8.
    Unchecked,
}

impl<T: Tree> File<'_, T> {
    /// Returns the whole decoded text. The caller limits its size.
    pub fn whole_text(&self, rules: &Rules) -> Result<String, FileError> {
        let (text, _) = self.scan(rules, String::new, |text, piece| {
            text.push_str(piece);
            ControlFlow::Continue(())
        })?;
        Ok(text)
    }

    /// Feeds the decoded text to `take` until the end of the file or `Break`. Starts again with a
    /// new `begin()` if the file turns out to have another encoding.
    pub fn scan<S>(
        &self,
        rules: &Rules,
        begin: impl Fn() -> S,
        mut take: impl FnMut(&mut S, &str) -> ControlFlow<()>,
    ) -> Result<(S, TextEncoding), FileError> {
        self.head()?;
        self.in_encoding(self.recognized(rules)?, rules, |reading| {
            let mut state = begin();
            self.each_piece(reading, |text| take(&mut state, text))?;
            Ok((state, reading.recognized))
        })
    }

    /// Feeds the text from an offset to `take` as bytes until the end of the file, marked by an
    /// empty piece, or `Break`. UTF-8 files are passed unchanged, ill-formed bytes included. A
    /// byte-order mark is left out.
    ///
    /// `begin` gets the offset of the text in the file. `None` means that the file is not UTF-8:
    /// the text starts at its beginning, and offsets in the text are not offsets in the file.
    /// Starts again with a new `begin()` if the file turns out to have another encoding.
    pub fn scan_bytes<S>(
        &self,
        rules: &Rules,
        from: u64,
        validity: Validity,
        begin: impl Fn(Option<u64>) -> S,
        mut take: impl FnMut(&mut S, &[u8]) -> ControlFlow<()>,
    ) -> Result<(S, TextEncoding), FileError> {
        self.head()?;
        let mut reading = match from {
            0 => self.recognized(rules)?,
            _ => self.recognized_from_afar(rules)?,
        };
        if validity == Validity::Unchecked {
            reading.certainty = Certainty::Certain;
        }
        self.in_encoding(reading, rules, |reading| {
            let recognized = reading.recognized;
            let bom = if recognized.bom { recognized.encoding.bom().len() as u64 } else { 0 };
            let is_utf8 = recognized.encoding == Encoding::Utf8;
            let from = if is_utf8 { from.max(bom) } else { bom };
            let mut state = begin(is_utf8.then_some(from));
            self.each_bytes(reading, from, |bytes| take(&mut state, bytes))?;
            Ok((state, recognized))
        })
    }

    /// Returns the number of line feeds in a range of bytes.
    pub fn line_feeds(&self, range: Range<u64>) -> Result<u64, FileError> {
        let (mut offset, mut count) = (range.start, 0);
        loop {
            let bytes = self.piece(offset, range.end)?;
            if bytes.is_empty() {
                return Ok(count);
            }
            offset += bytes.len() as u64;
            count += memchr::memchr_iter(b'\n', &bytes).count() as u64;
        }
    }

    fn each_bytes(
        &self,
        reading: Reading,
        mut offset: u64,
        mut take: impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<(), Interrupted> {
        let Reading { recognized, certainty } = reading;
        let mut decoder = Decoder::new(recognized.encoding);
        let mut ill_formed = false;
        loop {
            let bytes = self.whole_units(offset, self.end, recognized.encoding.unit())?;
            offset += bytes.len() as u64;
            let is_end = bytes.is_empty();
            let text = match &mut decoder {
                Decoder::Utf8(utf8) => {
                    let mut check = |piece: Piece<'_>| {
                        ill_formed |= matches!(piece, Piece::Replacements { .. });
                    };
                    match (certainty, is_end) {
                        (Certainty::Certain, _) => {}
                        (Certainty::Doubtful, true) => utf8.finish(&mut check),
                        (Certainty::Doubtful, false) => utf8.decode(&bytes, &mut check),
                    }
                    if ill_formed {
                        return Err(Interrupted::NotUtf8);
                    }
                    &bytes
                }
                Decoder::Other(other) if is_end => other.finish().text.as_bytes(),
                Decoder::Other(other) => other.decode(&bytes).text.as_bytes(),
            };
            if !text.is_empty() && take(text).is_break() {
                return Ok(());
            }
            if is_end {
                let _ = take(&[]);
                return Ok(());
            }
        }
    }

    fn each_piece(
        &self,
        reading: Reading,
        mut take: impl FnMut(&str) -> ControlFlow<()>,
    ) -> Result<(), Interrupted> {
        let Reading { recognized, certainty } = reading;
        let unit = recognized.encoding.unit();
        let mut decoder = Decoder::new(recognized.encoding);
        let (mut offset, mut flow, mut ill_formed) = (0, ControlFlow::Continue(()), false);
        loop {
            let bytes = self.whole_units(offset, self.end, unit)?;
            offset += bytes.len() as u64;
            let mut sink = |piece: Piece<'_>| {
                let text = match piece {
                    Piece::Text(text) => text,
                    // One stands for any number of them.
                    Piece::Replacements { .. } => {
                        ill_formed = true;
                        "\u{fffd}"
                    }
                };
                if flow.is_continue() {
                    flow = take(text);
                }
            };
            match (&mut decoder, bytes.is_empty()) {
                (Decoder::Utf8(utf8), false) => utf8.decode(&bytes, &mut sink),
                (Decoder::Utf8(utf8), true) => utf8.finish(&mut sink),
                (Decoder::Other(other), false) => sink(Piece::Text(other.decode(&bytes).text)),
                (Decoder::Other(other), true) => sink(Piece::Text(other.finish().text)),
            }
            if ill_formed && certainty == Certainty::Doubtful {
                return Err(Interrupted::NotUtf8);
            }
            if bytes.is_empty() || flow.is_break() {
                return Ok(());
            }
        }
    }
}
