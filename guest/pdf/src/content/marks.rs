//! Marked content, and the text that stands for it.

use crate::cmap::utf16;
use crate::limits::MAX_ACTUAL_TEXT;

/// The marks that are open. Of nested texts, the outer one counts.
#[derive(Default)]
pub(super) struct Marks {
    open: usize,
    /// The text of the mark at this depth, until it is written.
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

    /// Closes the marks that are deeper.
    pub(super) fn truncate(&mut self, depth: usize) {
        self.open = self.open.min(depth);
        if self.actual.as_ref().is_some_and(|(at, _)| *at > self.open) {
            self.actual = None;
        }
    }

    /// Returns what is written for a glyph, if a mark has a text: once the text, then nothing.
    pub(super) fn replacement(&mut self) -> Option<Option<String>> {
        self.actual.as_mut().map(|(_, text)| text.take())
    }
}

/// Returns the text of a text string: UTF-16 or UTF-8 with a mark, or else Latin.
pub(super) fn text_string(bytes: &[u8]) -> String {
    let bytes = bytes.get(..MAX_ACTUAL_TEXT).unwrap_or(bytes);
    match bytes {
        [0xfe, 0xff, units @ ..] => char::decode_utf16(utf16(units)).flatten().collect(),
        [0xef, 0xbb, 0xbf, text @ ..] => String::from_utf8_lossy(text).into_owned(),
        _ => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}
