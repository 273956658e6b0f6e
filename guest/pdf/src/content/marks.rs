//! Marked content, and its replacement text.

use crate::cmap::utf16;
use crate::limits::MAX_ACTUAL_TEXT;

/// The open marks. If replacement texts are nested, the outer one counts.
#[derive(Default)]
pub(super) struct Marks {
    open: usize,
    /// The replacement text of the mark at this depth, until it is written.
    actual: Option<(usize, Option<String>)>,
}

impl Marks {
    pub(super) fn open(&mut self, text: Option<String>) {
        self.open += 1;
        if self.actual.is_none() {
            self.actual = text.map(|text| (self.open, Some(text)));
        }
    }

    pub(super) fn close(&mut self) {
        self.truncate(self.open.saturating_sub(1));
    }

    pub(super) fn depth(&self) -> usize {
        self.open
    }

    /// Closes the deeper marks.
    pub(super) fn truncate(&mut self, depth: usize) {
        self.open = self.open.min(depth);
        if self.actual.as_ref().is_some_and(|(at, _)| *at > self.open) {
            self.actual = None;
        }
    }

    /// Returns the text to write for a glyph in a mark with replacement text: first that text, then
    /// nothing.
    pub(super) fn replacement(&mut self) -> Option<Option<String>> {
        self.actual.as_mut().map(|(_, text)| text.take())
    }
}

/// The characters of text strings that differ from Latin-1: those of 0x80 to 0x9e, and of 0xa0.
const SPECIAL: &str = "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž";
const EURO: u8 = 0xa0;

fn latin(byte: u8) -> char {
    let special = byte.checked_sub(0x80).and_then(|at| SPECIAL.chars().nth(at.into()));
    if byte == EURO { '€' } else { special.unwrap_or(char::from(byte)) }
}

/// Decodes a text string: UTF-16 or UTF-8 with a byte-order mark, or else Latin.
pub(super) fn text_string(bytes: &[u8]) -> String {
    let bytes = bytes.get(..MAX_ACTUAL_TEXT).unwrap_or(bytes);
    match bytes {
        [0xfe, 0xff, units @ ..] => char::decode_utf16(utf16(units)).flatten().collect(),
        [0xef, 0xbb, 0xbf, text @ ..] => String::from_utf8_lossy(text).into_owned(),
        _ => bytes.iter().map(|byte| latin(*byte)).collect(),
    }
}
