//! What was asked for, as far as it can be checked without the file.

use crate::error::{Argument, ArgumentError};
use crate::request::{
    Around, Ask, Begin, Count, DEFAULT_BYTES, DEFAULT_COLUMNS, DEFAULT_LINES, MOST_BYTES,
    MOST_LINES, OUTLINE_ENTRIES, View,
};
use core::ops::RangeInclusive;
use readroom_core::{
    Binary, BreakCost, Breaks, ByteCap, Counted, Crossing, Decoding, Encoding, FinalBreak,
    FirstLine, LineCap, LineNumber, Mark, Measure, Media, PastEnd, Rules, Start, Totals,
    TrailingSlash, Undecodable, Units,
};

/// The largest file whose lines are counted without being asked for.
const COUNTED_BYTES: u64 = 32 * 1024 * 1024;

/// A question that can be answered.
pub(crate) struct Checked<'a> {
    pub(crate) start: Begun<'a>,
    pub(crate) lines: u64,
    pub(crate) bytes: u64,
    pub(crate) tokens: Option<u64>,
    pub(crate) rules: Rules,
}

/// Where to start.
#[derive(Clone, Copy)]
pub(crate) enum Begun<'a> {
    At(Start),
    Cursor(&'a str),
    Block(LineNumber, Around),
}

/// Refuses what can never be read.
pub(crate) fn check<'a>(ask: &Ask<'a>) -> Result<Checked<'a>, ArgumentError> {
    let start = match ask.start.unwrap_or(Begin::Line(1)) {
        Begin::Line(line) => {
            Begun::At(Start::Line(LineNumber::new(line).ok_or(ArgumentError::StartAtZero)?))
        }
        Begin::End(0) => return Err(ArgumentError::StartAtZero),
        Begin::End(lines) => Begun::At(Start::FromEnd(lines)),
        Begin::Cursor(cursor) => Begun::Cursor(cursor),
        Begin::Block(around) => {
            let line = in_range(Argument::Block, 1..=u64::MAX, around.line)?;
            Begun::Block(LineNumber::FIRST.after(line - 1), around)
        }
    };
    let is_outline = ask.view == View::Outline;
    if is_outline && ask.start.is_some() {
        return Err(ArgumentError::StartOfOutline);
    }
    let lines = ask.lines.unwrap_or(if is_outline { OUTLINE_ENTRIES.0 } else { DEFAULT_LINES });
    let lines = in_range(Argument::Lines, 1..=u64::MAX, lines)?;
    let bytes = in_range(Argument::Bytes, 1..=MOST_BYTES, ask.bytes.unwrap_or(DEFAULT_BYTES))?;
    if let Some(tokens) = ask.tokens {
        in_range(Argument::Tokens, 1..=u64::MAX, tokens)?;
    }
    let column = in_range(Argument::Column, 1..=u64::MAX, ask.column.unwrap_or(1))?;
    let columns = ask.columns.unwrap_or(DEFAULT_COLUMNS.into());
    let columns = in_range(Argument::Columns, 1..=u64::MAX, columns)?;
    let encoding = match ask.encoding {
        None => Decoding::Detected,
        Some(name) => Decoding::Given(
            Encoding::named(name).ok_or_else(|| ArgumentError::UnknownEncoding(name.into()))?,
        ),
    };
    let most = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let rules = Rules {
        breaks: Breaks::LfOrCrLf,
        final_break: FinalBreak::EndsLine,
        columns_before: most(column - 1),
        line_cap: Some(LineCap {
            most: most(columns),
            units: Units::CodePoints,
            counts: Counted::Text,
            marker: "",
        }),
        most_lines: None,
        byte_cap: ByteCap {
            most: bytes,
            crossing: Crossing::Excluded(FirstLine::Clipped),
            breaks: BreakCost::EachBreak,
        },
        long_lines: Measure::Wanted,
        encoding,
        undecodable: Undecodable::Replaced,
        mark: Mark::Kept,
        extent: Measure::Unwanted,
        totals: match ask.totals {
            Count::Auto => Totals::UpTo(COUNTED_BYTES),
            Count::Always => Totals::Wanted,
            Count::Never => Totals::Unwanted,
        },
        past_end: PastEnd::Refused,
        binary: Binary::NulWithin(8192),
        media: Media::Refused,
        trailing_slash: TrailingSlash::WantsDirectory,
    };
    let most_lines = if is_outline { OUTLINE_ENTRIES.1 } else { MOST_LINES };
    Ok(Checked { start, lines: lines.min(most_lines), bytes, tokens: ask.tokens, rules })
}

/// Refuses a number that is not in its range.
pub(crate) fn in_range(
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
