//! A page is the same however the read gets there: from the end, by a cursor, with an index, or
//! from the beginning.

#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "support/arbitrary.rs"]
mod arbitrary;
#[path = "support/random.rs"]
mod random;
mod support;

use arbitrary::{file, rules};
use proptest::prelude::*;
use readroom_core::{
    Cursor, FileError, LineIndex, LineNumber, Ordinal, PageStart, PastEnd, Rules, Stopped, Text,
    Totals,
};
use support::{MemoryTree, Node, naive, open};

fn tree(bytes: Vec<u8>) -> MemoryTree {
    MemoryTree::new(&["/w"]).with("/w/f", Node::File(bytes))
}

fn line(number: u64) -> LineNumber {
    LineNumber::new(number).unwrap()
}

/// The lines of a page, wherever they are counted from.
fn lines_of(text: &Text) -> (&str, u64, Stopped, u64) {
    (&text.content, text.lines, text.stopped, text.end)
}

proptest! {
    #![proptest_config(random::inputs(3000))]

    #[test]
    fn reading_from_the_end_equals_reading_from_that_line(
        bytes in file(),
        rules in rules(),
        from_end in 1u64..12,
        lines in prop_oneof![0u64..8, Just(u64::MAX)],
        piece in 1u32..9,
    ) {
        let tree = tree(bytes.clone());
        let file = open(&tree, "f").in_pieces(piece);
        let lenient = Rules { past_end: PastEnd::Empty, ..rules };
        let total = naive::read(&bytes, &lenient, 1, 0).unwrap().total;
        let first = line(total.saturating_sub(from_end) + 1);
        let wanted = Rules { totals: Totals::Wanted, ..rules };
        let by_line = file.page(PageStart::Line(first), lines, &wanted, None);
        let start = PageStart::FromEnd(from_end);
        prop_assert_eq!(file.page(start, lines, &wanted, None), by_line.clone());

        let unwanted = Rules { totals: Totals::Unwanted, ..rules };
        let by_line = by_line.unwrap();
        let page = file.page(start, lines, &unwanted, None).unwrap();
        prop_assert_eq!(lines_of(&page.text), lines_of(&by_line.text));
        match page.first {
            Ordinal::FromStart(number) => prop_assert_eq!(number, first),
            Ordinal::FromEnd(number) => {
                prop_assert_eq!((number, page.text.total), (from_end, None));
            }
        }
    }

    #[test]
    fn the_page_after_a_cursor_is_the_page_of_its_line(
        bytes in file(),
        rules in rules(),
        start in prop_oneof![
            (1u64..4).prop_map(|first| PageStart::Line(line(first))),
            (1u64..9).prop_map(PageStart::FromEnd),
        ],
        lines in 1u64..5,
        piece in 1u32..9,
    ) {
        let rules = Rules { past_end: PastEnd::Empty, ..rules };
        let tree = tree(bytes.clone());
        let file = open(&tree, "f").in_pieces(piece);
        let total = naive::read(&bytes, &rules, 1, 0).unwrap().total;
        let mut page = file.page(start, lines, &rules, None).unwrap();
        while let Some(cursor) = page.next.filter(|_| page.text.lines > 0) {
            page = file.page(PageStart::Cursor(cursor), lines, &rules, None).unwrap();
            let number = match page.first {
                Ordinal::FromStart(number) => number,
                Ordinal::FromEnd(number) => line(total - number + 1),
            };
            let by_line = file.page(PageStart::Line(number), lines, &rules, None).unwrap();
            prop_assert_eq!(lines_of(&page.text), lines_of(&by_line.text));
            if page.first == by_line.first && matches!(start, PageStart::Line(_)) {
                prop_assert_eq!(&page, &by_line);
            }
        }
        prop_assert!(page.text.stopped == Stopped::AtEnd || page.text.lines == 0);
    }

    #[test]
    fn an_index_changes_nothing(
        bytes in file(),
        rules in rules(),
        windows in prop::collection::vec((1u64..12, prop_oneof![0u64..8, Just(u64::MAX)]), 1..5),
        spacing in 1u64..12,
        piece in 1u32..9,
    ) {
        let tree = tree(bytes);
        let file = open(&tree, "f").in_pieces(piece);
        let mut index = LineIndex::with_spacing(spacing);
        for (first, lines) in windows {
            let with = file.text(line(first), lines, &rules, Some(&mut index));
            prop_assert_eq!(with, file.text(line(first), lines, &rules, None), "{:?}", index);
        }
    }
}

/// Returns how many bytes are read from a file of this many lines of a hundred bytes each.
fn bytes_read(lines: u64, act: impl FnOnce(&readroom_core::File<'_, MemoryTree>)) -> u64 {
    let text: String = (0..lines).map(|number| format!("{number:099}\n")).collect();
    let tree = tree(text.into_bytes());
    let file = open(&tree, "f");
    let before = tree.bytes_read.get();
    act(&file);
    tree.bytes_read.get() - before
}

#[test]
fn the_end_of_a_file_shorter_than_reported_is_found_from_its_beginning() {
    for totals in [Totals::Wanted, Totals::Unwanted] {
        let rules = Rules { totals, past_end: PastEnd::Empty, ..Rules::PLAIN };
        for (content, before, expected) in [
            ("0-1\n", 1, "0-1\n"),
            ("0-1\n", 9, "0-1\n"),
            ("one\ntwo\nthree", 2, "two\nthree"),
            ("", 1, ""),
        ] {
            let tree = MemoryTree::new(&["/w"]);
            let tree = tree.with("/w/f", Node::Oversized(content.into()));
            let file = open(&tree, "f");
            let page = file.page(PageStart::FromEnd(before), 9, &rules, None).unwrap();
            assert_eq!(page.text.content, expected, "{content:?}, the last {before}");
            assert_eq!(page.next, None);
            let lines = content.lines().count() as u64;
            let first = lines.saturating_sub(before) + 1;
            assert_eq!(page.first, Ordinal::FromStart(line(first)));
        }
    }
}

const LINES: u64 = 100_000;

#[test]
fn a_tail_and_a_page_by_cursor_read_no_more_than_a_first_page() {
    let rules = Rules { totals: Totals::Unwanted, ..Rules::PLAIN };
    let first =
        bytes_read(LINES, |file| drop(file.page(PageStart::Line(line(1)), 500, &rules, None)));
    let tail =
        bytes_read(LINES, |file| drop(file.page(PageStart::FromEnd(500), 500, &rules, None)));
    let cursor = Cursor {
        offset: 50_000 * 100,
        line: Ordinal::FromStart(line(50_001)),
        total: None,
        lossy: false,
    };
    let deep = bytes_read(LINES, |file| {
        let page = file.page(PageStart::Cursor(cursor), 500, &rules, None).unwrap();
        assert!(page.text.content.starts_with(&format!("{:099}\n", 50_000)));
        assert_eq!(page.text.first, line(50_001));
    });
    assert!(first <= 128 << 10, "{first}");
    assert!(deep <= first + (16 << 10), "{deep}");
    assert!(tail <= 2 * first + (16 << 10), "{tail}");
}

#[test]
fn with_an_index_the_second_deep_page_is_near() {
    let mut index = LineIndex::new(LINES * 100);
    let rules = Rules { totals: Totals::Wanted, ..Rules::PLAIN };
    let mut read = |first| {
        bytes_read(LINES, |file| drop(file.text(line(first), 500, &rules, Some(&mut index))))
    };
    assert!(read(50_000) >= LINES * 100, "the first one counts");
    assert!(read(50_500) <= 256 << 10, "the next page begins where it ended");
    assert!(read(90_000) <= 512 << 10, "any other is near a landmark");
    assert!(read(10) <= 256 << 10, "the beginning too");
}

#[test]
fn a_cursor_into_the_middle_of_a_line_is_stale() {
    let tree = tree(b"one\ntwo\n".to_vec());
    let file = open(&tree, "f");
    for offset in [1, 3, 5, 9, u64::MAX] {
        let cursor =
            Cursor { offset, line: Ordinal::FromStart(line(2)), total: None, lossy: false };
        assert_eq!(
            file.page(PageStart::Cursor(cursor), 1, &Rules::PLAIN, None),
            Err(FileError::Stale),
            "{offset}"
        );
    }
}
