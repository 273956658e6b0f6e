//! The origins of lines, compared with git.

#![allow(
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "tests"
)]

#[path = "support/random_repository.rs"]
#[allow(dead_code, unreachable_pub, reason = "other tests use the rest")]
mod random_repository;

use random_repository::{Dates, MemoryObjects, Random, Repository, Shape, edit, git, id, ids};
use readroom_history::{
    BlameRequest, BlameRun, HistoryError, Object, ObjectFormat, ObjectId, ObjectKind, Objects,
    blame,
};
use std::cell::Cell;
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

fn lines_of(runs: &[BlameRun]) -> Vec<Line> {
    let mut lines = Vec::new();
    for run in runs {
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
    let find_rename = |parent: ObjectId, child: Option<ObjectId>, path: &str| {
        let Some(child) = child else { return Ok(None) };
        let (parent, child) = (parent.to_string(), child.to_string());
        // Other new files do not compete for the files that are gone.
        let gone = ["diff-tree", "-r", "--name-only", "--diff-filter=D", &parent, &child];
        let gone = git(directory, &gone);
        let mut arguments = vec!["diff-tree", "-r", "-M", &parent, &child, "--", path];
        arguments.extend(gone.lines());
        let changes = git(directory, &arguments);
        let found = changes.lines().find_map(|line| {
            let [head, from, to] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
            let blob = id(head.split(' ').nth(2)?);
            (to == path).then(|| (from.to_owned(), blob))
        });
        Ok::<_, HistoryError>(found)
    };
    let is_over = || false;
    let find_rename = &find_rename;
    let (merged, is_over) = (&[][..], &is_over);
    let lines = 0..usize::MAX;
    let request =
        BlameRequest { tip, path, lines, final_text, merged, shallow, find_rename, is_over };
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
    }
    eprintln!("files, lines, different files, different lines: {sums:?}");
    sums
}

#[test]
#[cfg_attr(windows, ignore = "it runs git")]
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
#[cfg_attr(windows, ignore = "it runs git")]
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
#[cfg_attr(windows, ignore = "it runs git")]
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

#[test]
#[cfg_attr(windows, ignore = "it runs git")]
fn lines_of_shallow_clones_come_from_the_boundary() {
    for seed in 0..4 {
        let shape =
            Shape { commits: 30, merges: 3, lines: 20, dates: Dates::Rising, renames: true };
        let repository = Repository::new(seed, shape);
        let clone = tempfile::tempdir().unwrap();
        let url = format!("file://{}", repository.directory.path().display());
        git(clone.path(), &["clone", "-q", "--depth=5", &url, "."]);
        let objects = MemoryObjects::load(clone.path());
        let shallow =
            std::fs::read_to_string(clone.path().join(".git/shallow")).unwrap_or_default();
        let shallow: BTreeSet<_> = ids(&shallow).into_iter().collect();
        let tip = *repository.commits.last().unwrap();
        for path in repository.files() {
            let ours = our_blame(clone.path(), &objects, tip, &path, None, &shallow);
            assert_eq!(ours, git_blame(clone.path(), Some(tip), &path));
        }
    }
}

#[test]
#[cfg_attr(windows, ignore = "it runs git")]
fn lines_of_the_working_tree_are_not_committed() {
    for seed in 0..4 {
        let shape =
            Shape { commits: 12, merges: 4, lines: 40, dates: Dates::Rising, renames: false };
        let repository = Repository::new(seed, shape);
        repository.git(&["reset", "-q", "--hard"]);
        let (directory, mut random) = (repository.directory.path(), Random::new(seed));
        let tip = *repository.commits.last().unwrap();
        for path in repository.files() {
            let text = std::fs::read_to_string(directory.join(&path)).unwrap();
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            edit(&mut random, &mut lines);
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            std::fs::write(directory.join(&path), &text).unwrap();
            let text = Some(text.as_bytes());
            let shallow = BTreeSet::new();
            let ours = our_blame(directory, &repository.objects, tip, &path, text, &shallow);
            assert_eq!(ours, git_blame(directory, None, &path));
        }
    }
}

/// Objects that are not what their ids say.
fn chain(parents: &[(u8, u8)], texts: &[Vec<u8>]) -> MemoryObjects {
    let mut objects = MemoryObjects::default();
    let mut put =
        |id, kind, data: Vec<u8>| objects.0.insert(id, Object { kind, data: data.into() });
    for ((number, text), (_, parent)) in (0u8..).zip(texts).zip(parents) {
        put(hostile_id(number), ObjectKind::Blob, text.clone());
        let tree = [b"100644 f\0".as_slice(), hostile_id(number).as_bytes()].concat();
        put(hostile_id(number + 50), ObjectKind::Tree, tree);
        let (tree, parent) = (hostile_id(number + 50), hostile_id(parent + 100));
        let who = "A <a> -99999999999999999999 +0000";
        let commit = format!("tree {tree}\nparent {parent}\nauthor {who}\ncommitter {who}\n\nm");
        put(hostile_id(number + 100), ObjectKind::Commit, commit.into_bytes());
    }
    objects
}

fn hostile_id(number: u8) -> ObjectId {
    ObjectId::from_bytes(ObjectFormat::Sha1, &[number; 20]).unwrap()
}

fn hostile_blame(
    objects: &MemoryObjects,
    shallow: &[u8],
    passes: usize,
) -> Result<Option<Vec<BlameRun>>, HistoryError> {
    let shallow = shallow.iter().map(|number| hostile_id(*number)).collect();
    let left = Cell::new(passes);
    let request = BlameRequest {
        tip: hostile_id(100),
        path: "f",
        lines: 0..usize::MAX,
        final_text: None,
        shallow: &shallow,
        merged: &[],
        find_rename: &|_, _, _| Ok(None),
        is_over: &|| left.replace(left.get().saturating_sub(1)) == 0,
    };
    blame(objects, &request)
}

#[test]
fn commits_that_are_their_own_ancestors_come_to_an_end() {
    let objects = chain(&[(0, 1), (1, 0)], &[b"a\nb\n".to_vec(), b"b\na\n".to_vec()]);
    // Each version has one line that the other moves.
    assert!(hostile_blame(&objects, &[], usize::MAX).is_ok());
}

#[test]
fn lines_are_not_traced_when_the_time_is_over() {
    // The commits pass the line to each other without end.
    let objects = chain(&[(0, 1), (1, 0)], &[b"a\n".to_vec(), b"a\n".to_vec()]);
    for passes in [0, 100] {
        let blame = hostile_blame(&objects, &[], passes).unwrap().unwrap();
        assert!(blame[0].is_unfinished);
        assert_eq!(blame[0].commit, Some(hostile_id(100)));
    }
    let error = hostile_blame(&objects, &[], usize::MAX).unwrap_err();
    assert!(matches!(error, HistoryError::Damaged { .. }), "{error:?}");
}

#[test]
fn files_that_are_too_large_are_not_compared() {
    let objects = chain(&[(0, 0)], &[b"\n".repeat(1_000_000)]);
    assert!(matches!(hostile_blame(&objects, &[], usize::MAX), Err(HistoryError::TooMuch { .. })));
    let objects = chain(&[(0, 0)], &[vec![b'x'; 17 << 20]]);
    assert!(matches!(hostile_blame(&objects, &[], usize::MAX), Err(HistoryError::TooLarge { .. })));
}

#[test]
fn texts_without_any_structure_are_compared_in_bounded_time() {
    let mut random = Random::new(1);
    let mut text = |kinds: usize| -> Vec<u8> {
        (0..12_000).flat_map(|_| format!("{}\n", random.below(kinds)).into_bytes()).collect()
    };
    for kinds in [1, 2, 300, 1_000_000] {
        let (one, mut other) = (text(kinds), text(kinds));
        other.truncate(other.len() / 2);
        let objects = chain(&[(0, 1), (1, 1)], &[one, other]);
        assert!(hostile_blame(&objects, &[101], usize::MAX).is_ok());
    }
}
