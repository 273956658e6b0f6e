//! The outline of any file is sound, and the same wherever the text is cut into pieces.

#[path = "../../core/tests/support/cut.rs"]
mod cut;
#[path = "../../core/tests/support/random.rs"]
mod random;

use proptest::prelude::*;
use readroom_structure::{Basis, FileOutline, OutlineEntry, Outliner, definitions};

fn outline(name: &str, max: usize, pieces: &[&str]) -> FileOutline {
    let mut outliner = Outliner::new(name, max);
    for piece in pieces {
        outliner.push(piece);
    }
    outliner.finish()
}

/// Invariants of every outline.
fn is_sound(outline: &FileOutline, max: usize, text: &str) {
    let lines: Vec<_> = text.strip_prefix('\u{feff}').unwrap_or(text).split('\n').collect();
    assert!(outline.entries.len() <= max);
    assert!(outline.entries.is_sorted_by(|a, b| a.line < b.line));
    assert!(
        outline
            .deepest
            .is_none_or(|deepest| outline.entries.iter().all(|entry| entry.depth <= deepest))
    );
    for entry in &outline.entries {
        assert!(entry.line <= entry.last, "{entry:?}");
        assert!(entry.last.get() <= outline.total, "{entry:?}");
        let at = |line: u64| lines.get(line as usize - 1).copied().unwrap_or_default();
        let start = entry.text.strip_suffix('…').unwrap_or(&entry.text);
        assert!(at(entry.line.get()).trim_start().starts_with(start), "{entry:?}");
        assert_ne!(at(entry.last.get()).trim(), "", "{entry:?}");
    }
    // An entry is nested in those that contain it, and in no others.
    for inner in &outline.entries {
        let contains = |outer: &&OutlineEntry| outer.line < inner.line && inner.line <= outer.last;
        let depth = outline.entries.iter().filter(contains).count();
        assert_eq!(inner.depth as usize, depth, "{inner:?} in {:?}\n{text}", outline.entries);
    }
    // Entries are nested or disjoint.
    for (outer, at) in outline.entries.iter().zip(1..) {
        for inner in outline.entries.iter().skip(at) {
            assert!(
                inner.line > outer.last || inner.last <= outer.last,
                "{outer:?} {inner:?}\n{text}"
            );
        }
    }
}

/// Invariants of all definitions. The entries of the outline are among them, except those in macros
/// of C.
fn has_sound_definitions(name: &str, text: &str) {
    let found = definitions(name, text);
    let total = outline(name, 0, &[text]).total;
    assert!(found.is_sorted_by_key(|definition| definition.entry.line));
    for definition in &found {
        let entry = &definition.entry;
        assert!(entry.line <= entry.last && entry.last.get() <= total, "{entry:?}\n{text}");
        assert!(entry.text.get(definition.name.clone()).is_some(), "{definition:?}");
        let contains = |outer: &OutlineEntry| outer.line < entry.line && entry.line <= outer.last;
        let mut around: Vec<_> = found.iter().map(|outer| &outer.entry).collect();
        around.dedup_by_key(|outer| outer.line);
        let depth = around.iter().filter(|outer| contains(outer)).count();
        assert_eq!(entry.depth as usize, depth, "{entry:?} in {found:?}\n{text}");
    }
    let outline = outline(name, 20_000, &[text]);
    let is_expected = outline.basis == Basis::Declarations && name != "a.c";
    for entry in outline.entries.iter().filter(|_| is_expected) {
        let is_found = found.iter().any(|definition| definition.entry.line == entry.line);
        assert!(is_found, "{entry:?} in {found:?}\n{text}");
    }
}

const NAMES: &[&str] = &[
    "a.rs", "a.py", "a.go", "a.ts", "a.c", "a.java", "a.rb", "a.sql", "a.md", "a.yml", "a.toml",
    "a.sh", "Makefile", "a", "", "a.rst", "a.adoc", "a.org", "a.tex", "a.html", "a.ps1", "a.zig",
    "a.json", "a.kt", "a.php", "a.cs", "a.hs",
];

const PARTS: &[&str] = &[
    "fn a(",
    "fn a() {",
    "class A:",
    "struct a {",
    "struct a;",
    "int main(void)",
    "int f(int a,",
    "int b) {",
    "{",
    "}",
    ")",
    ") {",
    "type A = b",
    "a() {",
    "const x = (a) => {",
    "CREATE TABLE a (",
    "$$",
    ";",
    "x;",
    "# a",
    "## a",
    "```",
    "===",
    "---",
    "[a]",
    "a: b",
    "- a",
    "/*",
    "*/",
    "\"\"\"",
    "'''",
    "// a",
    "#[a]",
    "#ifdef A",
    "@a",
    "else",
    "end",
    "case 1:",
    "describe('a', () => {",
    "é",
    "\0",
    "(",
    "x: function",
    "impl",
    "type",
    "class",
    "template<",
    "extern \"",
    "@a(",
    "pub(",
    "<",
    "\u{feff}",
    "operator(",
    "function*",
    "(def",
    "CREATE",
    "* a",
    "** a",
    "= a",
    "== a",
    "----",
    "====",
    "~~~",
    "\\section{a}",
    "\\subsection{a}",
    "<h1>a</h1>",
    "<h2>",
    "#+begin_src",
    "## A\n    y\n    }\n            ## A\nx = 1\n",
    "//",
    "/* a",
    "case",
    "public:",
    "then",
    "<a>",
    "</a>",
    "<!-- a -->",
    "#define a \\\n",
    "const (",
    "const a, b = 1",
    "typedef struct {",
    "} a, b;",
    "int a, *b[1] = {",
    "\"a\": {",
    "- a: b",
    "enum a {",
    "A, B",
    "val `a b`: c",
    "private $a = 1;",
    "abstract a(b): c",
    "if a:",
    "a.b, c = 1",
    "impl<'a> A for &'a mut B<C> {",
    "def self.a=(b)",
    "func (a b) c(",
];

proptest! {
    #![proptest_config(random::inputs(2000))]

    #[test]
    fn it_is_sound_and_the_same_in_every_piece_size(
        name in prop::sample::select(NAMES),
        max in prop_oneof![Just(1000usize), 0usize..5],
        parts in prop::collection::vec(prop_oneof![
            3 => Just("\n".to_owned()),
            2 => "[ \t]{1,4}",
            4 => prop::sample::select(PARTS).prop_map(str::to_owned),
            1 => Just("x".repeat(300)),
            1 => Just("\r\n".to_owned()),
        ], 0..60),
        cuts in cut::cuts(),
    ) {
        let text = parts.concat();
        let expected = outline(name, max, &[&text]);
        is_sound(&expected, max, &text);
        has_sound_definitions(name, &text);
        for pieces in cut::ways(&text, &cuts) {
            prop_assert_eq!(&outline(name, max, &pieces), &expected);
        }
    }

    #[test]
    fn the_kept_entries_are_those_chosen_from_all(
        depths in prop::collection::vec(0usize..6, 0..40),
        max in 0usize..12,
    ) {
        let text: String = depths.iter().map(|depth| " ".repeat(*depth) + "class A:\n").collect();
        let all = outline("a.py", usize::MAX, &[&text]);
        let some = outline("a.py", max, &[&text]);
        let to = |depth: u32| all.entries.iter().filter(move |entry| entry.depth <= depth);
        let depth = (0..8).rev().find(|depth| to(*depth).count() <= max).unwrap_or(0);
        let expected: Vec<_> = to(depth).take(max).cloned().collect();
        prop_assert_eq!(some.omitted, (all.entries.len() - expected.len()) as u64);
        prop_assert_eq!(some.entries, expected);
    }
}

#[test]
fn hostile_files_are_outlined_in_bounded_memory() {
    let deep: String = (0..1000).map(|depth| " ".repeat(depth) + "class A:\n").collect();
    for (name, text) in [
        ("a.py", deep),
        ("a.py", "\t".repeat(1_000_000)),
        ("a.c", "a(".repeat(300_000)),
        ("a.c", "a(\n".repeat(100_000)),
        ("a.ts", "template<".repeat(100_000)),
        ("a.ts", "/*\n".repeat(100_000)),
        ("a.json", "{\n".repeat(100_000)),
        ("a.json", "[".repeat(1_000_000)),
        ("a", "\0".repeat(1_000_000)),
        ("a", "\r".repeat(1_000_000)),
        ("a.md", "# a\n".repeat(100_000)),
        ("a.md", "#".repeat(1_000_000)),
        ("a.toml", "[a]\n".repeat(100_000)),
        ("a.yml", "a:\n b:\n".repeat(100_000)),
        ("a.rs", "fn a() {}\n".repeat(100_000)),
    ] {
        let outline = outline(name, 100, &[&text]);
        is_sound(&outline, 100, &text);
        assert_eq!(outline.total, text.split_terminator('\n').count() as u64);
        if outline.basis == Basis::Indentation {
            assert!(outline.entries.iter().all(|entry| entry.text.len() <= 256));
        }
    }
}
