//! Maps of in-memory trees.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests")]

#[path = "../../core/tests/support/mod.rs"]
mod memory;

use memory::{MemoryTree, Node};
use proptest::prelude::*;
use readroom_search::{Deadline, MapLimits, Scope, SearchError, map};
use readroom_types::{MapPage, MappedFile};
use std::cell::Cell;
use std::fmt::Write as _;

fn tree(files: &[(&str, &str)]) -> MemoryTree {
    files.iter().fold(MemoryTree::new(&["/w"]), |tree, (path, text)| {
        tree.with(&format!("/w/{path}"), Node::File(text.as_bytes().to_vec()))
    })
}

fn page(tree: &MemoryTree, scope: Scope<'_>, cursor: Option<&str>, limits: MapLimits) -> MapPage {
    map(tree, None, &scope, cursor, limits, Deadline::NEVER).unwrap()
}

fn first(tree: &MemoryTree, limits: MapLimits) -> MapPage {
    page(tree, Scope::new("."), None, limits)
}

fn whole(tree: &MemoryTree) -> MapPage {
    first(tree, MapLimits { bytes: Some(1 << 20), ..MapLimits::default() })
}

/// Returns the lines of a page.
fn drawn(page: &MapPage) -> String {
    let mut text = String::new();
    for file in &page.files {
        writeln!(text, "{} {}+{}", file.path, file.lines, file.omitted).unwrap();
        for entry in &file.definitions {
            writeln!(
                text,
                "{}-{} {}{}",
                entry.line,
                entry.last,
                "  ".repeat(entry.depth as usize),
                entry.text
            )
            .unwrap();
        }
    }
    text
}

/// Returns the definitions on each page: their paths and lines.
fn pages(tree: &MemoryTree, limits: MapLimits) -> Vec<Vec<(String, u64)>> {
    let (mut all, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let found = page(tree, Scope::new("."), cursor.as_deref(), limits);
        let of_file = |file: &MappedFile| -> Vec<_> {
            file.definitions
                .iter()
                .map(|entry| (file.path.clone(), u64::from(entry.line)))
                .collect()
        };
        all.push(found.files.iter().flat_map(of_file).collect());
        assert!(found.names.is_empty() || cursor.is_none(), "names are on one page");
        match found.next {
            Some(next) => cursor = Some(next),
            None => return all,
        }
    }
}

const WALK: &str = "\
const MAX: usize = 1;
fn helper() {}
pub fn rarely_used() {}
pub struct Walk {
    depth: u32,
}
impl Walk {
    pub fn next(&self) {
        fn inner() {}
    }
}
#[cfg(test)]
mod tests {
    fn checks() {}
}
";

#[test]
fn what_is_used_in_most_files_is_first() {
    let tree = tree(&[
        ("a.rs", "pub fn first() {}\npub fn commonly_used() {}\n"),
        ("walk.rs", WALK),
        ("x.rs", "use walk::Walk;\nuse a::commonly_used;\n// first.\n"),
        ("y.rs", "use walk::Walk;\n// first helper\ncommonly_used(); rarely_used().next();\n"),
        ("z.rs", "x = |first: u8| -> Walk {\n"),
    ]);
    let begin = |definitions| {
        let limits = MapLimits { definitions: Some(definitions), ..MapLimits::default() };
        drawn(&first(&tree, limits))
    };
    assert_eq!(begin(1), "walk.rs 15+5\n4-6 pub struct Walk {\n");
    let three = "walk.rs 15+5\n4-6 pub struct Walk {\na.rs 2+1\n2-2 pub fn commonly_used() {}\n";
    assert_eq!(begin(2), three);
    // Private ones come after unused public ones, and constants come last.
    assert_eq!(
        drawn(&whole(&tree)),
        "walk.rs 15+0\n1-1 const MAX: usize = 1;\n2-2 fn helper() {}\n3-3 pub fn rarely_used() {}\n\
         4-6 pub struct Walk {\n7-11 impl Walk {\n8-10   pub fn next(&self) {\n\
         a.rs 2+0\n1-1 pub fn first() {}\n2-2 pub fn commonly_used() {}\n"
    );
    let order: Vec<_> = pages(&tree, MapLimits { definitions: Some(1), ..MapLimits::default() })
        .concat()
        .into_iter()
        .map(|(path, line)| format!("{path}:{line}"))
        .collect();
    assert_eq!(
        order.join(" "),
        "walk.rs:4 a.rs:2 walk.rs:3 walk.rs:7 walk.rs:8 a.rs:1 walk.rs:2 walk.rs:1"
    );
}

#[test]
fn a_name_of_many_files_counts_for_each_in_part() {
    let tree = tree(&[
        ("a.py", "def run():\n  pass\n"),
        ("b.py", "def run():\n  pass\n"),
        ("c.py", "def unique():\n  pass\n"),
        ("d.py", "run()\nunique()\n"),
        ("e.py", "run()\n"),
        ("f.py", "unique()\n"),
    ]);
    assert!(drawn(&whole(&tree)).starts_with("c.py 2+0\n1-2 def unique():\n"));
}

const LOCAL: &str = "\
def run_all():
  def make_list():
    pass


class Walk:
  def __str__(s):
    pass
";

#[test]
fn what_is_in_a_function_and_what_is_called_by_itself_count_as_private() {
    let tree = tree(&[
        ("a.py", LOCAL),
        ("b.go", "func (w *Walk) DoThis() {\n}\nfunc DoThat() {\n}\n"),
        ("x.py", "make_list(x.__str__())\nDoThis(DoThat())\n"),
        ("y.py", "make_list(x.__str__())\nDoThis()\n"),
        ("z.py", "make_list(x.__str__())\n"),
    ]);
    let order: Vec<_> = pages(&tree, MapLimits { definitions: Some(1), ..MapLimits::default() })
        .concat()
        .into_iter()
        .map(|(path, line)| format!("{path}:{line}"))
        .collect();
    assert_eq!(order.join(" "), "a.py:6 b.go:3 b.go:1 a.py:1 a.py:2 a.py:7");
}

#[test]
fn functions_of_ml_come_before_modules_with_another_name() {
    let text = "module Path = Stdune.Path\nlet max = 3\nlet find path =\n  path\n\
                module Set = struct\n  let add x = x\nend\n";
    let tree = tree(&[("a.ml", text), ("b.ml", "let f x = Path.of_string (A.find x)\n")]);
    let limits = MapLimits { definitions: Some(4), ..MapLimits::default() };
    assert_eq!(
        drawn(&first(&tree, limits)),
        "a.ml 7+2\n3-4 let find path =\n5-7 module Set = struct\n6-6   let add x = x\n\
         b.ml 1+0\n1-1 let f x = Path.of_string (A.find x)\n"
    );
}

#[test]
fn tests_and_generated_files_are_named() {
    let code = "pub fn a() {}\n";
    let tree = tree(&[
        ("src/a.rs", code),
        ("src/a_test.go", "func B() {}\n"),
        ("src/bindings.rs", "// @generated by a program\npub fn c() {}\n"),
        ("src/tests/b.rs", code),
        ("test_c.py", "def test(): pass\n"),
        ("vendor/d.rs", code),
        ("x.min.js", "function e() {}\n"),
        ("data.csv", "a,b\n"),
        ("empty.rs", "// nothing\n"),
        ("binary.rs", "\u{1}\0\u{2}\0\0\0\0\u{3}"),
        ("huge.rs", &code.repeat(1 << 17)),
        ("README.md", "# Title\n\n## Part\n\n### Deeper\n"),
        (".hidden.rs", code),
        (".gitignore", "ignored.rs\n"),
        ("ignored.rs", code),
    ]);
    let found = whole(&tree);
    assert_eq!(
        drawn(&found),
        "README.md 5+0\n1-5 # Title\n3-5   ## Part\nsrc/a.rs 1+0\n1-1 pub fn a() {}\n"
    );
    assert_eq!(
        found.names,
        [
            "data.csv",
            "empty.rs",
            "src/a_test.go",
            "src/tests/b.rs",
            "test_c.py",
            "src/bindings.rs",
            "vendor/d.rs",
            "x.min.js"
        ]
    );
    let MapPage { mapped, definitions, tests, generated, others, unread, skipped, .. } = found;
    assert_eq!((mapped, definitions, tests, generated, others, unread), (2, 3, 3, 3, 2, 0));
    assert_eq!((skipped.binary, skipped.large, skipped.hidden, skipped.ignored), (1, 1, 2, 1));
    // A directory of tests is mapped if it is asked for, and so is a test.
    for path in ["src/tests", "test_c.py"] {
        let found = page(&tree, Scope::new(path), None, MapLimits::default());
        assert_eq!(found.definitions, 1, "{path}");
    }
}

#[test]
fn namespaces_do_not_count_for_the_depth() {
    let ruby = "module App\n  module Web\n    class Page\n      def show\n        def inner\n\
                end\n      end\n    end\n  end\nend\n\nclass Last\n  def go\n  end\nend\n";
    let rust = "mod a {\n    pub struct B {}\n\n    impl B {\n        fn c() {}\n    }\n}\n";
    let drawn = drawn(&whole(&tree(&[("page.rb", ruby), ("a.rs", rust)])));
    for shown in ["class Page", "def show", "class Last", "def go", "pub struct B", "fn c()"] {
        assert!(drawn.contains(shown), "{shown} in {drawn}");
    }
    assert!(!drawn.contains("def inner"), "{drawn}");
}

#[test]
fn names_have_a_quarter_of_the_first_page() {
    let file = |at: usize| (format!("f{at:03}.rs"), format!("pub fn function_{at:03}() {{}}\n"));
    let files: Vec<_> = (0..200).map(file).collect();
    let files: Vec<_> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
    let tree = tree(&files);
    let limits = MapLimits { bytes: Some(2000), ..MapLimits::default() };
    let found = first(&tree, limits);
    let names: usize = found.names.iter().map(|name| name.len() + 8).sum();
    assert!((450..600).contains(&names), "{names}");
    assert!(found.files.iter().all(|file| !found.names.contains(&file.path)));
    let all = pages(&tree, limits).concat();
    assert_eq!(all.len(), 200);
    let tokens = MapLimits { tokens: Some(300), ..MapLimits::default() };
    assert!(first(&tree, tokens).files.len() < found.files.len());
}

#[test]
fn a_cursor_is_one_of_the_same_scope() {
    let tree = tree(&[("src/a.rs", "fn a() {}\nfn b() {}\n")]);
    let limits = MapLimits { definitions: Some(1), ..MapLimits::default() };
    let next = first(&tree, limits).next.unwrap();
    let wrong = [Scope::new("src"), Scope { hidden: true, ..Scope::new(".") }];
    for (scope, cursor) in
        wrong.iter().map(|scope| (*scope, &*next)).chain([(Scope::new("."), "1")])
    {
        let error = map(&tree, None, &scope, Some(cursor), limits, Deadline::NEVER).unwrap_err();
        assert_eq!(error, SearchError::Cursor(cursor.into()));
    }
    for limits in [
        MapLimits { definitions: Some(0), ..limits },
        MapLimits { bytes: Some(0), ..limits },
        MapLimits { bytes: Some((1 << 20) + 1), ..limits },
        MapLimits { tokens: Some(0), ..limits },
    ] {
        let result = map(&tree, None, &Scope::new("."), None, limits, Deadline::NEVER);
        assert!(result.is_err(), "{limits:?}");
    }
}

#[test]
fn what_is_read_before_the_time_is_up_is_mapped() {
    let tree = tree(&[("a.rs", "fn a() {}\nfn b() {}\n"), ("b.rs", "fn c() {}\n"), ("c.rs", "")]);
    let calls = Cell::new(0);
    let clock = || calls.replace(calls.get() + 1);
    let limits = MapLimits { definitions: Some(1), ..MapLimits::default() };
    let deadline = Deadline { clock: &clock, end: Some(2) };
    let found = map(&tree, None, &Scope::new("."), None, limits, deadline).unwrap();
    assert!(found.out_of_time);
    assert_eq!((found.mapped, found.definitions), (2, 3));
    // The next page is one of the same files, however long it takes.
    let next = page(&tree, Scope::new("."), found.next.as_deref(), limits);
    assert_eq!((next.out_of_time, next.definitions), (true, 3));
}

#[test]
fn globs_may_be_relative_to_the_root() {
    let tree = tree(&[("src/a.rs", "fn a() {}\n"), ("src/b.py", "def b(): pass\n")]);
    let scope = Scope { globs: &["src/*.rs"], ..Scope::new("src") };
    let found = page(&tree, scope, None, MapLimits::default());
    assert_eq!(drawn(&found), "src/a.rs 1+0\n1-1 fn a() {}\n");
    assert_eq!(found.globs, Some(vec!["/*.rs".to_owned()]));
}

fn definition() -> impl Strategy<Value = String> {
    let name = "[a-d]{1,2}";
    prop_oneof![
        name.prop_map(|name| format!("pub fn {name}() {{}}\n")),
        name.prop_map(|name| format!("fn {name}() {{}}\n")),
        name.prop_map(|name| format!("pub struct {name} {{\n    x: u8,\n}}\n")),
        name.prop_map(|name| format!("const {name}: u8 = 1;\n")),
        (name, name).prop_map(|(one, other)| format!("impl {one} {{\n    fn {other}() {{}}\n}}\n")),
        name.prop_map(|name| format!("// {name}\n")),
    ]
}

proptest! {
    #[test]
    fn pages_have_every_definition_once(
        files in prop::collection::btree_map(
            "(src/|tests/|a/b/)?[a-c]{1,2}\\.(rs|md|txt)",
            prop::collection::vec(definition(), 0..6),
            0..12,
        ),
        definitions in 1..7u64,
        bytes in 1..400u64,
    ) {
        let files: Vec<_> = files.into_iter().map(|(path, parts)| (path, parts.concat())).collect();
        let files: Vec<_> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
        let tree = tree(&files);
        let expected = pages(&tree, MapLimits { bytes: Some(1 << 20), ..MapLimits::default() });
        let mut expected = expected.concat();
        let limits = MapLimits { definitions: Some(definitions), bytes: Some(bytes), tokens: None };
        let of_pages = pages(&tree, limits);
        prop_assert!(of_pages.iter().all(|page| page.len() as u64 <= definitions));
        prop_assert_eq!(&of_pages, &pages(&tree, limits));
        let mut all = of_pages.concat();
        prop_assert_eq!(all.len(), whole(&tree).definitions as usize);
        all.sort();
        expected.sort();
        prop_assert_eq!(&all, &expected);
        all.dedup();
        prop_assert_eq!(all, expected);
    }
}

#[test]
fn terraform_is_mapped() {
    let text =
        "variable \"x\" {\n  type = string\n}\n\nresource \"a_b\" \"this\" {\n  c = var.x\n}\n";
    let page = whole(&tree(&[("main.tf", text), ("out.tf", "output \"x\" {\n}\n")]));
    assert_eq!(
        drawn(&page),
        "main.tf 7+0\n1-3 variable \"x\" {\n5-7 resource \"a_b\" \"this\" {\nout.tf 2+0\n\
         1-2 output \"x\" {\n"
    );
}
