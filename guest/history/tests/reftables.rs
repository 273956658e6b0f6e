//! References in tables are those that git finds.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "tests"
)]

#[path = "support/revisions.rs"]
mod support;

use readroom_history::{Head, HistoryError, Layout, ObjectFormat};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use support::granted::Granted;
use support::{Random, git, git_with, random_repository};

const LISTED: [&str; 3] = ["refs/heads", "refs/remotes", "refs/tags"];

/// Makes a repository whose references are in tables. `None` if git cannot.
fn repository(top: &Path, format: &str, commits: usize) -> Option<(PathBuf, Vec<String>)> {
    let files = top.join("files");
    fs::create_dir(&files).unwrap();
    let object_format = format!("--object-format={format}");
    git_with(&files, &["init", "-q", "-b", "main", "--ref-format=reftable", &object_format], "");
    // Git has them since 2.45.
    if !files.join(".git/reftable").exists() {
        return None;
    }
    random_repository(&files, &mut Random::new(7), format, commits);
    let commits = git(&files, &["rev-list", "--all"]).lines().map(String::from).collect();
    Some((files, commits))
}

fn compare(directory: &Path, granted: &Path, format: ObjectFormat) {
    let tree = Granted::open(&[granted]);
    let layout = Layout::find(&tree, None, directory.to_str().unwrap()).unwrap();
    let list = [&["for-each-ref", "--format=%(refname) %(objectname)"][..], &LISTED].concat();
    let output = git(directory, &list);
    let expected: BTreeMap<_, _> =
        output.lines().map(|line| line.split_once(' ').unwrap()).collect();
    let found = layout.references().unwrap();
    let found: BTreeMap<_, _> = found.iter().map(|(name, id)| (&**name, id.to_string())).collect();
    assert!(found.iter().map(|(name, id)| (*name, &**id)).eq(expected));
    for name in ["HEAD", "ORIG_HEAD", "refs/heads/none", "refs/heads/gone", "refs/custom/one"] {
        let known = git_with(directory, &["rev-parse", "-q", "--verify", name], "");
        let id = layout.reference(name).unwrap().map(|id| id.to_string());
        assert_eq!(id.unwrap_or_default(), known.trim(), "{name}");
        assert_eq!(layout.config.object_format, format);
    }
    let branch = git_with(directory, &["symbolic-ref", "-q", "HEAD"], "");
    match layout.head().unwrap() {
        Head::Branch(name, _) | Head::Unborn(name) => assert_eq!(name, branch.trim()),
        Head::Detached(_) => assert_eq!(branch, ""),
    }
}

#[test]
fn references_in_tables_are_those_of_git() {
    for (name, format) in [("sha1", ObjectFormat::Sha1), ("sha256", ObjectFormat::Sha256)] {
        let around = tempfile::tempdir().unwrap();
        let top = around.path().canonicalize().unwrap();
        let Some((files, commits)) = repository(&top, name, 30) else { return };
        compare(&files, &top, format);
        let mut random = Random::new(1);
        let mut update = |count: usize, action: &str| {
            let mut commands = String::new();
            for number in 0..count {
                let commit = &*commits[random.below(commits.len())];
                let commit = if action == "delete" { "" } else { commit };
                let kind = ["heads/b", "heads/deep/er/", "tags/v", "remotes/origin/"][number % 4];
                commands += &format!("{action} refs/{kind}{number} {commit}\n");
            }
            git_with(&files, &["update-ref", "--stdin"], &commands);
        };
        // Tables of one block, of several, and with an index.
        for count in [1, 100, 3000] {
            update(count, "update");
            compare(&files, &top, format);
        }
        update(50, "delete");
        compare(&files, &top, format);
        git(&files, &["tag", "-a", "-m", "annotated", "annotated", &commits[0]]);
        git(&files, &["symbolic-ref", "refs/remotes/origin/HEAD", "refs/heads/main"]);
        git(&files, &["update-ref", "refs/custom/one", &commits[1]]);
        git(&files, &["update-ref", "refs/heads/gone", &commits[1]]);
        git(&files, &["update-ref", "-d", "refs/heads/gone"]);
        compare(&files, &top, format);
        git(&files, &["worktree", "add", "-q", "--detach", "../linked", &commits[2]]);
        compare(&top.join("linked"), &top, format);
        git(&files, &["symbolic-ref", "HEAD", "refs/heads/unborn"]);
        compare(&files, &top, format);
    }
}

#[test]
fn no_change_of_a_table_is_more_than_damage() {
    let around = tempfile::tempdir().unwrap();
    let top = around.path().canonicalize().unwrap();
    let Some((files, commits)) = repository(&top, "sha1", 3) else { return };
    let names = (0..300).map(|number| format!("create refs/tags/v{number} {}\n", commits[0]));
    git_with(&files, &["update-ref", "--stdin"], &names.collect::<String>());
    git(&files, &["pack-refs"]);
    let tables = files.join(".git/reftable");
    let list = fs::read_to_string(tables.join("tables.list")).unwrap();
    let path = tables.join(list.trim());
    let whole = fs::read(&path).unwrap();
    let look = || {
        let tree = Granted::open(&[&top]);
        let layout = Layout::find(&tree, None, files.to_str().unwrap()).unwrap();
        for result in [layout.head().err(), layout.references().err()] {
            let is_damage = matches!(result, None | Some(HistoryError::Damaged { .. }));
            assert!(is_damage, "{result:?}");
        }
    };
    let mut random = Random::new(3);
    for _ in 0..500 {
        let mut bytes = whole.clone();
        for _ in 0..=random.below(4) {
            let end = if random.once_in(2) { 64 } else { bytes.len() };
            let at = random.below(end);
            bytes[at] = random.one_of(&[0, 1, 0x7f, 0x80, 0xff, b'r']);
        }
        if random.once_in(4) {
            bytes.truncate(random.below(bytes.len()));
        }
        fs::write(&path, bytes).unwrap();
        look();
    }
    fs::remove_file(&path).unwrap();
    look();
    fs::write(tables.join("tables.list"), "../../secret\n/etc/passwd\n").unwrap();
    look();
}
