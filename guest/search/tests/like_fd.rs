//! Compares search results with those of `fd`, in random trees.
//!
//! `READROOM_FD` names the program. Otherwise `fd` and Debian's `fdfind` are tried, and if neither
//! is installed the test compares nothing. Known differences:
//!
//! - A pattern of `fd` only filters. Our globs also re-include hidden or ignored names that they
//!   spell out. So including globs are compared with nothing left out.
//! - Before version 9, `fd` reads git's files only in a repository: the trees have `.git` at their
//!   top. Since then it leaves `.git` out, so that is not compared.

#![cfg(unix)]
#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "tests"
)]

#[path = "../../core/tests/support/random.rs"]
mod random;
mod support;

use proptest::collection::vec;
use proptest::prelude::*;
use readroom_core::FileKind;
use readroom_search::{FindOrder, FindRequest, Scope};
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use support::found;
use support::native::Native;
use support::trees::{IGNORED, LINES, NAMES, path, write};

/// The program to compare with. `None` if it is neither installed nor named.
static FD: LazyLock<Option<OsString>> = LazyLock::new(|| {
    let is_there = |name: &&str| Command::new(name).arg("-V").output().is_ok();
    let installed = || ["fd", "fdfind"].into_iter().find(is_there).map(OsString::from);
    std::env::var_os("READROOM_FD").or_else(installed)
});

/// Returns the paths that `fd` prints, in our order.
fn fd(start: &Path, arguments: &[&str]) -> Vec<String> {
    let output = Command::new(FD.as_ref().expect("fd"))
        .args(["--color=never", "--print0", "--case-sensitive", "--threads=1"])
        .args(arguments)
        // No ignore files of the user or the machine apply.
        .env("HOME", "/nonexistent")
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .current_dir(start)
        .output()
        .expect("fd");
    assert!(output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("names in Unicode");
    let paths = text.split_terminator('\0');
    let mut paths: Vec<_> =
        paths.map(|path| path.trim_start_matches("./").trim_end_matches('/').to_string()).collect();
    paths.sort_by(|one, other| one.split('/').cmp(other.split('/')));
    paths
}

const EXCLUDED: [&[&str]; 5] = [&[], &["*.rs"], &["a/**"], &["/d", "build/"], &["[a-c]*"]];

/// Compares a listing. `flags` select the options.
fn same(root: &Path, start: &str, flags: usize) -> bool {
    let has = |flag: usize| flags >> flag & 1 == 1;
    let (hidden, ignored) = (has(0), has(1));
    let include = has(2) && hidden && ignored;
    let depth = [None, Some(1), Some(2), Some(3)][flags >> 3 & 3];
    let excluded = EXCLUDED[(flags >> 5) % EXCLUDED.len()];
    let kinds = [(FileKind::File, "f"), (FileKind::Link, "l"), (FileKind::Directory, "d")];
    let kinds: Vec<_> = match flags >> 8 & 3 {
        3 => kinds.to_vec(),
        kind => vec![kinds[kind]],
    };
    let depth_text = depth.unwrap_or(100).to_string();
    let mut arguments = vec!["--max-depth", &depth_text];
    arguments.extend(hidden.then_some("--hidden"));
    arguments.extend(ignored.then_some("--no-ignore"));
    kinds.iter().for_each(|(_, kind)| arguments.extend(["-t", kind]));
    excluded.iter().for_each(|glob| arguments.extend(["-E", glob]));
    arguments.extend(if include { ["--glob", "*.rs"] } else { ["--regex", "."] });

    let is_compared = |path: &String| path.split('/').next() != Some(".git");
    let globs: Vec<_> = excluded.iter().map(|glob| format!("!{glob}")).collect();
    let included = include.then_some("*.rs");
    let globs: Vec<_> = included.into_iter().chain(globs.iter().map(|glob| &**glob)).collect();
    let kinds: Vec<_> = kinds.into_iter().map(|(kind, _)| kind).collect();
    let request = FindRequest {
        scope: Scope { path: start, globs: &globs, hidden, ignored, depth },
        kinds: &kinds,
        order: FindOrder::Path,
        details: false,
        lines: false,
        cursor: None,
        entries: Some(flags as u64 % 7 + 1),
    };
    let base = if start == "." { String::new() } else { format!("{start}/") };
    let ours = found(&Native::open(root), &request);
    let ours: Vec<_> = ours.into_iter().filter(is_compared).collect();
    let theirs = fd(&root.join(start), &arguments).into_iter().map(|path| format!("{base}{path}"));
    let theirs: Vec<_> = theirs.filter(is_compared).collect();
    if ours != theirs {
        eprintln!("{start} {arguments:?}\n  ours   {ours:?}\n  theirs {theirs:?}");
    }
    ours == theirs
}

proptest! {
    #![proptest_config(random::inputs(150))]

    #[test]
    fn in_random_trees_the_same_entries_are_found(
        files in vec((vec(0..NAMES.len(), 1..4), vec(0..LINES.len(), 0..2), any::<bool>()), 1..20),
        ignored in vec((0..3_usize, vec(0..NAMES.len(), 0..3), vec(0..IGNORED.len(), 0..4)), 0..5),
        links in vec((vec(0..NAMES.len(), 1..3), vec(0..NAMES.len(), 0..2)), 0..4),
        flags in any::<usize>(),
        below in any::<bool>(),
    ) {
        if FD.is_none() {
            return Ok(());
        }
        let directory = tempfile::tempdir().expect("a directory");
        let root = directory.path();
        std::fs::create_dir(root.join(".git")).expect("a directory");
        // Only the top is a repository.
        let ignored: Vec<_> = ignored
            .into_iter()
            .map(|(kind, names, lines)| (kind, if kind == 2 { vec![] } else { names }, lines))
            .collect();
        write(root, &files, &ignored);
        for (link, target) in &links {
            // A link is not created where an entry exists.
            let _ = std::os::unix::fs::symlink(root.join(path(target)), root.join(path(link)));
        }
        let start = path(&files[0].0[..1]);
        let start = start.to_str().filter(|start| below && root.join(start).is_dir());
        prop_assert!(same(root, start.unwrap_or("."), flags));
    }
}
