//! How lines, caps and encodings behave: data that each dialect fills in.
//!
//! A rule is named for its effect, not for its users.

use crate::Encoding;

/// The rules of a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The line breaks.
    pub breaks: Breaks,
    /// The meaning of a line break at the end of the file.
    pub final_break: FinalBreak,
    /// The number of characters left out at the beginning of each line.
    pub columns_before: u32,
    /// The maximum length of a line. `None` keeps all of it.
    pub line_cap: Option<LineCap>,
    /// The maximum number of lines, regardless of the request.
    pub max_lines: Option<u64>,
    /// The maximum number of bytes.
    pub byte_cap: ByteCap,
    /// Whether the full length of clipped lines is measured.
    pub long_lines: Measure,
    /// The encoding of the file.
    pub encoding: Decoding,
    /// The treatment of ill-formed bytes.
    pub undecodable: Undecodable,
    /// The treatment of a character that is cut off by the end of the file.
    pub incomplete_end: IncompleteEnd,
    /// The treatment of a byte-order mark.
    pub mark: Mark,
    /// Whether to read on after the window to count lines.
    pub totals: Totals,
    /// Whether to measure the requested lines regardless of caps.
    pub extent: Measure,
    /// The treatment of a start past the end of the file.
    pub past_end: PastEnd,
    /// How binary files are recognized.
    pub binary: Binary,
    /// The treatment of images and documents.
    pub media: Media,
    /// The meaning of a slash after a file's name.
    pub trailing_slash: TrailingSlash,
}

impl Rules {
    /// Rules with nothing special: up to 1 MiB of UTF-8 text with its lines as they are. Other
    /// rules are given as differences from these.
    pub const PLAIN: Self = Self {
        breaks: Breaks::Lf,
        final_break: FinalBreak::EndsLine,
        columns_before: 0,
        line_cap: None,
        max_lines: None,
        byte_cap: ByteCap {
            max: 1024 * 1024,
            crossing: Crossing::Excluded(FirstLine::Clipped),
            breaks: BreakCost::EachBreak,
        },
        long_lines: Measure::Unwanted,
        encoding: Decoding::Utf8,
        undecodable: Undecodable::Replaced,
        incomplete_end: IncompleteEnd::Replaced,
        mark: Mark::Kept,
        totals: Totals::Wanted,
        extent: Measure::Unwanted,
        past_end: PastEnd::Refused,
        binary: Binary::NulWithin(8192),
        media: Media::Unknown,
        trailing_slash: TrailingSlash::WantsDirectory,
    };
}

/// The line breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breaks {
    /// LF. A CR is an ordinary character.
    Lf,
    /// LF and CR LF. CR LF is kept as it is and does not count as characters of the line. A CR
    /// elsewhere is an ordinary character.
    LfOrCrLf,
    /// LF. One CR before it, or before the end of the file, is dropped.
    LfDroppingCr,
    /// LF, CR LF and CR. Each is kept as LF.
    Universal,
}

/// The meaning of a line break at the end of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinalBreak {
    /// It ends the last line. An empty file has no lines.
    EndsLine,
    /// It opens another, empty line. An empty file has one line.
    OpensLine,
}

/// The maximum length of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineCap {
    /// The maximum number of units.
    pub max: u32,
    /// The unit of `max`.
    pub units: Units,
    /// Which parts of a line `max` counts.
    pub counts: Counted,
    /// Appended to a line that was cut. It is content: it counts toward the byte cap.
    pub marker: &'static str,
}

/// Which parts of a line a cap counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Its text. The marker and the line break are extra.
    Text,
    /// All of it: its text, the marker and the line break.
    Whole,
}

/// The unit of a number of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Units {
    /// Unicode scalar values.
    CodePoints,
    /// UTF-16 code units. A character that is cut in half becomes U+FFFD.
    Utf16,
}

/// The maximum number of bytes. There is always a cap, because it bounds memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteCap {
    /// The maximum number of bytes.
    pub max: u64,
    /// Whether the line that crosses the cap is kept.
    pub crossing: Crossing,
    /// How line breaks count.
    pub breaks: BreakCost,
}

impl ByteCap {
    /// Returns a cap that leaves out the line that crosses it, even if it is the first one.
    pub const fn whole_lines(max: u64, breaks: BreakCost) -> Self {
        Self { max, crossing: Crossing::Excluded(FirstLine::Omitted), breaks }
    }
}

/// Whether the line that crosses a cap is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossing {
    /// It is left out.
    Excluded(FirstLine),
    /// It is the last line. Without a line cap, up to `max` bytes of it are kept.
    Included,
}

/// The treatment of a first line that is longer than the cap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstLine {
    /// It is left out too: the text has no lines.
    Omitted,
    /// It is clipped to what fits, so that a reader always makes progress.
    Clipped,
}

/// How line breaks count for the byte cap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreakCost {
    /// One byte after each line that ends with a break.
    EachBreak,
    /// One byte between two lines.
    EachJoin,
}

/// The encoding of a file. Where a lone CR breaks a line, it is always UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decoding {
    /// UTF-8, regardless of the bytes.
    Utf8,
    /// Detected by its byte-order mark or its bytes.
    Detected,
    /// This one. A byte-order mark decides only the byte order.
    Given(Encoding),
}

/// The treatment of ill-formed bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecodable {
    /// Each maximal ill-formed sequence becomes U+FFFD.
    Replaced,
    /// The file is refused, wherever such bytes are: it is always read to its end.
    Refused,
}

/// The treatment of a character that is cut off by the end of the file. Only UTF-8 has a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IncompleteEnd {
    /// Its bytes are ill-formed, like any others.
    Replaced,
    /// Its bytes are dropped.
    Dropped,
}

/// The treatment of a byte-order mark at the beginning of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It belongs to the first line.
    Kept,
    /// It is dropped.
    Dropped,
}

/// Whether something is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// It is measured, if the file is read to its end.
    Wanted,
    /// It is not measured.
    Unwanted,
}

/// Whether to read on after the window to count lines and to check that everything is text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Totals {
    /// Always.
    Wanted,
    /// For files of at most this many bytes.
    UpTo(u64),
    /// Unless the byte cap ends the window.
    UnlessFull,
    /// Never.
    Unwanted,
}

/// The treatment of a start past the end of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PastEnd {
    /// It is refused, except for line 1 of an empty file.
    Refused,
    /// The text is empty.
    Empty,
}

/// How binary files are recognized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// A NUL in the first bytes, as many as given.
    NulWithin(u32),
    /// A NUL in the first bytes, as many as given, or more than 30 % control characters in them:
    /// below 32, except 9 (tab) to 13 (carriage return).
    NulOrControlsWithin(u32),
    /// A NUL before the end of the text that is read, wherever that begins, or anywhere if the text
    /// begins past the end.
    NulBeforeEnd,
    /// A NUL in the first bytes, as many as given, unless they are text with NULs: few of them, one
    /// at a time, or at the edges.
    NotTextWithin(u32),
    /// Nothing.
    Never,
}

/// The treatment of images and documents, recognized by their first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Media {
    /// They are refused, with their type.
    Refused,
    /// They are read like any other file.
    Unknown,
}

/// The treatment of a symbolic link in a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// As its target, if that exists in the grants.
    Followed,
    /// As a link.
    Kept,
}

/// The meaning of a slash, or `/.`, after the name of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrailingSlash {
    /// A directory is required: the file is refused.
    WantsDirectory,
    /// Nothing.
    Ignored,
}
