//! One pass over a file or a part of it: decodes bytes and keeps lines.

use crate::encoding::decode::Piece;
use crate::encoding::transcode::{Decoder, Transcoded, Transcoder};
use crate::window::{Followed, Window};
use crate::{
    Binary, Breaks, Encoding, File, FileError, IncompleteEnd, LineIndex, LineNumber, LineStart,
    Mark, Measure, Rules, Stopped, Text, TextEncoding, Totals, Tree, Undecodable,
};

/// The parameters of a pass over a file.
pub(crate) struct Pass<'a> {
    pub(crate) rules: &'a Rules,
    /// The encoding that the bytes are decoded as.
    pub(crate) reading: Reading,
    /// The start of the pass.
    pub(crate) from: LineStart,
    /// The pass reads no byte at or after this offset.
    pub(crate) until: u64,
    /// Whether to continue reading after the window.
    pub(crate) totals: Totals,
    /// The number of lines in the file, if known: then lines after the window are not counted.
    pub(crate) total: Option<u64>,
    /// Whether bytes were replaced in earlier reads, as far as is known.
    pub(crate) lossy: bool,
    /// The index that remembers the starts of lines.
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
    /// It is UTF-8 unless ill-formed bytes occur.
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
    /// Keeps up to `lines` lines starting at `first`.
    pub(crate) fn run<T: Tree>(
        mut self,
        file: &File<'_, T>,
        first: LineNumber,
        lines: u64,
    ) -> Result<Text, Interrupted> {
        let (rules, recognized) = (self.rules, self.reading.recognized);
        let bom = match (recognized.bom, rules.mark) {
            (true, Mark::Dropped) => recognized.encoding.bom().len() as u64,
            _ => 0,
        };
        let from = LineStart { offset: self.from.offset.max(bom), ..self.from };
        let mut taken = Taken {
            window: Window::new(rules, from, first, lines),
            to_end: file.counts(self.totals, rules),
            is_utf8: !self.lossy,
            lossy: self.lossy,
            was_replaced: false,
            offset: from.offset,
            first_nul: None,
        };
        let mut decoder = Decoder::new(recognized.encoding);
        let followed = self.follow(file, first, &mut decoder, &mut taken)?;
        if followed == Followed::ToEnd {
            match &mut decoder {
                Decoder::Utf8(_) if rules.incomplete_end == IncompleteEnd::Dropped => {}
                Decoder::Utf8(decoder) => decoder.finish(&mut |piece| taken.take(piece)),
                Decoder::Other(transcoder) => taken.take_transcoded(transcoder.finish(), 0),
            }
            self.check_encoding(&taken)?;
        }
        if rules.undecodable == Undecodable::Refused && taken.lossy {
            return Err(FileError::NotUtf8.into());
        }
        let Taken { window, is_utf8, lossy, offset, first_nul, .. } = taken;
        let text = window.finish(followed, recognized, lossy);
        if rules.binary == Binary::NulBeforeEnd {
            let end = text.as_ref().map_or(u64::MAX, |text| text.end);
            // The pass skipped bytes before its start, or after its end if the start is past the
            // end of file.
            if first_nul.is_some_and(|nul| nul < end)
                || file.has_nul(0..from.offset)?
                || file.has_nul(offset..end)?
            {
                return Err(FileError::Binary.into());
            }
        }
        let text = text?;
        // The index is valid only for UTF-8.
        if let Some(index) = self.index.filter(|_| is_utf8) {
            if text.stopped != Stopped::AtEnd && text.lines > 0 {
                index.set_next(LineStart { offset: text.end, line: text.next() });
            }
            if let (Followed::ToEnd, Some(total)) = (followed, text.total) {
                index.set_total(total);
            }
        }
        Ok(text)
    }

    /// Reads and decodes until nothing more is needed.
    fn follow<T: Tree>(
        &mut self,
        file: &File<'_, T>,
        first: LineNumber,
        decoder: &mut Decoder,
        taken: &mut Taken<'_>,
    ) -> Result<Followed, Interrupted> {
        let (rules, encoding) = (self.rules, self.reading.recognized.encoding);
        // The end of the file is known in bytes of the file, but measures are in bytes of text.
        let measurable = rules.extent == Measure::Unwanted || !self.lossy;
        let total = self.total.filter(|_| taken.to_end && measurable);
        let stops_when_full =
            rules.totals == Totals::UnlessFull && rules.undecodable == Undecodable::Replaced;
        loop {
            self.check_encoding(taken)?;
            let window = &taken.window;
            match total {
                Some(total) if first.get() > total || window.has_all_of(total) => {
                    return Ok(Followed::Known { total, end: self.until });
                }
                None if window.has_enough()
                    && (!taken.to_end || stops_when_full && window.is_full()) =>
                {
                    return Ok(Followed::Enough);
                }
                _ => {}
            }
            let bytes = file.whole_units(taken.offset, self.until, encoding.unit())?;
            if bytes.is_empty() {
                return Ok(Followed::ToEnd);
            }
            if rules.binary == Binary::NulBeforeEnd && taken.first_nul.is_none() {
                taken.first_nul = memchr::memchr(0, &bytes).map(|at| taken.offset + at as u64);
            }
            taken.offset += bytes.len() as u64;
            match decoder {
                Decoder::Utf8(decoder) => decoder.decode(&bytes, &mut |piece| taken.take(piece)),
                Decoder::Other(transcoder) => taken.transcode(transcoder, encoding, &bytes),
            }
            if let Some(index) = &mut self.index
                && taken.is_utf8
                && taken.offset >= index.due()
                && let Some(begun) = last_line_start(&bytes, rules.breaks)
            {
                let offset = taken.offset - begun as u64;
                index.add(LineStart { offset, line: taken.window.line() });
            }
        }
    }

    /// Fails if the encoding was only assumed and the bytes disprove it.
    fn check_encoding(&self, taken: &Taken<'_>) -> Result<(), Interrupted> {
        match self.reading.certainty {
            Certainty::Doubtful if taken.was_replaced => Err(Interrupted::NotUtf8),
            _ => Ok(()),
        }
    }
}

/// The state of a pass so far.
struct Taken<'a> {
    window: Window<'a>,
    /// Whether the whole file is read.
    to_end: bool,
    /// Whether all bytes were valid UTF-8, including those after the window.
    is_utf8: bool,
    /// Whether bytes were replaced. Those after the window count only if the whole file is read, so
    /// that the result does not depend on the size of the pieces.
    lossy: bool,
    /// The same, but only in this pass.
    was_replaced: bool,
    /// The offset of the next byte in the file.
    offset: u64,
    /// The offset of the first NUL, if the rules ask for it.
    first_nul: Option<u64>,
}

impl Taken<'_> {
    /// Takes a piece of a file in UTF-8.
    fn take(&mut self, piece: Piece<'_>) {
        match piece {
            Piece::Text(text) => self.window.push(text),
            Piece::Replacements { count, bytes } => {
                self.note_replacement();
                self.window.push_replacements(count, bytes);
            }
        }
    }

    /// Takes a piece in another encoding, decoded from `bytes` bytes.
    fn take_transcoded(&mut self, decoded: Transcoded<'_>, bytes: usize) {
        if decoded.replaced {
            self.note_replacement();
        }
        self.window.push_decoded(decoded.text, bytes);
    }

    /// Decodes bytes in an encoding other than UTF-8. The offset of a line is known only if a piece
    /// ends there, so pieces end at the start of the window and after each of its lines.
    fn transcode(&mut self, transcoder: &mut Transcoder, encoding: Encoding, mut rest: &[u8]) {
        while !rest.is_empty() {
            let end = self.window.lines_to_go().and_then(|lines| {
                encoding.line_ends(rest).nth(usize::try_from(lines.checked_sub(1)?).ok()?)
            });
            let (piece, after) =
                rest.split_at_checked(end.unwrap_or(rest.len())).unwrap_or((rest, &[]));
            self.take_transcoded(transcoder.decode(piece), piece.len());
            rest = after;
        }
    }

    fn note_replacement(&mut self) {
        self.is_utf8 = false;
        if self.to_end || self.window.is_open() {
            (self.lossy, self.was_replaced) = (true, true);
        }
    }
}

/// Returns the distance of the start of the last line from the end of a piece, if the line starts
/// in the piece. `None` after a CR that ends the piece, because an LF may follow.
fn last_line_start(bytes: &[u8], breaks: Breaks) -> Option<usize> {
    let at = match breaks {
        Breaks::Lf | Breaks::LfOrCrLf | Breaks::LfDroppingCr => memchr::memrchr(b'\n', bytes),
        Breaks::Universal => memchr::memrchr2(b'\n', b'\r', bytes),
    }?;
    let after = bytes.len() - at - 1;
    (bytes.get(at) == Some(&b'\n') || after > 0).then_some(after)
}
