//! The streaming window equals the naive one, regardless of the size of the pieces.

#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "support/arbitrary.rs"]
mod arbitrary;
#[path = "support/random.rs"]
mod random;
mod support;

use arbitrary::{file, rules};
use proptest::prelude::*;
use readroom_core::{Failure, LineNumber, Text, Totals};
use support::naive;
use support::pieces::{self, lines_of};
use support::{MemoryTree, Node, Request, read};

proptest! {
    #![proptest_config(random::inputs(4000))]

    #[test]
    fn the_window_is_the_same_in_every_piece_size(
        bytes in file(),
        rules in rules(),
        first in 1u64..12,
        max in prop_oneof![0u64..8, Just(u64::MAX)],
    ) {
        let expected = naive::read(&bytes, &rules, first, max);
        for piece in pieces::SIZES {
            let got = pieces::read(&bytes, &rules, first, max, piece);
            prop_assert_eq!(&expected, &got, "in pieces of {}", piece);
        }
    }

    #[test]
    fn a_read_is_the_window_of_a_file(
        bytes in file(),
        rules in rules(),
        first in 1u64..12,
        max in prop_oneof![0u64..8, Just(u64::MAX)],
    ) {
        let tree = MemoryTree::new(&["/w"]).with("/w/f", Node::File(bytes.clone()));
        let start = LineNumber::new(first).unwrap();
        let request = Request { path: "f", cwd: None, first: start, lines: max };
        let got = read(&tree, &request, &rules);
        match (naive::read(&bytes, &rules, first, max), got) {
            (Err(error), Err(Failure { error: got, .. })) => prop_assert_eq!(error, got),
            (Ok(expected), Ok(document)) => {
                let text = document.text;
                prop_assert!(text.total.is_some() || rules.totals == Totals::Unwanted);
                prop_assert_eq!(text.total.is_some(), text.requested.is_some());
                prop_assert_eq!(text.numbered().count() as u64, text.lines);
                let whole = Text {
                    total: text.total.or(Some(expected.total)),
                    requested: text.requested.or(Some(expected.requested)),
                    ..text
                };
                prop_assert_eq!(expected, lines_of(whole));
            }
            (expected, got) => prop_assert!(false, "{expected:?} but {got:?}"),
        }
    }
}
