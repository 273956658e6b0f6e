//! A page of names is a slice of all names sorted, and the pages together are the directory.

#![allow(clippy::panic, reason = "tests")]

#[path = "support/random.rs"]
mod random;
mod support;

use proptest::prelude::*;
use readroom_core::{FileKind, NamePage, Opened, TrailingSlash, find};
use std::collections::BTreeMap;
use support::{MemoryTree, Node};

/// Names whose byte order differs from alphabetical order, and some with a common prefix.
fn name() -> impl Strategy<Value = String> {
    let letter = prop::sample::select(vec!['a', 'B', 'é', '~', '\n', '\u{fffd}', '\u{1f600}', ' ']);
    prop::collection::vec(letter, 1..5).prop_map(String::from_iter)
}

fn node() -> impl Strategy<Value = Node> {
    prop_oneof![
        3 => Just(Node::File(b"x".to_vec())),
        1 => Just(Node::Directory(BTreeMap::new())),
        1 => Just(Node::Link("anywhere".into())),
        1 => Just(Node::Special),
    ]
}

fn kind(node: &Node) -> FileKind {
    match node {
        Node::File(_) | Node::Oversized(_) => FileKind::File,
        Node::Directory(_) => FileKind::Directory,
        Node::Link(_) => FileKind::Link,
        Node::Special | Node::Forbidden => FileKind::Special,
    }
}

fn page(tree: &MemoryTree, after: Option<&str>, count: usize, max_bytes: usize) -> NamePage {
    let Ok(Opened::Directory(directory)) = find(tree, None, "d", TrailingSlash::Ignored) else {
        panic!("it is a directory")
    };
    directory.names_after(after, count, max_bytes).unwrap_or_else(|error| panic!("{error:?}"))
}

/// All entries whose names come after `after`, in order.
fn naive(entries: &[(String, Node)], after: Option<&str>) -> Vec<(String, FileKind)> {
    let mut all: Vec<_> = entries.iter().map(|(name, node)| (name.clone(), kind(node))).collect();
    all.retain(|(name, _)| after.is_none_or(|after| name.as_bytes() > after.as_bytes()));
    all.sort_by(|(one, _), (other, _)| one.as_bytes().cmp(other.as_bytes()));
    all
}

fn bytes(entries: &[(String, FileKind)]) -> usize {
    entries.iter().map(|(name, _)| name.len()).sum()
}

proptest! {
    #![proptest_config(random::inputs(2000))]

    #[test]
    fn a_page_is_the_start_of_the_rest(
        entries in prop::collection::btree_map(name(), node(), 0..30),
        after in prop::option::of(name()),
        count in 1usize..12,
        max_bytes in prop_oneof![Just(usize::MAX), 16usize..100],
    ) {
        let tree = MemoryTree::new(&["/w"]).with("/w/d", Node::Directory(entries.clone()));
        let entries: Vec<_> = entries.into_iter().collect();
        let rest = naive(&entries, after.as_deref());
        let page = page(&tree, after.as_deref(), count, max_bytes);
        prop_assert!(rest.starts_with(&page.entries), "{:?} of {rest:?}", page.entries);
        prop_assert_eq!(page.total, entries.len() as u64);
        prop_assert_eq!(page.more, page.entries.len() < rest.len());
        prop_assert!(page.entries.len() <= count && bytes(&page.entries) <= max_bytes);
        // Any name fits, so that every page has one.
        prop_assert_eq!(page.entries.is_empty(), rest.is_empty());
        let fits = |many: &usize| bytes(&rest[..*many]) <= max_bytes;
        let fitting = (0..=count.min(rest.len())).rev().find(fits);
        prop_assert_eq!(Some(page.entries.len()), fitting);
    }

    #[test]
    fn the_pages_together_are_the_directory(
        entries in prop::collection::btree_map(name(), node(), 0..40),
        count in 1usize..9,
        max_bytes in prop_oneof![Just(usize::MAX), 16usize..60],
    ) {
        let tree = MemoryTree::new(&["/w"]).with("/w/d", Node::Directory(entries.clone()));
        let entries: Vec<_> = entries.into_iter().collect();
        let (mut all, mut more) = (Vec::new(), true);
        while more {
            let after: Option<&(String, FileKind)> = all.last();
            let next = page(&tree, after.map(|(name, _)| name.as_str()), count, max_bytes);
            more = next.more;
            all.extend(next.entries);
        }
        prop_assert_eq!(all, naive(&entries, None));
    }
}
