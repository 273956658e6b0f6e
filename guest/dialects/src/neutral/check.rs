//! What was asked for, as far as it can be checked without the file.

use super::refusal::no_encoding;
use super::{
    Around, Ask, Begin, Count, DEFAULT_BYTES, DEFAULT_COLUMNS, DEFAULT_LINES, MOST_BYTES,
    MOST_LINES, OUTLINE_ENTRIES, Refusal, View,
};
use alloc::format;
use readroom_core::{
    Binary, BreakCost, Breaks, ByteCap, Counted, Crossing, Decoding, Encoding, FinalBreak,
    FirstLine, LineCap, LineNumber, Mark, Measure, Media, PastEnd, Rules, Start, Totals,
    TrailingSlash, Undecodable, Units,
};

/// The largest file whose lines are counted without being asked for.
const COUNTED_BYTES: u64 = 32 * 1024 * 1024;

/// A question that can be answered.
pub(super) struct Checked<'a> {
    pub(super) start: Begun<'a>,
    pub(super) lines: u64,
    pub(super) bytes: u64,
    pub(super) tokens: Option<u64>,
    pub(super) rules: Rules,
}

/// Where to start.
#[derive(Clone, Copy)]
pub(super) enum Begun<'a> {
    At(Start),
    Cursor(&'a str),
    Block(LineNumber, Around),
}

/// Refuses what can never be read.
pub(super) fn check<'a>(ask: &Ask<'a>) -> Result<Checked<'a>, Refusal> {
    let refuse = |message: &str, hint: &str| Err(Refusal::argument(message.into(), hint.into()));
    let start = match ask.start.unwrap_or(Begin::Line(1)) {
        Begin::Line(line) => LineNumber::new(line).map(|line| Begun::At(Start::Line(line))),
        Begin::End(lines) => (lines > 0).then_some(Begun::At(Start::FromEnd(lines))),
        Begin::Cursor(cursor) => Some(Begun::Cursor(cursor)),
        Begin::Block(around) => match LineNumber::new(around.line) {
            Some(line) => Some(Begun::Block(line, around)),
            None => return refuse("block must be at least 1", "Lines are counted from 1."),
        },
    };
    let Some(start) = start else {
        return refuse(
            "start must not be 0",
            "Lines are counted from 1; a negative start counts from the end.",
        );
    };
    let is_outline = ask.view == View::Outline;
    if is_outline && ask.start.is_some() {
        return refuse(
            "an outline is of the whole file",
            "Leave out where to start, or read text instead of an outline.",
        );
    }
    let lines = ask.lines.unwrap_or(if is_outline { OUTLINE_ENTRIES.0 } else { DEFAULT_LINES });
    if lines == 0 {
        return refuse("lines must be at least 1", "Leave lines out to read 2000 lines.");
    }
    let bytes = ask.bytes.unwrap_or(DEFAULT_BYTES);
    if bytes == 0 || bytes > MOST_BYTES {
        return refuse(
            &format!("bytes must be between 1 and {MOST_BYTES}"),
            "Leave bytes out to read 262144 bytes, and go on where the answer stops.",
        );
    }
    if ask.tokens == Some(0) {
        return refuse(
            "tokens must be at least 1",
            "Leave tokens out to read as much as lines and bytes allow.",
        );
    }
    let Some(columns_before) = ask.column.unwrap_or(1).checked_sub(1) else {
        return refuse("column must be at least 1", "Characters of a line are counted from 1.");
    };
    let columns = ask.columns.unwrap_or(DEFAULT_COLUMNS.into());
    if columns == 0 {
        return refuse(
            "columns must be at least 1",
            &format!("Leave columns out to read {DEFAULT_COLUMNS} characters of each line."),
        );
    }
    let encoding = match ask.encoding {
        None => Decoding::Detected,
        Some(name) => Decoding::Given(Encoding::named(name).ok_or_else(|| no_encoding(name))?),
    };
    let most = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let rules = Rules {
        breaks: Breaks::LfOrCrLf,
        final_break: FinalBreak::EndsLine,
        columns_before: most(columns_before),
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
