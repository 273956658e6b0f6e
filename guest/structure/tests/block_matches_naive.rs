//! The block around a line equals its definition, wherever the text is cut into pieces.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

#[path = "support/blocks.rs"]
mod blocks;
#[path = "../../core/tests/support/cut.rs"]
mod cut;
#[path = "../../core/tests/support/random.rs"]
mod random;

use blocks::find;
use proptest::prelude::*;
use readroom_core::LineNumber;
use readroom_structure::{BlockFinder, Siblings};

/// Lines that differ only in indentation.
fn plain() -> impl Strategy<Value = Vec<Option<usize>>> {
    prop::collection::vec(prop_oneof![1 => Just(None), 6 => (0usize..5).prop_map(Some)], 1..25)
}

/// The headers of a line, the nearest first.
fn naive_headers(lines: &[Option<usize>], line: usize) -> Vec<usize> {
    let mut headers = Vec::new();
    let mut indentation = lines[line].unwrap();
    for above in (0..line).rev() {
        if let Some(shallower) = lines[above].filter(|above| *above < indentation) {
            headers.push(above);
            indentation = shallower;
        }
    }
    headers
}

/// The last line of the body of a header, or the header if it has none.
fn naive_end(lines: &[Option<usize>], header: usize) -> usize {
    let body = (header + 1..lines.len())
        .take_while(|&line| lines[line].is_none_or(|deep| Some(deep) > lines[header]));
    body.filter(|&line| lines[line].is_some()).last().unwrap_or(header)
}

/// The block by its definition, counted from 0.
fn naive(lines: &[Option<usize>], line: usize, levels: usize) -> (usize, usize, Vec<usize>) {
    let before = (0..=line).rev().find(|&line| lines[line].is_some());
    let Some(anchor) = before.or_else(|| (line..lines.len()).find(|&line| lines[line].is_some()))
    else {
        return (line, line, Vec::new());
    };
    let mut chain = naive_headers(lines, anchor);
    if naive_end(lines, anchor) > anchor {
        chain.insert(0, anchor);
    }
    if chain.is_empty() {
        let alone = |&line: &usize| {
            lines[line].is_some()
                && naive_end(lines, line) == line
                && naive_headers(lines, line).is_empty()
        };
        let first = (0..=anchor).rev().take_while(alone).last().unwrap();
        let last = (anchor..lines.len()).take_while(alone).last().unwrap();
        return (first, last, Vec::new());
    }
    let at = levels.min(chain.len() - 1);
    let headers = chain[at + 1..].iter().rev().copied().collect();
    (chain[at], naive_end(lines, chain[at]), headers)
}

proptest! {
    #![proptest_config(random::inputs(3000))]

    #[test]
    fn the_block_of_plain_lines_matches_its_definition(
        lines in plain(),
        at in any::<prop::sample::Index>(),
        levels in 0usize..4,
    ) {
        let text: String = lines.iter().map(|deep| match deep {
            Some(deep) => " ".repeat(*deep) + "x\n",
            None => "\n".to_owned(),
        }).collect();
        let line = at.index(lines.len());
        let (first, last, headers) = naive(&lines, line, levels);
        let found = find(&[&text], line as u64 + 1, levels as u32, Siblings::Excluded).unwrap();
        let index = |line: LineNumber| line.get() as usize - 1;
        let got: Vec<_> = found.headers.iter().map(|header| index(header.line)).collect();
        prop_assert_eq!((index(found.first), index(found.last)), (first, last), "{}", text);
        prop_assert_eq!(got, headers);
    }

    #[test]
    fn the_block_is_the_same_wherever_the_pieces_are_cut_and_holds_the_line(
        lines in prop::collection::vec(
            ("[ \t]{0,6}", prop::sample::select(BEGINNINGS), prop::sample::select(ENDINGS)),
            1..30,
        ),
        cuts in cut::cuts(),
        at in any::<prop::sample::Index>(),
        levels in 0u32..4,
        siblings in prop::sample::select(&[Siblings::Excluded, Siblings::Included][..]),
    ) {
        let joined = |(white, begin, end): &(String, &str, &str)| format!("{white}{begin}{end}\n");
        let text: String = lines.iter().map(joined).collect();
        let line = at.index(lines.len());
        let number = line as u64 + 1;
        let found = find(&[&text], number, levels, siblings).unwrap();
        prop_assert!(found.first <= found.last);
        prop_assert!(found.last.get() <= lines.len() as u64);
        if !text.lines().nth(line).unwrap().trim().is_empty() {
            let range = found.first.get()..=found.last.get();
            prop_assert!(range.contains(&number), "{found:?} of {line}\n{text}");
        }
        for header in &found.headers {
            prop_assert!(header.line < found.first);
        }
        for pieces in cut::ways(&text, &cuts) {
            prop_assert_eq!(find(&pieces, number, levels, siblings).unwrap(), found.clone());
        }
        // The finder ignores text after it is done.
        let mut finder = BlockFinder::new("a", LineNumber::new(number).unwrap(), levels, siblings);
        for piece in text.split_inclusive('\n') {
            if finder.is_done() {
                break;
            }
            finder.push(piece);
        }
        prop_assert_eq!(finder.finish().unwrap(), found);
    }
}

const BEGINNINGS: &[&str] = &[
    "",
    "x",
    "}",
    ")",
    "{",
    "# a",
    "#[a]",
    "#ifdef A",
    "#define A",
    "@a",
    "//",
    "*",
    "else",
    "end",
    "case 1",
    "a:",
    "- b",
    "<a>",
    "</a>",
    ">",
    "where",
    "do",
    "for",
    "é\0",
];
const ENDINGS: &[&str] = &["", "", " {", ":", "(", ";", ",", ")", " // x", "\r"];
