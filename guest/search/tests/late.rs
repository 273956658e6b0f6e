//! Pages that end in time, and what they say of a file that the time does not suffice for.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests")]

#[path = "../../core/tests/support/mod.rs"]
mod memory;

use memory::MemoryTree;
use readroom_core::ValueFormat;
use readroom_search::{
    Deadline, FindOrder, FindRequest, LetterCase, MatchBlocks, Pattern, PatternSyntax, Scope,
    SearchOutput, SearchRequest, SearchResults, SearchStop, Shard, find, scan, search,
};
use std::cell::Cell;

/// A pattern whose engine may take long. It has no literal that a match requires.
const SLOW: &str = "[0-9]{20000}|[n]eedle";

fn request(text: &str) -> SearchRequest<'_> {
    let (syntax, case) = (PatternSyntax::Regex, LetterCase::Smart);
    SearchRequest::new(Pattern { text, syntax, case, words: false }, ".")
}

/// Returns the result of a call with a time limit, if each reading of the clock takes 100 ms.
fn in_time<R>(milliseconds: u64, call: impl FnOnce(Deadline<'_>) -> R) -> R {
    let now = Cell::new(0);
    let clock = || now.replace(now.get() + 100);
    call(Deadline { clock: &clock, end: Some(milliseconds) })
}

/// Returns all pages.
fn pages(tree: &MemoryTree, request: &SearchRequest<'_>, milliseconds: u64) -> Vec<SearchResults> {
    let mut pages = Vec::<SearchResults>::new();
    loop {
        let cursor = pages.last().and_then(|page| page.next.clone());
        assert!(pages.len() < 1000, "it ends");
        if !pages.is_empty() && cursor.is_none() {
            return pages;
        }
        let request = SearchRequest { cursor: cursor.as_deref(), ..*request };
        pages.push(in_time(milliseconds, |time| search(tree, None, &request, time).unwrap()));
    }
}

/// Returns the paths and the numbers of matches of a page, and the file that is left out.
fn found(page: &SearchResults) -> (Vec<(&str, u64)>, Option<&str>) {
    let files = page.files.iter().map(|file| (&*file.path, file.matches));
    (files.collect(), page.left_out.as_deref())
}

fn masked() -> MemoryTree {
    let log = "an event without news\n".repeat(430_000) + "needle\n";
    let tree = MemoryTree::new(&["/w"]).file("/w/a.txt", "needle\n").file("/w/b.log", &log);
    let tree = tree.file("/w/c.txt", "needle\n");
    tree.masked_as.set(Some(ValueFormat::Plain));
    tree
}

#[test]
fn a_masked_file_that_takes_longer_than_a_page_is_named() {
    let (tree, request) = (masked(), request("needle"));
    let pages = pages(&tree, &request, 1000);
    let all: Vec<_> = pages.iter().map(found).collect();
    assert_eq!(
        all,
        [(vec![("a.txt", 1)], None), (vec![], Some("b.log")), (vec![("c.txt", 1)], None)]
    );
    let large: Vec<_> = pages.iter().map(|page| page.skipped.large).collect();
    assert_eq!(large, [0, 1, 0]);
    let whole = search(&tree, None, &request, Deadline::NEVER).unwrap();
    assert_eq!((whole.files.len(), whole.skipped.large), (3, 0));
}

#[test]
fn a_small_file_is_masked_even_if_the_time_is_up() {
    let tree = MemoryTree::new(&["/w"]).file("/w/a.txt", "needle\n").file("/w/b.txt", "needle\n");
    tree.masked_as.set(Some(ValueFormat::Plain));
    let pages = pages(&tree, &request("needle"), 0);
    let all: Vec<_> = pages.iter().map(found).collect();
    assert_eq!(all, [(vec![("a.txt", 1)], None), (vec![("b.txt", 1)], None)]);
}

#[test]
fn a_scan_ends_before_a_masked_file_that_takes_too_long() {
    let (tree, request) = (masked(), request("needle"));
    let scanned =
        in_time(1000, |time| scan(&tree, None, &request, Shard::default(), time).unwrap());
    assert!(!scanned.is_complete);
    let scans = scanned.to_string();
    let page = search(&tree, None, &SearchRequest { scans: &scans, ..request }, Deadline::NEVER);
    assert_eq!(page.unwrap().files.len(), 3);
}

#[test]
fn lines_are_counted_as_long_as_there_is_time() {
    let tree = masked();
    let request = FindRequest {
        scope: Scope::new("."),
        kinds: &[],
        order: FindOrder::Path,
        details: false,
        lines: true,
        cursor: None,
        entries: None,
    };
    let page = in_time(1000, |time| find(&tree, None, &request, time).unwrap());
    assert_eq!((page.entries.len(), page.out_of_time), (1, true));
    let next = FindRequest { cursor: page.next.as_deref(), ..request };
    let page = in_time(1000, |time| find(&tree, None, &next, time).unwrap());
    let lengths: Vec<_> = page.entries.iter().map(|entry| entry.length.is_some()).collect();
    assert_eq!(lengths, [false]);
}

/// Returns a tree in which a file has a match in its first and in its last function.
fn functions() -> MemoryTree {
    let end = "fn needle_z() {\n    needle();\n}\n";
    let lines = "fn of() {\n    other(words);\n}\n".repeat(8000);
    let tree = MemoryTree::new(&["/w"]).file("/w/a.rs", "fn a() {\n    needle();\n}\n");
    tree.file("/w/b.rs", &["fn b() {\n    needle();\n}\n", &lines, end].concat())
        .file("/w/c.rs", "fn c() {\n    needle();\n}\n")
}

#[test]
fn blocks_and_uses_end_in_time() {
    let tree = functions();
    for request in [
        SearchRequest { blocks: MatchBlocks::All, ..request(SLOW) },
        SearchRequest { want: SearchOutput::Uses, ..request(SLOW) },
    ] {
        let pages = pages(&tree, &request, 1000);
        assert_eq!(pages.iter().filter_map(|page| found(page).1).collect::<Vec<_>>(), ["b.rs"]);
        let mut files: Vec<_> = pages.iter().flat_map(|page| &page.files).collect();
        files.retain(|file| file.is_complete);
        assert_eq!(files.iter().map(|file| &*file.path).collect::<Vec<_>>(), ["a.rs", "c.rs"]);
        assert_eq!(pages[0].stopped, SearchStop::TimeLimit);
        let whole = search(&tree, None, &request, Deadline::NEVER).unwrap();
        let matches: Vec<_> = whole.files.iter().map(|file| file.matches).collect();
        assert_eq!(matches, [1, if request.want == SearchOutput::Uses { 2 } else { 3 }, 1]);
    }
}

#[test]
fn what_was_found_in_time_is_on_the_page() {
    let request = SearchRequest { blocks: MatchBlocks::All, ..request(SLOW) };
    let pages = pages(&functions(), &request, 1000);
    let all: Vec<_> = pages.iter().map(found).collect();
    let first = vec![("a.rs", 1), ("b.rs", 1)];
    assert_eq!(all, [(first, None), (vec![], Some("b.rs")), (vec![("c.rs", 1)], None)]);
    assert!(!pages[0].files[1].is_complete);
}

#[test]
fn definitions_end_in_time() {
    let request = SearchRequest { want: SearchOutput::Definitions, ..request("[0-9]{20000}|o[f]") };
    let pages = pages(&functions(), &request, 1000);
    assert!(pages.iter().any(|page| page.stopped == SearchStop::TimeLimit));
    assert!(pages.iter().any(|page| page.files.iter().any(|file| file.path == "b.rs")));
}

#[test]
fn a_page_ends_between_matches_that_may_each_take_long() {
    let tree = MemoryTree::new(&["/w"]).file("/w/a.txt", &"a needle\n".repeat(300));
    let lines = request(SLOW);
    for request in [lines, SearchRequest { want: SearchOutput::Counts, ..lines }] {
        let pages = pages(&tree, &request, 1000);
        assert!(pages.len() > 10, "{}", pages.len());
        let counts = pages.iter().flat_map(|page| &page.files).map(|file| file.matches);
        assert_eq!(counts.max(), Some(300));
    }
}
