//! Compares lists of patterns with git's own answers.

use readroom::policy::{Action, Policy, Target};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The number of random lists.
const LISTS: u32 = 300;

/// What patterns and names are made of. A name with `:` would be a pathspec with magic for git.
const PATTERN_PARTS: [&str; 44] = [
    "a",
    "b",
    "A",
    "1",
    ".",
    "-",
    "_",
    "]",
    "[",
    "!",
    "^",
    "\\",
    "{",
    "}",
    ",",
    " ",
    "/",
    "/",
    "*",
    "**",
    "***",
    "?",
    "**/",
    "/**",
    "[ab]",
    "[!a]",
    "[^b]",
    "[a-c]",
    "[c-a]",
    "[]a]",
    "[a\\]]",
    "[a-]",
    "[-a]",
    "[!-a]",
    "[[:digit:]]",
    "[[:upper:]_]",
    "[![:alpha:]]",
    "[[:x]",
    "é",
    "secret",
    ".txt",
    "a/b",
    "\\*",
    "\\[",
];
const NAME_PARTS: [&str; 19] = [
    "a", "b", "c", "A", "1", ".", "-", "_", "]", "[", "!", "{", "é", "/", "/", "secret", ".txt",
    "*", "a/b",
];

/// A generator of numbers that are the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        // The constants of Knuth's MMIX.
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }

    fn text(&mut self, parts: &[&str], max: usize) -> String {
        (0..=self.below(max)).map(|_| parts[self.below(parts.len())]).collect()
    }

    /// Returns a path that git accepts, below the root.
    fn name(&mut self) -> String {
        let text = self.text(&NAME_PARTS, 5);
        let names = text.split('/').filter(|name| !matches!(*name, "" | "." | ".."));
        let path = names.collect::<Vec<_>>().join("/");
        if path.is_empty() { "a".into() } else { path }
    }
}

/// Returns which names git ignores.
fn ignored(root: &Path, names: &[String]) -> Vec<bool> {
    let mut git = git(root)
        .args(["check-ignore", "--no-index", "--stdin", "-z", "-v", "-n"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let names: String = names.iter().map(|name| format!("{name}\0")).collect();
    git.stdin.take().unwrap().write_all(names.as_bytes()).unwrap();
    let output = String::from_utf8(git.wait_with_output().unwrap().stdout).unwrap();
    // Source, line, pattern and name of each.
    let fields: Vec<&str> = output.split_terminator('\0').collect();
    fields.chunks(4).map(|fields| !fields[0].is_empty() && !fields[2].starts_with('!')).collect()
}

fn git(root: &Path) -> Command {
    let mut git = Command::new("git");
    git.current_dir(root).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    git
}

#[test]
fn whatever_git_ignores_is_denied() {
    let directory = tempfile::tempdir().unwrap();
    if !git(directory.path()).args(["init", "--quiet"]).status().is_ok_and(|ended| ended.success())
    {
        println!("skipped: there is no git");
        return;
    }
    let (mut random, project) = (Random(1), ["/p".to_string()]);
    let (mut compared, mut denied_by_both, mut denied_by_us, mut unusable) = (0, 0, 0, 0);
    for _ in 0..LISTS {
        let lines = 1 + random.below(3);
        let list: String = (0..lines).map(|_| random.text(&PATTERN_PARTS, 5) + "\n").collect();
        let names: Vec<String> = (0..100).map(|_| random.name()).collect();
        fs::write(directory.path().join(".gitignore"), &list).unwrap();
        let Ok(policy) = Policy::everything().list("list", &list, Action::Deny) else {
            unusable += 1;
            continue;
        };
        let by_git = ignored(directory.path(), &names);
        assert_eq!(by_git.len(), names.len(), "{list:?}");
        for (name, by_git) in names.iter().zip(by_git) {
            let decision = policy.decide(&Target::new(&format!("/p/{name}"), &project));
            let is_denied = decision.denied().is_some();
            assert!(is_denied || !by_git, "git ignores {name:?} by {list:?}");
            compared += 1;
            denied_by_both += u32::from(by_git);
            denied_by_us += u32::from(is_denied);
        }
    }
    println!(
        "{compared} names, {denied_by_both} by git, {denied_by_us} by us, {unusable} lists not"
    );
    assert!(denied_by_both > compared / 20 && denied_by_us < denied_by_both * 3 / 2);
    assert!(unusable < LISTS / 3, "{unusable} lists are unusable");
}
