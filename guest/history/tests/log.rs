//! The order of commits and merge bases, compared with git.

#[path = "support/random_repository.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod random_repository;

use random_repository::{Dates, MemoryObjects, Random, Repository, Shape, git, id, ids};
use readroom_history::{LogRequest, ObjectId, Objects, log, merge_base};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

fn hashes(objects: &dyn Objects, request: &LogRequest<'_>) -> Vec<ObjectId> {
    let mut hashes = Vec::new();
    log(objects, request, &mut |id, _| {
        hashes.push(id);
        ControlFlow::Continue(())
    })
    .unwrap();
    hashes
}

fn compare(repository: &Repository, from: Option<ObjectId>, to: ObjectId, path: Option<&str>) {
    let range = from.map_or_else(|| to.to_string(), |from| format!("{from}..{to}"));
    let mut arguments = vec!["log", "--format=%H", &range];
    arguments.extend(path.iter().flat_map(|path| ["--", path]));
    let expected = ids(&repository.git(&arguments));
    let shallow = BTreeSet::new();
    let request =
        LogRequest { tips: vec![to], hidden: from.into_iter().collect(), path, shallow: &shallow };
    assert_eq!(hashes(&repository.objects, &request), expected, "{arguments:?}");
}

fn compare_bases(repository: &Repository, a: ObjectId, b: ObjectId) {
    let expected = ids(&repository.git(&["merge-base", &a.to_string(), &b.to_string()]));
    let base = merge_base(&repository.objects, a, b, &BTreeSet::new()).unwrap();
    assert_eq!(base, expected.first().copied(), "merge-base {a} {b}");
}

const PATHS: [&str; 9] =
    ["a", "b.rs", "dir", "dir/c.rs", "dir/sub", "e/f", "e/f/g/h.c", "a3", "absent/file"];

#[test]
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
            let request =
                LogRequest { tips: vec![tip], hidden: Vec::new(), path, shallow: &shallow };
            let mut arguments = vec!["log", "--format=%H"];
            arguments.extend(path.iter().flat_map(|path| ["--", path]));
            let expected = ids(&git(clone.path(), &arguments));
            assert_eq!(hashes(&objects, &request), expected);
        }
    }
}
