//! The result of a read, as facts.

use crate::{Cursor, Encoding, LineNumber, Ordinal};
use readroom_types::{EncodingSource, LineEndings};

/// Part of a text file, and the start of the next part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The lines. If [`Page::first`] is counted from the end, they are numbered from 1.
    pub text: Text,
    /// The first line of the page.
    pub first: Ordinal,
    /// The start of the next page. `None` for the last page.
    pub next: Option<Cursor>,
}

impl Page {
    /// Returns the lines of the page whose ends were left out.
    pub fn clipped(&self) -> impl Iterator<Item = (Ordinal, ClippedLine)> {
        self.text.clipped.iter().map(|clip| (self.ordinal(clip.line), *clip))
    }

    /// Returns the number of a line of [`Page::text`] in the numbering of the page.
    pub fn ordinal(&self, line: LineNumber) -> Ordinal {
        self.first.after(line.get().saturating_sub(self.text.first.get()))
    }
}

/// Consecutive lines of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The lines. Each ends with LF, except the last one if [`Text::last_line`] is open.
    pub content: String,
    /// The number of the first line in `content`, or of the requested line if `content` is empty.
    pub first: LineNumber,
    /// The number of lines in `content`.
    pub lines: u64,
    /// Whether the last line in `content` ends with a line break in the file.
    pub last_line: LastLine,
    /// Why `content` ends there.
    pub stopped: Stopped,
    /// The number of lines in the file. `None` if not all were counted.
    pub total: Option<u64>,
    /// The measures of the requested lines, if the rules ask for them and the file was read to its
    /// end.
    pub requested: Option<Extent>,
    /// The number of characters left out at the beginning of each line.
    pub columns_before: u32,
    /// The lines in `content` whose ends were left out.
    pub clipped: Vec<ClippedLine>,
    /// The encoding that the bytes were decoded as.
    pub encoding: TextEncoding,
    /// Whether bytes were replaced because they are not text: in the whole file if [`Text::total`]
    /// is known, otherwise from the start of the first read in a chain of cursors to the end of the
    /// window.
    pub lossy: bool,
    /// The byte offset of the line after `content`. 0 if the file has no line `first`.
    pub end: u64,
}

impl Text {
    /// Returns the number of the last line in `content`. `None` if `content` has no lines.
    pub fn last(&self) -> Option<LineNumber> {
        Some(self.first.after(self.lines.checked_sub(1)?))
    }

    /// Returns the number of the line after `content`.
    pub fn next(&self) -> LineNumber {
        self.first.after(self.lines)
    }

    /// Returns the lines in `content` with their numbers, without their line feeds.
    pub fn numbered(&self) -> impl Iterator<Item = (LineNumber, &str)> {
        let count = usize::try_from(self.lines).unwrap_or(usize::MAX);
        let mut rest = self.content.as_str();
        (0..count).map(move |index| {
            let end = memchr::memchr(b'\n', rest.as_bytes());
            let (line, after) =
                end.and_then(|end| rest.split_at_checked(end)).unwrap_or((rest, ""));
            rest = after.strip_prefix('\n').unwrap_or_default();
            (self.first.after(index as u64), line)
        })
    }

    /// Returns the kinds of line endings in `content`.
    pub fn line_endings(&self) -> LineEndings {
        let bytes = self.content.as_bytes();
        let line_feeds = memchr::memchr_iter(b'\n', bytes).count();
        let (mut pairs, mut returns) = (0, 0);
        for at in memchr::memchr_iter(b'\r', bytes) {
            if bytes.get(at + 1) == Some(&b'\n') {
                pairs += 1;
            } else {
                returns += 1;
            }
        }
        match (line_feeds - pairs, pairs, returns) {
            (0, 0, 0) => LineEndings::None,
            (_, 0, 0) => LineEndings::Lf,
            (0, _, 0) => LineEndings::Crlf,
            (0, 0, _) => LineEndings::Cr,
            _ => LineEndings::Mixed,
        }
    }
}

/// A line whose end was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClippedLine {
    /// The number of the line in the file.
    pub line: LineNumber,
    /// The first character that was left out at the end, counted from 1. 0 unless the rules measure
    /// long lines.
    pub next_column: u64,
    /// The number of characters in the whole line, without its line ending. 0 unless the rules
    /// measure long lines.
    pub characters: u64,
}

/// How the bytes of a file were decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextEncoding {
    /// The encoding that the bytes were decoded from.
    pub encoding: Encoding,
    /// How the encoding was determined.
    pub source: EncodingSource,
    /// Whether the file begins with a byte-order mark of that encoding.
    pub bom: bool,
}

/// The measures of consecutive lines in a file, regardless of caps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// The number of lines.
    pub lines: u64,
    /// Their size in bytes of UTF-8, with line breaks.
    pub bytes: u64,
    /// The size of the first line in bytes, without its line break.
    pub first_line: u64,
}

/// Whether the last line ends with a line break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastLine {
    /// It does, or there is no line.
    Ended,
    /// The file ends without one, or the line was clipped by the byte cap.
    Open,
}

/// Why the lines end there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It includes the last line of the file, or the file has no such lines.
    AtEnd,
    /// There are more lines than requested.
    AtLineLimit,
    /// There are more lines than the rules allow.
    AtLineCap,
    /// The next line would not fit.
    AtByteLimit,
}
