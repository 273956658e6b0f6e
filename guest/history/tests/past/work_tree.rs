//! Compares the index and the changes of working trees with what git says, in random repositories.

use crate::native::Native;
use crate::random_work_tree::{Random, make};
use crate::repository::{GitObjects, git, parts, run};
use readroom_core::{PathStyle, Timestamp};
use readroom_history::{FileMode, Index, Layout, ObjectFormat, WorkTree};
use readroom_types::ChangeStatus;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::UNIX_EPOCH;

fn index(root: &Path, format: ObjectFormat) -> Index {
    let path = root.join(".git/index");
    let Ok(data) = fs::read(&path) else { return Index::default() };
    let time = fs::metadata(&path).unwrap().modified().unwrap();
    let time = time.duration_since(UNIX_EPOCH).unwrap();
    let time = Timestamp { seconds: time.as_secs(), nanoseconds: time.subsec_nanos() };
    Index::parse(format, &data, Some(time)).expect("an index")
}

/// Returns the second column of `git status` with the paths, without files whose content is the
/// same as git would store it, and without submodules of which only the commit differs.
fn expected(root: &Path, below: &str) -> BTreeSet<(char, String)> {
    let mut status = vec!["status", "--porcelain=v1", "-z", "--no-renames", "-uall"];
    let mut diff = vec!["diff", "--name-only", "-z", "--no-renames", "--ignore-submodules=all"];
    if !below.is_empty() {
        status.extend(["--", below]);
        diff.extend(["--", below]);
    }
    let differing: BTreeSet<_> = parts(root, &diff).into_iter().collect();
    let mut expected = BTreeSet::new();
    for line in parts(root, &status) {
        let (columns, path) = line.split_at(3);
        let columns: Vec<_> = columns.chars().collect();
        let letter = match columns[..] {
            ['U', _, _] | [_, 'U', _] | ['A', 'A', _] | ['D', 'D', _] => 'U',
            _ => columns[1],
        };
        let is_same = letter == 'M' && !differing.contains(path);
        if letter != ' ' && !is_same {
            expected.insert((letter, path.to_string()));
        }
    }
    expected
}

fn check(seed: u64) {
    let mut random = Random::new(seed);
    let (name, format) =
        random.one_of(&[("sha1", ObjectFormat::Sha1), ("sha256", ObjectFormat::Sha256)]);
    let directory = tempfile::tempdir().expect("a directory");
    let root = directory.path();
    make(&mut random, root, name);
    // Git fails at submodules below links.
    if !git(root).arg("status").output().unwrap().status.success() {
        return;
    }
    let index = index(root, format);
    let listed = parts(root, &["ls-files", "-s", "-z"]);
    let ours: Vec<_> = index
        .entries()
        .map(|(path, it)| format!("{:06o} {} {}\t{path}", it.mode.bits(), it.id, it.stage))
        .collect();
    assert_eq!(ours, listed, "seed {seed}");
    let tree = Native::open(root);
    let objects = GitObjects::open(root, format);
    let top = PathStyle::native_name(root).unwrap();
    let layout = Layout::find(&tree, None, &top).expect("a layout");
    let work_tree = WorkTree::open(&layout, &index, &objects).expect("a tree");
    let below = random.one_of(&["", "", "lib", "a", "build/a"]);
    let changes = work_tree.changes(below).expect("changes");
    assert!(changes.is_sorted_by(|one, other| one.path() <= other.path()), "seed {seed}");
    let ours: BTreeSet<_> = changes
        .iter()
        .map(|it| (it.status.letter().chars().next().unwrap(), it.path().to_owned()))
        .collect();
    let expected = expected(root, below);
    let only_ours: Vec<_> = ours.difference(&expected).collect();
    let only_git: Vec<_> = expected.difference(&ours).collect();
    let is_equal = only_ours.is_empty() && only_git.is_empty();
    assert!(is_equal, "seed {seed} {below:?}: ours {only_ours:?}, git {only_git:?}");
    check_content(seed, root, &work_tree, format);
}

/// Compares the content of changed files with the objects that `git add` makes.
fn check_content(
    seed: u64,
    root: &Path,
    work_tree: &WorkTree<'_, '_, Native>,
    format: ObjectFormat,
) {
    let changes = work_tree.changes("").expect("changes");
    let is_content = |status| {
        matches!(status, ChangeStatus::Added | ChangeStatus::Modified)
            || status == ChangeStatus::Untracked
    };
    for change in changes.iter().filter(|it| is_content(it.status) && !it.path().ends_with('/')) {
        let ours = work_tree.content(change.path()).expect("content").expect("a file");
        run(root, &["add", "-f", "--", change.path()]);
        let after = index(root, format);
        let [entry] = after.at(change.path()) else { panic!("seed {seed} {}", change.path()) };
        let added = run(root, &["cat-file", "blob", &entry.id.to_string()]);
        assert_eq!(ours.1.as_ref(), Some(&added), "seed {seed} {}", change.path());
        let is_link = |mode| mode == FileMode::Link;
        assert_eq!(is_link(ours.0), is_link(entry.mode), "seed {seed} {}", change.path());
    }
}

#[test]
fn changes_are_those_of_git() {
    let count = std::env::var("REPOSITORIES").map_or(40, |count| count.parse().unwrap());
    let first = std::env::var("FIRST").map_or(0, |first| first.parse().unwrap());
    (first..first + count).for_each(check);
}
