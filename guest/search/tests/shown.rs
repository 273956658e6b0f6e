//! The searched text is what a read shows, and each line is found under its headers.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

#[path = "../../core/tests/support/mod.rs"]
mod memory;

use memory::{MemoryTree, Node};
use proptest::prelude::*;
use readroom_search::{
    Context, Deadline, FoundOrder, LetterCase, Pattern, PatternSyntax, SearchOutput, SearchRequest,
    SearchResults, SearchStop, search,
};
use std::cell::Cell;
use std::cmp::Reverse;
use std::fmt::Write as _;

fn pattern(text: &str) -> Pattern<'_> {
    Pattern { text, syntax: PatternSyntax::Regex, case: LetterCase::Smart, words: false }
}

fn request(text: &str) -> SearchRequest<'_> {
    SearchRequest { headers: true, ..SearchRequest::new(pattern(text), ".") }
}

fn page(tree: &MemoryTree, request: &SearchRequest<'_>) -> SearchResults {
    search(tree, None, request, Deadline::NEVER).unwrap()
}

/// Returns lines with `:` or `-`, after the headers of their group with `=`.
fn drawn(results: &SearchResults) -> String {
    let mut text = String::new();
    for group in results.files.iter().flat_map(|file| &file.groups) {
        for header in &group.headers {
            writeln!(text, "{}={}", header.line, header.text).unwrap();
        }
        for line in &group.lines {
            let mark = if line.is_match { ':' } else { '-' };
            writeln!(text, "{}{mark}{}", line.number, line.text).unwrap();
        }
    }
    text
}

fn found(name: &str, content: &str, request: &SearchRequest<'_>) -> String {
    drawn(&page(&MemoryTree::new(&["/w"]).file(&format!("/w/{name}"), content), request))
}

const NOTEBOOK: &str = r##"{"nbformat": 4, "metadata": {}, "cells": [
 {"cell_type": "markdown", "source": ["# Rent\n", "by \u0065poch"]},
 {"cell_type": "code", "execution_count": 23, "source": "for epoch in range(2):\n    go(\"a\")",
  "outputs": [{"output_type": "stream", "name": "stdout", "text": ["epoch 1\n", "epoch 2\n"]},
   {"output_type": "display_data", "data": {"image/png": "ZXBvY2g="}}]},
 {"cell_type": "code", "source": [], "outputs": []},
 {"cell_type": "code", "execution_count": 24, "source": "print('épo')", "outputs": []}]}"##;

#[test]
fn a_notebook_is_searched_by_cell_as_it_is_shown() {
    let expected = "1=[Cell 1, markdown]\n1:by epoch\n\
                    2=[Cell 2, code, run 23]\n2:for epoch in range(2):\n\
                    2=[Cell 2, code, run 23]\n2=[stdout]\n2:epoch 1\n2:epoch 2\n";
    assert_eq!(found("a.ipynb", NOTEBOOK, &request("epoch")), expected);
    assert_eq!(found("A.IPYNB", NOTEBOOK, &request("epoch")), expected);
    let results = page(&MemoryTree::new(&["/w"]).file("/w/a.ipynb", NOTEBOOK), &request("epoch"));
    assert_eq!((results.files[0].matches, results.files[0].is_complete), (4, true));
    for (pattern, expected) in [
        (r#"go\("a"\)$"#, "2=[Cell 2, code, run 23]\n2:    go(\"a\")\n"),
        ("épo", "4=[Cell 4, code, run 24]\n4:print('épo')\n"),
        ("cell_type|Cell|stdout|ZXB", ""),
    ] {
        assert_eq!(found("a.ipynb", NOTEBOOK, &request(pattern)), expected, "{pattern}");
    }
    let context = SearchRequest { context: Context { before: 1, after: 0 }, ..request("epoch 1") };
    let expected = "2=[Cell 2, code, run 23]\n2-    go(\"a\")\n\
                    2=[Cell 2, code, run 23]\n2=[stdout]\n2:epoch 1\n";
    assert_eq!(found("a.ipynb", NOTEBOOK, &context), expected);
    let binary = SearchRequest { binary: true, ..request("cell_type") };
    assert_eq!(found("a.ipynb", NOTEBOOK, &binary).lines().count(), 4);
}

#[test]
fn pages_of_a_notebook_continue_where_they_ended() {
    let tree = MemoryTree::new(&["/w"]).file("/w/a.ipynb", NOTEBOOK);
    let (mut cursor, mut lines) = (None, Vec::new());
    for _ in 0..4 {
        let request =
            SearchRequest { cursor: cursor.as_deref(), matches: Some(1), ..request("epoch") };
        let results = page(&tree, &request);
        lines.push(results.files[0].groups[0].lines[0].text.clone());
        cursor = results.next;
    }
    assert_eq!(lines, ["by epoch", "for epoch in range(2):", "epoch 1", "epoch 2"]);
    assert_eq!(
        page(&tree, &SearchRequest { cursor: cursor.as_deref(), ..request("epoch") }).next,
        None
    );
}

#[test]
fn a_damaged_notebook_is_searched_as_text() {
    for content in ["{\"cells\": [\n\"epoch\"", "epoch", "{\"a\": \"epoch\"}"] {
        let lines = found("a.ipynb", content, &request("epoch"));
        assert_eq!(lines.lines().count(), 1, "{lines}");
    }
    let json = found("a.json", NOTEBOOK, &request("cell_type"));
    assert!(json.contains("\n6: {\"cell_type\""), "{json}");
}

#[test]
fn a_long_output_is_searched_whole_and_omissions_are_reported() {
    let long = |lines: usize| {
        let text = "x\\n".repeat(lines) + "needle\\n" + &"x\\n".repeat(lines);
        let output = format!(r#"{{"output_type": "stream", "name": "stdout", "text": "{text}"}}"#);
        format!(r#"{{"cells": [{{"cell_type": "code", "source": "", "outputs": [{output}]}}]}}"#)
    };
    assert_eq!(found("a.ipynb", &long(10_000), &request("needle")).lines().count(), 3);
    let tree = MemoryTree::new(&["/w"]).file("/w/a.ipynb", &long(1 << 18));
    assert_eq!(page(&tree, &request("needle")).skipped.large, 1);
    let results = page(&tree, &request("x"));
    assert!(!results.files[0].is_complete);
}

#[test]
fn headers_are_keys_of_data_and_stand_as_in_the_file() {
    let json = "{\n  \"name\": \"a\",\n  \"scripts\": {\n    \"test\": \"x\",\n    \"ci\": {\n\
                \x20     \"all\": \"y\"\n    }\n  },\n  \"files\": [\n    \"z\"\n  ]\n}\n";
    let yaml = "on: push\njobs:\n  test:\n    steps:\n      - run: x\n  other:\n    y: 1\n";
    let go = "type T struct {\n}\n\nfunc f() {\n\tvar g = func() {\n\t\tx()\n\t}\n}\n";
    let python = "class A:\n\tdef f(self):\n\t\tx = 1\n\ny = 2\n";
    for (name, content, text, expected) in [
        ("a.json", json, "x", "3=  \"scripts\": {\n4:    \"test\": \"x\",\n"),
        ("a.json", json, "y\"", "3=  \"scripts\": {\n5=    \"ci\": {\n6:      \"all\": \"y\"\n"),
        ("a.json", json, "z", "9=  \"files\": [\n10:    \"z\"\n"),
        ("a.json", json, "name", "2:  \"name\": \"a\",\n"),
        ("a.yml", yaml, "x", "2=jobs:\n3=  test:\n4=    steps:\n5:      - run: x\n"),
        ("a.yml", yaml, "y: 1", "2=jobs:\n6=  other:\n7:    y: 1\n"),
        ("a.txt", yaml, "x", "5:      - run: x\n"),
        ("a.py", python, "x", "1=class A:\n2=\tdef f(self):\n3:\t\tx = 1\n"),
        ("a.py", python, "y", "5:y = 2\n"),
        ("a.go", go, "x\\(", "4=func f() {\n6:\t\tx()\n"),
    ] {
        assert_eq!(found(name, content, &request(text)), expected, "{name} {text}");
    }
}

#[test]
fn the_greatest_counts_come_first_on_pages_of_any_size() {
    let mut tree = MemoryTree::new(&["/w"]);
    for (at, count) in [3, 1, 9, 3, 0, 7, 12, 1, 1].into_iter().enumerate() {
        tree = tree.file(&format!("/w/d{}/{at}.txt", at % 2), &"x\n".repeat(count));
    }
    let all = [
        (12, "d0/6.txt"),
        (9, "d0/2.txt"),
        (7, "d1/5.txt"),
        (3, "d0/0.txt"),
        (3, "d1/3.txt"),
        (1, "d0/8.txt"),
        (1, "d1/1.txt"),
        (1, "d1/7.txt"),
    ]
    .map(|(count, path)| (count, String::from(path)));
    for matches in 1..10 {
        let (mut cursor, mut counts) = (None::<String>, Vec::new());
        loop {
            let request = SearchRequest {
                want: SearchOutput::Counts,
                order: FoundOrder::Matches,
                matches: Some(matches),
                cursor: cursor.as_deref(),
                ..request("x")
            };
            let results = page(&tree, &request);
            assert!(results.files.len() as u64 <= matches);
            counts.extend(results.files.into_iter().map(|file| (file.matches, file.path)));
            let Some(next) = results.next else { break };
            assert_eq!(results.stopped, SearchStop::MatchLimit);
            cursor = Some(next);
        }
        assert_eq!(counts, all, "{matches}");
        for time in 1..20 {
            assert_eq!(counted_in_time(&tree, matches, time), all, "{matches} {time}");
        }
    }
}

/// Returns the counts of pages that end after some readings of the clock, all together in order.
fn counted_in_time(tree: &MemoryTree, matches: u64, time: u64) -> Vec<(u64, String)> {
    let (mut cursor, mut counts, mut searched) = (None::<String>, Vec::new(), 0);
    loop {
        let now = Cell::new(0);
        let clock = || now.replace(now.get() + 1);
        let deadline = Deadline { clock: &clock, end: Some(time) };
        let request = SearchRequest {
            want: SearchOutput::Counts,
            order: FoundOrder::Matches,
            matches: Some(matches),
            cursor: cursor.as_deref(),
            ..request("x")
        };
        let results = search(tree, None, &request, deadline).unwrap();
        assert!(results.files.is_sorted_by_key(|file| Reverse(file.matches)));
        assert!(results.files.len() as u64 <= matches);
        searched += results.searched;
        counts.extend(results.files.into_iter().map(|file| (file.matches, file.path)));
        match results.next {
            Some(next) => cursor = Some(next),
            None => break,
        }
    }
    assert_eq!(searched, 9);
    counts.sort_by_key(|(count, path)| (Reverse(*count), path.clone()));
    counts
}

#[test]
fn a_marked_line_after_the_last_match_is_one() {
    let context = Context { before: 0, after: 2 };
    let request = SearchRequest { context, matches_per_file: Some(1), ..request("x") };
    assert_eq!(found("a.txt", "x\nx\na\nx\n", &request), "1:x\n2:x\n3-a\n");
    assert_eq!(found("a.txt", "x\na\nb\nx\n", &request), "1:x\n2-a\n3-b\n");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// A line is an object of six members, a group one of two, a file one of four, and each range
    /// and header one of two.
    #[test]
    fn a_page_has_at_most_as_many_values_as_a_host_takes(
        width in 1..150_usize,
        gap in 0..3_usize,
        context in 0..3_usize,
        files in 1..40_usize,
    ) {
        let lines = "fn a() {\n}\n".repeat(gap) + &"x".repeat(width) + "\n";
        let content = lines.repeat(20_000 / files);
        let mut tree = MemoryTree::new(&["/w"]);
        for at in 0..files {
            tree = tree.file(&format!("/w/{at}.rs"), &content);
        }
        let request = SearchRequest {
            context: Context { before: context, after: context },
            matches: Some(10_000),
            matches_per_file: Some(10_000),
            bytes: Some(1 << 20),
            ..request("x")
        };
        let results = page(&tree, &request);
        let mut values = 20;
        for file in &results.files {
            values += 5;
            for group in &file.groups {
                values += 3 + 3 * group.headers.len();
                values += group.lines.iter().map(|line| 7 + 3 * line.ranges.len()).sum::<usize>();
            }
        }
        prop_assert!(values <= 100_001, "{values}");
        let is_full = results.next.is_none() || results.stopped != SearchStop::ByteLimit;
        prop_assert!(is_full || values > 30_000 || width * results.files.len() > 100);
    }
}

/// Returns a clock that counts its readings.
fn counting(asked: &std::cell::Cell<u64>) -> impl Fn() -> u64 {
    || {
        asked.set(asked.get() + 1);
        asked.get()
    }
}

#[test]
fn time_ends_within_a_long_line_and_earlier_results_are_kept() {
    let long = "a".repeat(80_000) + "b\n";
    let found = "a".repeat(100) + "\n";
    let tree = MemoryTree::new(&["/w"]).file("/w/1.txt", &found).file("/w/2.txt", &long);
    let (mut cursor, mut pages, mut files) = (None::<String>, 0, 0);
    while pages < 4 {
        let asked = std::cell::Cell::new(0);
        let clock = counting(&asked);
        let request = SearchRequest { cursor: cursor.as_deref(), ..request(r"\w{40}-|^a{100}$") };
        // In a long line, one window is searched.
        let deadline = Deadline { clock: &clock, end: Some(2) };
        let results = search(&tree, None, &request, deadline).unwrap();
        pages += 1;
        files += results.files.len();
        let next = results.next.unwrap();
        assert_ne!(cursor.as_ref(), Some(&next));
        cursor = Some(next);
    }
    assert_eq!(files, 1);
}

#[test]
fn a_match_in_a_long_line_is_found_wherever_it_is() {
    for at in [0, 1, 8_000, 8_191, 8_192, 8_193, 50_000, 99_999] {
        let line = "é".repeat(at) + "foo" + &"é".repeat(100_000 - at) + "\n" + "foo\n";
        for text in [".{0,300}foo.{0,300}", r"\w{9}foo|foo\w{9}", "foo$|^foo|éfooé"] {
            let results = page(&MemoryTree::new(&["/w"]).file("/w/a.txt", &line), &request(text));
            let lines: Vec<_> =
                results.files[0].groups.iter().flat_map(|group| &group.lines).collect();
            assert_eq!(lines[0].number, 1, "{text} {at}");
            assert!(results.files[0].is_complete, "{text} {at}");
        }
    }
}

#[test]
fn a_text_that_turns_out_not_to_be_utf_8_is_shown_in_its_encoding() {
    let ascii = b"plain line\n".repeat(20_000);
    let tree = |end: &[u8]| {
        let content = [&ascii[..], end].concat();
        MemoryTree::new(&["/w"]).with("/w/a.txt", Node::File(content))
    };
    let found = |end: &[u8], pattern| drawn(&page(&tree(end), &request(pattern)));
    // A required literal is in the line, and the rest of the match is not ASCII.
    assert_eq!(found(b"caf\xe9 needle\n", "caf. needle"), "20001:caf\u{e9} needle\n");
    assert_eq!(found(b"caf\xe9 needle\n", "needle"), "20001:caf\u{e9} needle\n");
    // The encoding of lines that are not shown does not matter.
    assert_eq!(found(b"caf\xe9\nneedle\n", "needle"), "20002:needle\n");
    assert_eq!(found(b"caf\xe9\nneedle\n", "caf\u{e9}"), "20001:caf\u{e9}\n");
    assert_eq!(found("caf\u{e9}\nneedle\n".as_bytes(), "needle"), "20002:needle\n");
}
