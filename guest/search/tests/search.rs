//! Searching and finding in an in-memory tree.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests")]

#[path = "../../core/tests/support/mod.rs"]
mod memory;
mod support;

use memory::{MemoryTree, Node};
use readroom_core::FileKind;
use readroom_search::{
    Context, Deadline, FindOrder, FindRequest, FoundOrder, LetterCase, Pattern, PatternSyntax,
    Scope, SearchError, SearchOutput, SearchRequest, SearchResults, SearchStop, find, search,
};
use std::cell::Cell;
use support::{found, printed};

fn pattern(text: &str) -> Pattern<'_> {
    Pattern { text, syntax: PatternSyntax::Regex, case: LetterCase::Smart, words: false }
}

fn request(text: &str) -> SearchRequest<'_> {
    SearchRequest::new(pattern(text), ".")
}

fn finding<'a>(scope: Scope<'a>, kinds: &'a [FileKind]) -> FindRequest<'a> {
    FindRequest {
        scope,
        kinds,
        order: FindOrder::Path,
        details: false,
        lines: false,
        cursor: None,
        entries: None,
    }
}

fn page(tree: &MemoryTree, request: &SearchRequest<'_>) -> SearchResults {
    search(tree, None, request, Deadline::NEVER).unwrap()
}

fn tree() -> MemoryTree {
    MemoryTree::new(&["/w"])
}

#[test]
fn text_is_searched_as_it_is_read() {
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    let marked = [b"\xff\xfe".to_vec(), utf16("eins\r\nüber\r\n")].concat();
    let gbk = b"\xd6\xd0\xce\xc4\xb5\xc4\xce\xc4\xb1\xbe\xa3\xac\xb2\xbb\xca\xc7\xd3\xa2\xce\xc4\n";
    let tree = tree()
        .with("/w/bom", Node::File(b"\xef\xbb\xbf\xc3\xbcber\n".to_vec()))
        .with("/w/gbk", Node::File(gbk.repeat(20)))
        .with("/w/utf16", Node::File(marked))
        .with("/w/utf16-no-bom", Node::File(utf16("one line\nüber all\nand more\n")));
    let expected = "bom:1:über\nutf16:2:über\r\nutf16-no-bom:2:über all\n";
    assert_eq!(printed(&tree, &request("^\\S* ?über")), expected);
    assert_eq!(page(&tree, &request("不是英文$")).files[0].matches, 20);
}

#[test]
fn binary_files_are_counted_and_searched_only_if_requested() {
    let zeros = [b"\x7fELF\x02\x01".to_vec(), vec![0; 100], b"needle\n".to_vec()].concat();
    let tree = tree()
        .with("/w/a.bin", Node::File(zeros))
        .with("/w/b.png", Node::File(b"\x89PNG\r\n\x1a\n\0\0\0\rneedle\n".to_vec()))
        .file("/w/c.txt", "a needle\0 in text\n");
    let results = page(&tree, &request("needle"));
    assert_eq!((results.skipped.binary, results.searched, results.files.len()), (2, 1, 1));
    let results = page(&tree, &SearchRequest { binary: true, ..request("needle") });
    assert_eq!((results.skipped.binary, results.files.len()), (0, 3));
}

#[test]
fn links_are_found_and_never_followed() {
    let tree = tree()
        .file("/w/a/x.txt", "needle\n")
        .link("/w/b", "a")
        .link("/w/c.txt", "a/x.txt")
        .link("/w/loop", "loop")
        .with("/w/pipe", Node::Special);
    assert_eq!(printed(&tree, &request("needle")), "a/x.txt:1:needle\n");
    let all = [FileKind::File, FileKind::Directory, FileKind::Link, FileKind::Special];
    let found = |kinds| found(&tree, &finding(Scope::new("."), kinds));
    assert_eq!(found(&all), ["a", "a/x.txt", "b", "c.txt", "loop", "pipe"]);
    assert_eq!(found(&[FileKind::Link]), ["b", "c.txt", "loop"]);
    // A requested path is followed.
    let in_link = SearchRequest { scope: Scope::new("b"), ..request("needle") };
    assert_eq!(printed(&tree, &in_link), "a/x.txt:1:needle\n");
}

#[test]
fn unreadable_entries_are_counted() {
    let tree = tree()
        .with("/w/a.txt", Node::Forbidden)
        .with("/w/.gitignore", Node::Forbidden)
        .file("/w/b.txt", "needle\n");
    let results = page(&tree, &request("needle"));
    assert_eq!((results.skipped.files, results.files.len()), (1, 1));
}

#[test]
fn entries_left_out_are_counted() {
    let pdf = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n".to_vec();
    let deep = format!("{}/", "d".repeat(200)).repeat(21);
    let tree = tree()
        .file("/w/.gitignore", "*.log\nbuild/\n")
        .file("/w/.ignore", "z.md\n")
        .file("/w/.git/config", "needle\n")
        .file("/w/.git/info/exclude", "y.md\n")
        .file("/w/.github/ci.yml", "needle\n")
        .file("/w/a.log", "needle\n")
        .file("/w/b.log", "needle\n")
        .file("/w/build/x/y.rs", "needle\n")
        .file("/w/y.md", "needle\n")
        .file("/w/z.md", "needle\n")
        .file("/w/c.rs", "needle\n")
        .with("/w/d.bin", Node::File(b"\x7fELF\0\0\0\0".to_vec()))
        .with("/w/e.docx", Node::File(b"PK\x03\x04 damaged\0\0".to_vec()))
        .with("/w/e.pdf", Node::File(pdf))
        .link("/w/f", "build")
        .link("/w/g.rs", "c.rs")
        .link("/w/h", "missing")
        .file(&format!("/w/{deep}deepest"), "needle\n");
    let skipped = |globs: &[&str]| {
        let request =
            SearchRequest { scope: Scope { globs, ..Scope::new(".") }, ..request("none") };
        page(&tree, &request).skipped
    };
    let all = skipped(&[]);
    assert_eq!((all.hidden, all.ignored(), all.links, all.paths), (3, 5, 3, 1), "{all:?}");
    let by: Vec<_> = all.ignored_by().collect();
    assert_eq!(by, [".ignore", ".gitignore", ".git/info/exclude"]);
    assert_eq!(all.binary + all.documents, 3, "{all:?}");
    assert_eq!(all.directories + all.files + all.names + all.ignore_files, 0);
    // Only entries that the globs name: directories that may contain some, and links to such.
    let rust = skipped(&["*.rs"]);
    assert_eq!((rust.hidden, rust.ignored(), rust.links, rust.binary), (1, 1, 2, 0), "{rust:?}");
    let below = skipped(&["x/*.rs"]);
    assert_eq!(below, Default::default());
    // Nothing is left out of a requested file.
    let one = SearchRequest { scope: Scope::new("a.log"), ..request("none") };
    assert_eq!(page(&tree, &one).skipped, Default::default());
    // Links count as skipped unless they are requested.
    let find = |kinds| {
        let finding = finding(Scope::new("."), kinds);
        find(&tree, None, &finding, Deadline::NEVER).unwrap().skipped
    };
    assert_eq!(find(&[]).links, 3);
    assert_eq!(find(&[FileKind::File, FileKind::Link]).links, 0);
    // Files are not counted as skipped if directories are requested.
    assert_eq!(
        (find(&[FileKind::Directory]).hidden, find(&[FileKind::Directory]).ignored()),
        (1, 1)
    );
}

#[test]
fn a_glob_brings_back_what_it_spells_out() {
    let tree = tree()
        .file("/w/.gitignore", "*.log\ndist/\n")
        .file("/w/.github/workflows/ci.yml", "")
        .file("/w/.eslintrc.json", "")
        .file("/w/.hidden.ts", "")
        .file("/w/a.ts", "")
        .file("/w/a.log", "")
        .file("/w/dist/a.js", "");
    for (glob, expected) in [
        (".github/workflows/*.yml", &[".github/workflows/ci.yml"][..]),
        ("**/.github/**", &[".github/workflows/ci.yml"]),
        (".eslintrc.*", &[".eslintrc.json"]),
        ("**/*.ts", &["a.ts"]),
        ("*", &["a.ts"]),
        ("**/*", &["a.ts"]),
        ("*.log", &[]),
        ("a.log", &["a.log"]),
        ("dist/**", &["dist/a.js"]),
        ("*.js", &[]),
    ] {
        let globs = [glob];
        let scope = Scope { globs: &globs, ..Scope::new(".") };
        assert_eq!(found(&tree, &finding(scope, &[])), expected, "{glob}");
    }
}

#[test]
fn globs_that_repeat_the_path_are_understood() {
    let tree =
        tree().file("/w/a/b/c.rs", "needle").file("/w/a/d.rs", "needle").file("/w/e.rs", "needle");
    for (path, glob, expected, taken_as) in [
        ("a", "a/**", &["a/b/c.rs", "a/d.rs"][..], Some("/**")),
        ("a", "./a/*.rs", &["a/d.rs"], Some("/*.rs")),
        ("a/b", "a/**", &["a/b/c.rs"], Some("/**")),
        (".", "/w/a/*.rs", &["a/d.rs"], Some("/a/*.rs")),
        (".", "w/*.rs", &["e.rs"], Some("/*.rs")),
        ("/w/a", "/w/a/d.rs", &["a/d.rs"], Some("/d.rs")),
        ("a", "*.rs", &["a/b/c.rs", "a/d.rs"], None),
        ("a", "/a/x/*.rs", &[], None),
    ] {
        let globs = [glob];
        let scope = Scope { globs: &globs, ..Scope::new(path) };
        let paged = FindRequest { entries: Some(1), ..finding(scope, &[]) };
        assert_eq!(found(&tree, &paged), expected, "{path} {glob}");
        let page = find(&tree, None, &paged, Deadline::NEVER).unwrap();
        assert_eq!(page.globs, taken_as.map(|glob| vec![glob.to_string()]));
        let searched =
            SearchRequest { scope, want: SearchOutput::Files, matches: Some(1), ..request("") };
        let searched = printed(&tree, &searched);
        assert_eq!(searched.lines().collect::<Vec<_>>(), expected, "{path} {glob}");
    }
    // A glob that matches as written keeps its meaning.
    let tree = tree.file("/w/a/a/f.rs", "needle");
    let scope = Scope { globs: &["a/**"], ..Scope::new("a") };
    assert_eq!(found(&tree, &finding(scope, &[])), ["a/a/f.rs"]);
}

#[test]
fn names_in_another_case_and_of_another_kind_are_near() {
    let tree = tree().file("/w/ROADMAP.md", "").file("/w/src/app/a.rs", "").link("/w/l", "src");
    for (glob, expected) in [
        ("roadmap.MD", &["ROADMAP.md"][..]),
        ("SRC/**/*.rs", &["src/app/a.rs"]),
        ("app", &["src/app"]),
        ("l", &["l"]),
        ("missing", &[]),
        ("!a", &[]),
    ] {
        let globs = [glob];
        let scope = Scope { globs: &globs, ..Scope::new(".") };
        let near = readroom_search::near(&tree, None, &scope, Deadline::NEVER);
        let near: Vec<_> = near.iter().map(|entry| &*entry.path).collect();
        assert_eq!(near, expected, "{glob}");
    }
}

#[test]
fn the_ignore_files_above_the_start_count_up_to_the_top_of_the_grant() {
    let tree = MemoryTree::new(&["/o/w"])
        .file("/o/.gitignore", "b.txt\n")
        .file("/o/w/.gitignore", "*.log\n/a/x.txt\n")
        .file("/o/w/a/x.txt", "needle\n")
        .file("/o/w/a/x.log", "needle\n")
        .file("/o/w/a/b.txt", "needle\n");
    let paths = |scope| found(&tree, &finding(scope, &[]));
    assert_eq!(paths(Scope::new("a")), ["a/b.txt"]);
    let all = ["a/b.txt", "a/x.log", "a/x.txt"];
    assert_eq!(paths(Scope { ignored: true, ..Scope::new("a") }), all);
    // The start itself is never left out.
    assert_eq!(paths(Scope::new("a/x.log")), ["a/x.log"]);
}

#[test]
fn a_file_has_no_more_lines_than_its_share() {
    let many = "needle\n".repeat(50);
    let tree = tree().file("/w/a.txt", &many).file("/w/b.txt", "needle\n");
    let results = page(&tree, &SearchRequest { matches_per_file: Some(3), ..request("needle") });
    let shown = |results: &SearchResults| {
        let count = |file: &readroom_search::FileMatches| {
            (file.matches, file.groups.iter().map(|group| group.lines.len()).sum::<usize>())
        };
        results.files.iter().map(count).collect::<Vec<_>>()
    };
    assert_eq!(shown(&results), [(50, 3), (1, 1)]);
    assert!(results.next.is_none() && results.files.iter().all(|file| file.is_complete));
    // A requested file returns all matches.
    for order in [FoundOrder::Path, FoundOrder::Modified] {
        let one = SearchRequest { scope: Scope::new("a.txt"), order, ..request("needle") };
        assert_eq!(shown(&page(&tree, &one)), [(50, 50)]);
    }
}

#[test]
fn pages_continue_where_the_previous_one_ended() {
    let lines: String = (1..=30).map(|line| format!("needle {line}\n\n")).collect();
    let tree =
        tree().file("/w/a.txt", &lines).file("/w/b.txt", &lines).file("/w/c/d.txt", "needle");
    let whole = SearchRequest { matches_per_file: Some(100), ..request("needle") };
    let expected = printed(&tree, &whole);
    assert_eq!(expected.lines().count(), 61);
    for (matches, bytes, tokens) in [
        (Some(1), None, None),
        (Some(7), None, None),
        (None, Some(12), None),
        (None, None, Some(40)),
    ] {
        let paged = SearchRequest { matches, bytes, tokens, ..whole };
        assert_eq!(printed(&tree, &paged), expected, "{matches:?} {bytes:?} {tokens:?}");
    }
    let first = page(&tree, &SearchRequest { matches: Some(2), ..whole });
    assert_eq!(first.stopped, SearchStop::MatchLimit);
    let after = SearchRequest { cursor: first.next.as_deref(), matches: Some(2), ..whole };
    let second = page(&tree, &after);
    let counts =
        |results: &SearchResults| results.files.iter().map(|f| (f.earlier, f.matches)).next();
    assert_eq!([&first, &second].map(counts), [Some((0, 3)), Some((2, 5))]);
    let next = SearchRequest { cursor: first.next.as_deref(), ..request("other") };
    let refused = search(&tree, None, &next, Deadline::NEVER);
    assert!(matches!(refused, Err(SearchError::Cursor(_))));
}

#[test]
fn a_search_that_runs_out_of_time_continues_from_its_cursor() {
    let lines: String = (1..=40_000).map(|line| format!("needle {line}\n")).collect();
    let tree = tree().file("/w/a.txt", &lines).file("/w/b.txt", "needle\n").file("/w/c.txt", "x");
    for order in [FoundOrder::Path, FoundOrder::Matches] {
        let counts = SearchRequest { want: SearchOutput::Counts, order, ..request("needle") };
        assert_eq!(greatest_in_time(&tree, counts), 40_000);
    }
}

#[test]
fn a_document_that_took_the_time_of_a_page_is_searched_to_its_end() {
    let output = "needle\\n".repeat(10_000);
    let notebook = format!(
        r#"{{"cells": [{{"cell_type": "code", "source": "", "metadata": {{}}, "execution_count": 1,
        "outputs": [{{"output_type": "stream", "name": "stdout", "text": "{output}"}}]}}],
        "metadata": {{}}, "nbformat": 4, "nbformat_minor": 5}}"#
    );
    let tree = tree().file("/w/a.ipynb", &notebook).file("/w/b.txt", "needle\n");
    let now = Cell::new(0);
    let clock = || now.replace(now.get() + 1);
    let counts = SearchRequest { want: SearchOutput::Counts, ..request("needle") };
    let results = search(&tree, None, &counts, Deadline { clock: &clock, end: Some(0) }).unwrap();
    assert_eq!(
        results.files.first().map(|file| (file.matches, file.is_complete)),
        Some((10_000, true))
    );
    assert_eq!((results.files.len(), results.stopped), (1, SearchStop::TimeLimit));
}

/// Returns the greatest count on pages that end after three readings of the clock.
fn greatest_in_time(tree: &MemoryTree, counts: SearchRequest<'_>) -> u64 {
    let (mut cursor, mut pages, mut matches) = (None::<String>, 0, 0);
    loop {
        // Each reading of the clock takes a millisecond.
        let now = Cell::new(0);
        let clock = || now.replace(now.get() + 1);
        let deadline = Deadline { clock: &clock, end: Some(3) };
        let request = SearchRequest { cursor: cursor.as_deref(), ..counts };
        let page = search(tree, None, &request, deadline).unwrap();
        matches = matches.max(page.files.iter().map(|file| file.matches).max().unwrap_or(0));
        pages += 1;
        assert!(pages < 1000, "it ends");
        assert_eq!(page.next.is_some(), page.stopped == SearchStop::TimeLimit);
        match page.next {
            Some(next) => cursor = Some(next),
            None => break,
        }
    }
    assert!(pages > 3);
    matches
}

#[test]
fn matches_have_the_headers_around_them() {
    let code = "impl A {\n    fn one() {\n        needle();\n    }\n\n    fn needle() {}\n}\n";
    let notes = "# One\n\n## Two\n\nneedle\n\n# Three\n\nneedle\n";
    let tree = tree().file("/w/a.rs", code).file("/w/b.md", notes);
    let results = page(&tree, &SearchRequest { headers: true, ..request("needle") });
    let headers: Vec<Vec<u64>> = results
        .files
        .iter()
        .flat_map(|file| &file.groups)
        .map(|group| group.headers.iter().map(|header| header.line.get()).collect())
        .collect();
    assert_eq!(headers, [vec![1, 2], vec![1], vec![1, 3], vec![7]]);
}

#[test]
fn deep_and_large_directories_are_walked_in_bounded_memory() {
    let deep: String = (0..1000).map(|_| "d/").collect();
    let mut tree = tree().file(&format!("/w/{deep}x.txt"), "needle\n");
    for number in 0..3000 {
        tree = tree.file(&format!("/w/many/{number:05}"), "needle\n");
    }
    assert_eq!(found(&tree, &finding(Scope::new("."), &[])).len(), 3001);
    let shallow = Scope { depth: Some(1), ..Scope::new("many") };
    let paged = FindRequest { entries: Some(7), ..finding(shallow, &[]) };
    assert_eq!(found(&tree, &paged).len(), 3000);
    let none = Scope { depth: Some(1), ..Scope::new(".") };
    assert!(found(&tree, &finding(none, &[])).is_empty());
}

#[test]
fn the_newest_files_come_first_if_wanted() {
    let directory = tempfile::tempdir().unwrap();
    for (name, seconds) in [("a", 10), ("b", 30), ("c", 20), ("d", 30)] {
        let file = std::fs::File::create(directory.path().join(name)).unwrap();
        std::io::Write::write_all(&mut &file, b"needle\n").unwrap();
        let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
        file.set_modified(time).unwrap();
    }
    let tree = support::native::Native::open(directory.path());
    let newest = FindRequest {
        order: FindOrder::Modified,
        entries: Some(1),
        ..finding(Scope::new("."), &[])
    };
    assert_eq!(found(&tree, &newest), ["b", "d", "c", "a"]);
    let searched = SearchRequest {
        order: FoundOrder::Modified,
        matches: Some(1),
        context: Context::default(),
        ..request("needle")
    };
    assert_eq!(printed(&tree, &searched), "b:1:needle\nd:1:needle\nc:1:needle\na:1:needle\n");
}

#[test]
fn bad_requests_are_refused() {
    let tree = tree().file("/w/a.txt", "");
    let refused =
        |request: &SearchRequest<'_>| search(&tree, None, request, Deadline::NEVER).is_err();
    for bad in [
        SearchRequest { scope: Scope::new("b"), ..request("a") },
        SearchRequest { scope: Scope::new("../x"), ..request("a") },
        SearchRequest { scope: Scope { globs: &["a{"], ..Scope::new(".") }, ..request("a") },
        SearchRequest { matches: Some(0), ..request("a") },
        SearchRequest { bytes: Some(0), ..request("a") },
        SearchRequest { cursor: Some("x"), ..request("a") },
        request("("),
    ] {
        assert!(refused(&bad), "{bad:?}");
    }
    let entries = FindRequest { entries: Some(0), ..finding(Scope::new("."), &[]) };
    assert!(find(&tree, None, &entries, Deadline::NEVER).is_err());
}
