//! Revisions and references, compared with those of git.

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

use readroom_core::Tree;
use readroom_history::{Head, HistoryError, Layout, ObjectKind, Revisions};
use std::fs;
use std::path::Path;
use support::native::Native;
use support::{CatFile, Random, command, git, git_with, random_repository};

/// The number of random repositories. More were tried by hand.
const REPOSITORIES: u64 = 8;

const BRANCHES: [&str; 9] =
    ["main", "side", "topic/a", "topic/b/c", "v1", "abcd", "config", "origin", "HEAD-like"];
const TAGS: [&str; 6] = ["v1", "v1.0", "deep/tag", "side", "0123", "heads/main"];
const REMOTES: [&str; 4] = ["origin/main", "origin/side", "upstream/a/b", "main"];
const NAMES: [&str; 40] = [
    "HEAD",
    "@",
    "main",
    "side",
    "topic/a",
    "topic/b/c",
    "v1",
    "v1.0",
    "abcd",
    "config",
    "origin",
    "deep/tag",
    "heads/main",
    "tags/v1",
    "heads/v1",
    "refs/heads/main",
    "refs/tags/v1",
    "remotes/origin/main",
    "origin/main",
    "origin/side",
    "upstream",
    "upstream/a/b",
    "ORIG_HEAD",
    "FETCH_HEAD",
    "MERGE_HEAD",
    "refs/bisect/good",
    "bisect/good",
    "worktree/x",
    "0123",
    "nothing",
    "refs/heads",
    "heads",
    "main.lock",
    "a..b",
    "..",
    ".",
    "HEAD-like",
    "index",
    "refs/remotes/main",
    "symbolic",
];
const SUFFIXES: [&str; 20] = [
    "",
    "",
    "",
    "~",
    "^",
    "~1",
    "^1",
    "^2",
    "^3",
    "~2",
    "^0",
    "~0",
    "^{}",
    "^{commit}",
    "^{tree}",
    "^{tag}",
    "^{blob}",
    "~10",
    "^{other}",
    "^{",
];

/// Adds references of all sorts.
fn add_references(directory: &Path, random: &mut Random, hashes: &[String], commits: &[&str]) {
    let any: Vec<&str> = hashes.iter().map(String::as_str).collect();
    for (prefix, names) in
        [("refs/heads", &BRANCHES[..]), ("refs/tags", &TAGS), ("refs/remotes", &REMOTES)]
    {
        for name in names {
            let target = if prefix == "refs/tags" && random.below(4) == 0 {
                random.one_of(&any)
            } else {
                random.one_of(commits)
            };
            match (prefix, random.below(4)) {
                (_, 0) => {}
                ("refs/tags", 1 | 2) => {
                    git(directory, &["tag", "-f", "-a", "-m", "text", name, target]);
                }
                _ => {
                    git(directory, &["update-ref", &format!("{prefix}/{name}"), target]);
                }
            }
            if random.below(12) == 0 {
                git(directory, &["pack-refs", "--all", random.one_of(&["--prune", "--no-prune"])]);
            }
        }
    }
    if random.below(2) == 0 {
        git(directory, &["tag", "-f", "-a", "-m", "text", "nested", commits[0]]);
        git(directory, &["tag", "-f", "-a", "-m", "text", "v1.0", "refs/tags/nested"]);
    }
    for name in ["ORIG_HEAD", "refs/bisect/good", "refs/worktree/x"] {
        if random.below(2) == 0 {
            git(directory, &["update-ref", name, random.one_of(commits)]);
        }
    }
    if random.below(2) == 0 {
        let target = format!("refs/remotes/{}", random.one_of(&REMOTES));
        git(directory, &["symbolic-ref", "refs/remotes/origin/HEAD", &target]);
        git(directory, &["symbolic-ref", "refs/heads/symbolic", "refs/heads/side"]);
    }
    match random.below(4) {
        0 => drop(git(directory, &["update-ref", "--no-deref", "HEAD", random.one_of(commits)])),
        1 => drop(git(directory, &["symbolic-ref", "HEAD", "refs/heads/unborn"])),
        2 => drop(git(directory, &["symbolic-ref", "HEAD", "refs/heads/topic/b/c"])),
        _ => {}
    }
    if random.below(2) == 0 {
        let line = format!("{}\n", random.one_of(commits));
        fs::write(directory.join(".git/MERGE_HEAD"), line).expect("it is written");
    }
    // Git before 2.15 did not sort.
    let packed = directory.join(".git/packed-refs");
    if random.below(3) == 0
        && let Ok(text) = fs::read_to_string(&packed)
    {
        let lines: Vec<_> = text.lines().filter(|line| !line.starts_with(['#', '^'])).collect();
        let lines: String = lines.iter().rev().map(|line| format!("{line}\n")).collect();
        fs::write(&packed, lines).expect("it is written");
    }
    if random.below(2) == 0 {
        let line = format!("{}\t\tbranch 'main' of elsewhere\n", random.one_of(commits));
        fs::write(directory.join(".git/FETCH_HEAD"), line.repeat(200)).expect("it is written");
    }
}

fn random_revision(random: &mut Random, hashes: &[String]) -> String {
    let mut revision = match random.below(4) {
        0 => {
            let hash = &hashes[random.below(hashes.len())];
            let length = [hash.len(), hash.len(), 3, 4, 5, 7, 12, hash.len() - 1][random.below(8)];
            let digits = &hash[..length];
            match random.below(8) {
                0 => digits.to_uppercase(),
                1 => format!("v1-3-g{digits}"),
                _ => digits.into(),
            }
        }
        _ => random.one_of(&NAMES).into(),
    };
    for _ in 0..random.below(4) {
        revision += random.one_of(&SUFFIXES);
    }
    revision
}

/// Compares all of a work tree with git.
fn compare<T: Tree>(tree: &T, directory: &Path, random: &mut Random, hashes: &[String], seed: u64) {
    let layout = Layout::find(tree, None, directory.to_str().expect("Unicode")).expect("a layout");
    let branch = command(directory, &["symbolic-ref", "-q", "HEAD"]).output().expect("git runs");
    let branch = String::from_utf8(branch.stdout).expect("UTF-8").trim_end().to_owned();
    let head = command(directory, &["rev-parse", "-q", "--verify", "HEAD"]).output().expect("git");
    let head = String::from_utf8(head.stdout).expect("UTF-8").trim_end().to_owned();
    let ours = match layout.head().expect("a head") {
        Head::Branch(name, id) => (name, id.to_string()),
        Head::Detached(id) => (String::new(), id.to_string()),
        Head::Unborn(name) => (name, String::new()),
    };
    assert_eq!(ours, (branch, head), "seed {seed}");

    let listed = git(
        directory,
        &[
            "for-each-ref",
            "--format=%(refname) %(objectname)",
            "refs/heads",
            "refs/tags",
            "refs/remotes",
        ],
    );
    let ours = layout.references().expect("references");
    let ours: Vec<_> = ours.iter().map(|(name, id)| format!("{name} {id}")).collect();
    assert_eq!(ours.join("\n"), listed, "seed {seed}");

    let asked: Vec<_> = (0..150).map(|_| random_revision(random, hashes)).collect();
    compare_revisions(tree, directory, &asked, seed);
}

fn compare_revisions<T: Tree>(tree: &T, directory: &Path, asked: &[String], seed: u64) {
    let layout = Layout::find(tree, None, directory.to_str().expect("Unicode")).expect("a layout");
    let objects = CatFile::new(directory, layout.config.object_format);
    let revisions = Revisions { layout: &layout, objects: &objects };
    for (suffix, at) in [("", 0), ("^{commit}", 1), ("^{tree}", 2)] {
        let input: String = asked.iter().map(|revision| format!("{revision}{suffix}\n")).collect();
        let theirs = git_with(directory, &["cat-file", "--batch-check=%(objectname)"], &input);
        for (revision, theirs) in asked.iter().zip(theirs.lines()) {
            let ours = match at {
                0 => revisions.resolve(revision),
                1 => revisions.peel(revision, ObjectKind::Commit),
                _ => revisions.peel(revision, ObjectKind::Tree),
            };
            let ours = match ours {
                Ok(id) => id.to_string(),
                Err(HistoryError::UnknownRevision { .. }) => "missing".into(),
                Err(HistoryError::AmbiguousRevision { .. }) => "ambiguous".into(),
                Err(error) => panic!("seed {seed}: {revision}: {error:?}"),
            };
            let theirs = theirs.rsplit(' ').next().expect("a word");
            // Git does not say why a name before a suffix leads to nothing.
            let has_suffix = at > 0 || revision.contains(['^', '~']);
            let theirs = if has_suffix && ours == "ambiguous" && theirs == "missing" {
                "ambiguous"
            } else {
                theirs
            };
            assert_eq!(ours, theirs, "seed {seed}: {revision}{suffix}");
        }
    }
}

#[test]
#[cfg_attr(windows, ignore = "it runs git")]
fn revisions_and_references_are_those_of_git() {
    for seed in 0..REPOSITORIES {
        let temporary = tempfile::tempdir().expect("a directory");
        let root = temporary.path().canonicalize().expect("it exists");
        let (directory, random) = (root.join("repository"), &mut Random::new(seed));
        fs::create_dir(&directory).expect("it is made");
        let format = if seed % 4 == 3 { "sha256" } else { "sha1" };
        let hashes = random_repository(&directory, random, format, 1 + seed as usize % 12);
        let listed = git(&directory, &["rev-list", "--all"]);
        let commits: Vec<_> = listed.lines().collect();
        add_references(&directory, random, &hashes, &commits);
        let tree = Native::open(&root);
        compare(&tree, &directory, random, &hashes, seed);
        if random.below(2) == 0 {
            let other = root.join("other");
            let path = other.to_str().expect("Unicode");
            git(&directory, &["worktree", "add", "-q", "-f", "--detach", path, commits[0]]);
            git(&other, &["update-ref", "refs/bisect/good", random.one_of(&commits)]);
            git(&other, &["update-ref", "ORIG_HEAD", random.one_of(&commits)]);
            compare(&tree, &other, random, &hashes, seed);
            compare(&tree, &directory, random, &hashes, seed);
        }
        if random.below(2) == 0 {
            git(&directory, &["gc", "-q"]);
            compare(&tree, &directory, random, &hashes, seed);
        }
    }
}

#[test]
#[cfg_attr(windows, ignore = "it runs git")]
fn short_hashes_are_ambiguous_where_they_are_for_git() {
    let temporary = tempfile::tempdir().expect("a directory");
    let directory = temporary.path().canonicalize().expect("it exists");
    let hashes = random_repository(&directory, &mut Random::new(1), "sha1", 900);
    let listed = git(&directory, &["rev-list", "--all", "--max-count=300"]);
    for (at, commit) in listed.lines().enumerate().step_by(10) {
        git(&directory, &["tag", "-a", "-m", "text", &format!("t{at}"), commit]);
    }
    let pairs = hashes.windows(2).filter(|pair| pair[0][..4] == pair[1][..4]);
    let digits: Vec<_> = pairs.map(|pair| &pair[0][..4]).collect();
    assert!(digits.len() > 20, "{}", digits.len());
    let suffixes = ["", "~", "^{}", "^{tree}", "~^{tree}", "^0"];
    let asked = digits.iter().flat_map(|digits| suffixes.map(|suffix| format!("{digits}{suffix}")));
    compare_revisions(&Native::open(&directory), &directory, &asked.collect::<Vec<_>>(), 0);
}
