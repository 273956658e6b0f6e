//! Compares found files with those that git does not ignore, in random trees with `.gitignore` at
//! several levels. Without git, nothing is compared.

#![cfg(unix)]
#![allow(
    dead_code,
    unreachable_pub,
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "tests"
)]

#[path = "../../../policy/tests/support/lists.rs"]
mod lists;
#[path = "../../core/tests/support/random.rs"]
mod random;
mod support;

use lists::{PATTERN_PARTS, git, init};
use proptest::collection::vec;
use proptest::prelude::*;
use readroom_search::{FindOrder, FindRequest, Scope};
use std::fs;
use std::path::{Path, PathBuf};
use support::found;
use support::native::Native;

const NAMES: [&str; 24] = [
    "a", "b", "a", "b", "a.txt", "b.txt", "A", "1.txt", "secret", ".a", ".txt", "a ", "a  ", "-",
    "_a", "]", "[ab]", "!b", "#a", "\u{e9}", "a\\", "*", "ab", "a\tb",
];

/// Typical lines; others are assembled from parts.
const PATTERNS: [&str; 40] = [
    "a", "b/", "/a", "/b/", "*.txt", "!*.txt", "!a.txt", "a/*", "a/**", "**/a", "a/**/b", "!a/",
    "!/a/b", "*", "!*/", "/*", "!/a", "a ", "a\\ ", "a \\ ", "\\#a", "#a", "\\!b", "!\\!b", "[ab]",
    "[!a]*", "[a-b]/", "\\[ab\\]", "\\*", "a\\\\", "?", "??", "a?", ".*", "!.a", "secret\r",
    "\u{e9}", "**", "a\t", "**/b/**",
];

/// A line of an ignore file: one of those above, or assembled parts.
fn line() -> impl Strategy<Value = String> {
    let parts = vec(0..PATTERN_PARTS.len(), 1..4)
        .prop_map(|parts| parts.into_iter().map(|part| PATTERN_PARTS[part]).collect());
    prop_oneof![2 => (0..PATTERNS.len()).prop_map(|line| PATTERNS[line].into()), 1 => parts]
}

fn path(names: &[usize]) -> PathBuf {
    names.iter().map(|name| NAMES[*name]).collect()
}

/// Returns the files that git does not ignore, in our order.
fn not_ignored(root: &Path) -> Vec<String> {
    let output =
        git(root).args(["ls-files", "--others", "--exclude-standard", "-z"]).output().expect("git");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("names in Unicode");
    let mut paths: Vec<_> = text.split_terminator('\0').map(String::from).collect();
    paths.sort_by(|one, other| one.split('/').cmp(other.split('/')));
    paths
}

proptest! {
    #![proptest_config(random::inputs(100))]

    #[test]
    fn files_are_left_out_as_git_ignores_them(
        files in vec(vec(0..NAMES.len(), 1..5), 1..30),
        ignored in vec((vec(0..NAMES.len(), 0..3), vec(line(), 1..5)), 1..5),
        exclude in vec(line(), 0..3),
    ) {
        let directory = tempfile::tempdir().expect("a directory");
        let root = directory.path();
        if !init(root) {
            return Ok(());
        }
        for names in &files {
            let file = root.join(path(names));
            // A name may be that of a file on the way, or of a directory.
            let _ = fs::create_dir_all(file.parent().unwrap()).and_then(|()| fs::write(file, ""));
        }
        for (names, lines) in &ignored {
            let _ = fs::write(root.join(path(names)).join(".gitignore"), lines.join("\n"));
        }
        fs::write(root.join(".git/info/exclude"), exclude.join("\n")).unwrap();
        let request = FindRequest {
            // Git itself never enters its directory.
            scope: Scope { globs: &["!/.git"], hidden: true, ..Scope::new(".") },
            kinds: &[],
            order: FindOrder::Path,
            details: false,
            lines: false,
            cursor: None,
            entries: None,
        };
        let ours = found(&Native::open(root), &request);
        prop_assert_eq!(ours, not_ignored(root));
    }
}
