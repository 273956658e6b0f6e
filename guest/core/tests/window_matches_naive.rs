//! The streaming window gives what the obvious way gives, whatever the size of the pieces it is fed.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use proptest::prelude::*;
use readroom_core::decode::{Piece, Utf8Decoder};
use readroom_core::window::{Followed, Window};
use readroom_core::{
    BreakCost, Breaks, ByteCap, Counted, Crossing, Failure, FinalBreak, FirstLine, LineCap, LineNumber, Mark,
    Measure, PastEnd, Presence, ReadError, Request, Rules, Start, Text, Totals, Units, read,
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
        prop_oneof![Just(Counted::Text), Just(Counted::Whole)],
        prop_oneof![Just(""), Just("...")],
    );
    let line_cap = prop::option::of(cap.prop_map(|(most, units, counts, marker)| LineCap {
        most,
        units,
        counts,
        marker,
    }));
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
        prop_oneof![Just(Mark::Kept), Just(Mark::Dropped)],
        prop::option::of(1u64..6),
        line_cap,
        byte_cap,
    )
        .prop_map(|(breaks, final_break, past_end, totals, mark, most_lines, line_cap, byte_cap)| {
            Rules {
                breaks,
                mark,
                most_lines,
                extent: Measure::Wanted,
                final_break,
                past_end,
                totals,
                line_cap,
                byte_cap,
                ..PLAIN
            }
        })
}

/// The window of a file that comes in pieces of this size.
fn in_pieces(bytes: &[u8], rules: &Rules, first: u64, most: u64, piece: usize) -> Result<Text, ReadError> {
    let bytes = if rules.mark == Mark::Dropped {
        bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
    } else {
        bytes
    };
    let mut window = Window::new(rules, LineNumber::new(first).unwrap(), most);
    let mut take = |piece: Piece<'_>| match piece {
        Piece::Text(text) => window.push(text),
        Piece::Replacements(count) => window.push_replacements(count),
    };
    let mut decoder = Utf8Decoder::new();
    bytes.chunks(piece).for_each(|bytes| decoder.decode(bytes, &mut take));
    decoder.finish(&mut take);
    window.finish(Followed::ToEnd, Presence::Absent, Presence::Absent)
}

/// What is known of a file that was read to its end.
fn lines_of(text: Text) -> Lines {
    Lines {
        content: text.content,
        lines: text.lines,
        last_line: text.last_line,
        stopped: text.stopped,
        total: text.total.unwrap(),
        clipped: text.clipped,
        asked: text.asked.unwrap(),
    }
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
        for piece in PIECES {
            let got = in_pieces(&bytes, &rules, first, most, piece);
            prop_assert_eq!(&expected, &got.map(lines_of), "in pieces of {}", piece);
        }
    }

    #[test]
    fn a_read_is_the_window_of_a_file(
        bytes in file(),
        rules in rules(),
        first in 1u64..12,
        most in prop_oneof![0u64..8, Just(u64::MAX)],
    ) {
        let tree = MemoryTree::new(&["/w"]).with("/w/f", Node::File(bytes.clone()));
        let start = Start::Line(LineNumber::new(first).unwrap());
        let got = read(&tree, &Request { path: "f", cwd: None, start, lines: most }, &rules);
        match (naive::read(&bytes, &rules, first, most), got) {
            (Err(error), Err(Failure { error: got, .. })) => prop_assert_eq!(error, got),
            (Ok(expected), Ok(document)) => {
                let text = document.text;
                prop_assert!(text.total.is_some() || rules.totals == Totals::Unwanted);
                prop_assert_eq!(text.total.is_some(), text.asked.is_some());
                prop_assert_eq!(text.numbered().count() as u64, text.lines);
                let whole = Text {
                    total: text.total.or(Some(expected.total)),
                    asked: text.asked.or(Some(expected.asked)),
                    ..text
                };
                prop_assert_eq!(expected, lines_of(whole));
            }
            (expected, got) => prop_assert!(false, "{expected:?} but {got:?}"),
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
