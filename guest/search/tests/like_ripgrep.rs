//! Compares search results with those of `rg`, in trees of this repository and in random ones.
//!
//! Including globs of `rg` also re-include hidden or ignored names, ours only those that they spell
//! out. So they are compared with nothing left out.
//!
//! `READROOM_RG` names the program. Otherwise `rg` is tried, and if it is not installed the tests
//! compare nothing.

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
use readroom_search::{
    Context, FindOrder, FindRequest, LetterCase, Pattern, PatternSyntax, Scope, SearchOutput,
    SearchRequest,
};
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use support::native::Native;
use support::trees::{IGNORED, LINES, NAMES, write};
use support::{found, printed};

/// The program to compare with. `None` if it is neither installed nor named.
static RG: LazyLock<Option<OsString>> = LazyLock::new(|| {
    let wanted = std::env::var_os("READROOM_RG");
    wanted.or_else(|| Command::new("rg").arg("-V").output().ok().map(|_| "rg".into()))
});

fn rg(root: &Path, arguments: &[&str]) -> String {
    let output = Command::new(RG.as_ref().expect("rg"))
        .args(["--no-config", "--color=never", "--no-require-git", "--no-ignore-parent"])
        .args(["--no-ignore-global", "--no-messages", "--sort=path"])
        .args(arguments)
        .current_dir(root)
        .output()
        .expect("rg");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // Groups of lines are separated by a line that is in none.
    let is_between = |line: &&str| matches!(*line, "--\n" | "--\r\n");
    text.split_inclusive('\n').filter(|line| !is_between(line)).collect()
}

#[test]
fn lines_of_this_repository_are_those_that_ripgrep_finds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap();
    let tree = Native::open(&root);
    let is_same = |(number, pattern): (usize, &&str)| same(&root, &tree, pattern, number * 5);
    assert!(PATTERNS.iter().enumerate().all(is_same));
}

const PATTERNS: [&str; 16] = [
    "fn ",
    "needle",
    r"\bfoo\b",
    "^use ",
    r"\}$",
    r"\w+_test",
    "TODO|FIXME",
    r"[^a-z\s]{8}",
    r"(?i)readroom",
    r"^$",
    r"é|ü",
    r"\d{4}-\d\d",
    "a",
    r"impl<.*> \w+ for",
    "pub fn|Readroom|match ",
    r"(?i)struct\b|enum \w+|NEEDLE",
];

const GLOBS: [&[&str]; 6] =
    [&[], &["*.rs"], &["!*.rs"], &["*.{rs,toml}", "!core/**"], &["read/**"], &["src/*"]];

fn same(root: &Path, tree: &Native, pattern: &str, flags: usize) -> bool {
    if RG.is_none() {
        return true;
    }
    let has = |flag: usize| flags >> flag & 1 == 1;
    let text = Pattern {
        text: pattern,
        syntax: PatternSyntax::Regex,
        case: if has(0) { LetterCase::Smart } else { LetterCase::Sensitive },
        words: has(1),
    };
    // A notebook is searched as a read shows it.
    let include = GLOBS[flags % GLOBS.len()].iter().any(|glob| !glob.starts_with('!'));
    let globs = &[GLOBS[flags % GLOBS.len()], &["!*.ipynb"]].concat()[..];
    let (hidden, ignored) = (has(2) || include, has(3) || include);
    let context = Context { before: flags % 4, after: flags / 4 % 4 };
    let want =
        [SearchOutput::Lines, SearchOutput::Lines, SearchOutput::Files, SearchOutput::Counts]
            [flags / 2 % 4];
    let has_max = want == SearchOutput::Lines && context != Context::default() && has(4);
    let request = SearchRequest {
        scope: Scope { path: ".", globs, hidden, ignored, depth: None },
        context,
        want,
        // Without context, pages of any size have the same lines.
        matches: Some(if context == Context::default() { flags as u64 % 5 + 1 } else { 10_000 }),
        matches_per_file: Some(if has_max { 1 } else { 1_000_000 }),
        columns: Some(1_000_000),
        bytes: Some(if flags.is_multiple_of(3) || has_max { 1 << 20 } else { 10_000 }),
        ..SearchRequest::new(text, ".")
    };
    let (before, after) = (context.before.to_string(), context.after.to_string());
    let mut arguments = vec!["-n", "--no-heading", "--crlf", "-e", pattern];
    arguments.push(if has(0) { "-S" } else { "-s" });
    arguments.extend(has(1).then_some("-w"));
    arguments.extend(hidden.then_some("--hidden"));
    arguments.extend(ignored.then_some("--no-ignore"));
    arguments.extend(["-m", "1"].iter().filter(|_| has_max));
    globs.iter().for_each(|glob| arguments.extend(["-g", glob]));
    match want {
        SearchOutput::Files => arguments.push("-l"),
        SearchOutput::Counts => arguments.push("-c"),
        _ => arguments.extend(["-B", &before, "-A", &after]),
    }
    let (ours, theirs) = (printed(tree, &request), rg(root, &arguments));
    // With `--crlf` it prints other line ends than the file has.
    let line = |text: Option<&str>| text.map(|line| line.trim_end_matches('\r').to_string());
    let (mut ours, mut theirs) = (ours.lines(), theirs.lines());
    loop {
        match (line(ours.next()), line(theirs.next())) {
            (None, None) => return true,
            (ours, theirs) if ours == theirs => {}
            (ours, theirs) => {
                eprintln!("{arguments:?}\n  ours   {ours:?}\n  theirs {theirs:?}");
                return false;
            }
        }
    }
}

proptest! {
    #![proptest_config(random::inputs(200))]

    #[test]
    fn in_random_trees_the_same_lines_are_found(
        files in vec((vec(0..NAMES.len(), 1..4), vec(0..LINES.len(), 0..9), any::<bool>()), 1..20),
        ignored in vec((0..3_usize, vec(0..NAMES.len(), 0..3), vec(0..IGNORED.len(), 0..4)), 0..5),
        pattern in 0..PATTERNS.len(),
        flags in 0..4096_usize,
    ) {
        let directory = tempfile::tempdir().expect("a directory");
        write(directory.path(), &files, &ignored);
        let tree = Native::open(directory.path());
        prop_assert!(same(directory.path(), &tree, PATTERNS[pattern], flags));
    }
}

#[test]
fn files_of_this_repository_are_those_that_ripgrep_lists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap();
    let tree = Native::open(&root);
    for globs in GLOBS.iter().filter(|_| RG.is_some()) {
        for (hidden, ignored) in [(false, false), (true, false), (false, true)] {
            let scope = Scope { path: ".", globs, hidden, ignored, depth: None };
            let request = FindRequest {
                scope,
                kinds: &[],
                order: FindOrder::Path,
                details: false,
                lines: false,
                cursor: None,
                entries: Some(100),
            };
            let mut arguments = vec!["--files"];
            arguments.extend(hidden.then_some("--hidden"));
            arguments.extend(ignored.then_some("--no-ignore"));
            globs.iter().for_each(|glob| arguments.extend(["-g", glob]));
            let ours = found(&tree, &request).join("\n");
            assert_eq!(ours, rg(&root, &arguments).trim_end(), "{arguments:?}");
        }
    }
}
