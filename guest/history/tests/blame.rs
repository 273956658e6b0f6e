//! The origins of lines, compared with git.

#[path = "support/random_repository.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod random_repository;

use random_repository::{Dates, MemoryObjects, Random, Repository, Shape, git, id, ids};
use readroom_history::{Blame, BlameRequest, HistoryError, ObjectId, Objects, blame};
use std::collections::BTreeSet;
use std::path::Path;

/// The commit of a line, the path and the line in it, and whether it is a boundary.
type Line = (Option<ObjectId>, String, u64, bool);

fn git_blame(directory: &Path, tip: Option<ObjectId>, path: &str) -> Vec<Line> {
    let tip = tip.map(|tip| tip.to_string());
    let mut arguments = vec!["blame", "--line-porcelain"];
    arguments.extend(tip.as_deref());
    arguments.extend(["--", path]);
    let (mut lines, mut line): (Vec<Line>, Option<Line>) = (Vec::new(), None);
    for text in git(directory, &arguments).lines() {
        if text.starts_with('\t') {
            lines.extend(line.take());
        } else if let Some(line) = &mut line {
            if text == "boundary" {
                line.3 = true;
            }
            if let Some(path) = text.strip_prefix("filename ") {
                line.1 = path.into();
            }
        } else {
            let mut words = text.split(' ');
            let commit = Some(id(words.next().unwrap())).filter(|id| !id.is_null());
            let number = words.next().unwrap().parse().unwrap();
            line = Some((commit, String::new(), number, false));
        }
    }
    lines
}

fn lines_of(blame: &Blame) -> Vec<Line> {
    let mut lines = Vec::new();
    for run in &blame.runs {
        assert_eq!(run.first, lines.len() as u64 + 1);
        assert!(!run.is_unfinished);
        for number in run.first_in_commit..run.first_in_commit + run.lines {
            lines.push((run.commit, run.path.clone(), number, run.is_boundary));
        }
    }
    lines
}

fn our_blame(
    directory: &Path,
    objects: &dyn Objects,
    tip: ObjectId,
    path: &str,
    final_text: Option<&[u8]>,
    shallow: &BTreeSet<ObjectId>,
) -> Vec<Line> {
    let find_rename = |parent: ObjectId, child: ObjectId, path: &str| {
        let (parent, child) = (parent.to_string(), child.to_string());
        let changes = git(directory, &["diff-tree", "-r", "-M", &parent, &child]);
        let found = changes.lines().find_map(|line| {
            let [head, from, to] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
            let blob = id(head.split(' ').nth(2)?);
            (to == path).then(|| (from.to_owned(), blob))
        });
        Ok::<_, HistoryError>(found)
    };
    let is_over = || false;
    let find_rename = &find_rename;
    let request = BlameRequest { tip, path, final_text, shallow, find_rename, is_over: &is_over };
    lines_of(&blame(objects, &request).unwrap().unwrap())
}

fn count() -> u64 {
    std::env::var("REPOSITORIES").ok().and_then(|count| count.parse().ok()).unwrap_or(8)
}

/// Compares all files of the last commit, and returns how many files and lines there are, and how
/// many of them differ.
fn compare(repository: &Repository) -> [usize; 4] {
    let tip = *repository.commits.last().unwrap();
    let directory = repository.directory.path();
    let [mut files, mut lines, mut different_files, mut different_lines] = [0; 4];
    for path in repository.files() {
        let expected = git_blame(directory, Some(tip), &path);
        let ours = our_blame(directory, &repository.objects, tip, &path, None, &BTreeSet::new());
        assert_eq!(ours.len(), expected.len(), "{path}");
        let different = ours.iter().zip(&expected).filter(|(one, other)| one != other).count();
        if different > 0 && std::env::var_os("SHOW").is_some() {
            eprintln!("{} {tip} {path}: {different}", directory.display());
        }
        files += 1;
        lines += ours.len();
        different_files += usize::from(different > 0);
        different_lines += different;
    }
    [files, lines, different_files, different_lines]
}

fn compare_all(shape: impl Fn(&mut Random) -> Shape) -> [usize; 4] {
    let mut sums = [0; 4];
    for seed in 0..count() {
        let shape = shape(&mut Random::new(seed + 500));
        let repository = Repository::new(seed, shape);
        for (sum, one) in sums.iter_mut().zip(compare(&repository)) {
            *sum += one;
        }
        if std::env::var_os("SHOW").is_some() {
            std::mem::forget(repository.directory);
        }
    }
    eprintln!("files, lines, different files, different lines: {sums:?}");
    sums
}

#[test]
fn lines_of_linear_histories_come_from_the_commits_of_git() {
    let sums = compare_all(|random| Shape {
        commits: 5 + random.below(40),
        merges: 0,
        lines: 5 + random.below(150),
        dates: Dates::Rising,
        renames: false,
    });
    assert_eq!(sums[3], 0);
}

#[test]
fn renamed_files_are_followed() {
    let sums = compare_all(|random| Shape {
        commits: 5 + random.below(40),
        merges: 0,
        lines: 5 + random.below(60),
        dates: Dates::Equal,
        renames: true,
    });
    assert_eq!(sums[3], 0);
}

#[test]
fn lines_of_merges_come_from_the_commits_of_git() {
    let sums = compare_all(|random| Shape {
        commits: 5 + random.below(40),
        merges: 2 + random.below(3),
        lines: 5 + random.below(60),
        dates: [Dates::Rising, Dates::Equal, Dates::Random, Dates::Far][random.below(4)],
        renames: random.once_in(2),
    });
    assert_eq!(sums[3], 0);
}
