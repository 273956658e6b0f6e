//! The file `commit-graph` says of commits the same as their objects, and a damaged one says less.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "tests"
)]

#[path = "../../../host-runner/cli/benches/speed/native.rs"]
mod native;
#[path = "support/repositories.rs"]
mod repositories;

use native::Native;
use readroom_history::{Commit, Links, ObjectFormat, ObjectId, ObjectKind, ObjectStore, Objects};
use repositories::{Random, git, import};
use std::fs;
use std::path::Path;

/// Makes a repository with merges of two and more parents.
fn make(directory: &Path, format: &str) -> Vec<ObjectId> {
    fs::create_dir_all(directory).unwrap();
    git(directory, &["init", "-q", &["--object-format=", format].concat()], b"");
    for (seed, branch) in [(1, "a"), (2, "b"), (3, "c")] {
        import(directory, &mut Random::new(seed), branch, 1);
    }
    git(directory, &["commit-graph", "write", "--reachable"], b"");
    let ids = git(directory, &["rev-list", "--all"], b"");
    let format = if format == "sha1" { ObjectFormat::Sha1 } else { ObjectFormat::Sha256 };
    let lines = ids.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| ObjectId::from_hex(format, line).unwrap()).collect()
}

/// Returns what the file says of commits.
fn links(granted: &Path, repository: &Path, ids: &[ObjectId]) -> Vec<Option<Links>> {
    let tree = Native::open(granted);
    let path = format!("{}/.git/objects", repository.to_str().unwrap());
    let store = ObjectStore::open_at(&tree, &path, ids[0].format()).expect("a store");
    ids.iter().map(|id| store.links(*id)).collect()
}

#[test]
#[cfg_attr(windows, ignore = "it runs git")]
fn commits_are_those_of_their_objects() {
    for format in ["sha1", "sha256"] {
        let around = tempfile::tempdir().unwrap();
        let directory = around.path().join("r");
        let ids = make(&directory, format);
        let tree = Native::open(around.path());
        let path = format!("{}/.git/objects", directory.to_str().unwrap());
        let store = ObjectStore::open_at(&tree, &path, ids[0].format()).expect("a store");
        let mut most = 0;
        for id in &ids {
            let data = store.data(*id, ObjectKind::Commit).expect("a commit");
            let Commit { tree, parents, committer, .. } = Commit::parse(*id, &data).unwrap();
            most = most.max(parents.len());
            let date = u64::try_from(committer.seconds).unwrap();
            assert_eq!(store.links(*id), Some(Links { tree, parents, date }), "{id}");
        }
        assert!(most > 2, "no merge has many parents");
        let other = ObjectId::from_bytes(ids[0].format(), &vec![7; ids[0].format().bytes()]);
        assert_eq!(store.links(other.unwrap()), None);
    }
}

#[test]
#[cfg_attr(windows, ignore = "it runs git")]
fn a_damaged_file_is_no_error() {
    let around = tempfile::tempdir().unwrap();
    let directory = around.path().join("r");
    let ids = make(&directory, "sha1");
    let path = directory.join(".git/objects/info/commit-graph");
    let whole = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    let mut random = Random::new(4);
    for round in 0..300 {
        let mut bytes = whole.clone();
        for _ in 0..1 + random.below(3) {
            // The header and the table of chunks most of all.
            let end = if round % 2 == 0 { 80 } else { bytes.len() };
            let at = random.below(end);
            bytes[at] = [0, 1, 0x7f, 0x80, 0xff][random.below(5)];
        }
        bytes.truncate(if round % 3 == 0 { random.below(bytes.len()) } else { bytes.len() });
        fs::write(&path, bytes).unwrap();
        let found = links(around.path(), &directory, &ids);
        assert!(found.iter().flatten().all(|it| it.parents.len() < 1100), "round {round}");
    }
}
