//! One pass over a file, or over part of it: bytes become text, text becomes lines.

use crate::decode::Piece;
use crate::document::{Stopped, Text, TextEncoding};
use crate::error::FileError;
use crate::file::File;
use crate::line_index::LineIndex;
use crate::line_number::LineNumber;
use crate::position::LineStart;
use crate::rules::{Breaks, Mark, Measure, Rules, Totals, Undecodable};
use crate::transcode::{Decoder, Transcoded};
use crate::tree::Tree;
use crate::window::{Followed, Window};
use core::cell::Cell;

/// What a pass over a file is to do.
pub(crate) struct Pass<'a> {
    pub(crate) rules: &'a Rules,
    /// What the bytes are read as.
    pub(crate) reading: Reading,
    /// Where it begins.
    pub(crate) from: LineStart,
    /// Where it ends at the latest, in bytes.
    pub(crate) until: u64,
    /// Whether to read on after the window.
    pub(crate) totals: Totals,
    /// The number of lines in the file, if it is known: then there is nothing to count after the window.
    pub(crate) total: Option<u64>,
    /// Whether bytes were replaced before, as far as is known.
    pub(crate) lossy: bool,
    /// What is to be remembered of the lines that are passed.
    pub(crate) index: Option<&'a mut LineIndex>,
}

/// What bytes are read as, and whether that is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    pub(crate) recognized: TextEncoding,
    pub(crate) certainty: Certainty,
}

/// Whether an encoding is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Certainty {
    /// It is.
    Certain,
    /// It is UTF-8 until something turns up that is not.
    Doubtful,
}

/// Why a pass has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Interrupted {
    Failed(FileError),
    /// What was doubtful is not UTF-8.
    NotUtf8,
}

impl From<FileError> for Interrupted {
    fn from(error: FileError) -> Self {
        Self::Failed(error)
    }
}

impl Pass<'_> {
    /// Keeps at most `lines` lines from `first` on.
    pub(crate) fn run<T: Tree>(
        mut self,
        file: &File<'_, T>,
        first: LineNumber,
        lines: u64,
    ) -> Result<Text, Interrupted> {
        let rules = self.rules;
        let recognized = self.reading.recognized;
        let to_end = file.counts(self.totals, rules);
        // The end of the file is known in bytes of the file, and measured is the text.
        let measurable = rules.extent == Measure::Unwanted || !self.lossy;
        let total = self.total.filter(|_| to_end && measurable);
        let marked = match (recognized.bom, rules.mark) {
            (true, Mark::Dropped) => recognized.encoding.bom().len() as u64,
            _ => 0,
        };
        let from = LineStart { offset: self.from.offset.max(marked), ..self.from };
        let mut window = Window::new(rules, from, first, lines);
        let lossy = Cell::new(self.lossy);
        let ill_formed = Cell::new(false);
        let all_utf8 = Cell::new(!self.lossy);
        let replaced = |window: &Window<'_>| {
            all_utf8.set(false);
            // What lies behind the window counts only if all of it is read, so that it does not depend on how much
            // happens to be read at once.
            if to_end || window.is_open() {
                lossy.set(true);
                ill_formed.set(true);
            }
        };
        let take = |piece: Piece<'_>, window: &mut Window<'_>| match piece {
            Piece::Text(text) => window.push(text),
            Piece::Replacements { count, bytes } => {
                replaced(window);
                window.push_replacements(count, bytes);
            }
        };
        let take_decoded = |decoded: Transcoded<'_>, bytes: usize, window: &mut Window<'_>| {
            if decoded.replaced {
                replaced(window);
            }
            window.push_decoded(decoded.text, bytes);
        };
        let is_other = || self.reading.certainty == Certainty::Doubtful && ill_formed.get();
        let mut decoder = Decoder::new(recognized.encoding);
        let mut offset = from.offset;
        let followed = loop {
            if is_other() {
                return Err(Interrupted::NotUtf8);
            }
            match total {
                Some(total) if first.get() > total || window.has_all_of(total) => {
                    break Followed::Known { total, end: self.until };
                }
                None if window.has_enough() && !to_end => break Followed::Enough,
                _ => {}
            }
            let bytes = file.whole_units(offset, self.until, recognized.encoding.unit())?;
            if bytes.is_empty() {
                break Followed::ToEnd;
            }
            offset += bytes.len() as u64;
            match &mut decoder {
                Decoder::Utf8(decoder) => {
                    decoder.decode(&bytes, &mut |piece| take(piece, &mut window))
                }
                Decoder::Other(transcoder) => {
                    let mut rest = &*bytes;
                    // Where a line begins in the file is known if a piece ends there.
                    while !rest.is_empty() {
                        let end = window.lines_to_go().and_then(|lines| {
                            recognized
                                .encoding
                                .line_ends(rest)
                                .nth(usize::try_from(lines.checked_sub(1)?).ok()?)
                        });
                        let (piece, after) =
                            rest.split_at_checked(end.unwrap_or(rest.len())).unwrap_or((rest, &[]));
                        take_decoded(transcoder.decode(piece), piece.len(), &mut window);
                        rest = after;
                    }
                }
            }
            if let Some(index) = &mut self.index
                && all_utf8.get()
                && offset >= index.due()
                && let Some(begun) = last_line_start(&bytes, rules.breaks)
            {
                index.add(LineStart { offset: offset - begun as u64, line: window.line() });
            }
        };
        if followed == Followed::ToEnd {
            match &mut decoder {
                Decoder::Utf8(decoder) => decoder.finish(&mut |piece| take(piece, &mut window)),
                Decoder::Other(transcoder) => take_decoded(transcoder.finish(), 0, &mut window),
            }
            if is_other() {
                return Err(Interrupted::NotUtf8);
            }
        }
        if rules.undecodable == Undecodable::Refused && lossy.get() {
            return Err(FileError::NotUtf8.into());
        }
        let text = window.finish(followed, recognized, lossy.get())?;
        // What is remembered holds only for what is UTF-8.
        if let Some(index) = self.index.filter(|_| all_utf8.get()) {
            if text.stopped != Stopped::AtEnd && text.lines > 0 {
                index.set_next(LineStart { offset: text.end, line: text.next() });
            }
            if let (Followed::ToEnd, Some(total)) = (followed, text.total) {
                index.set_total(total);
            }
        }
        Ok(text)
    }
}

/// How many bytes before the end of a piece its last line begins, if it begins in it. Behind a CR that ends the piece that
/// is not said, because an LF may come.
fn last_line_start(bytes: &[u8], breaks: Breaks) -> Option<usize> {
    let at = match breaks {
        Breaks::Lf | Breaks::LfOrCrLf => memchr::memrchr(b'\n', bytes),
        Breaks::Universal => memchr::memrchr2(b'\n', b'\r', bytes),
    }?;
    let after = bytes.len() - at - 1;
    (bytes.get(at) == Some(&b'\n') || after > 0).then_some(after)
}
