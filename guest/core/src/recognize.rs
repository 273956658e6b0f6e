//! What a file is read as.

use crate::detect::{self, Complete};
use crate::document::{Evidence, Presence, Recognized};
use crate::encoding::Encoding;
use crate::pass::{Certainty, Interrupted, Reading};
use crate::rules::{Breaks, Decoding, Rules};
use crate::{File, ReadError, Tree, legacy, sniff};

/// How much of a file is looked at for NULs to tell an encoding.
const TELLING: usize = 8192;

/// How far into a file its first character that is not ASCII is looked for, to tell its encoding.
const SEARCHED: u64 = 32 * 1024 * 1024;

/// How much is looked at before and behind that character.
const SAMPLED: (u64, u64) = (256, 16 * 1024);

/// What of the beginning of a file tells its encoding, however much of it is known.
fn telling(head: &[u8]) -> &[u8] {
    head.get(..TELLING).unwrap_or(head)
}

impl<T: Tree> File<'_, T> {
    /// Reads the file as what it is recognized as, or as what it turns out to be.
    pub(crate) fn in_encoding<R>(
        &self,
        reading: Reading,
        rules: &Rules,
        mut read: impl FnMut(Reading) -> Result<R, Interrupted>,
    ) -> Result<R, ReadError> {
        sniff::refuse(self.beginning(rules)?, reading.recognized.encoding, rules)?;
        let result = match read(reading) {
            Err(Interrupted::NotUtf8) => read(self.detected()?),
            result => result,
        };
        result.map_err(|interrupted| match interrupted {
            Interrupted::Failed(error) => error,
            Interrupted::NotUtf8 => ReadError::NotUtf8,
        })
    }

    /// What the file is read as, as far as its beginning tells.
    pub(crate) fn recognized(&self, rules: &Rules) -> Result<Reading, ReadError> {
        let head = self.beginning(rules)?;
        let marked = Encoding::marked(head);
        let certain = |encoding, evidence| {
            let mark = if marked == Some(encoding) { Presence::Present } else { Presence::Absent };
            Reading {
                recognized: Recognized { encoding, evidence, mark },
                certainty: Certainty::Certain,
            }
        };
        let wanted =
            if rules.breaks == Breaks::Universal { Decoding::Utf8 } else { rules.encoding };
        Ok(match (wanted, marked) {
            (Decoding::Utf8, _) => certain(Encoding::Utf8, Evidence::Content),
            (Decoding::Given(Encoding::Utf16(_)), Some(told @ Encoding::Utf16(_)))
            | (Decoding::Given(Encoding::Utf32(_)), Some(told @ Encoding::Utf32(_))) => {
                certain(told, Evidence::Given)
            }
            (Decoding::Given(encoding), _) => certain(encoding, Evidence::Given),
            (Decoding::Detected, Some(encoding)) => certain(encoding, Evidence::Mark),
            (Decoding::Detected, None) => {
                match detect::with_nuls(telling(head), self.metadata.size) {
                    Some(encoding) => certain(encoding, Evidence::Content),
                    None => Reading {
                        certainty: Certainty::Doubtful,
                        ..certain(Encoding::Utf8, Evidence::Content)
                    },
                }
            }
        })
    }

    /// The same for a read that does not begin where the file does: all pages of a file are read alike.
    pub(crate) fn recognized_from_afar(&self, rules: &Rules) -> Result<Reading, ReadError> {
        let reading = self.recognized(rules)?;
        let telling = telling(self.beginning(rules)?);
        let is_doubtful = reading.certainty == Certainty::Doubtful
            && simdutf8::basic::from_utf8(telling).is_err();
        let is_other =
            || core::str::from_utf8(telling).is_err_and(|error| error.error_len().is_some());
        if is_doubtful && is_other() { self.detected() } else { Ok(reading) }
    }

    /// What a file is read as that is not UTF-8 throughout.
    fn detected(&self) -> Result<Reading, ReadError> {
        let encoding = match self.detected.get() {
            Some(encoding) => *encoding,
            None => {
                let encoding = self.detect()?;
                *self.detected.get_or_init(|| encoding)
            }
        };
        let recognized =
            Recognized { encoding, evidence: Evidence::Content, mark: Presence::Absent };
        Ok(Reading { recognized, certainty: Certainty::Certain })
    }

    fn detect(&self) -> Result<Encoding, ReadError> {
        let mut at = 0;
        loop {
            let bytes = self.piece(at, SEARCHED)?;
            let ascii = legacy::ascii_prefix(&bytes);
            at += ascii as u64;
            if bytes.is_empty() {
                return Ok(Encoding::Utf8);
            }
            if ascii < bytes.len() {
                break;
            }
        }
        let (before, behind) = SAMPLED;
        let begin = at.saturating_sub(before);
        let sample = self.up_to(begin, at + behind)?;
        let is_complete = begin + sample.len() as u64 >= self.end;
        Ok(detect::legacy(&sample, if is_complete { Complete::Yes } else { Complete::No }))
    }
}
