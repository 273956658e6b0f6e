//! Phrases that are broken over lines.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

#[path = "../../core/tests/support/mod.rs"]
mod memory;

use memory::MemoryTree;
use readroom_search::{
    Context, Deadline, LetterCase, Pattern, PatternSyntax, SearchOutput, SearchRequest,
    SearchResults, search,
};

fn regex(text: &str) -> Pattern<'_> {
    Pattern { text, syntax: PatternSyntax::Regex, case: LetterCase::Smart, words: false }
}

fn request(text: &str) -> SearchRequest<'_> {
    SearchRequest { across_lines: true, ..SearchRequest::new(regex(text), ".") }
}

fn page(content: &str, request: &SearchRequest<'_>) -> SearchResults {
    let tree = MemoryTree::new(&["/w"]).file("/w/a.txt", content);
    search(&tree, None, request, Deadline::NEVER).unwrap()
}

/// Returns the numbers of the lines with `:` or `-`, and what matches.
fn found(content: &str, request: &SearchRequest<'_>) -> String {
    let results = page(content, request);
    let groups = results.files.iter().flat_map(|file| &file.groups);
    let lines = groups.flat_map(|group| &group.lines).map(|line| {
        let matches = line.ranges.iter().map(|range| {
            let [start, end] = [range.start, range.end].map(|at| at as usize - 1);
            line.text.chars().skip(start).take(end - start).collect::<String>()
        });
        let mark = if line.is_match { ':' } else { '-' };
        format!("{}{mark}{}", line.number, matches.collect::<Vec<_>>().join(","))
    });
    lines.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_phrase_is_found_in_the_lines_that_it_is_broken_over() {
    for (text, pattern, expected) in [
        ("no\nthe limit of\nliability is\n", "limit of liability", "2:limit of 3-"),
        ("the limit\r\n  of liability\r\n", "limit of liability", "1:limit\r 2-"),
        ("limit\nof\nliability", "limit of liability", "1:limit 2- 3-"),
        ("the limit  of\tliability", "limit of liability", "1:limit  of\tliability"),
        ("a limit\n\nof liability", "limit of liability", ""),
        ("a limit of\n\n\nliability", "limit of liability", ""),
        ("// a limit\n// of\n/// liability", "limit of liability", "1:limit 2- 3-"),
        ("# limit\n#  of liability", "limit of liability", "1:limit 2-"),
        (" * limit\n * of liability", "limit of liability", "1:limit 2-"),
        ("> limit\n> of liability", "limit of liability", "1:limit 2-"),
        ("-- limit\n-- of liability", "limit of liability", "1:limit 2-"),
        ("limit\nx of liability", "limit of liability", ""),
        ("Limit\nOf Liability", "limit of liability", "1:Limit 2-"),
        ("Limit\nof liability", "LIMIT of", ""),
        ("the cap\non it, the limit of\nit", "limit of it|cap on it", "1:cap 2:limit of 3-"),
        ("a limit\nof it", r"limit\s+of", "1:limit 2-"),
        ("a limit\nof it", r"limit\nof", "1:limit 2-"),
        ("limit of x\nlimit\nof y", "limit of", "1:limit of 2:limit 3-"),
    ] {
        assert_eq!(found(text, &request(pattern)), expected, "{text:?} {pattern}");
    }
}

#[test]
fn a_literal_is_a_phrase_with_all_its_characters() {
    let literal = |text| Pattern { syntax: PatternSyntax::Literal, ..regex(text) };
    let request = |text| SearchRequest { pattern: literal(text), ..request(text) };
    assert_eq!(found("f(a,\n  b) {\n", &request("f(a, b) {")), "1:f(a, 2-");
    assert_eq!(found("f(a,\n  b) {\n", &request("f(a,\n  b) {")), "1:f(a, 2-");
    assert_eq!(found("see #\n12", &request("see # 12")), "1:see # 2-");
    assert_eq!(found("fxa,\n  b", &request("f.a, b")), "");
}

#[test]
fn the_blanks_of_an_expression_may_be_the_ends_of_lines() {
    for (text, pattern, expected) in [
        ("f(\n  a);\n", r"f\(\s*a\)", "1:f( 2-"),
        ("f(\r\n  a);\n", r"f\(\s+a\)", "1:f(\r 2-"),
        ("f(\n\n  a);\n", r"f\(\s*a\)", "1:f( 2- 3-"),
        ("f(\n  a);\n", r"f\(\n\s*a\)", "1:f( 2-"),
        // Other classes have no line feed.
        ("f(\n  a);\n", r"f\([^x]*\s*a\)", "1:f( 2-"),
        ("f(b\nc\n  a);\n", r"f\([^x]*\s+a\)", ""),
        ("f(\n  a);\n", r"f\(.*a\)", ""),
    ] {
        assert_eq!(found(text, &request(pattern)), expected, "{text:?} {pattern}");
    }
    assert!(regex(r"f\(\s*a\)").is_phrase());
}

#[test]
fn only_text_of_several_words_is_a_phrase() {
    for text in ["a b", "a b|c", r"a\s+b", "v1.2 is out", "é ü", r"a\.b \(c"] {
        assert!(regex(text).is_phrase(), "{text}");
    }
    for text in
        ["a", "a|b", " a ", "a.*b c", "a (b) c", "^a b", r"a\wb c", r"a\\(b c", "a b?", "", " "]
    {
        assert!(!regex(text).is_phrase(), "{text}");
    }
}

#[test]
fn outputs_context_and_words_are_as_of_lines() {
    let text = "0\nlimit\nof\n3\n4\nlimit of\n";
    let context = Context { before: 1, after: 2 };
    let around = SearchRequest { context, ..request("limit of") };
    assert_eq!(found(text, &around), "1- 2:limit 3- 4- 5- 6:limit of");
    for (want, lines) in [(SearchOutput::Counts, 2), (SearchOutput::Files, 1)] {
        let results = page(text, &SearchRequest { want, ..request("limit of") });
        assert_eq!(results.files[0].matches, lines);
    }
    let words = Pattern { words: true, ..regex("limit of") };
    let words = SearchRequest { pattern: words, ..request("") };
    assert_eq!(found("limit\noften\nlimit\nof\n", &words), "3:limit 4-");
    // The last of a file has the lines in which it continues.
    let one = SearchRequest { matches_per_file: Some(1), ..request("limit of") };
    assert_eq!(found("limit\nof\nlimit\nof\n", &one), "1:limit 2-");
    let within = SearchRequest { across_lines: false, ..request("limit of") };
    assert_eq!(found(text, &within), "6:limit of");
}

#[test]
fn pages_have_everything_once() {
    let text = "limit\nof it\nand\nlimit\nof them\n".repeat(3);
    let tree = MemoryTree::new(&["/w"]).file("/w/a.txt", &text).file("/w/b.txt", &text);
    let (mut numbers, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let request =
            SearchRequest { cursor: cursor.as_deref(), matches: Some(2), ..request("limit of") };
        let results = search(&tree, None, &request, Deadline::NEVER).unwrap();
        let groups = results.files.iter().flat_map(|file| &file.groups);
        let lines = groups.flat_map(|group| &group.lines);
        numbers.extend(lines.map(|line| (line.number, line.is_match, line.continues)));
        cursor = results.next;
        if cursor.is_none() {
            break;
        }
    }
    let one = |first| [(first, true, true), (first + 1, false, false)];
    let of_file: Vec<_> = [1, 4, 6, 9, 11, 14].into_iter().flat_map(one).collect();
    assert_eq!(numbers, [of_file.clone(), of_file].concat());
}

#[test]
fn a_phrase_is_found_wherever_the_text_is_divided() {
    // 64 KiB are a piece of a file.
    for length in [1, 7, 61] {
        let line = "x".repeat(length) + " limit\nof it\n";
        let text = line.repeat(200_000 / line.len());
        let results =
            page(&text, &SearchRequest { want: SearchOutput::Counts, ..request("limit of") });
        assert_eq!(results.files[0].matches, text.matches("limit").count() as u64);
    }
    let far = "x\n".repeat(3 << 20) + "limit\nof\n";
    assert_eq!(found(&far, &request("limit of")), "3145729:limit 3145730-");
}
