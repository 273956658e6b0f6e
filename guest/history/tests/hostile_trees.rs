//! Trees that git would not write end with an error, or at all.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

use readroom_history::{
    FileState, HistoryError, Object, ObjectFormat, ObjectId, ObjectKind, Objects, entry_at,
    flat_listing, tree_changes,
};
use readroom_types::ChangeStatus;
use std::collections::HashMap;

#[derive(Default)]
struct Trees(HashMap<ObjectId, Vec<u8>>);

fn id(number: u8) -> ObjectId {
    ObjectId::from_bytes(ObjectFormat::Sha1, &[number; 20]).unwrap()
}

fn tree(entries: &[(&str, &str, u8)]) -> Vec<u8> {
    let mut data = Vec::new();
    for (mode, name, number) in entries {
        data.extend_from_slice(format!("{mode} {name}\0").as_bytes());
        data.extend_from_slice(id(*number).as_bytes());
    }
    data
}

impl Trees {
    fn with(mut self, number: u8, entries: &[(&str, &str, u8)]) -> Self {
        self.0.insert(id(number), tree(entries));
        self
    }
}

impl Objects for Trees {
    fn find_prefix(&self, _: &str) -> Result<Vec<ObjectId>, HistoryError> {
        Ok(Vec::new())
    }

    fn object(&self, id: ObjectId) -> Result<Object, HistoryError> {
        let data = self.0.get(&id).ok_or(HistoryError::MissingObject(id))?;
        Ok(Object { kind: ObjectKind::Tree, data: data.as_slice().into() })
    }

    fn header(&self, id: ObjectId) -> Result<(ObjectKind, u64), HistoryError> {
        self.object(id).map(|object| (object.kind, object.data.len() as u64))
    }
}

fn files(trees: &Trees, tree: ObjectId) -> Result<Vec<FileState>, HistoryError> {
    flat_listing(trees, tree, &|_, _| true).collect()
}

#[test]
fn a_tree_that_contains_itself_is_damaged() {
    let trees = Trees::default().with(1, &[("40000", "a", 1)]);
    let error = files(&trees, id(1)).unwrap_err();
    assert!(matches!(error, HistoryError::Damaged { .. }), "{error:?}");
    assert!(entry_at(&trees, id(1), &"a/".repeat(10_000)).unwrap().is_some());
}

#[test]
fn trees_that_share_their_subtrees_are_not_read_without_end() {
    let mut trees = Trees::default().with(0, &[]);
    for number in 1..60 {
        let below = number - 1;
        trees = trees.with(number, &[("40000", "a", below), ("40000", "b", below)]);
    }
    let error = files(&trees, id(59)).unwrap_err();
    assert!(matches!(error, HistoryError::TooMuch { .. }), "{error:?}");
}

#[test]
fn changes_are_bounded() {
    let names: Vec<_> = (0..1000).map(|number| format!("{number:04}")).collect();
    let directories: Vec<_> = names.iter().map(|name| ("40000", &**name, 2)).collect();
    let files: Vec<_> = names.iter().map(|name| ("100644", &**name, 3)).collect();
    let trees = Trees::default().with(1, &directories).with(2, &files);
    let error = tree_changes(&trees, Some(id(1)), None, &|_, _| true).unwrap_err();
    assert!(matches!(error, HistoryError::TooMuch { what: "changes", .. }), "{error:?}");
    let wanted = |path: &str, _| path == "0007" || path == "0007/0001";
    let changes = tree_changes(&trees, Some(id(1)), None, &wanted).unwrap();
    assert_eq!(changes.len(), 1);
    assert_eq!((changes[0].path(), changes[0].status), ("0007/0001", ChangeStatus::Deleted));
}

#[test]
fn the_entries_of_a_directory_are_bounded() {
    let name = "n".repeat(250);
    let mut trees = Trees::default();
    for number in 1..20 {
        trees = trees.with(number, &[("40000", &name, number + 1)]);
    }
    for (count, expected) in [(4000, "bytes in paths of trees"), (300_001, "entries of trees")] {
        let names: Vec<_> = (0..count).map(|number| format!("{number:06}")).collect();
        let entries: Vec<_> = names.iter().map(|name| ("100644", &**name, 3)).collect();
        trees = trees.with(20, &entries);
        let start = if count > 4000 { 20 } else { 1 };
        let error = files(&trees, id(start)).unwrap_err();
        assert!(matches!(error, HistoryError::TooMuch { what, .. } if what == expected));
    }
}

#[test]
fn names_that_are_not_sorted_or_occur_twice_are_compared() {
    let entries = [("100644", "b", 9), ("100644", "a", 9), ("100644", "a", 8), ("40000", "a", 3)];
    let trees = Trees::default()
        .with(1, &entries)
        .with(2, &[("100644", "a", 9), ("100644", "b", 7)])
        .with(3, &[("100644", "\u{e9}", 1)]);
    let changes = tree_changes(&trees, Some(id(1)), Some(id(2)), &|_, _| true).unwrap();
    assert!(changes.iter().any(|change| change.path() == "a/\u{e9}"), "{changes:?}");
}

#[test]
fn entries_that_are_cut_off_are_damaged() {
    let mut trees = Trees::default().with(1, &[("100644", "a", 9), ("100644", "b", 9)]);
    trees.0.get_mut(&id(1)).unwrap().pop();
    let error = tree_changes(&trees, None, Some(id(1)), &|_, _| true).unwrap_err();
    assert!(matches!(error, HistoryError::Damaged { .. }), "{error:?}");
}
