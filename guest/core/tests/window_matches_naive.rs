//! The streaming window gives what the obvious way gives, whatever the size of the pieces it is fed.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use proptest::prelude::*;
use readroom_core::decode::{Piece, Utf8Decoder};
use readroom_core::window::{Followed, Window};
use readroom_core::{Failure, LineNumber, LineStart, Mark, Presence, ReadError, Rules, Text, Totals};
use support::arbitrary::{file, rules};
use support::naive::{self, Lines};
use support::{MemoryTree, Node, Request, read};

const PIECES: [usize; 5] = [1, 2, 3, 7, 65536];

/// The window of a file that comes in pieces of this size.
fn in_pieces(bytes: &[u8], rules: &Rules, first: u64, most: u64, piece: usize) -> Result<Text, ReadError> {
    let bytes = if rules.mark == Mark::Dropped {
        bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
    } else {
        bytes
    };
    let mut window = Window::new(rules, LineStart::FIRST, LineNumber::new(first).unwrap(), most);
    let mut take = |piece: Piece<'_>| match piece {
        Piece::Text(text) => window.push(text),
        Piece::Replacements { count, bytes } => window.push_replacements(count, bytes),
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
        let got = read(&tree, &Request { path: "f", cwd: None, first: LineNumber::new(first).unwrap(), lines: most }, &rules);
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
}
