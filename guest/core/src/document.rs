//! What was read, as facts.

use crate::encoding::Encoding;
use crate::line_number::LineNumber;
use crate::position::{Cursor, Ordinal};
use alloc::string::String;
use alloc::vec::Vec;

/// Part of a text file, and where the next part begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The lines that were kept. If [`Page::first`] is counted from the end, they are numbered from 1.
    pub text: Text,
    /// The first line of the page.
    pub first: Ordinal,
    /// Where the next page begins, unless this is the last one.
    pub next: Option<Cursor>,
}

impl Page {
    /// The lines of the page whose end was not kept.
    pub fn clipped(&self) -> impl Iterator<Item = (Ordinal, ClippedLine)> {
        self.text.clipped.iter().map(|clip| (self.ordinal(clip.line), *clip))
    }

    /// A line of the text, as the page counts.
    pub fn ordinal(&self, line: LineNumber) -> Ordinal {
        self.first.after(line.get().saturating_sub(self.text.first.get()))
    }
}

/// Consecutive lines of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The lines. Each ends with LF, but for the last one if [`Text::last_line`] says so.
    pub content: String,
    /// The number of the first line in `content`, or of the line that was asked for if there is none.
    pub first: LineNumber,
    /// How many lines are in `content`.
    pub lines: u64,
    /// Whether the last line in `content` ends with a line break in the file.
    pub last_line: LastLine,
    /// Why `content` ends where it does.
    pub stopped: Stopped,
    /// The number of lines in the file, if all of them were counted.
    pub total: Option<u64>,
    /// What was asked for, whole, if the rules want it measured and the file was read to its end.
    pub asked: Option<Extent>,
    /// How many characters at the beginning of each line were left out.
    pub columns_before: u32,
    /// The lines in `content` whose end was not kept.
    pub clipped: Vec<ClippedLine>,
    /// What the bytes were read as.
    pub encoding: TextEncoding,
    /// Whether bytes were replaced because they were no text: in the whole file if [`Text::total`] is known, else from
    /// where the first of the reads began that led here by cursor, to the end of the window.
    pub lossy: bool,
    /// Where the line after the ones in `content` begins, in bytes from the beginning of the file. 0 if the file has no
    /// line `first`.
    pub end: u64,
}

impl Text {
    /// The number of the last line in `content`, or none if there is none.
    pub fn last(&self) -> Option<LineNumber> {
        Some(self.first.after(self.lines.checked_sub(1)?))
    }

    /// The number of the line after the ones in `content`.
    pub fn next(&self) -> LineNumber {
        self.first.after(self.lines)
    }

    /// The lines in `content` without their line feeds, numbered.
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

    /// The line ends in `content`.
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
            (0, _, 0) => LineEndings::CrLf,
            (0, 0, _) => LineEndings::Cr,
            _ => LineEndings::Mixed,
        }
    }
}

/// A line that was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClippedLine {
    /// The line.
    pub line: LineNumber,
    /// The number of the first character that was left out at its end, from 1. 0 unless the rules want long lines
    /// measured.
    pub next_column: u64,
    /// How many characters the line has, without its end. 0 unless the rules want long lines measured.
    pub characters: u64,
}

/// What the bytes of a file were read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextEncoding {
    /// The encoding.
    pub encoding: Encoding,
    /// What tells so.
    pub source: EncodingSource,
    /// Whether the file begins with the byte-order mark of that encoding.
    pub bom: bool,
}

/// What tells the encoding of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncodingSource {
    /// Whoever asks.
    Given,
    /// Its byte-order mark.
    Bom,
    /// Its bytes. Unless it is UTF-8, that is a guess.
    Content,
}

/// The measures of consecutive lines as they stand in a file, beyond what caps keep of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// How many lines there are.
    pub lines: u64,
    /// Their bytes in UTF-8, with their breaks.
    pub bytes: u64,
    /// The bytes of the first line, without its break.
    pub first_line: u64,
}

/// Whether the last line of a text ends with a line break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastLine {
    /// It does, or there is no line.
    Ended,
    /// The file ends without one, or the line was clipped for good.
    Open,
}

/// Why a text ends where it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The last line of the file is in it, or the file has no such lines.
    AtEnd,
    /// There are more lines than were asked for.
    AtLineLimit,
    /// There are more lines than the rules keep.
    AtLineCap,
    /// The next line would not fit.
    AtByteLimit,
}

/// The line ends of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEndings {
    /// There are none.
    None,
    /// LF only.
    Lf,
    /// CR LF only.
    CrLf,
    /// CR only.
    Cr,
    /// More than one kind.
    Mixed,
}
