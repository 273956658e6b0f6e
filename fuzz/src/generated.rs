//! Makes files, rules and paths of every kind from the bytes of an input.

use arbitrary::{Result, Unstructured};
use readroom_core::{
    BreakCost, Breaks, ByteCap, Counted, Crossing, FinalBreak, FirstLine, LineCap, Mark, Measure,
    PastEnd, Rules, Totals, Units,
};

/// Fragments that are hard to parse: line breaks of every kind, long and short characters, bytes
/// that are not text.
const PARTS: [&[u8]; 13] = [
    b"\n",
    b"\r",
    b"\r\n",
    b"a",
    b"line of text",
    "\u{e9}".as_bytes(),
    "\u{20ac}".as_bytes(),
    "\u{1f600}".as_bytes(),
    b"\xff",
    b"\xe2\x82",
    b"\xf0\x9f\x98",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
];

/// Makes a file of these fragments.
pub(crate) fn file(input: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    several(input, 40, |input| input.choose(&PARTS).copied()).map(|parts| parts.concat())
}

/// Chooses up to a number of values.
pub(crate) fn several<'a, T>(
    input: &mut Unstructured<'a>,
    max: usize,
    mut one: impl FnMut(&mut Unstructured<'a>) -> Result<T>,
) -> Result<Vec<T>> {
    (0..input.int_in_range(0..=max)?).map(|_| one(input)).collect()
}

/// Chooses how many lines to request.
pub(crate) fn max_lines(input: &mut Unstructured<'_>) -> Result<u64> {
    Ok(if input.ratio(1, 4)? { u64::MAX } else { input.int_in_range(0..=8)? })
}

/// Chooses rules of every kind.
pub(crate) fn rules(input: &mut Unstructured<'_>) -> Result<Rules> {
    let line_cap = LineCap {
        max: input.int_in_range(0..=8)?,
        units: *input.choose(&[Units::CodePoints, Units::Utf16])?,
        counts: *input.choose(&[Counted::Text, Counted::Whole])?,
        marker: input.choose(&["", "..."])?,
    };
    let byte_cap = ByteCap {
        max: if input.ratio(1, 4)? { 1 << 20 } else { input.int_in_range(1..=40)? },
        crossing: *input.choose(&[
            Crossing::Included,
            Crossing::Excluded(FirstLine::Omitted),
            Crossing::Excluded(FirstLine::Clipped),
        ])?,
        breaks: *input.choose(&[BreakCost::EachBreak, BreakCost::EachJoin])?,
    };
    Ok(Rules {
        breaks: *input.choose(&[Breaks::Lf, Breaks::LfOrCrLf, Breaks::Universal])?,
        final_break: *input.choose(&[FinalBreak::EndsLine, FinalBreak::OpensLine])?,
        past_end: *input.choose(&[PastEnd::Refused, PastEnd::Empty])?,
        totals: *input.choose(&[Totals::Wanted, Totals::Unwanted])?,
        mark: *input.choose(&[Mark::Kept, Mark::Dropped])?,
        max_lines: if input.arbitrary()? { Some(input.int_in_range(1..=6)?) } else { None },
        line_cap: if input.arbitrary()? { Some(line_cap) } else { None },
        byte_cap,
        extent: Measure::Wanted,
        ..Rules::PLAIN
    })
}
