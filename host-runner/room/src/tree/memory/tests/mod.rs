use super::{AddError, MemoryTree};
use crate::tree::{Tree, TreeEntryKind};

fn tree() -> Result<MemoryTree, AddError> {
    MemoryTree::new().file("a/b/c.txt", "abc")?.link("a/up", "..")?.directory("a/empty")
}

#[test]
fn an_added_file_exists_with_the_directories_on_the_way() {
    let tree = tree().unwrap();
    for (path, kind) in [
        ("", TreeEntryKind::Directory),
        ("a", TreeEntryKind::Directory),
        ("a/b", TreeEntryKind::Directory),
        ("a/b/c.txt", TreeEntryKind::File),
        ("a/up", TreeEntryKind::Link),
        ("a/empty", TreeEntryKind::Directory),
    ] {
        assert_eq!(tree.entry(path).unwrap().kind, kind, "{path}");
    }
    assert_eq!(tree.entry("a/b/c").unwrap_err().kind(), std::io::ErrorKind::NotFound);
    let names: Vec<_> = tree.list("a").unwrap().map(Result::unwrap).collect();
    let names: Vec<_> = names.iter().map(|(name, kind)| (name.as_str(), *kind)).collect();
    assert_eq!(
        names,
        [
            ("b", TreeEntryKind::Directory),
            ("empty", TreeEntryKind::Directory),
            ("up", TreeEntryKind::Link)
        ]
    );
}

#[test]
fn another_content_is_another_revision() {
    let revision =
        |text: &str| MemoryTree::new().file("a", text).unwrap().entry("a").unwrap().revision;
    assert_eq!(revision("123456789"), Some(0xcbf4_3926));
    assert_eq!(revision(""), Some(0));
    assert_ne!(revision("v=1"), revision("v=2"));
    assert_eq!(tree().unwrap().entry("a/b").unwrap().revision, None);
}

#[test]
fn reads_are_cut_at_the_end() {
    let tree = tree().unwrap();
    assert_eq!(tree.read("a/b/c.txt", 1, 1).unwrap(), b"b");
    assert_eq!(tree.read("a/b/c.txt", 1, 99).unwrap(), b"bc");
    assert_eq!(tree.read("a/b/c.txt", u64::MAX, usize::MAX).unwrap(), b"");
    assert!(tree.read("a", 0, 1).is_err());
}

#[test]
fn its_memory_is_that_of_its_names_and_bytes() {
    let memory = |length: usize| MemoryTree::new().file("a/b", vec![0; length]).unwrap().memory();
    assert_eq!(memory(1000) - memory(0), 1000);
    let (empty, deep) = (MemoryTree::new(), MemoryTree::new().directory("a/b/c").unwrap());
    assert!(deep.memory() >= empty.memory() + 3 * 100);
}

#[test]
fn invalid_trees_are_refused() {
    for path in ["", "/a", "a/", "a//b", ".", "a/../b", "a\0"] {
        let refused = MemoryTree::new().file(path, "");
        assert_eq!(refused.unwrap_err(), AddError::BadPath { path: path.into() });
    }
    let taken = |result: Result<MemoryTree, AddError>| match result.unwrap_err() {
        AddError::Taken { path } => path,
        other => panic!("{other}"),
    };
    assert_eq!(taken(tree().unwrap().file("a", "")), "a");
    assert_eq!(taken(tree().unwrap().file("a/b/c.txt", "")), "a/b/c.txt");
    assert_eq!(taken(tree().unwrap().file("a/up/d", "")), "a/up");
    assert!(tree().unwrap().directory("a/b").is_ok());
    assert!(tree().unwrap().modified("nothing", std::time::SystemTime::now()).is_err());
}
