//! The streaming window gives what the obvious way gives, whatever the size of the pieces it is fed.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use proptest::prelude::*;
use readroom_core::{
    BreakCost, Breaks, ByteCap, Crossing, Failure, FinalBreak, FirstLine, LineCap, LineNumber, PastEnd,
    Request, Rules, Start, Totals, Units, read,
};
use support::naive::{self, Lines};
use support::{MemoryTree, Node, PLAIN};

const PIECES: [usize; 5] = [1, 2, 3, 7, 65536];

/// Files made of what is hard: breaks of every kind, long and short characters, bytes that are no text.
fn file() -> impl Strategy<Value = Vec<u8>> {
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

fn rules() -> impl Strategy<Value = Rules> {
    let cap = (
        0u32..9,
        prop_oneof![Just(Units::CodePoints), Just(Units::Utf16)],
        prop_oneof![Just(""), Just("...")],
    );
    let line_cap = prop::option::of(cap.prop_map(|(most, units, marker)| LineCap { most, units, marker }));
    let crossing = prop_oneof![
        Just(Crossing::Included),
        Just(Crossing::Excluded(FirstLine::LeftOut)),
        Just(Crossing::Excluded(FirstLine::Clipped)),
    ];
    let breaks = prop_oneof![Just(BreakCost::EachBreak), Just(BreakCost::EachJoin)];
    let most = prop_oneof![1u64..40, Just(1 << 20)];
    let byte_cap =
        (most, crossing, breaks).prop_map(|(most, crossing, breaks)| ByteCap { most, crossing, breaks });
    (
        prop_oneof![Just(Breaks::Lf), Just(Breaks::LfOrCrLf), Just(Breaks::Universal)],
        prop_oneof![Just(FinalBreak::EndsLine), Just(FinalBreak::OpensLine)],
        prop_oneof![Just(PastEnd::Refused), Just(PastEnd::Empty)],
        prop_oneof![Just(Totals::Wanted), Just(Totals::Unwanted)],
        line_cap,
        byte_cap,
    )
        .prop_map(|(breaks, final_break, past_end, totals, line_cap, byte_cap)| Rules {
            breaks,
            final_break,
            past_end,
            totals,
            line_cap,
            byte_cap,
            ..PLAIN
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_window_is_the_same_in_every_piece_size(
        bytes in file(),
        rules in rules(),
        first in 1u64..12,
        most in prop_oneof![0u64..8, Just(u64::MAX)],
    ) {
        let expected = naive::read(&bytes, &rules, first, most);
        let mut replacements = None;
        for piece in PIECES {
            let mut tree = MemoryTree::new(&["/w"]).with("/w/f", Node::File(bytes.clone()));
            tree.piece = piece;
            let start = Start::Line(LineNumber::new(first).unwrap());
            let got = read(&tree, &Request { path: "f", cwd: None, start, lines: most }, &rules);
            match (&expected, got) {
                (Err(error), Err(Failure { error: got, .. })) => prop_assert_eq!(*error, got),
                (Ok(expected), Ok(document)) => {
                    let text = document.text;
                    prop_assert!(
                        text.total.is_none_or(|total| total == expected.total),
                        "total {:?}, but the file has {}", text.total, expected.total
                    );
                    prop_assert!(text.total.is_some() || rules.totals == Totals::Unwanted);
                    prop_assert_eq!(text.replacements, *replacements.get_or_insert(text.replacements));
                    prop_assert_eq!(text.numbered().count() as u64, text.lines);
                    let got = Lines {
                        content: text.content,
                        lines: text.lines,
                        last_line: text.last_line,
                        stopped: text.stopped,
                        total: expected.total,
                        clipped: text.clipped,
                    };
                    prop_assert_eq!(expected, &got, "in pieces of {}", piece);
                }
                (expected, got) => prop_assert!(false, "{expected:?} but {got:?} in pieces of {piece}"),
            }
        }
    }

    #[test]
    fn reading_from_the_end_is_reading_from_the_line_that_is_so_far_from_it(
        bytes in file(),
        rules in rules(),
        from_end in 1u64..12,
    ) {
        let rules = Rules { totals: Totals::Wanted, ..rules };
        let tree = MemoryTree::new(&["/w"]).with("/w/f", Node::File(bytes.clone()));
        let request = |start| Request { path: "f", cwd: None, start, lines: u64::MAX };
        let total = naive::read(&bytes, &Rules { past_end: PastEnd::Empty, ..rules }, 1, 0).unwrap().total;
        let first = LineNumber::new(total.saturating_sub(from_end) + 1).unwrap();
        let by_line = read(&tree, &request(Start::Line(first)), &rules);
        prop_assert_eq!(read(&tree, &request(Start::FromEnd(from_end)), &rules), by_line);
    }
}
