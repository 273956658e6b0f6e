//! Changes, renames and patches are those of git.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

#[path = "../../core/tests/support/seed.rs"]
#[allow(unreachable_pub, reason = "other tests use it")]
mod seed;
#[path = "support/two_states.rs"]
mod two_states;

use readroom_history::{
    Change, Commit, FileMode, FileState, ObjectFormat, ObjectId, ObjectKind, Objects,
    detect_renames, entry_at, flat_listing, is_binary, line_counts, listing_changes, tree_changes,
    write_patch,
};
use readroom_types::ChangeStatus;
use std::fmt::Write as _;
use std::path::Path;
use std::rc::Rc;
use two_states::{GitObjects, Random, id, import, run, try_run, two_states};

/// The content of both sides of a change.
fn contents(objects: &GitObjects, change: &Change) -> [Option<Rc<[u8]>>; 2] {
    [&change.from, &change.to].map(|state| {
        let state = state.as_ref()?;
        if state.mode == FileMode::Submodule {
            return Some(format!("Subproject commit {}\n", state.id?).into_bytes().into());
        }
        Some(objects.data(state.id?, ObjectKind::Blob).unwrap())
    })
}

fn text(content: Option<&Rc<[u8]>>) -> Option<&str> {
    let content = content.map_or(&[][..], |content| content);
    str::from_utf8(content).ok().filter(|_| !is_binary(content))
}

/// Prints changes as `git diff --raw -z --no-abbrev` does.
fn raw(changes: &[Change]) -> String {
    let mut text = String::new();
    for change in changes {
        let mode = |state: &Option<FileState>| state.as_ref().map_or(0, |state| state.mode.bits());
        let id = |state: &Option<FileState>| {
            state.as_ref().map_or("0".repeat(40), |state| state.id.unwrap().to_string())
        };
        let (from, to) = (&change.from, &change.to);
        write!(text, ":{:06o} {:06o} {} {} ", mode(from), mode(to), id(from), id(to)).unwrap();
        text += change.status.letter();
        if let Some(similarity) = change.similarity {
            write!(text, "{similarity:03}\0{}", from.as_ref().unwrap().path).unwrap();
        }
        write!(text, "\0{}\0", change.path()).unwrap();
    }
    text
}

fn git_text(directory: &Path, arguments: &[&str]) -> String {
    String::from_utf8(run(directory, arguments, b"")).unwrap()
}

/// Compares a random repository with git. Returns the number of patches, and of those that differ.
fn compare(seed: u64) -> (u32, u32) {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let random = &mut Random::new(seed);
    let [one, two] = two_states(random);
    import(directory, [&one, &two]);
    let objects = GitObjects::new(directory);
    let tree = |revision| Commit::read(&objects, id(directory, revision)).unwrap().tree;
    let (from, to) = (tree("one"), tree("two"));

    let listing = |tree| flat_listing(&objects, tree, &|_, _| true);
    let line = |file: FileState| {
        let kind = if file.mode == FileMode::Submodule { "commit" } else { "blob" };
        format!("{:06o} {kind} {}\t{}\0", file.mode.bits(), file.id.unwrap(), file.path)
    };
    let listed: String = listing(from).map(|file| line(file.unwrap())).collect();
    assert_eq!(listed, git_text(directory, &["ls-tree", "-r", "-z", "one"]), "seed {seed}");

    let changes = tree_changes(&objects, Some(from), Some(to), &|_, _| true).unwrap();
    let raw_options = ["diff", "--raw", "-z", "--no-abbrev", "one", "two"];
    let expected = git_text(directory, &[&raw_options[..], &["--no-renames"]].concat());
    assert_eq!(raw(&changes), expected, "seed {seed}");
    assert_eq!(changes, listing_changes(listing(from), listing(to)).unwrap(), "seed {seed}");
    let mut added = tree_changes(&objects, None, Some(to), &|_, _| true).unwrap();
    assert!(added.iter().all(|change| change.status == ChangeStatus::Added));
    added.retain(|change| change.path().starts_with("src/"));
    let wanted = |path: &str, _| path == "src" || path.starts_with("src/");
    assert_eq!(tree_changes(&objects, None, Some(to), &wanted).unwrap(), added);
    for path in one.keys().chain(two.keys()) {
        let entry =
            entry_at(&objects, to, path).unwrap().filter(|(mode, _)| *mode != FileMode::Directory);
        let file = listing(to).map(Result::unwrap).find(|file| file.path == *path);
        assert_eq!(entry, file.map(|file| (file.mode, file.id.unwrap())), "{path}");
    }

    let content = |file: &FileState| objects.data(file.id.unwrap(), ObjectKind::Blob).map(Some);
    let changes = detect_renames(changes, &content).unwrap();
    let expected = git_text(directory, &[&raw_options[..], &["-M"]].concat());
    assert_eq!(raw(&changes), expected, "seed {seed}");
    patches(directory, &objects, &changes, random, seed)
}

fn patches(
    directory: &Path,
    objects: &GitObjects,
    changes: &[Change],
    random: &mut Random,
    seed: u64,
) -> (u32, u32) {
    let context = [3, 3, 0, 1, 2, 5, 10][random.below(7)];
    let (mut number, mut different) = (0, 0);
    let mut applied = String::new();
    let mut skipped = Vec::new();
    let unified = format!("-U{context}");
    let options = ["diff", "--no-ext-diff", "--no-textconv", "--abbrev=10", "-M"];
    let all = run(directory, &[&options[..], &[&unified, "one", "two"]].concat(), b"");
    let mut all = &all[..];
    for change in changes {
        let [from, to] = contents(objects, change);
        let patch = write_patch(change, text(from.as_ref()), text(to.as_ref()), context).text;
        number += 1;
        if let Some(rest) = all.strip_prefix(patch.as_bytes()) {
            all = rest;
        } else {
            // A file that becomes another kind of file has two parts.
            let parts = usize::from(change.status == ChangeStatus::TypeChanged);
            let mut ends = all.windows(12).enumerate().skip(1);
            let end = ends.by_ref().filter(|(_, line)| *line == b"\ndiff --git ").nth(parts);
            let (theirs, rest) = all.split_at(end.map_or(all.len(), |(end, _)| end + 1));
            all = rest;
            // Git prints text that is not UTF-8, and cuts the names of functions inside of letters.
            if let Ok(theirs) = str::from_utf8(theirs) {
                println!("seed {seed}\n{patch}\n--- git ---\n{theirs}");
                different += 1;
            }
        }
        if patch.contains("\nBinary files ") {
            skipped.push(change);
        } else {
            applied += &patch;
        }
        if change.status == ChangeStatus::Modified
            && let (Some(from), Some(to)) = (text(from.as_ref()), text(to.as_ref()))
            && change.to.as_ref().unwrap().mode != FileMode::Submodule
        {
            let options =
                ["diff", "--numstat", "one", "two", "--", &format!(":(literal){}", change.path())];
            let line = git_text(directory, &options);
            let (removed, added) = line_counts(from, to);
            if removed + added > 0 {
                assert!(line.starts_with(&format!("{added}\t{removed}\t")), "seed {seed}: {line}");
            } else {
                assert!(line.is_empty() || line.starts_with("0\t0\t"), "seed {seed}: {line}");
            }
        }
    }
    assert!(all.is_empty(), "seed {seed}: {}", String::from_utf8_lossy(all));
    run(directory, &["read-tree", "one"], b"");
    if !applied.is_empty() {
        let options = ["apply", "--cached", "--whitespace=nowarn"];
        let zero = if context == 0 { &["--unidiff-zero"][..] } else { &[] };
        if let Err(error) = try_run(directory, &[&options[..], zero].concat(), applied.as_bytes()) {
            // Git does not apply its own patch if a link becomes a directory, nor without the
            // patch of a binary file that becomes one.
            let is_known = error.contains("beyond a symbolic link")
                || error.contains("both a file and as a directory");
            assert!(is_known && different == 0, "seed {seed}: {error}");
            return (number, different);
        }
    }
    // A patch says nothing of the content of binary files: what is left are those.
    let tree = git_text(directory, &["write-tree"]);
    let left =
        git_text(directory, &["diff", "--name-only", "--no-renames", "-z", tree.trim(), "two"]);
    for path in left.split_terminator('\0') {
        let is_skipped = skipped.iter().any(|change| {
            [&change.from, &change.to].into_iter().flatten().any(|state| state.path == path)
        });
        assert!(is_skipped, "seed {seed}: {path}");
    }
    (number, different)
}

/// Returns this many seeds.
fn seeds(count: u64) -> impl Iterator<Item = u64> {
    let first = seed::seed();
    (0..count).map(move |number| first.wrapping_add(number))
}

#[test]
#[cfg_attr(windows, ignore = "it runs git")]
fn random_repositories_are_compared_as_git_compares_them() {
    for seed in seeds(25) {
        let (_, different) = compare(seed);
        assert_eq!(different, 0, "seed {seed}");
    }
}

fn compare_renames(seed: u64, number: usize) {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    import(directory, two_states::many_renames(&mut Random::new(seed), number).each_ref());
    let objects = GitObjects::new(directory);
    let tree = |revision| Commit::read(&objects, id(directory, revision)).unwrap().tree;
    let (from, to) = (tree("one"), tree("two"));
    let changes = tree_changes(&objects, Some(from), Some(to), &|_, _| true).unwrap();
    let content = |file: &FileState| objects.data(file.id.unwrap(), ObjectKind::Blob).map(Some);
    let renames = raw(&detect_renames(changes, &content).unwrap());
    let options = ["diff", "--raw", "-z", "--no-abbrev", "-M", "one", "two"];
    assert_eq!(renames, git_text(directory, &options), "seed {seed}");
}

#[test]
#[cfg_attr(windows, ignore = "it runs git")]
fn renames_of_many_files_are_those_of_git() {
    seeds(10).for_each(|seed| compare_renames(seed, 60));
    // With that many pairs of files, only names and identical content are compared.
    compare_renames(10, 1700);
}

#[test]
#[ignore = "takes minutes"]
fn many_renames_are_those_of_git() {
    seeds(400).for_each(|seed| compare_renames(seed, 10 + seed as usize % 200));
    seeds(5).for_each(|seed| compare_renames(seed, 1900));
}

/// Returns the patch of `git diff --no-index` without its first lines.
fn git_hunks(directory: &Path, from: &str, to: &str, context: usize) -> String {
    std::fs::write(directory.join("from"), from).unwrap();
    std::fs::write(directory.join("to"), to).unwrap();
    let unified = format!("-U{context}");
    let options = ["diff", "--no-index", "--no-ext-diff", "--no-textconv", &unified, "from", "to"];
    let output = two_states::git(directory).args(options).output().unwrap();
    let patch = String::from_utf8(output.stdout).unwrap();
    patch.find("\n@@").map_or_else(String::new, |start| patch[start + 1..].into())
}

fn compare_large(seed: u64) {
    let directory = tempfile::tempdir().unwrap();
    let random = &mut Random::new(seed);
    let [from, to] = two_states::large_texts(random);
    let context = [0, 1, 3, 10][random.below(4)];
    let expected = git_hunks(directory.path(), &from, &to, context);
    let file = |digit: &[u8]| {
        let id = ObjectId::from_hex(ObjectFormat::Sha1, &digit.repeat(40));
        Some(FileState { path: "x".into(), mode: FileMode::File, id })
    };
    let change = Change::between(file(b"1"), file(b"2")).unwrap();
    let patch = write_patch(&change, Some(&from), Some(&to), context).text;
    let hunks = patch.find("\n@@").map_or("", |start| &patch[start + 1..]);
    assert!(hunks == expected, "seed {seed}\n{hunks}\n--- git ---\n{expected}");
}

#[test]
#[cfg_attr(windows, ignore = "it runs git")]
fn long_texts_are_compared_as_git_compares_them() {
    seeds(10).for_each(compare_large);
}

#[test]
#[ignore = "takes minutes"]
fn many_long_texts_are_compared_as_git_compares_them() {
    seeds(600).for_each(compare_large);
}

#[test]
#[ignore = "takes minutes"]
fn many_random_repositories_are_compared_as_git_compares_them() {
    let (mut number, mut different) = (0, 0);
    for seed in seeds(500) {
        let (patches, others) = compare(seed);
        (number, different) = (number + patches, different + others);
    }
    println!("{different} of {number} patches differ");
}
