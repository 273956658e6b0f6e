//! Resolved paths, which need not exist.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod support;

use readroom_core::{FileError, PathEnd, RealPath, real_path};
use support::MemoryTree;

fn tree() -> MemoryTree {
    MemoryTree::new(&["/w/root"])
        .file("/w/root/a.txt", "a")
        .file("/w/root/d/b.txt", "b")
        .file("/w/out/secret.txt", "SECRET")
        .link("/w/root/to-d", "d")
        .link("/w/root/broken", "nothing")
        .link("/w/root/broken-far", "d/x/y")
        .link("/w/root/out", "../out")
        .link("/w/root/loop", "loop")
        .link("/w/root/back", "../root/d")
}

#[test]
fn links_are_resolved_whether_or_not_the_path_leads_somewhere() {
    for (path, absolute, end) in [
        ("a.txt", "/w/root/a.txt", PathEnd::Exists),
        ("/w/root", "/w/root", PathEnd::Exists),
        ("to-d/b.txt", "/w/root/d/b.txt", PathEnd::Exists),
        ("back/b.txt", "/w/root/d/b.txt", PathEnd::Exists),
        ("none", "/w/root/none", PathEnd::Missing { names: 1 }),
        ("to-d/none/x/y", "/w/root/d/none/x/y", PathEnd::Missing { names: 3 }),
        ("broken", "/w/root/nothing", PathEnd::BrokenLink),
        ("broken/x", "/w/root/nothing/x", PathEnd::BrokenLink),
        ("broken-far", "/w/root/d/x/y", PathEnd::BrokenLink),
        ("out", "/w/out", PathEnd::Outside { names: 0 }),
        ("out/secret.txt", "/w/out/secret.txt", PathEnd::Outside { names: 1 }),
        ("out/none/x", "/w/out/none/x", PathEnd::Outside { names: 2 }),
        ("../other", "/w/other", PathEnd::Outside { names: 1 }),
        ("../root/d", "/w/root/d", PathEnd::Exists),
    ] {
        assert_eq!(
            real_path(&tree(), path),
            Ok(RealPath { absolute: absolute.into(), end }),
            "{path}"
        );
    }
}

#[test]
fn nothing_outside_is_accessed() {
    let tree = tree();
    real_path(&tree, "out/secret.txt").unwrap();
    let calls = tree.calls.borrow();
    assert!(calls.iter().all(|call| !call.contains("/w/out")), "{calls:?}");
}

#[test]
fn unresolvable_paths_are_refused() {
    for (path, error) in [
        ("loop", FileError::TooManyLinks),
        ("a.txt/x", FileError::NotDirectory),
        ("a\0", FileError::NulInPath),
        ("", FileError::EmptyPath),
    ] {
        assert_eq!(real_path(&tree(), path), Err(error), "{path}");
    }
}
