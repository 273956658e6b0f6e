//! Random lists of patterns, against git and against its algorithm written plainly.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    unreachable_pub,
    missing_docs,
    reason = "tests"
)]

mod reference;
#[path = "../../guest/core/tests/support/seed.rs"]
mod seed;

use readroom_policy::Action;
use readroom_policy::list::{Case, List, PathKind};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What patterns are made of.
const PATTERN_PARTS: [&str; 44] = [
    "a",
    "b",
    "A",
    "B",
    "1",
    ".",
    "-",
    "]",
    "!",
    "^",
    "\\",
    "{",
    ",",
    " ",
    "/",
    "/",
    "/",
    "*",
    "*",
    "**",
    "***",
    "?",
    "**/",
    "/**",
    "/**/",
    "[ab]",
    "[!a]",
    "[^b]",
    "[a-c]",
    "[c-a]",
    "[]a]",
    "[a\\]]",
    "[a-]",
    "[A-Z]",
    "[!-a]",
    "[[:digit:]]",
    "[[:upper:]_]",
    "[![:alpha:]]",
    "[a/b]",
    "é",
    ".txt",
    "\\*",
    "\\/",
    "#",
];

/// What only our own reading of a pattern is tried with: an unclosed set.
const UNCLOSED: [&str; 2] = ["[", "[[:x"];

/// What names are made of. Git takes a name with `:` for a pathspec with magic.
const NAME_PARTS: [&str; 20] = [
    "a", "a", "b", "c", "A", "B", "1", ".", "-", "]", "[", "!", "{", "é", "/", "/", "/", ".txt",
    "*", "a/b",
];

/// Returns the same numbers in every run: those of SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// Joins some parts, one at least.
    fn text(&mut self, parts: &[&str], most: usize) -> String {
        (0..=self.below(most)).map(|_| parts[self.below(parts.len())]).collect()
    }

    fn pattern(&mut self, parts: &[&str]) -> String {
        let exception = if self.below(4) == 0 { "!" } else { "" };
        format!("{exception}{}", self.text(parts, 6))
    }

    /// Returns a path below a directory that git accepts.
    fn path(&mut self) -> String {
        let text = self.text(&NAME_PARTS, 7);
        let names = text.split('/').filter(|name| !matches!(*name, "" | "." | ".."));
        let path = names.collect::<Vec<_>>().join("/");
        if path.is_empty() { "a".into() } else { path }
    }

    /// Returns a list that can be used.
    fn list(&mut self, parts: &[&str]) -> (String, List) {
        loop {
            let lines = 1 + self.below(5);
            let text: String = (0..lines).map(|_| self.pattern(parts) + "\n").collect();
            if let Ok(list) = List::new("test", &text, Action::Deny) {
                return (text, list);
            }
        }
    }
}

#[test]
fn lists_match_what_the_reference_matches() {
    let mut random = Random(seed::seed());
    let parts = [&PATTERN_PARTS[..], &UNCLOSED].concat();
    let mut decided = 0;
    for _ in 0..1500 {
        let (text, list) = random.list(&parts);
        for _ in 0..20 {
            let path = random.path();
            for kind in [PathKind::Other, PathKind::Directory] {
                for case in [Case::Sensitive, Case::Insensitive] {
                    let found = list.find(&path, kind, case).map(|(_, pattern)| pattern);
                    let expected = reference::find(&text, &path, kind, case);
                    assert_eq!(found, expected, "{text:?} {path:?} {kind:?} {case:?}");
                    decided += u32::from(found.is_some());
                }
            }
        }
    }
    assert!(decided > 10_000, "{decided}");
}

/// In a directory each, so that one start of git compares them all.
#[test]
fn lists_match_what_git_matches() {
    let mut random = Random(seed::seed());
    let root = std::env::temp_dir().join(format!("readroom-policy-{}", std::process::id()));
    let lists: Vec<_> = (0..300).map(|_| random.list(&PATTERN_PARTS)).collect();
    let mut paths = Vec::new();
    for (number, (text, _)) in lists.iter().enumerate() {
        let directory = root.join(number.to_string());
        fs::create_dir_all(&directory).unwrap();
        fs::write(directory.join(".gitignore"), text).unwrap();
        paths.extend((0..40).map(|_| (number, random.path())));
    }
    let by_git = check_ignore(&root, &paths);
    fs::remove_dir_all(&root).unwrap();
    // There is no git.
    let Some(by_git) = by_git else { return };
    assert_eq!(by_git.len(), paths.len());
    let mut ignored = 0;
    for ((number, path), by_git) in paths.iter().zip(by_git) {
        let (text, list) = &lists[*number];
        // Releases of git differ in these.
        if text.lines().any(reference::is_glued) {
            continue;
        }
        let found = list.find(path, PathKind::Other, Case::Sensitive);
        let found = found.filter(|(action, _)| *action == Action::Deny);
        assert_eq!(found.map(|(_, pattern)| pattern), by_git.as_deref(), "{text:?} {path:?}");
        ignored += u32::from(by_git.is_some());
    }
    assert!(ignored > 1000, "{ignored}");
}

/// Returns the patterns by which git ignores paths. `None` if there is no git.
fn check_ignore(root: &Path, paths: &[(usize, String)]) -> Option<Vec<Option<String>>> {
    let git = || {
        let mut git = Command::new("git");
        git.current_dir(root).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        git
    };
    git().args(["init", "--quiet"]).status().ok().filter(|status| status.success())?;
    let mut running = git()
        .args(["check-ignore", "--no-index", "--stdin", "-z", "-v", "-n"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let names: String = paths.iter().map(|(number, path)| format!("{number}/{path}\0")).collect();
    let mut input = running.stdin.take().unwrap();
    let writing = std::thread::spawn(move || input.write_all(names.as_bytes()).unwrap());
    let output = String::from_utf8(running.wait_with_output().unwrap().stdout).unwrap();
    writing.join().unwrap();
    // Source, line, pattern and name of each.
    let fields: Vec<&str> = output.split_terminator('\0').collect();
    let ignored = |fields: &[&str]| {
        (!fields[0].is_empty() && !fields[2].starts_with('!')).then(|| fields[2].to_string())
    };
    Some(fields.chunks(4).map(ignored).collect())
}
