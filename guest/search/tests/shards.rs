//! Searches with scans of shards respond like those without.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    reason = "tests"
)]

#[path = "../../core/tests/support/mod.rs"]
mod memory;
mod support;

use memory::{MemoryTree, Node};
use proptest::prelude::*;
use readroom_core::FileKind;
use readroom_search::{
    Deadline, FindOrder, FindRequest, LetterCase, Pattern, PatternSyntax, Scope, SearchOutput,
    SearchRequest, SearchResults, Shard, Skipped, find, scan, search,
};
use std::cell::Cell;
use support::trees::{IGNORED, LINES, NAMES, RandomFile, RandomIgnoreFile};

const GLOBS: [&[&str]; 6] =
    [&[], &["*.rs"], &["!*.rs"], &["s/**", "/a/**"], &["d/*", ".h"], &["s/a/**"]];

fn pattern(text: &str) -> Pattern<'_> {
    Pattern { text, syntax: PatternSyntax::Regex, case: LetterCase::Smart, words: false }
}

/// Makes a tree. Files with 0 to 2 lines are binary, unreadable, or links.
fn tree(files: &[RandomFile], ignored: &[RandomIgnoreFile]) -> MemoryTree {
    let mut tree = MemoryTree::new(&["/w"]);
    let place = |names: &[usize]| {
        names.iter().fold(String::from("/w/s"), |path, name| {
            format!("{path}/{}", NAMES[name % NAMES.len()])
        })
    };
    let mut taken = Vec::new();
    for (names, lines, ends) in files {
        let path = place(names);
        let is_in = |other: &String| other.starts_with(&format!("{path}/"));
        if taken.iter().any(|other: &String| {
            *other == path || is_in(other) || path.starts_with(&format!("{other}/"))
        }) {
            continue;
        }
        let text: Vec<_> = lines.iter().map(|line| LINES[line % LINES.len()]).collect();
        let node = match (lines.len(), ends) {
            (0, true) => Node::File(b"\x7fELF\x02\x01\0\0\0\0needle\n".to_vec()),
            (0, false) => Node::Forbidden,
            (1, true) => Node::Link("/w/s/a".into()),
            (1, false) => Node::File(b"PK\x03\x04 a damaged document\0".to_vec()),
            _ => Node::File(text.join("\n").into_bytes()),
        };
        tree = tree.with(&path, node);
        taken.push(path);
    }
    for (kind, names, lines) in ignored {
        let path = format!("{}/{}", place(names), [".gitignore", ".ignore"][kind % 2]);
        let lines: Vec<_> = lines.iter().map(|line| IGNORED[line % IGNORED.len()]).collect();
        if taken.iter().any(|other| path.starts_with(&format!("{other}/"))) {
            continue;
        }
        let node = match lines.len() {
            0 => Node::Forbidden,
            _ => Node::File(lines.join("\n").into_bytes()),
        };
        tree = tree.with(&path, node);
    }
    tree
}

/// Returns the text of a scan.
fn scanned(
    tree: &MemoryTree,
    request: &SearchRequest<'_>,
    shard: Shard<'_>,
    deadline: Deadline<'_>,
) -> String {
    scan(tree, None, request, shard, deadline).unwrap().to_string()
}

/// Returns the shards between borders.
fn shards(borders: &[String]) -> impl Iterator<Item = Shard<'_>> {
    let begins = std::iter::once(None).chain(borders.iter().map(|border| Some(&**border)));
    let ends = borders.iter().map(|border| Some(&**border)).chain([None]);
    begins.zip(ends).map(|(from, to)| Shard { from, to })
}

/// Returns the pages of a search, each with scans of the same shards.
fn pages(
    tree: &MemoryTree,
    request: &SearchRequest<'_>,
    borders: Option<&[String]>,
    lost: usize,
) -> Vec<SearchResults> {
    let (mut pages, mut cursor) = (Vec::new(), None);
    loop {
        let request = SearchRequest { cursor: cursor.as_deref(), ..*request };
        let scans: Vec<String> = shards(borders.unwrap_or_default())
            .enumerate()
            .filter(|(number, _)| borders.is_some() && number + 1 != lost)
            .map(|(_, shard)| scanned(tree, &request, shard, Deadline::NEVER))
            .collect();
        let scans = scans.join("\0");
        let request = SearchRequest { scans: &scans, ..request };
        let page = search(tree, None, &request, Deadline::NEVER).unwrap();
        assert!(page.next.is_none() || page.next != cursor, "it goes on: {scans:?} {page:?}");
        cursor.clone_from(&page.next);
        pages.push(page);
        if cursor.is_none() {
            return pages;
        }
    }
}

fn names() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0..NAMES.len(), 1..4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_search_with_scans_answers_as_one_without(
        files in prop::collection::vec(
            (names(), prop::collection::vec(0..LINES.len(), 0..6), any::<bool>()), 1..40),
        ignored in prop::collection::vec(
            (0..2usize, prop::collection::vec(0..NAMES.len(), 0..3),
             prop::collection::vec(0..IGNORED.len(), 0..3)), 0..4),
        text in prop::sample::select(vec!["needle", "foo|TODO", "a", "^$", "nowhere"]),
        chosen in prop::collection::vec(any::<prop::sample::Index>(), 0..5),
        want in prop::sample::select(SearchOutput::ALL),
        matches in prop::option::of(1..6u64),
        bytes in prop::option::of(1..200u64),
        lost in 0..4usize,
        hidden in any::<bool>(),
        globs in prop::sample::select(GLOBS.to_vec()),
    ) {
        let tree = tree(&files, &ignored);
        let scope = Scope { hidden, globs, ..Scope::new("s") };
        let request = SearchRequest {
            scope, want, matches, bytes, ..SearchRequest::new(pattern(text), "s")
        };
        // Shards start at any entries, which need not be selected by the search.
        let all = Scope { hidden: true, ignored: true, ..Scope::new("s") };
        let kinds = [FileKind::File, FileKind::Directory];
        let finding = FindRequest {
            scope: all, kinds: &kinds, order: FindOrder::Path, details: false, lines: false,
            cursor: None, entries: None,
        };
        let entries = find(&tree, None, &finding, Deadline::NEVER).unwrap().entries;
        let mut borders: Vec<usize> = match entries.len() {
            0 => Vec::new(),
            length => chosen.iter().map(|index| index.index(length)).collect(),
        };
        borders.sort_unstable();
        borders.dedup();
        let borders: Vec<String> =
            borders.into_iter().map(|number| entries[number].path.clone()).collect();
        let all = pages(&tree, &request, None, 0);
        // Regardless of their number, pages count everything once.
        let whole = SearchRequest { matches: Some(10_000), bytes: Some(1 << 20), ..request };
        let whole = search(&tree, None, &whole, Deadline::NEVER).unwrap();
        let sum = all.iter().fold(Skipped::default(), |sum, page| sum + page.skipped);
        prop_assert_eq!(sum, whole.skipped);
        prop_assert_eq!(pages(&tree, &request, Some(&borders), lost), all);
        let files = FindRequest { scope, kinds: &[], entries: matches, ..finding };
        let (mut cursor, mut sum) = (None::<String>, Skipped::default());
        let whole = FindRequest { entries: None, ..files };
        let whole = find(&tree, None, &whole, Deadline::NEVER).unwrap();
        loop {
            let page = FindRequest { cursor: cursor.as_deref(), ..files };
            let page = find(&tree, None, &page, Deadline::NEVER).unwrap();
            sum = sum + page.skipped;
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        prop_assert_eq!(sum, whole.skipped);
    }
}

/// A clock that advances by one each time.
fn ticking(now: &Cell<u64>) -> impl Fn() -> u64 {
    || now.replace(now.get() + 1)
}

#[test]
fn files_that_a_scan_had_no_time_for_are_searched() {
    let mut tree = MemoryTree::new(&["/w"]);
    for number in 0..20 {
        tree = tree.file(&format!("/w/{number:02}"), &format!("line {}\n", number % 5));
    }
    let request = SearchRequest::new(pattern("line 4"), ".");
    let expected = search(&tree, None, &request, Deadline::NEVER).unwrap();
    assert_eq!((expected.files.len(), expected.searched), (4, 20));
    for time in 0..30 {
        let (now, shards) = (Cell::new(0), [(None, Some("10")), (Some("10"), None)]);
        let clock = ticking(&now);
        let scans = shards.map(|(from, to)| {
            let deadline = Deadline { clock: &clock, end: Some(time) };
            scanned(&tree, &request, Shard { from, to }, deadline)
        });
        let request = SearchRequest { scans: &scans.join("\0"), ..request };
        assert_eq!(search(&tree, None, &request, Deadline::NEVER).unwrap(), expected, "{time}");
        // The entries after a missing scan are searched, too.
        let request = SearchRequest { scans: &scans[1], ..request };
        assert_eq!(search(&tree, None, &request, Deadline::NEVER).unwrap(), expected, "{time}");
    }
}

#[test]
fn files_that_scans_have_passed_are_not_opened_again() {
    let full = MemoryTree::new(&["/w"]).file("/w/a", "none\n").file("/w/b", "needle\n");
    let request = SearchRequest::new(pattern("needle"), ".");
    let scans = scanned(&full, &request, Shard::default(), Deadline::NEVER);
    let expected = search(&full, None, &request, Deadline::NEVER).unwrap();
    // The file without a match is gone, but still counted.
    let rest = MemoryTree::new(&["/w"]).file("/w/b", "needle\n");
    let request = SearchRequest { scans: &scans, ..request };
    assert_eq!(search(&rest, None, &request, Deadline::NEVER).unwrap(), expected);
}

#[test]
fn a_malformed_scan_changes_nothing() {
    let tree = MemoryTree::new(&["/w"]).file("/w/a", "needle\n");
    let request = SearchRequest::new(pattern("needle"), ".");
    let expected = search(&tree, None, &request, Deadline::NEVER).unwrap();
    let (one_short, all) =
        (format!("\0\x001{}", ".2".repeat(12)), ["\0\x001", &".2".repeat(13)].concat());
    for scans in ["x", "\0\0\0\0", "\0\x001.2.3.4.5\x000", &one_short, &[&all, "\x001\0a"].concat()]
    {
        let request = SearchRequest { scans, ..request };
        assert_eq!(search(&tree, None, &request, Deadline::NEVER).unwrap(), expected, "{scans:?}");
    }
}

#[test]
fn a_scan_ends_where_most_files_match() {
    let tree = (0..200).fold(MemoryTree::new(&["/w"]), |tree, number| {
        tree.file(&format!("/w/{number:03}"), if number < 50 { "none\n" } else { "needle\n" })
    });
    let request = SearchRequest::new(pattern("needle"), ".");
    let expected = search(&tree, None, &request, Deadline::NEVER).unwrap();
    let scanned = scan(&tree, None, &request, Shard::default(), Deadline::NEVER).unwrap();
    assert_eq!((scanned.files(), scanned.is_complete), (64, false));
    let request = SearchRequest { scans: &scanned.to_string(), ..request };
    assert_eq!(search(&tree, None, &request, Deadline::NEVER).unwrap(), expected);
}
