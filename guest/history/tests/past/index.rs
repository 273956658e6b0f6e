//! Indexes that are damaged or have parts that are not read, and working trees with conditions that
//! random ones do not have.

use crate::denying::Denying;
use crate::native::Native;
use crate::random_work_tree::Random;
use crate::repository::{GitObjects, run};
use readroom_core::{PathStyle, Tree};
use readroom_history::{FileMode, HistoryError, Index, Layout, ObjectFormat, WorkTree};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use tempfile::TempDir;

fn repository(files: &[(&str, &str)]) -> TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let root = directory.path();
    run(root, &["init", "-q"]);
    for (path, content) in files {
        fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
        fs::write(root.join(path), content).unwrap();
    }
    run(root, &["add", "-A", "-f"]);
    directory
}

fn bytes(root: &Path) -> Vec<u8> {
    fs::read(root.join(".git/index")).unwrap()
}

fn parse(bytes: &[u8]) -> Result<Index, HistoryError> {
    Index::parse(ObjectFormat::Sha1, bytes, None)
}

/// Returns the changes in a form like that of `git status`. Without the time of the index, the
/// content of each file is compared.
fn status<T: Tree>(root: &Path, tree: &T, top: &str) -> Vec<String> {
    let index = parse(&bytes(&root.join(top))).expect("an index");
    let top = root.join(top);
    let objects = GitObjects::open(&top, ObjectFormat::Sha1);
    let name = PathStyle::native_name(&top).unwrap();
    let layout = Layout::find(tree, None, &name).expect("a layout");
    let work_tree = WorkTree::open(&layout, &index, &objects).expect("a tree");
    let changes = work_tree.changes("").expect("changes");
    changes.iter().map(|it| format!("{} {}", &it.status.letter()[..1], it.path())).collect()
}

fn replaced(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    let at = bytes.windows(from.len()).position(|it| it == from.as_bytes()).expect("a path");
    [&bytes[..at], to.as_bytes(), &bytes[at + from.len()..]].concat()
}

#[test]
fn a_path_that_leads_elsewhere_is_damage() {
    let directory = repository(&[("a/bcdefg", "")]);
    let good = bytes(directory.path());
    assert_eq!(parse(&good).unwrap().entries().count(), 1);
    for path in ["../bcdef", "/abcdefg", "a//bcdef", "a/../bcd", ".git/abc", "a/.GIT/b", "./abcdef"]
    {
        let damaged = parse(&replaced(&good, "a/bcdefg", path));
        assert!(matches!(damaged, Err(HistoryError::Damaged { .. })), "{path} {damaged:?}");
    }
}

#[test]
fn entries_out_of_order_are_damage() {
    let directory = repository(&[("a", ""), ("b", "")]);
    let good = bytes(directory.path());
    for name in ["b", "c"] {
        // With the length before it: times and numbers of files have any bytes.
        let bad = replaced(&good, "\x01a\0", &format!("\x01{name}\0"));
        assert!(parse(&bad).is_err(), "{name}");
    }
}

#[test]
fn required_extensions_are_refused_by_name() {
    let directory = repository(&[("a/b", "")]);
    run(directory.path(), &["update-index", "--split-index"]);
    let split = HistoryError::Unsupported { what: "a split index".into() };
    assert_eq!(parse(&bytes(directory.path())).unwrap_err(), split);
    let directory = repository(&[("a", "")]);
    let mut other = bytes(directory.path());
    let at = other.windows(4).position(|name| name == b"TREE").unwrap_or(other.len() - 20);
    other.splice(at..at, *b"need\0\0\0\0");
    let what = "the extension `need` of the index".into();
    assert_eq!(parse(&other).unwrap_err(), HistoryError::Unsupported { what });
}

#[test]
fn no_bytes_make_it_panic() {
    let files: Vec<_> = (0..20).map(|number| format!("lib/a{number}/file")).collect();
    let files: Vec<_> = files.iter().map(|path| (path.as_str(), "")).collect();
    let mut random = Random::new(7);
    for version in ["2", "4"] {
        let directory = repository(&files);
        run(directory.path(), &["update-index", "--index-version", version]);
        let good = bytes(directory.path());
        for end in 0..good.len() {
            let _ = parse(&good[..end]);
        }
        for _ in 0..5000 {
            let mut bad = good.clone();
            for _ in 0..=random.below(3) {
                let at = random.below(bad.len());
                bad[at] = random.one_of(&[0, 1, 0x7f, 0x80, 0xff, b'/', b'.']);
            }
            let _ = parse(&bad);
        }
    }
}

#[test]
fn a_number_of_entries_that_lies_costs_no_memory() {
    let many =
        |count: u32| parse(&[b"DIRC\0\0\0\x02", &count.to_be_bytes()[..], &[0; 20]].concat());
    assert!(matches!(many(300_000), Err(HistoryError::Damaged { .. })));
    assert!(matches!(many(300_001), Err(HistoryError::TooMuch { .. })));
    assert!(matches!(parse(b"DIRC\0\0\0\x05\0\0\0\0"), Err(HistoryError::Unsupported { .. })));
}

#[test]
fn denied_paths_are_left_out() {
    let directory = repository(&[("secret/a", "a"), ("b/secret", "b"), ("c", "c"), ("d", "d")]);
    let root = directory.path();
    fs::write(root.join("secret/a"), "changed").unwrap();
    fs::write(root.join("secret/new"), "new").unwrap();
    fs::remove_file(root.join("b/secret")).unwrap();
    fs::write(root.join("c"), "changed").unwrap();
    let tree = Denying { tree: Native::open(root), name: "secret" };
    assert_eq!(status(root, &tree, ""), ["M c"]);
    let tree = Denying { tree: Native::open(root), name: "none" };
    let all = ["D b/secret", "M c", "M secret/a", "? secret/new"];
    assert_eq!(status(root, &tree, ""), all);
}

#[test]
fn a_working_tree_may_be_below_the_root_of_its_grant() {
    let directory = tempfile::tempdir().expect("a directory");
    let root = directory.path();
    let top = root.join("x/y");
    fs::create_dir_all(top.join("lib")).unwrap();
    run(&top, &["init", "-q"]);
    fs::write(top.join("lib/a"), "a").unwrap();
    run(&top, &["add", "-A"]);
    for name in ["lib/b", "lib/c", "lib/secret", "d"] {
        fs::write(top.join(name), "new").unwrap();
    }
    // It is above the repository.
    fs::write(root.join("x/.gitignore"), "b\n").unwrap();
    fs::write(top.join(".gitignore"), "/lib/c\n").unwrap();
    let tree = Denying { tree: Native::open(root), name: "secret" };
    fs::write(top.join(".git/info/exclude"), "/d\n").unwrap();
    assert_eq!(status(root, &tree, "x/y"), ["? .gitignore", "? lib/b"]);
}

#[test]
fn a_file_in_place_of_a_pointer_is_compared_by_size() {
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n";
    let attributes = "*.big filter=lfs diff=lfs merge=lfs -text\n";
    let files =
        [(".gitattributes", attributes), ("a.big", pointer), ("b.big", pointer), ("c", pointer)];
    let directory = repository(&files);
    let root = directory.path();
    let tree = Native::open(root);
    assert!(status(root, &tree, "").is_empty());
    for (name, content) in [("a.big", "large"), ("b.big", "larger"), ("c", "large")] {
        fs::write(root.join(name), content).unwrap();
    }
    assert_eq!(status(root, &tree, ""), ["M b.big", "M c"]);
}

#[test]
fn files_in_another_encoding_are_compared_as_they_are_stored() {
    let attributes = "*.wide working-tree-encoding=UTF-16\n\
                      *.le working-tree-encoding=UTF-16LE-BOM eol=crlf\n\
                      *.old working-tree-encoding=latin1\n*.same working-tree-encoding=UTF-8\n";
    let directory = repository(&[(".gitattributes", attributes)]);
    let root = directory.path();
    let utf16 = |text: &str, bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        ["\u{feff}", text].concat().encode_utf16().flat_map(bytes).collect()
    };
    let write = |text: &str| {
        let file = |name: &str, bytes: &[u8]| fs::write(root.join(name), bytes).unwrap();
        file("be.wide", &utf16(text, u16::to_be_bytes));
        file("le.wide", &utf16(text, u16::to_le_bytes));
        file("a.le", &utf16(&text.replace('\n', "\r\n"), u16::to_le_bytes));
        file("a.old", &text.chars().map(|char| char as u8).collect::<Vec<_>>());
        file("a.same", text.as_bytes());
    };
    write("\u{fc}ber\none\n");
    run(root, &["add", "-A"]);
    let tree = Native::open(root);
    assert!(status(root, &tree, "").is_empty());
    write("\u{fc}ber\ntwo\n");
    assert_eq!(
        status(root, &tree, ""),
        ["M a.le", "M a.old", "M a.same", "M be.wide", "M le.wide"]
    );
    let (index, objects) =
        (parse(&bytes(root)).unwrap(), GitObjects::open(root, ObjectFormat::Sha1));
    let layout = Layout::find(&tree, None, &PathStyle::native_name(root).unwrap()).unwrap();
    let work_tree = WorkTree::open(&layout, &index, &objects).unwrap();
    for name in ["a.le", "a.old", "a.same", "be.wide", "le.wide"] {
        let (_, content) = work_tree.content(name).unwrap().unwrap();
        assert_eq!(content.unwrap(), "\u{fc}ber\ntwo\n".as_bytes(), "{name}");
    }
}

#[test]
fn the_hash_of_ident_is_not_part_of_a_file() {
    let directory = repository(&[(".gitattributes", "*.id ident\n*.both ident eol=crlf\n")]);
    let root = directory.path();
    let text = "$Id$ $Id: $ $Id:$ $Id: a$Id: b$ $Id: c\n$Id: $\n$Id\n$id: d$$Id: e$x$Id";
    for name in ["a.id", "a.both", "a"] {
        fs::write(root.join(name), text).unwrap();
    }
    run(root, &["add", "-A"]);
    run(root, &["commit", "-q", "-m", "one"]);
    run(root, &["rm", "-q", "--cached", "-r", "."]);
    run(root, &["reset", "-q", "--hard"]);
    let found = |name: &str| fs::read_to_string(root.join(name)).unwrap();
    assert!(found("a.id").contains("$Id: ") && found("a.both").contains("\r\n"));
    let tree = Native::open(root);
    let touch = |more: &str| {
        for name in ["a.id", "a.both", "a"] {
            fs::write(root.join(name), found(name) + more).unwrap();
        }
    };
    touch("");
    assert!(status(root, &tree, "").is_empty());
    touch(" more");
    assert_eq!(status(root, &tree, ""), ["M a", "M a.both", "M a.id"]);
    let (index, objects) =
        (parse(&bytes(root)).unwrap(), GitObjects::open(root, ObjectFormat::Sha1));
    let layout = Layout::find(&tree, None, &PathStyle::native_name(root).unwrap()).unwrap();
    let work_tree = WorkTree::open(&layout, &index, &objects).unwrap();
    run(root, &["add", "-A"]);
    for name in ["a.id", "a.both", "a"] {
        let (_, content) = work_tree.content(name).unwrap().unwrap();
        assert_eq!(content.unwrap(), run(root, &["show", &format!(":{name}")]), "{name}");
    }
}

#[test]
fn links_may_be_files_where_there_are_none() {
    let directory = repository(&[("a", "a")]);
    let root = directory.path();
    symlink("a", root.join("b")).unwrap();
    run(root, &["add", "-A"]);
    fs::remove_file(root.join("b")).unwrap();
    fs::write(root.join("b"), "a").unwrap();
    let tree = Native::open(root);
    assert_eq!(status(root, &tree, ""), ["T b"]);
    run(root, &["config", "core.symlinks", "false"]);
    assert!(status(root, &tree, "").is_empty());
    fs::write(root.join("b"), "other").unwrap();
    assert_eq!(status(root, &tree, ""), ["M b"]);
}

#[test]
fn attributes_say_how_files_are_compared() {
    let attributes = "*.bin binary\n*.svg -diff\n*.pdf diff\n*.c diff=cpp\nb.bin diff\n";
    let directory = repository(&[(".gitattributes", attributes), ("a", "")]);
    let root = directory.path();
    let (index, tree) = (parse(&bytes(root)).unwrap(), Native::open(root));
    let objects = GitObjects::open(root, ObjectFormat::Sha1);
    let name = PathStyle::native_name(root).unwrap();
    fs::write(root.join(".git/info/attributes"), "c.bin -binary\n").unwrap();
    let layout = Layout::find(&tree, None, &name).expect("a layout");
    let work_tree = WorkTree::open(&layout, &index, &objects).expect("a tree");
    let expected = [
        ("a.bin", Some(false)),
        ("b.bin", Some(true)),
        ("c.bin", None),
        ("x/a.svg", Some(false)),
        ("a.pdf", Some(true)),
        ("a.c", None),
        ("a", None),
    ];
    for (path, diff) in expected {
        assert_eq!(work_tree.attributes(path).unwrap().diff, diff, "{path}");
    }
    assert_eq!(work_tree.content("none").unwrap(), None);
    assert_eq!(work_tree.content("a").unwrap(), Some((FileMode::File, Some(Vec::new()))));
}
