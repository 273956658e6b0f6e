//! Files and rules of every kind.

use proptest::prelude::*;
use readroom_core::{
    BreakCost, Breaks, ByteCap, Counted, Crossing, FinalBreak, FirstLine, LineCap, Mark, Measure,
    PastEnd, Rules, Totals, Units,
};

/// Files with difficult content: breaks of every kind, short and long characters, bytes that are
/// not text.
pub(crate) fn file() -> impl Strategy<Value = Vec<u8>> {
    let part = prop_oneof![
        Just(&b"\n"[..]),
        Just(&b"\r"[..]),
        Just(&b"\r\n"[..]),
        Just(&b"a"[..]),
        Just(&b"line of text"[..]),
        Just("é".as_bytes()),
        Just("€".as_bytes()),
        Just("😀".as_bytes()),
        Just(&b"\xff"[..]),
        Just(&b"\xe2\x82"[..]),
        Just(&b"\xf0\x9f\x98"[..]),
        Just(&b"\xed\xa0\x80"[..]),
        Just(&b"\xef\xbb\xbf"[..]),
    ];
    prop::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
}

/// Rules of every kind.
pub(crate) fn rules() -> impl Strategy<Value = Rules> {
    let cap = (
        0u32..9,
        prop_oneof![Just(Units::CodePoints), Just(Units::Utf16)],
        prop_oneof![Just(Counted::Text), Just(Counted::Whole)],
        prop_oneof![Just(""), Just("...")],
    );
    let line_cap = prop::option::of(cap.prop_map(|(max, units, counts, marker)| LineCap {
        max,
        units,
        counts,
        marker,
    }));
    let crossing = prop_oneof![
        Just(Crossing::Included),
        Just(Crossing::Excluded(FirstLine::Omitted)),
        Just(Crossing::Excluded(FirstLine::Clipped)),
    ];
    let breaks = prop_oneof![Just(BreakCost::EachBreak), Just(BreakCost::EachJoin)];
    let max = prop_oneof![1u64..40, Just(1 << 20)];
    let byte_cap = (max, crossing, breaks).prop_map(|(max, crossing, breaks)| ByteCap {
        max,
        crossing,
        breaks,
    });
    (
        prop_oneof![
            Just(Breaks::Lf),
            Just(Breaks::LfOrCrLf),
            Just(Breaks::LfDroppingCr),
            Just(Breaks::Universal)
        ],
        prop_oneof![Just(FinalBreak::EndsLine), Just(FinalBreak::OpensLine)],
        prop_oneof![Just(PastEnd::Refused), Just(PastEnd::Empty)],
        prop_oneof![Just(Totals::Wanted), Just(Totals::Unwanted)],
        prop_oneof![Just(Mark::Kept), Just(Mark::Dropped)],
        prop::option::of(1u64..6),
        (line_cap, prop_oneof![2 => Just(0u32), 1 => 1u32..6]),
        byte_cap,
    )
        .prop_map(
            |(
                breaks,
                final_break,
                past_end,
                totals,
                mark,
                max_lines,
                (line_cap, columns_before),
                byte_cap,
            )| {
                // The rules decide what a marker means in addition to the text of a line.
                let measurable = line_cap.is_none_or(|cap: LineCap| {
                    cap.marker.is_empty() && cap.units == Units::CodePoints
                });
                Rules {
                    columns_before,
                    long_lines: if measurable { Measure::Wanted } else { Measure::Unwanted },
                    breaks,
                    mark,
                    max_lines,
                    extent: Measure::Wanted,
                    final_break,
                    past_end,
                    totals,
                    line_cap,
                    byte_cap,
                    ..Rules::PLAIN
                }
            },
        )
}
