//! Feeds the whole text of a file to a function.

use crate::decode::Piece;
use crate::document::TextEncoding;
use crate::error::FileError;
use crate::file::File;
use crate::pass::{Certainty, Interrupted, Reading};
use crate::rules::Rules;
use crate::transcode::Decoder;
use crate::tree::Tree;
use std::ops::ControlFlow;

impl<T: Tree> File<'_, T> {
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
                    // One stands for all of them.
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
