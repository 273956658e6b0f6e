//! Facts about a whole file that are needed before its rows are shown: that it is text, how many
//! lines it has, and how they end.

use super::error::{ToolError, failure};
use super::kind::Encoding;
use crate::shared::Environment;
use readroom_core::decode::{Piece, Utf8Decoder};
use readroom_core::{Binary, Decoding, File, LineNumber, Rules, Tree, Validity};
use std::borrow::Cow;
use std::ops::ControlFlow;

/// Facts about a whole file.
pub(super) struct Survey {
    pub(super) encoding: Encoding,
    /// Whether U+FFFD replaces ill-formed bytes.
    pub(super) lossy: bool,
    pub(super) lines: u64,
    pub(super) style: Style,
}

/// The line ends of the whole file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Lf,
    /// CR LF, and no CR elsewhere.
    CrLf,
    /// More than one kind, or a CR without an LF.
    Mixed,
}

impl Style {
    /// Returns the displayed text of a line.
    pub(super) fn show(self, text: &str) -> Cow<'_, str> {
        let shown = match self {
            Self::Lf => return Cow::Borrowed(text),
            // All CRs are part of line ends.
            Self::CrLf => "",
            Self::Mixed => "\\r",
        };
        if memchr::memchr(b'\r', text.as_bytes()).is_none() {
            return Cow::Borrowed(text);
        }
        Cow::Owned(text.replace('\r', shown))
    }
}

/// Returns the rules for reading a file in this encoding.
pub(super) fn rules(encoding: Encoding) -> Rules {
    let encoding = match encoding {
        Encoding::Utf16(order) => Decoding::Given(readroom_core::Encoding::Utf16(order)),
        Encoding::Utf8 | Encoding::Binary => Decoding::Utf8,
    };
    Rules { encoding, binary: Binary::Never, ..Rules::PLAIN }
}

impl Survey {
    /// Reads a whole file. Fails if it is not text.
    pub(super) fn of<T: Tree>(
        env: &Environment<'_, T>,
        file: &File<'_, T>,
        encoding: Encoding,
        path: &str,
    ) -> Result<Self, ToolError> {
        let failed = |error| failure(error, path);
        let rules = rules(encoding);
        // A byte-order mark alone is a line in UTF-8.
        let begun = encoding == Encoding::Utf8
            && file.head().map_err(failed)?.starts_with("\u{feff}".as_bytes());
        let begin = |_| (Utf8Decoder::new(), Counts { begun, ..Counts::default() });
        let scanned =
            file.scan_bytes(&rules, 0, Validity::Checked, begin, |(decoder, counts), bytes| {
                if bytes.is_empty() {
                    decoder.finish(&mut |piece| counts.take(piece));
                } else {
                    decoder.decode(bytes, &mut |piece| counts.take(piece));
                }
                if counts.refused.is_some() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
        let ((_, counts), _) = scanned.map_err(failed)?;
        match counts.refused.or(counts.nul.then_some(Refused::Nul)) {
            Some(Refused::IllFormed) => {
                return Err(ToolError::about(
                    path,
                    "is not valid UTF-8 or UTF-16 text. Only UTF-8 and UTF-16 text files can be \
                     read; for other encodings (e.g. GBK), convert the file to UTF-8 first (e.g. \
                     with `iconv`).",
                ));
            }
            Some(Refused::Nul) => return Err(ToolError::not_text(path)),
            None => {}
        }
        let lossy = match encoding {
            Encoding::Utf16(_) => {
                env.text(file, LineNumber::FIRST, 0, &rules).map_err(failed)?.lossy
            }
            Encoding::Utf8 | Encoding::Binary => false,
        };
        let lines = counts.line_feeds + u64::from(counts.begun);
        Ok(Self { encoding, lossy, lines, style: counts.style() })
    }
}

/// Why a file is not text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refused {
    IllFormed,
    Nul,
}

/// The counts so far.
#[derive(Default)]
struct Counts {
    line_feeds: u64,
    /// Whether there is text after the last line feed.
    begun: bool,
    /// The number of CR LF.
    pairs: u64,
    /// The number of CRs, including those of CR LF.
    returns: u64,
    /// Whether the last character was a CR.
    after_return: bool,
    /// Whether the current line has a NUL. Ill-formed bytes on the same line take precedence.
    nul: bool,
    refused: Option<Refused>,
}

impl Counts {
    fn take(&mut self, piece: Piece<'_>) {
        if self.refused.is_some() {
            return;
        }
        let text = match piece {
            Piece::Text(text) => text.as_bytes(),
            Piece::Replacements { .. } => {
                self.refused = Some(Refused::IllFormed);
                return;
            }
        };
        let nul = if self.nul { Some(0) } else { memchr::memchr(0, text) };
        if let Some(rest) = nul.and_then(|at| text.get(at..)) {
            self.nul = true;
            if memchr::memchr(b'\n', rest).is_some() {
                self.refused = Some(Refused::Nul);
                return;
            }
        }
        self.line_feeds += memchr::memchr_iter(b'\n', text).count() as u64;
        self.begun = text.last().is_some_and(|last| *last != b'\n');
        self.pairs += u64::from(self.after_return && text.starts_with(b"\n"));
        for at in memchr::memchr_iter(b'\r', text) {
            self.returns += 1;
            self.pairs += u64::from(text.get(at + 1) == Some(&b'\n'));
        }
        self.after_return = text.ends_with(b"\r");
    }

    fn style(&self) -> Style {
        match (self.returns, self.pairs) {
            (0, _) => Style::Lf,
            (returns, pairs) if returns == pairs && pairs == self.line_feeds => Style::CrLf,
            _ => Style::Mixed,
        }
    }
}

#[cfg(test)]
mod tests;
