//! How lines, caps and encodings behave: data that each dialect fills in.
//!
//! A rule is named for what it does, never for who wants it.

use crate::encoding::Encoding;

/// The kinds of rule that a read follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// What breaks a line.
    pub breaks: Breaks,
    /// What a line break at the end of the file means.
    pub final_break: FinalBreak,
    /// How many characters at the beginning of each line are left out.
    pub columns_before: u32,
    /// How much of a long line is kept, or all of it.
    pub line_cap: Option<LineCap>,
    /// The most lines that are kept, however many are asked for.
    pub max_lines: Option<u64>,
    /// How many bytes are kept.
    pub byte_cap: ByteCap,
    /// How long the lines are that are cut.
    pub long_lines: Measure,
    /// Which encoding a file is in.
    pub encoding: Decoding,
    /// What happens to bytes that are no text.
    pub undecodable: Undecodable,
    /// What happens to a byte-order mark.
    pub mark: Mark,
    /// Whether to read on after the window, to count.
    pub totals: Totals,
    /// Whether to measure what was asked for, beyond what the caps keep of it.
    pub extent: Measure,
    /// What happens to a start past the end of the file.
    pub past_end: PastEnd,
    /// What makes a file binary.
    pub binary: Binary,
    /// What happens to images and documents.
    pub media: Media,
    /// What a slash after a file's name means.
    pub trailing_slash: TrailingSlash,
}

/// What breaks a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breaks {
    /// LF. A CR is an ordinary character.
    Lf,
    /// LF and CR LF, which is kept as it is and does not count as characters of the line. A CR elsewhere is an ordinary
    /// character.
    LfOrCrLf,
    /// LF, CR LF and CR. Each is kept as LF.
    Universal,
}

/// What a line break at the end of the file means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinalBreak {
    /// It ends the last line. An empty file has no lines.
    EndsLine,
    /// It opens one more, empty line. An empty file has one line.
    OpensLine,
}

/// How much of a long line is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineCap {
    /// The most that is kept.
    pub max: u32,
    /// What `most` counts.
    pub units: Units,
    /// What of a line `most` counts.
    pub counts: Counted,
    /// What is put after the text of a line that was cut. It is content: it counts for the byte cap.
    pub marker: &'static str,
}

/// What of a line a cap counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Its text. The marker and the line break come on top.
    Text,
    /// All that is kept of it: its text, the marker and the line break.
    Whole,
}

/// What a number of characters counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Units {
    /// Unicode scalar values.
    CodePoints,
    /// UTF-16 code units. A character cut in half becomes U+FFFD, as it does once such a string is encoded.
    Utf16,
}

/// How many bytes are kept. There is always a cap: it is what bounds memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteCap {
    /// The most bytes.
    pub max: u64,
    /// Whether the line that crosses the cap is kept.
    pub crossing: Crossing,
    /// How line breaks count.
    pub breaks: BreakCost,
}

/// Whether the line that crosses a cap is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossing {
    /// It is left out.
    Excluded(FirstLine),
    /// It is the last one kept. Without a line cap it is kept up to `most` bytes more.
    Included,
}

/// What happens to a first line that is larger than the cap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstLine {
    /// It is left out as well: the text has no lines.
    Omitted,
    /// It is clipped to what fits, so that a reader always gets on.
    Clipped,
}

/// How line breaks count for a cap on bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreakCost {
    /// One byte after each line that ends with a break.
    EachBreak,
    /// One byte between two lines.
    EachJoin,
}

/// Which encoding a file is in. Where a CR alone breaks a line, it is always UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decoding {
    /// UTF-8, whatever it looks like.
    Utf8,
    /// The one that its byte-order mark tells or its bytes suggest.
    Detected,
    /// This one. Only the order of bytes is left to a byte-order mark.
    Given(Encoding),
}

/// What happens to bytes that are no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecodable {
    /// Each maximal ill-formed sequence becomes U+FFFD.
    Replaced,
    /// The file is refused, wherever they are: it is always read to its end.
    Refused,
}

/// What happens to a byte-order mark at the beginning of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It belongs to the first line.
    Kept,
    /// It is no text.
    Dropped,
}

/// Whether something is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// It is, if the file is read to its end.
    Wanted,
    /// It is not.
    Unwanted,
}

/// Whether to read on after the window, to count lines and to see whether all is text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Totals {
    /// Always.
    Wanted,
    /// For files of at most this many bytes.
    UpTo(u64),
    /// Never.
    Unwanted,
}

/// What happens to a start past the end of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PastEnd {
    /// It is refused, except for line 1 of an empty file.
    Refused,
    /// The text is empty.
    Empty,
}

/// What makes a file binary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// A NUL in the first so many bytes.
    NulWithin(u32),
    /// A NUL in the first so many bytes, or more than three in ten of them that are control characters: below 32, but
    /// for those from 9 (tab) to 13 (carriage return).
    NulOrControlsWithin(u32),
    /// Nothing.
    Never,
}

/// What happens to images and documents, known by their first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Media {
    /// They are refused as what they are.
    Refused,
    /// They are files like any other.
    Unknown,
}

/// What a slash, or `/.`, after a file's name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrailingSlash {
    /// That it should be a directory: the file is refused.
    WantsDirectory,
    /// Nothing.
    Ignored,
}
