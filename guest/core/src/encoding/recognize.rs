//! Decides how a file is decoded.

use crate::encoding::detect::{self, Complete, PREFIX_BYTES, prefix};
use crate::encoding::{legacy, nuls, sniff};
use crate::window::pass::{Certainty, Interrupted, Reading};
use crate::{Binary, Breaks, Decoding, Encoding, File, FileError, Rules, TextEncoding, Tree};
use readroom_types::EncodingSource;

/// How far to search for the first non-ASCII byte, in bytes.
const MAX_SEARCHED_BYTES: u64 = 32 * 1024 * 1024;

/// The number of bytes before and after that byte in the sample.
const SAMPLE_BYTES: (u64, u64) = (256, 16 * 1024);

/// The number of bytes other than ASCII after which the sample ends. A guess takes 250 ns for each.
const ENOUGH_BYTES: usize = 2048;

impl<T: Tree> File<'_, T> {
    /// Reads the file in the recognized encoding, or in the one that is detected during the read.
    pub(crate) fn in_encoding<R>(
        &self,
        reading: Reading,
        rules: &Rules,
        mut read: impl FnMut(Reading) -> Result<R, Interrupted>,
    ) -> Result<R, FileError> {
        let (head, encoding) = (self.beginning(rules)?, reading.recognized.encoding);
        match sniff::refuse(head, self.end, encoding, rules) {
            Err(FileError::Binary) if self.is_text_behind_nuls(head, rules)? => {}
            result => result?,
        }
        let result = match read(reading) {
            Err(Interrupted::NotUtf8) => read(self.detected()?),
            result => result,
        };
        result.map_err(|interrupted| match interrupted {
            Interrupted::Failed(error) => error,
            Interrupted::NotUtf8 => FileError::NotUtf8,
        })
    }

    /// Returns whether a file that starts with nothing but NULs, like a truncated log, ends with
    /// text, and the rules allow that.
    fn is_text_behind_nuls(&self, head: &[u8], rules: &Rules) -> Result<bool, FileError> {
        let is_possible = matches!(rules.binary, Binary::NotTextWithin(_));
        if !is_possible || prefix(head).iter().any(|byte| *byte != 0) {
            return Ok(false);
        }
        let tail = self.up_to(self.end.saturating_sub(PREFIX_BYTES as u64), self.end)?;
        // It may start inside a character.
        let begin = tail.iter().position(|byte| byte & 0xc0 != 0x80).unwrap_or_default();
        let tail = tail.get(begin..).unwrap_or_default();
        Ok(nuls::is_text(tail, tail.len() as u64))
    }

    /// Returns the encoding that the start of the file suggests.
    pub(crate) fn recognized(&self, rules: &Rules) -> Result<Reading, FileError> {
        let head = self.beginning(rules)?;
        let marked = Encoding::marked(head);
        let certain = |encoding: Encoding, source| {
            // A requested encoding has its mark, even if that could also be another's.
            let mark = encoding.bom();
            let is_requested = source == EncodingSource::Request && !mark.is_empty();
            let bom = marked == Some(encoding) || is_requested && head.starts_with(mark);
            Reading {
                recognized: TextEncoding { encoding, source, bom },
                certainty: Certainty::Certain,
            }
        };
        let wanted =
            if rules.breaks == Breaks::Universal { Decoding::Utf8 } else { rules.encoding };
        Ok(match (wanted, marked) {
            (Decoding::Utf8, _) => certain(Encoding::Utf8, EncodingSource::Content),
            (Decoding::Given(encoding), Some(marked)) if encoding.is_decided_by(marked) => {
                certain(marked, EncodingSource::Request)
            }
            (Decoding::Given(encoding), _) => certain(encoding, EncodingSource::Request),
            (Decoding::Detected, Some(encoding)) => certain(encoding, EncodingSource::Bom),
            (Decoding::Detected, None) => {
                match detect::with_nuls(prefix(head), self.metadata.size) {
                    Some(encoding) => certain(encoding, EncodingSource::Content),
                    None => Reading {
                        certainty: Certainty::Doubtful,
                        ..certain(Encoding::Utf8, EncodingSource::Content)
                    },
                }
            }
        })
    }

    /// Same for a read that does not start at the beginning, so that all pages of a file are
    /// decoded alike.
    pub(crate) fn recognized_from_afar(&self, rules: &Rules) -> Result<Reading, FileError> {
        let reading = self.recognized(rules)?;
        let prefix = prefix(self.beginning(rules)?);
        let is_doubtful =
            reading.certainty == Certainty::Doubtful && simdutf8::basic::from_utf8(prefix).is_err();
        let is_other =
            || std::str::from_utf8(prefix).is_err_and(|error| error.error_len().is_some());
        if is_doubtful && is_other() { self.detected() } else { Ok(reading) }
    }

    /// Returns the encoding of a file that is not valid UTF-8.
    fn detected(&self) -> Result<Reading, FileError> {
        let encoding = match self.detected.get() {
            Some(encoding) => *encoding,
            None => {
                let encoding = self.detect()?;
                *self.detected.get_or_init(|| encoding)
            }
        };
        let recognized = TextEncoding { encoding, source: EncodingSource::Content, bom: false };
        Ok(Reading { recognized, certainty: Certainty::Certain })
    }

    fn detect(&self) -> Result<Encoding, FileError> {
        let mut at = 0;
        loop {
            let bytes = self.piece(at, MAX_SEARCHED_BYTES)?;
            let ascii = legacy::ascii_prefix(&bytes);
            at += ascii as u64;
            if bytes.is_empty() {
                return Ok(Encoding::Utf8);
            }
            if ascii < bytes.len() {
                break;
            }
        }
        let (before, after) = SAMPLE_BYTES;
        let begin = at.saturating_sub(before);
        let mut sample = self.up_to(begin, at + after)?;
        let mut others = sample.iter().enumerate().filter(|(_, byte)| !byte.is_ascii());
        sample.truncate(others.nth(ENOUGH_BYTES).map_or(sample.len(), |(at, _)| at));
        let is_complete = begin + sample.len() as u64 >= self.end;
        Ok(detect::legacy(&sample, if is_complete { Complete::Yes } else { Complete::No }))
    }
}
