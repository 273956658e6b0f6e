//! Parts of random lists of patterns, and git's results for them.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Parts of patterns. The last ones, unclosed sets, are tested only against our own reading.
pub const PATTERN_PARTS: [&str; 53] = [
    "a",
    "b",
    "A",
    "B",
    "1",
    ".",
    "-",
    "_",
    "]",
    "!",
    "^",
    "\\",
    "{",
    "}",
    ",",
    " ",
    "\t",
    "#",
    "é",
    "secret",
    ".txt",
    "a/b",
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
    "[b]",
    "[]a]",
    "[a\\]]",
    "[a-]",
    "[-a]",
    "[A-Z]",
    "[!-a]",
    "[[:digit:]]",
    "[[:upper:]_]",
    "[![:alpha:]]",
    "[a/b]",
    "\\*",
    "\\/",
    "\\[",
    "[",
    "[[:x",
];

/// Parts of names. Git takes a name with `:` for a pathspec with magic.
pub const NAME_PARTS: [&str; 22] = [
    "a", "a", "b", "c", "A", "B", "1", ".", "-", "_", "]", "[", "!", "{", "é", "/", "/", "/",
    "secret", ".txt", "*", "a/b",
];

/// Returns the path below a directory that a text describes, in a form that git accepts.
pub fn path(text: &str) -> String {
    let names = text.split('/').filter(|name| !matches!(*name, "" | "." | ".."));
    let path = names.collect::<Vec<_>>().join("/");
    if path.is_empty() { "a".into() } else { path }
}

/// Initializes a repository in a directory. Returns whether git is installed.
pub fn init(root: &Path) -> bool {
    git(root).args(["init", "--quiet"]).status().is_ok_and(|status| status.success())
}

/// Returns the patterns by which git ignores paths.
pub fn check_ignore(root: &Path, paths: impl Iterator<Item = String>) -> Vec<Option<String>> {
    let mut running = git(root)
        .args(["check-ignore", "--no-index", "--stdin", "-z", "-v", "-n"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let names: String = paths.map(|path| path + "\0").collect();
    let mut input = running.stdin.take().unwrap();
    let writing = std::thread::spawn(move || input.write_all(names.as_bytes()).unwrap());
    let output = String::from_utf8(running.wait_with_output().unwrap().stdout).unwrap();
    writing.join().unwrap();
    // Source, line, pattern and path of each.
    let fields: Vec<&str> = output.split_terminator('\0').collect();
    let ignored = |fields: &[&str]| {
        (!fields[0].is_empty() && !fields[2].starts_with('!')).then(|| fields[2].to_string())
    };
    fields.chunks(4).map(ignored).collect()
}

/// Returns a git command without any configuration of the user and the machine.
pub fn git(root: &Path) -> Command {
    let mut git = Command::new("git");
    git.current_dir(root).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    git.env("XDG_CONFIG_HOME", "/nonexistent");
    git
}
