//! Decodes bytes to text, in pieces of any size.
//!
//! A separate stage between reading and splitting into lines. The result does not depend on where
//! the pieces are cut, and another encoding is another decoder with the same three methods.

/// Returns whether all bytes are UTF-8.
pub fn is_utf8(bytes: &[u8]) -> bool {
    simdutf8::basic::from_utf8(bytes).is_ok()
}

/// A piece of a decoded file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Text as it is in the file; never empty.
    Text(&'a str),
    /// U+FFFD for bytes that are not text.
    Replacements {
        /// The number of U+FFFD, at least one.
        count: usize,
        /// The number of bytes that they replace.
        bytes: usize,
    },
}

/// Decodes UTF-8. Each maximal ill-formed sequence becomes one U+FFFD, as Unicode recommends and
/// Rust, Python and browsers do.
#[derive(Debug, Default)]
pub struct Utf8Decoder {
    /// The beginning of an unfinished character: `tail[..tail_length]`, a valid prefix.
    tail: [u8; 4],
    tail_length: usize,
}

impl Utf8Decoder {
    /// Returns a decoder at the beginning of a file.
    pub fn new() -> Self {
        Self::default()
    }

    /// Decodes the next bytes and passes the text to `sink`, in one or more pieces.
    pub fn decode(&mut self, mut bytes: &[u8], sink: &mut impl FnMut(Piece<'_>)) {
        while self.tail_length > 0 {
            let Some((&next, rest)) = bytes.split_first() else { return };
            if self.complete_tail(next, sink) {
                bytes = rest;
            }
        }
        // The common case in one pass; only a piece with ill-formed bytes is scanned again.
        if let Ok(text) = simdutf8::basic::from_utf8(bytes) {
            if !text.is_empty() {
                sink(Piece::Text(text));
            }
            return;
        }
        let mut replaced = Replaced::default();
        for piece in bytes.utf8_chunks() {
            if !piece.valid().is_empty() {
                replaced.flush(sink);
                sink(Piece::Text(piece.valid()));
            }
            let ill_formed = piece.invalid();
            let at_end = std::ptr::eq(ill_formed.as_ptr_range().end, bytes.as_ptr_range().end);
            if at_end && is_beginning(ill_formed) {
                self.keep(ill_formed);
            } else if !ill_formed.is_empty() {
                replaced.count += 1;
                replaced.bytes += ill_formed.len();
            }
        }
        replaced.flush(sink);
    }

    /// Ends the file: an unfinished character is replaced.
    pub fn finish(&mut self, sink: &mut impl FnMut(Piece<'_>)) {
        if self.tail_length > 0 {
            self.replace_tail(sink);
        }
    }

    /// Adds one byte to the tail if it belongs there, and passes on a complete character. Returns
    /// whether the byte was taken.
    fn complete_tail(&mut self, next: u8, sink: &mut impl FnMut(Piece<'_>)) -> bool {
        let mut longer = self.tail;
        let Some(slot) = longer.get_mut(self.tail_length) else { return false };
        *slot = next;
        let longer = longer.get(..=self.tail_length).unwrap_or_default();
        match std::str::from_utf8(longer) {
            Ok(character) => {
                self.tail_length = 0;
                sink(Piece::Text(character));
                true
            }
            Err(_) if is_beginning(longer) => {
                self.keep(longer);
                true
            }
            Err(_) => {
                self.replace_tail(sink);
                false
            }
        }
    }

    fn replace_tail(&mut self, sink: &mut impl FnMut(Piece<'_>)) {
        let bytes = std::mem::take(&mut self.tail_length);
        sink(Piece::Replacements { count: 1, bytes });
    }

    fn keep(&mut self, beginning: &[u8]) {
        self.tail_length = beginning.len();
        for (slot, byte) in self.tail.iter_mut().zip(beginning) {
            *slot = *byte;
        }
    }
}

/// Consecutive replacements.
#[derive(Default)]
struct Replaced {
    count: usize,
    bytes: usize,
}

impl Replaced {
    /// Passes the counted replacements to `sink`, if there are any.
    fn flush(&mut self, sink: &mut impl FnMut(Piece<'_>)) {
        match std::mem::take(self) {
            Self { count: 0, .. } => {}
            Self { count, bytes } => sink(Piece::Replacements { count, bytes }),
        }
    }
}

/// Returns whether the bytes are the beginning of a character that later bytes can complete.
fn is_beginning(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes)
        .is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
}

#[cfg(test)]
mod tests;
