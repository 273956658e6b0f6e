//! Definitions, uses, and blocks around matches, in an in-memory tree.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests")]

#[path = "../../core/tests/support/mod.rs"]
mod memory;

use memory::{MemoryTree, Node};
use readroom_search::{
    Deadline, LetterCase, MatchBlocks, MatchLine, Pattern, PatternSyntax, SearchOutput,
    SearchRequest, SearchResults, search,
};

const WALK: &str = "\
//! Walks.

/// A walk.
pub struct Walk {
    at: u32,
}

impl Walk {
    /// Goes to the next one.
    #[inline]
    pub fn next(&mut self) -> u32 {
        // next is taken
        take(self.at, next)
    }
}

struct Other;

impl Other {
    fn next(&self) {}
}

pub fn next_all(walk: &mut Walk) {
    walk.next();
    next_of(walk.next());
}
";

fn tree() -> MemoryTree {
    let file = |text: &str| Node::File(text.into());
    MemoryTree::new(&["/w"])
        .with("/w/src/walk.rs", file(WALK))
        .with("/w/use.py", file("from walk import next\n\ndef run():\n    return next()\n"))
        .with("/w/notes.md", file("# Next steps\n\nCall next.\n\n## Later\n"))
        .with("/w/long.rs", file(&format!("fn step() {{\n{}}}\n", "    go();\n".repeat(70))))
        .with("/w/large.rs", Node::File(format!("fn next() {{}}\n{}", " ".repeat(4 << 20)).into()))
}

fn request(text: &str, want: SearchOutput) -> SearchRequest<'_> {
    let (syntax, case) = (PatternSyntax::Regex, LetterCase::Smart);
    let pattern = Pattern { text, syntax, case, words: false };
    SearchRequest { want, ..SearchRequest::new(pattern, ".") }
}

fn whole<'a>(text: &'a str) -> SearchRequest<'a> {
    let request = request(text, SearchOutput::Definitions);
    SearchRequest { pattern: Pattern { words: true, ..request.pattern }, ..request }
}

fn page(request: &SearchRequest<'_>) -> SearchResults {
    search(&tree(), None, request, Deadline::NEVER).unwrap()
}

/// Returns the lines of a page as `path:number text`, with `last` after the number of a definition
/// and `-` after that of a line around a match.
fn printed(page: &SearchResults) -> Vec<String> {
    let mut lines = Vec::new();
    for file in &page.files {
        for line in file.groups.iter().flat_map(|group| &group.lines) {
            let last = line.last.map_or(String::new(), |last| format!("..{last}"));
            let mark = if line.is_match { "" } else { "-" };
            lines.push(format!("{}:{}{last}{mark} {}", file.path, line.number, line.text.trim()));
        }
    }
    lines
}

#[test]
fn definitions_are_those_whose_whole_name_matches() {
    let found = page(&whole("next"));
    let expected = ["src/walk.rs:11..14 pub fn next(&mut self) -> u32 {"];
    assert!(printed(&found).iter().any(|line| line == expected[0]), "{:?}", printed(&found));
    assert!(printed(&found).iter().all(|line| !line.contains("next_all")));
    assert_eq!(found.skipped.large, 1);
}

#[test]
fn a_name_may_be_one_inside_of_another() {
    let expected = ["src/walk.rs:20..20 fn next(&self) {}"];
    for name in ["Other::next", "Other.next", r"^Other::next$", r"Other\.next"] {
        assert_eq!(printed(&page(&whole(name))), expected, "{name}");
    }
    assert_eq!(printed(&page(&whole("Nothing::next"))), [""; 0]);
}

#[test]
fn a_name_with_dots_may_be_escaped() {
    let text = "defmodule Phx.New do\n  def run do\n  end\nend\n";
    let tree = tree().with("/w/new.ex", Node::File(text.into()));
    for name in ["Phx.New", r"Phx\.New", r"\bPhx\.New\b", r"Phx\.New\.run"] {
        let page = search(&tree, None, &whole(name), Deadline::NEVER).unwrap();
        assert_eq!(printed(&page).len(), 1, "{name}");
    }
}

#[test]
fn a_file_of_ml_is_a_module() {
    let text = || Node::File("let of_string s = s\n".into());
    let tree = tree().with("/w/sand_box.ml", text()).with("/w/other.ml", text());
    let page = search(&tree, None, &whole("Sand_box.of_string"), Deadline::NEVER).unwrap();
    assert_eq!(printed(&page), ["sand_box.ml:1..1 let of_string s = s"]);
}

#[test]
fn a_structure_and_its_type_are_one_definition() {
    let text = "typedef struct buf {\n  char* base;\n} buf;\n";
    let tree = tree().with("/w/buf.h", Node::File(text.into()));
    let page = search(&tree, None, &whole("buf"), Deadline::NEVER).unwrap();
    assert_eq!(page.files[0].matches, 1);
}

#[test]
fn parts_of_names_and_lines_of_definitions_match_too() {
    let lines = |text| printed(&page(&request(text, SearchOutput::Definitions)));
    assert!(
        lines("next_").contains(&"src/walk.rs:23..26 pub fn next_all(walk: &mut Walk) {".into())
    );
    assert_eq!(lines("struct Other"), ["src/walk.rs:17..17 struct Other;"]);
    assert_eq!(lines("steps"), ["notes.md:1..5 # Next steps"]);
}

#[test]
fn several_names_of_a_line_are_one_definition() {
    let text = "resource \"aws_vpc\" \"vpc\" {\n}\n";
    let tree = tree().with("/w/main.tf", Node::File(text.into()));
    for name in ["vpc", "aws_vpc.vpc"] {
        let request = request(name, SearchOutput::Definitions);
        let found = search(&tree, None, &request, Deadline::NEVER).unwrap();
        let matches: Vec<_> = found.files.iter().map(|file| file.matches).collect();
        assert_eq!(matches, [1], "{name}");
    }
}

#[test]
fn one_or_two_definitions_come_with_their_blocks() {
    let few = |text| SearchRequest { blocks: MatchBlocks::Few, ..whole(text) };
    let found = printed(&page(&few("Walk::next")));
    let expected = [
        "src/walk.rs:9- /// Goes to the next one.",
        "src/walk.rs:10- #[inline]",
        "src/walk.rs:11..14 pub fn next(&mut self) -> u32 {",
        "src/walk.rs:12- // next is taken",
        "src/walk.rs:13- take(self.at, next)",
        "src/walk.rs:14- }",
    ];
    assert_eq!(found, expected);
    let many = page(&SearchRequest {
        blocks: MatchBlocks::Few,
        ..request("e", SearchOutput::Definitions)
    });
    assert!(printed(&many).iter().all(|line| line.contains("..")), "{:?}", printed(&many));
}

#[test]
fn what_is_said_of_a_type_elsewhere_does_not_hide_its_definition() {
    let request = SearchRequest { blocks: MatchBlocks::Few, ..whole("Walk") };
    let expected = [
        "src/walk.rs:3- /// A walk.",
        "src/walk.rs:4..6 pub struct Walk {",
        "src/walk.rs:5- at: u32,",
        "src/walk.rs:6- }",
        "src/walk.rs:8..15 impl Walk {",
    ];
    assert_eq!(printed(&page(&request)), expected);
}

#[test]
fn uses_are_lines_without_definitions_and_comments_come_last() {
    let found = page(&request("next", SearchOutput::Uses));
    let expected = [
        "notes.md:1 # Next steps",
        "notes.md:3 Call next.",
        "src/walk.rs:13 take(self.at, next)",
        "src/walk.rs:24 walk.next();",
        "src/walk.rs:25 next_of(walk.next());",
        "src/walk.rs:9 /// Goes to the next one.",
        "src/walk.rs:12 // next is taken",
        "use.py:1 from walk import next",
        "use.py:4 return next()",
    ];
    assert_eq!(printed(&found), expected);
}

#[test]
fn a_match_may_come_with_the_function_around_it() {
    let block =
        SearchRequest { blocks: MatchBlocks::All, ..request("next_of", SearchOutput::Lines) };
    let expected = [
        "src/walk.rs:23- pub fn next_all(walk: &mut Walk) {",
        "src/walk.rs:24- walk.next();",
        "src/walk.rs:25 next_of(walk.next());",
        "src/walk.rs:26- }",
    ];
    assert_eq!(printed(&page(&block)), expected);
    // A field comes with its type.
    let block =
        SearchRequest { blocks: MatchBlocks::All, ..request("at: u32", SearchOutput::Lines) };
    let expected = [
        "src/walk.rs:3- /// A walk.",
        "src/walk.rs:4- pub struct Walk {",
        "src/walk.rs:5 at: u32,",
        "src/walk.rs:6- }",
    ];
    assert_eq!(printed(&page(&block)), expected);
    // A method in one line comes with those around it, and a constant alone.
    let tree = tree().with(
        "/w/a.ts",
        Node::File("const A = 1\ninterface B {\n  c(): void\n\n  d: string\n}\n".into()),
    );
    for (text, expected) in [("c..: void", 2..=6), ("d: string", 2..=6), ("A = 1", 1..=1)] {
        let block =
            SearchRequest { blocks: MatchBlocks::All, ..request(text, SearchOutput::Lines) };
        let found = search(&tree, None, &block, Deadline::NEVER).unwrap();
        let lines = found.files.iter().flat_map(|file| &file.groups).flat_map(|group| &group.lines);
        let lines: Vec<_> = lines.map(|line| line.number).collect();
        assert_eq!(lines, expected.collect::<Vec<_>>(), "{text}");
    }
    // Without a definition, it is the paragraph.
    let block =
        SearchRequest { blocks: MatchBlocks::All, ..request("^from walk", SearchOutput::Lines) };
    assert_eq!(printed(&page(&block)), ["use.py:1 from walk import next"]);
}

#[test]
fn pages_return_everything_once() {
    for (want, blocks) in [
        (SearchOutput::Definitions, MatchBlocks::None),
        (SearchOutput::Uses, MatchBlocks::None),
        (SearchOutput::Uses, MatchBlocks::All),
    ] {
        let all = request("e", want);
        let whole = SearchRequest { matches_per_file: Some(100), blocks, ..all };
        let matches = |page: &SearchResults| -> Vec<String> {
            printed(page).into_iter().filter(|line| !line.contains("- ")).collect()
        };
        let (mut seen, mut cursor) = (Vec::new(), None::<String>);
        for _ in 0..100 {
            let cursor_of = cursor.take();
            let one = SearchRequest { matches: Some(1), cursor: cursor_of.as_deref(), ..whole };
            let page = page(&one);
            seen.extend(matches(&page));
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(seen, matches(&page(&whole)), "{want:?} {blocks:?}");
    }
}

#[test]
fn a_long_block_is_shown_around_its_match() {
    let body: String = (2..500).map(|line| format!("    step{line}();\n")).collect();
    let tree = MemoryTree::new(&["/w"])
        .with("/w/a.rs", Node::File(format!("fn long() {{\n{body}}}\n").into()));
    let request =
        SearchRequest { blocks: MatchBlocks::All, ..request("step300", SearchOutput::Lines) };
    let page = search(&tree, None, &request, Deadline::NEVER).unwrap();
    let lines = &page.files[0].groups[0].lines;
    assert_eq!(lines.len(), 120);
    assert!(lines.iter().any(|line| line.is_match && line.number == 300));
    let left_out = |line: &MatchLine| line.left_out;
    assert_eq!(lines.first().map(left_out), Some([Some((1, 239)), None]));
    assert_eq!(lines.last().map(left_out), Some([None, Some((360, 500))]));
    // The lines between two windows are named once.
    let pattern = Pattern { text: "step100|step450", ..request.pattern };
    let two = search(&tree, None, &SearchRequest { pattern, ..request }, Deadline::NEVER).unwrap();
    let lines = two.files[0].groups.iter().flat_map(|group| &group.lines);
    let left_out: Vec<_> = lines.flat_map(left_out).flatten().collect();
    assert_eq!(left_out, [(1, 39), (160, 380)]);
    // As much as fits of the first one, and the match itself.
    let small = SearchRequest { bytes: Some(200), ..request };
    let page = search(&tree, None, &small, Deadline::NEVER).unwrap();
    let lines = &page.files[0].groups[0].lines;
    assert!(lines.len() < 10 && lines.iter().any(|line| line.is_match), "{lines:?}");
}
