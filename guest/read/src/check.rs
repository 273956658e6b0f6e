//! Checks a request as far as possible without the file.

use crate::error::{Argument, ArgumentError};
use crate::request::{
    BlockSelector, DEFAULT_BYTES, DEFAULT_COLUMNS, DEFAULT_LINES, MAX_BYTES, MAX_LINES,
    MAX_OUTLINE_ENTRIES, Purpose, ReadRequest, Start,
};
use readroom_core::{
    Binary, BreakCost, Breaks, ByteCap, Counted, Crossing, Decoding, Encoding, FirstLine, LineCap,
    LineNumber, Measure, Media, PageStart, Rules, Totals, Units,
};
use readroom_types::{self as types, View};
use std::ops::RangeInclusive;

/// The largest file whose lines are counted unless the request says otherwise, in bytes.
const COUNTED_BYTES: u64 = 32 * 1024 * 1024;

/// The number of bytes in which a NUL may make a file binary.
const PROBED_BYTES: u32 = 8192;

/// The rules by which a file becomes text, unless a request says otherwise.
pub const TEXT_RULES: Rules = Rules {
    breaks: Breaks::LfOrCrLf,
    encoding: Decoding::Detected,
    binary: Binary::NotTextWithin(PROBED_BYTES),
    media: Media::Refused,
    ..Rules::PLAIN
};

/// A request that can be read.
#[derive(Clone, Copy)]
pub(crate) struct CheckedRequest<'a> {
    pub(crate) start: CheckedStart<'a>,
    pub(crate) lines: u64,
    pub(crate) bytes: u64,
    pub(crate) tokens: Option<u64>,
    /// What the response is for.
    pub(crate) purpose: Purpose,
    pub(crate) rules: Rules,
}

/// Where to start.
#[derive(Clone, Copy)]
pub(crate) enum CheckedStart<'a> {
    At(PageStart),
    Cursor(&'a str),
    Block(LineNumber, BlockSelector),
    Definition(&'a str),
}

/// Refuses requests that no file can satisfy.
pub(crate) fn check<'a>(
    request: &ReadRequest<'a>,
    purpose: Purpose,
) -> Result<CheckedRequest<'a>, ArgumentError> {
    let start = match request.start.unwrap_or(Start::Line(1)) {
        Start::Line(line) => CheckedStart::At(PageStart::Line(
            LineNumber::new(line).ok_or(ArgumentError::StartAtZero)?,
        )),
        Start::FromEnd(0) => return Err(ArgumentError::StartAtZero),
        Start::FromEnd(lines) => CheckedStart::At(PageStart::FromEnd(lines)),
        Start::Cursor(cursor) => CheckedStart::Cursor(cursor),
        // Its line is known when the document is read.
        Start::Unit(_) => CheckedStart::At(PageStart::Line(LineNumber::FIRST)),
        Start::Definition(name) => CheckedStart::Definition(name),
        Start::Block(around) => {
            let line = in_range(Argument::Block, 1..=u64::MAX, around.line)?;
            CheckedStart::Block(LineNumber::FIRST.after(line - 1), around)
        }
    };
    let is_text = request.view == View::Text;
    let is_outline = request.view == View::Outline;
    if is_outline && request.start.is_some() {
        return Err(ArgumentError::StartOfOutline);
    }
    let (default_lines, max_lines) = if is_outline {
        (MAX_OUTLINE_ENTRIES, MAX_OUTLINE_ENTRIES)
    } else {
        (DEFAULT_LINES, MAX_LINES)
    };
    let lines = request.lines.unwrap_or(default_lines);
    let lines = in_range(Argument::Lines, 1..=u64::MAX, lines)?;
    let bytes = in_range(Argument::Bytes, 1..=MAX_BYTES, request.bytes.unwrap_or(DEFAULT_BYTES))?;
    if let Some(tokens) = request.tokens {
        in_range(Argument::Tokens, 1..=u64::MAX, tokens)?;
    }
    let column = in_range(Argument::Column, 1..=u64::MAX, request.column.unwrap_or(1))?;
    let columns = request.columns.unwrap_or(DEFAULT_COLUMNS.into());
    let columns = in_range(Argument::Columns, 1..=u64::MAX, columns)?;
    let encoding = match request.encoding {
        None => TEXT_RULES.encoding,
        Some(name) => Decoding::Given(
            Encoding::named(name).ok_or_else(|| ArgumentError::UnknownEncoding(name.into()))?,
        ),
    };
    let max = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let rules = Rules {
        columns_before: max(column - 1),
        line_cap: Some(LineCap {
            max: max(columns),
            units: Units::CodePoints,
            counts: Counted::Text,
            marker: "",
        }),
        byte_cap: ByteCap {
            max: bytes,
            crossing: Crossing::Excluded(FirstLine::Clipped),
            breaks: BreakCost::EachBreak,
        },
        long_lines: Measure::Wanted,
        encoding,
        totals: match request.totals {
            types::Totals::Auto => Totals::UpTo(COUNTED_BYTES),
            types::Totals::Always => Totals::Wanted,
            types::Totals::Never => Totals::Unwanted,
        },
        // What is taken for something else can be read as text nevertheless.
        binary: if is_text || request.encoding.is_some() {
            Binary::Never
        } else {
            TEXT_RULES.binary
        },
        media: if is_text || is_outline && request.encoding.is_some() {
            Media::Unknown
        } else {
            TEXT_RULES.media
        },
        ..TEXT_RULES
    };
    let (lines, tokens) = (lines.min(max_lines), request.tokens);
    Ok(CheckedRequest { start, lines, bytes, tokens, purpose, rules })
}

/// Refuses a number that is not in its range.
pub fn in_range(
    argument: Argument,
    range: RangeInclusive<u64>,
    given: u64,
) -> Result<u64, ArgumentError> {
    if range.contains(&given) {
        Ok(given)
    } else {
        Err(ArgumentError::OutOfRange { argument, range, given })
    }
}

#[cfg(test)]
mod tests;
