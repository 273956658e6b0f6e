//! Pages of directories: their order, what links count as, and their memory.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod support;

use readroom_core::{EntryPage, FileError, FileKind, Links, Opened, TrailingSlash, find};
use support::{MemoryTree, Node};

fn by_lower_case(name: &str, kind: FileKind) -> Option<String> {
    let mark = if kind == FileKind::Directory { "/" } else { "" };
    Some(format!("{}{mark}", name.to_lowercase()))
}

fn page(tree: &MemoryTree, path: &str, skip: u64, count: u64) -> EntryPage {
    let Ok(Opened::Directory(directory)) = find(tree, None, path, TrailingSlash::Ignored) else {
        panic!("{path} is no directory")
    };
    directory.page(by_lower_case, Links::Followed, skip, count, 1 << 20).unwrap()
}

fn names(listing: &EntryPage) -> Vec<&str> {
    listing.entries.iter().map(|entry| entry.name.as_str()).collect()
}

#[test]
fn entries_come_in_the_order_of_their_keys() {
    let mut tree = MemoryTree::new(&["/w"]);
    for name in ["b", "A", "a.txt", "B", "c"] {
        tree = tree.file(&format!("/w/{name}"), "");
    }
    let tree = tree.with("/w/a", Node::Directory([].into()));
    // The slash of a directory is part of its key: `.` sorts before `/`.
    assert_eq!(names(&page(&tree, "/w", 0, 100)), ["A", "a.txt", "a", "B", "b", "c"]);
    assert_eq!(names(&page(&tree, "/w", 2, 2)), ["a", "B"]);
    assert_eq!(names(&page(&tree, "/w", 6, 2)), [""; 0]);
    assert_eq!(page(&tree, "/w", 6, 0).total, 6);
}

#[test]
fn a_link_counts_as_its_target_inside() {
    let tree = MemoryTree::new(&["/w"])
        .file("/w/d/file", "")
        .with("/outside/e", Node::Directory([].into()))
        .link("/w/l1", "d")
        .link("/w/l2", "d/file")
        .link("/w/l3", "nowhere")
        .link("/w/l4", "/outside")
        .link("/w/l5", "l5")
        .link("/w/d/up", "..");
    let listing = page(&tree, "/w", 0, 100);
    let kinds: Vec<FileKind> = listing.entries.iter().map(|entry| entry.kind).collect();
    assert_eq!(
        kinds,
        [
            FileKind::Directory,
            FileKind::Directory,
            FileKind::File,
            FileKind::Link,
            FileKind::Link,
            FileKind::Link
        ]
    );
    assert_eq!(page(&tree, "/w/d", 0, 100).entries[1].kind, FileKind::Directory);
}

#[test]
fn links_can_stay_links_and_entries_can_be_left_out() {
    let tree = MemoryTree::new(&["/w"])
        .file("/w/file", "")
        .with("/w/d", Node::Directory([].into()))
        .with("/w/pipe", Node::Special)
        .link("/w/l", "d");
    let Ok(Opened::Directory(directory)) = find(&tree, None, ".", TrailingSlash::Ignored) else {
        panic!("the root is a directory")
    };
    let key = |name: &str, kind| (kind != FileKind::Special).then(|| name.to_string());
    let listing = directory.page(key, Links::Kept, 0, 100, 1 << 20).unwrap();
    let entries: Vec<_> = listing.entries.iter().map(|entry| (&*entry.name, entry.kind)).collect();
    let expected = [("d", FileKind::Directory), ("file", FileKind::File), ("l", FileKind::Link)];
    assert_eq!((entries, listing.total), (expected.to_vec(), 3));
}

#[test]
fn a_directory_larger_than_the_memory_is_still_sorted() {
    let all: Vec<String> =
        (0..30_000).map(|number| format!("{:0100}", number * 7919 % 30_011)).collect();
    let entries = all.iter().map(|name| (name.clone(), Node::Special)).collect();
    let tree = MemoryTree::new(&["/w"]).with("/w/big", Node::Directory(entries));
    let mut sorted = all.clone();
    sorted.sort();
    for (skip, count) in
        [(0, 5), (9_000, 7_000), (12_345, 1), (29_990, 100), (30_000, 1), (u64::MAX, 1)]
    {
        let listing = page(&tree, "big", skip, count);
        let expected: Vec<&str> = sorted
            .iter()
            .skip(skip.min(1 << 20) as usize)
            .take(count as usize)
            .map(String::as_str)
            .collect();
        assert_eq!(names(&listing), expected, "{count} after {skip}");
        assert_eq!(listing.total, 30_000);
        let listed = tree.calls.take().iter().filter(|call| call.starts_with("list")).count();
        assert!(
            listed <= if skip == 0 { 1 } else { 3 },
            "{listed} passes for {count} after {skip}"
        );
    }
}

#[test]
fn a_page_has_a_limit_in_bytes() {
    let tree = MemoryTree::new(&["/w"]).file("/w/aaaa", "").file("/w/bbbb", "").file("/w/cccc", "");
    let Ok(Opened::Directory(directory)) = find(&tree, None, ".", TrailingSlash::Ignored) else {
        panic!("the root is a directory")
    };
    let listing = directory.page(by_lower_case, Links::Followed, 0, 100, 8).unwrap();
    assert_eq!((names(&listing), listing.total), (vec!["aaaa", "bbbb"], 3));
    assert_eq!(directory.refuse(FileError::IsDirectory).location.unwrap().to_string(), ".");
}

#[test]
fn links_that_cost_too_much_count_as_links() {
    let zigzag = format!("{}b", "../a/".repeat(300));
    let mut tree =
        MemoryTree::new(&["/w"]).with("/w/a/b", Node::Directory([].into())).link("/w/a/first", "b");
    for number in 0..2000 {
        tree = tree.link(&format!("/w/a/l{number:04}"), &zigzag);
    }
    let listing = page(&tree, "a", 0, 3000);
    let directories =
        listing.entries.iter().filter(|entry| entry.kind == FileKind::Directory).count();
    assert!((1000..2000).contains(&directories), "{directories}");
    assert_eq!(listing.total, 2002);
}
