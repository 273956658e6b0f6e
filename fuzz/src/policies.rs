//! Random lists of patterns: what git ignores by them is denied.

use crate::generated::several;
use arbitrary::{Result, Unstructured};
use readroom::policy::{Action, Policy, Target};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{LazyLock, Mutex};
use tempfile::TempDir;

/// What patterns and names are made of. A name with `:` would be a pathspec with magic for git.
const PATTERN_PARTS: [&str; 46] = [
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
    "\t",
    "#",
];
const NAME_PARTS: [&str; 19] = [
    "a", "b", "c", "A", "1", ".", "-", "_", "]", "[", "!", "{", "é", "/", "/", "secret", ".txt",
    "*", "a/b",
];

/// A repository, and the right to write its list. `None` if there is no git.
static REPOSITORY: LazyLock<Option<Mutex<TempDir>>> = LazyLock::new(|| {
    let directory = tempfile::tempdir().unwrap();
    let made = git(directory.path()).args(["init", "--quiet"]).status();
    made.is_ok_and(|ended| ended.success()).then(|| directory.into())
});

/// How often a name was denied.
#[derive(Clone, Copy, Default)]
pub struct Denials {
    /// The names that were compared.
    pub names: u32,
    /// Those that git ignores.
    pub by_git: u32,
    /// Those that are denied.
    pub by_us: u32,
    /// Whether the list is one that cannot be used, which denies everything.
    pub unusable: bool,
}

pub(crate) fn run(input: &mut Unstructured<'_>) -> Result<()> {
    compare(input).map(drop)
}

/// Compares the denials of a list with those of git.
pub fn compare(input: &mut Unstructured<'_>) -> Result<Denials> {
    let mut list = String::new();
    for _ in 0..=input.int_in_range(0..=2)? {
        for _ in 0..=input.int_in_range(0..=5)? {
            list.push_str(input.choose(&PATTERN_PARTS)?);
        }
        list.push('\n');
    }
    let names = several(input, 60, name)?;
    let Ok(policy) = Policy::everything().list("list", &list, Action::Deny) else {
        return Ok(Denials { unusable: true, ..Denials::default() });
    };
    let Some(by_git) = ignored(&list, &names) else { return Ok(Denials::default()) };
    assert_eq!(by_git.len(), names.len(), "{list:?} {names:?}");
    let (mut denials, project) = (Denials::default(), ["/p".to_string()]);
    for (name, by_git) in names.iter().zip(by_git) {
        let decision = policy.decide(&Target::new(&format!("/p/{name}"), &project));
        let by_us = decision.denied().is_some();
        assert!(by_us || !by_git, "git ignores {name:?} by {list:?}");
        denials.names += 1;
        denials.by_git += u32::from(by_git);
        denials.by_us += u32::from(by_us);
    }
    Ok(denials)
}

/// Makes a path below the root that git accepts.
fn name(input: &mut Unstructured<'_>) -> Result<String> {
    let text = several(input, 6, |input| input.choose(&NAME_PARTS).copied())?.concat();
    let names = text.split('/').filter(|name| !matches!(*name, "" | "." | ".."));
    let path = names.collect::<Vec<_>>().join("/");
    Ok(if path.is_empty() { "a".into() } else { path })
}

/// Returns which names git ignores. `None` if there is no git.
fn ignored(list: &str, names: &[String]) -> Option<Vec<bool>> {
    let root = REPOSITORY.as_ref()?.lock().unwrap();
    fs::write(root.path().join(".gitignore"), list).unwrap();
    let mut git = git(root.path())
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
    let is_ignored = |fields: &[&str]| !fields[0].is_empty() && !fields[2].starts_with('!');
    Some(fields.chunks(4).map(is_ignored).collect())
}

fn git(root: &Path) -> Command {
    let mut git = Command::new("git");
    git.current_dir(root).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    git
}
