//! One pass over a file or a part of it: decodes bytes and keeps lines.

use crate::decode::Piece;
use crate::document::{Stopped, Text, TextEncoding};
use crate::error::FileError;
use crate::file::File;
use crate::line_index::LineIndex;
use crate::line_number::LineNumber;
use crate::position::LineStart;
use crate::rules::{Binary, Breaks, IncompleteEnd, Mark, Measure, Rules, Totals, Undecodable};
use crate::transcode::{Decoder, Transcoded};
use crate::tree::Tree;
use crate::window::{Followed, Window};
use std::cell::Cell;

/// The parameters of a pass over a file.
pub(crate) struct Pass<'a> {
    pub(crate) rules: &'a Rules,
    /// The encoding that the bytes are decoded as.
    pub(crate) reading: Reading,
    /// Where it begins.
    pub(crate) from: LineStart,
    /// The offset where it ends at the latest.
    pub(crate) until: u64,
    /// Whether to read on after the window.
    pub(crate) totals: Totals,
    /// The number of lines in the file, if known: then lines after the window are not counted.
    pub(crate) total: Option<u64>,
    /// Whether bytes were replaced in earlier reads, as far as known.
    pub(crate) lossy: bool,
    /// The index that remembers where lines begin.
    pub(crate) index: Option<&'a mut LineIndex>,
}

/// How bytes are decoded, and whether that is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    pub(crate) recognized: TextEncoding,
    pub(crate) certainty: Certainty,
}

/// Whether an encoding is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Certainty {
    /// The encoding is certain.
    Certain,
    /// It is UTF-8 unless ill-formed bytes turn up.
    Doubtful,
}

/// Why a pass has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Interrupted {
    Failed(FileError),
    /// The encoding was assumed to be UTF-8, and it is not.
    NotUtf8,
}

impl From<FileError> for Interrupted {
    fn from(error: FileError) -> Self {
        Self::Failed(error)
    }
}

impl Pass<'_> {
    /// Keeps up to `lines` lines from `first` on.
    pub(crate) fn run<T: Tree>(
        mut self,
        file: &File<'_, T>,
        first: LineNumber,
        lines: u64,
    ) -> Result<Text, Interrupted> {
        let rules = self.rules;
        let recognized = self.reading.recognized;
        let to_end = file.counts(self.totals, rules);
        // The end of the file is known in bytes of the file, but measures are in bytes of text.
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
            // Replacements after the window count only if all of the file is read, so that the
            // result does not depend on the chunk size.
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
        let stops_when_full =
            rules.totals == Totals::UnlessFull && rules.undecodable == Undecodable::Replaced;
        let is_other = || self.reading.certainty == Certainty::Doubtful && ill_formed.get();
        let mut decoder = Decoder::new(recognized.encoding);
        let mut offset = from.offset;
        let mut first_nul = None;
        let followed = loop {
            if is_other() {
                return Err(Interrupted::NotUtf8);
            }
            match total {
                Some(total) if first.get() > total || window.has_all_of(total) => {
                    break Followed::Known { total, end: self.until };
                }
                None if window.has_enough() && (!to_end || stops_when_full && window.is_full()) => {
                    break Followed::Enough;
                }
                _ => {}
            }
            let bytes = file.whole_units(offset, self.until, recognized.encoding.unit())?;
            if bytes.is_empty() {
                break Followed::ToEnd;
            }
            if rules.binary == Binary::NulBeforeEnd && first_nul.is_none() {
                first_nul = memchr::memchr(0, &bytes).map(|at| offset + at as u64);
            }
            offset += bytes.len() as u64;
            match &mut decoder {
                Decoder::Utf8(decoder) => {
                    decoder.decode(&bytes, &mut |piece| take(piece, &mut window))
                }
                Decoder::Other(transcoder) => {
                    let mut rest = &*bytes;
                    // The offset of a line is known only if a piece ends there.
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
                Decoder::Utf8(_) if rules.incomplete_end == IncompleteEnd::Dropped => {}
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
        let text = window.finish(followed, recognized, lossy.get());
        if rules.binary == Binary::NulBeforeEnd {
            let end = text.as_ref().map_or(u64::MAX, |text| text.end);
            // What the pass did not read is before it, or behind it if the start is past the end.
            if first_nul.is_some_and(|nul| nul < end)
                || file.has_nul(0..from.offset)?
                || file.has_nul(offset..end)?
            {
                return Err(FileError::Binary.into());
            }
        }
        let text = text?;
        // The index is valid only for UTF-8.
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

/// Returns how many bytes before the end of a piece its last line begins, if it begins in the
/// piece. `None` after a CR that ends the piece, because an LF may follow.
fn last_line_start(bytes: &[u8], breaks: Breaks) -> Option<usize> {
    let at = match breaks {
        Breaks::Lf | Breaks::LfOrCrLf | Breaks::LfDroppingCr => memchr::memrchr(b'\n', bytes),
        Breaks::Universal => memchr::memrchr2(b'\n', b'\r', bytes),
    }?;
    let after = bytes.len() - at - 1;
    (bytes.get(at) == Some(&b'\n') || after > 0).then_some(after)
}
