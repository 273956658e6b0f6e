//! Files by their sizes and numbers of lines.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

#[path = "../../core/tests/support/mod.rs"]
mod memory;
#[path = "../../core/tests/support/random.rs"]
mod random;

use memory::{MemoryTree, Node};
use proptest::prelude::*;
use readroom_core::FileKind;
use readroom_search::{
    Deadline, FindOrder, FindRequest, FoundEntry, FoundFiles, Scope, TextLength, find,
};
use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::BTreeMap;

const FILES_AND_DIRECTORIES: [FileKind; 2] = [FileKind::File, FileKind::Directory];

fn request(order: FindOrder) -> FindRequest<'static> {
    FindRequest {
        scope: Scope::new("."),
        kinds: &[],
        order,
        details: false,
        lines: false,
        cursor: None,
        entries: None,
    }
}

fn page(tree: &MemoryTree, request: &FindRequest<'_>) -> FoundFiles {
    find(tree, None, request, Deadline::NEVER).unwrap()
}

/// Returns the entries, page after page.
fn pages(tree: &MemoryTree, request: &FindRequest<'_>) -> Vec<FoundEntry> {
    let (mut entries, mut cursor) = (Vec::new(), None);
    loop {
        let found = page(tree, &FindRequest { cursor: cursor.as_deref(), ..*request });
        entries.extend(found.entries);
        cursor = found.next;
        if cursor.is_none() {
            return entries;
        }
    }
}

fn lines(entry: &FoundEntry) -> Option<u64> {
    entry.length.map(|length| length.lines)
}

#[test]
fn lines_and_tokens_are_those_of_a_read() {
    let utf16: Vec<u8> =
        "\u{feff}one\r\ntwo\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let long = "a line of some words\n".repeat(20_000);
    let tree = MemoryTree::new(&["/w"])
        .file("/w/empty", "")
        .file("/w/one", "fn one() {}")
        .file("/w/two", "one\r\nt\rwo\n")
        .file("/w/long", &long)
        .file("/w/a.rtf", "{\\rtf1\n\ntext\n}")
        .file("/w/a.ipynb", "{}\n")
        .with("/w/utf16", Node::File(utf16))
        .with("/w/binary", Node::File(vec![0, 1, b'\n', 2]))
        .with("/w/forbidden", Node::Forbidden);
    let found = pages(&tree, &FindRequest { lines: true, ..request(FindOrder::Path) });
    let found: BTreeMap<_, _> =
        found.iter().map(|entry| (&*entry.path, (lines(entry), &entry.metadata))).collect();
    let expected = [
        ("a.ipynb", None),
        ("a.rtf", None),
        ("binary", None),
        ("empty", Some(0)),
        ("long", Some(20_000)),
        ("one", Some(1)),
        ("two", Some(2)),
        ("utf16", Some(2)),
    ];
    for (path, lines) in expected {
        assert_eq!(found[path], (lines, &None), "{path}");
    }
    let one = FindRequest { scope: Scope::new("long"), details: true, ..request(FindOrder::Lines) };
    let entry = &page(&tree, &one).entries[0];
    let tokens = readroom_tokens::estimate(&long);
    let TextLength { lines, tokens: estimated } = entry.length.unwrap();
    assert_eq!((lines, entry.metadata.unwrap().size), (20_000, long.len() as u64));
    assert!((tokens..=tokens + 2 * (long.len() as u64 >> 16)).contains(&estimated));
}

#[test]
fn a_file_that_cannot_be_among_the_first_is_not_read() {
    let mut tree = MemoryTree::new(&["/w"]);
    for number in 0..1000 {
        tree = tree.file(&format!("/w/{number:04}"), if number < 10 { "a\nb\nc\n" } else { "a\n" });
    }
    let found = page(&tree, &FindRequest { entries: Some(2), ..request(FindOrder::Lines) });
    let paths: Vec<_> = found.entries.iter().map(|entry| &*entry.path).collect();
    assert_eq!(paths, ["0000", "0001"]);
    assert!(tree.bytes_read.get() < 100, "{}", tree.bytes_read.get());
}

#[test]
fn a_page_ends_before_a_file_that_it_has_no_time_to_count() {
    let long = "line\n".repeat(100_000);
    let tree = MemoryTree::new(&["/w"]).file("/w/a", "line\n").file("/w/b", &long).file("/w/c", "");
    let (mut found, mut cursor) = (Vec::new(), None);
    loop {
        // The time of a page is up within the long file, even if that is the first one.
        let looks = Cell::new(0);
        let clock = || looks.replace(looks.get() + 1);
        let deadline = Deadline { clock: &clock, end: Some(3) };
        let request = FindRequest { lines: true, ..request(FindOrder::Path) };
        let request = FindRequest { cursor: cursor.as_deref(), ..request };
        let page = find(&tree, None, &request, deadline).unwrap();
        assert_eq!(page.out_of_time, page.next.is_some());
        found.push(page.entries.iter().map(lines).collect::<Vec<_>>());
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(found, [vec![Some(1)], vec![None, Some(0)]]);
}

/// Returns files in up to two directories, some of them binary.
fn files() -> impl Strategy<Value = BTreeMap<String, Vec<u8>>> {
    let name = "[a-c](/[a-c])?/[a-c]\\.txt|[d-h]\\.txt";
    let text = prop::collection::vec("[a-z]{0,3}", 0..6).prop_map(|lines| lines.join("\n").into());
    let content = prop_oneof![5 => text, 1 => Just(vec![0, 1, 2, b'\n'])];
    prop::collection::btree_map(name, content, 0..25)
}

proptest! {
    #![proptest_config(random::inputs(100))]

    #[test]
    fn pages_in_each_order_have_every_entry_once(
        files in files(),
        entries in 1_u64..9,
        with_lines: bool,
    ) {
        let mut tree = MemoryTree::new(&["/w"]);
        for (path, content) in &files {
            tree = tree.with(&format!("/w/{path}"), Node::File(content.clone()));
        }
        let all = FindRequest { kinds: &FILES_AND_DIRECTORIES, ..request(FindOrder::Path) };
        let mut expected: Vec<_> = pages(&tree, &all).into_iter().map(|found| found.path).collect();
        prop_assert_eq!(expected.iter().filter(|path| path.contains('.')).count(), files.len());
        for order in [FindOrder::Path, FindOrder::Modified, FindOrder::Size, FindOrder::Lines] {
            let count = |path: &str| {
                let content = files.get(path).filter(|content| !content.contains(&0))?;
                Some(content.split_inclusive(|byte| *byte == b'\n').count())
            };
            let rank = |path: &str| match order {
                FindOrder::Path | FindOrder::Modified => None,
                FindOrder::Size => files.get(path).map(Vec::len),
                FindOrder::Lines => count(path),
            };
            if order != FindOrder::Path {
                expected.sort_by_key(|path| (Reverse(rank(path)), path.clone()));
            }
            let has_lines = with_lines || order == FindOrder::Lines;
            let request = FindRequest { order, lines: with_lines, entries: Some(entries), ..all };
            let found = pages(&tree, &request);
            let paths: Vec<_> = found.iter().map(|entry| &*entry.path).collect();
            prop_assert_eq!(&paths, &expected, "{:?}", order);
            let counts = found.iter().map(lines);
            let expected = paths.iter().map(|path| count(path).filter(|_| has_lines));
            prop_assert!(counts.eq(expected.map(|count| Some(count? as u64))));
        }
    }
}
