//! The order of commits and merge bases, compared with git.

#![allow(
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "tests"
)]

#[path = "support/random_repository.rs"]
#[allow(dead_code, unreachable_pub, reason = "other tests use the rest")]
mod random_repository;

use random_repository::{Dates, MemoryObjects, Random, Repository, Shape, git, id, ids};
use readroom_history::{
    HistoryError, LogRequest, Object, ObjectFormat, ObjectId, ObjectKind, Objects, log, merge_base,
};
use readroom_search::Deadline;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

fn hashes(objects: &dyn Objects, request: &LogRequest<'_>) -> Vec<ObjectId> {
    let mut hashes = Vec::new();
    log(objects, request, &mut |id, _| {
        hashes.push(id);
        Ok(ControlFlow::Continue(()))
    })
    .unwrap();
    hashes
}

fn compare(repository: &Repository, from: Option<ObjectId>, to: ObjectId, path: Option<&str>) {
    let range = from.map_or_else(|| to.to_string(), |from| format!("{from}..{to}"));
    let shallow = BTreeSet::new();
    for (deadline, sides) in [(None, None), (Some(Deadline::NEVER), Some("--full-history"))] {
        let mut arguments = vec!["log", "--format=%H", &range];
        arguments.extend(sides);
        arguments.extend(path.iter().flat_map(|path| ["--", path]));
        let expected = ids(&repository.git(&arguments));
        let request = LogRequest {
            tips: vec![to],
            hidden: from.into_iter().collect(),
            known: Vec::new(),
            path,
            deadline,
            shallow: &shallow,
        };
        assert_eq!(hashes(&repository.objects, &request), expected, "{arguments:?}");
    }
}

fn compare_bases(repository: &Repository, a: ObjectId, b: ObjectId) {
    let expected = ids(&repository.git(&["merge-base", &a.to_string(), &b.to_string()]));
    let base = merge_base(&repository.objects, a, b, &BTreeSet::new()).unwrap();
    assert_eq!(base, expected.first().copied(), "merge-base {a} {b}");
}

const PATHS: [&str; 9] =
    ["a", "b.rs", "dir", "dir/c.rs", "dir/sub", "e/f", "e/f/g/h.c", "a3", "absent/file"];

#[test]
#[cfg_attr(windows, ignore = "it runs git")]
fn commits_are_in_the_order_of_git() {
    let count = std::env::var("REPOSITORIES").ok().and_then(|count| count.parse().ok());
    for seed in 0..count.unwrap_or(12) {
        let mut random = Random::new(seed + 1000);
        let dates = [Dates::Rising, Dates::Equal, Dates::Random, Dates::Far][seed as usize % 4];
        let merges = [0, 2, 3, 5][random.below(4)];
        let commits = 10 + random.below(60);
        let shape = Shape { commits, merges, lines: 3, dates, renames: true };
        let repository = Repository::new(seed, shape);
        for _ in 0..4 {
            let pick = |random: &mut Random| repository.commits[random.below(commits)];
            let (a, b) = (pick(&mut random), pick(&mut random));
            compare(&repository, None, a, None);
            compare(&repository, Some(a), b, None);
            compare(&repository, Some(b), a, None);
            compare_bases(&repository, a, b);
            for path in PATHS {
                compare(&repository, None, a, Some(path));
                compare(&repository, Some(a), b, Some(path));
            }
        }
    }
}

#[test]
#[cfg_attr(windows, ignore = "it runs git")]
fn shallow_clones_end_at_their_boundary() {
    for seed in 0..4 {
        let shape = Shape { commits: 30, merges: 3, lines: 3, dates: Dates::Rising, renames: true };
        let repository = Repository::new(seed, shape);
        let clone = tempfile::tempdir().unwrap();
        let url = format!("file://{}", repository.directory.path().display());
        git(clone.path(), &["clone", "-q", "--depth=4", &url, "."]);
        let objects = MemoryObjects::load(clone.path());
        let shallow =
            std::fs::read_to_string(clone.path().join(".git/shallow")).unwrap_or_default();
        let shallow: BTreeSet<_> = ids(&shallow).into_iter().collect();
        let tip = id(git(clone.path(), &["rev-parse", "HEAD"]).trim());
        for path in [None, Some("a"), Some("dir")] {
            let request = LogRequest {
                tips: vec![tip],
                hidden: Vec::new(),
                known: Vec::new(),
                path,
                deadline: None,
                shallow: &shallow,
            };
            let mut arguments = vec!["log", "--format=%H"];
            arguments.extend(path.iter().flat_map(|path| ["--", path]));
            let expected = ids(&git(clone.path(), &arguments));
            assert_eq!(hashes(&objects, &request), expected);
        }
    }
}

fn hostile_id(number: u8) -> ObjectId {
    ObjectId::from_bytes(ObjectFormat::Sha1, &[number; 20]).unwrap()
}

fn put_commit(objects: &mut MemoryObjects, number: u8, parents: &[ObjectId], date: &str) {
    let mut commit = format!("tree {}\n", hostile_id(0));
    parents.iter().for_each(|parent| commit += &format!("parent {parent}\n"));
    commit += &format!("author A <a> {date} +0000\ncommitter A <a> {date} +0000\n\nm");
    let object = Object { kind: ObjectKind::Commit, data: commit.into_bytes().into() };
    objects.0.insert(hostile_id(number), object);
}

#[test]
fn commits_that_are_their_own_ancestors_come_to_an_end() {
    let mut objects = MemoryObjects::default();
    let shallow = BTreeSet::new();
    for number in 1..6 {
        let parents = [hostile_id(number % 5 + 1), hostile_id((number + 1) % 5 + 1)];
        put_commit(&mut objects, number, &parents, "-5");
    }
    let request = |hidden| LogRequest {
        tips: vec![hostile_id(1)],
        hidden,
        known: Vec::new(),
        path: None,
        deadline: None,
        shallow: &shallow,
    };
    assert_eq!(hashes(&objects, &request(Vec::new())).len(), 5);
    assert_eq!(hashes(&objects, &request(vec![hostile_id(3)])).len(), 0);
    for number in 1..6 {
        assert!(merge_base(&objects, hostile_id(1), hostile_id(number), &shallow).is_ok());
    }
}

#[test]
fn commits_with_too_many_parents_and_missing_ones_are_errors() {
    let mut objects = MemoryObjects::default();
    let shallow = BTreeSet::from([hostile_id(1)]);
    let all = |objects: &MemoryObjects, tip| {
        let request = LogRequest {
            tips: vec![tip],
            hidden: Vec::new(),
            known: Vec::new(),
            path: None,
            deadline: None,
            shallow: &shallow,
        };
        log(objects, &request, &mut |_, _| Ok(ControlFlow::Continue(()))).map(drop)
    };
    put_commit(&mut objects, 1, &[hostile_id(9)], "99999999999999999999999");
    put_commit(&mut objects, 2, &[hostile_id(1); 1000], "1");
    put_commit(&mut objects, 3, &[hostile_id(1); 1001], "1");
    put_commit(&mut objects, 4, &[hostile_id(9)], "1");
    assert_eq!(all(&objects, hostile_id(1)), Ok(()));
    assert_eq!(all(&objects, hostile_id(2)), Ok(()));
    assert!(matches!(all(&objects, hostile_id(3)), Err(HistoryError::Damaged { .. })));
    assert_eq!(all(&objects, hostile_id(4)), Err(HistoryError::MissingObject(hostile_id(9))));
}
