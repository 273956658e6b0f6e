//! The parts of random trees.

use std::path::{Path, PathBuf};

pub const NAMES: [&str; 12] =
    ["a", "b.rs", "c.txt", ".h", "d", "build", "x.log", "\u{fc}.md", "lib", "a-b", "a.b", "Z"];

pub const LINES: [&str; 12] = [
    "needle",
    "a needle\r",
    "",
    "Needle foo \u{fc}",
    "foo",
    "x_test b",
    "use a",
    "}",
    "\r",
    "2024-11",
    "TODO: \u{1f642}",
    "\t a a a",
];

pub const IGNORED: [&str; 16] = [
    "*.log", "build/", "/a", "!b.rs", "lib/*", "**/d", "a/**", "!/a/", "# a", "c.*", "!.h",
    "[a-c]*", "d/build", "*", "!*/", "a\\-b",
];

/// A file of a random tree: its names, its lines, and whether the last one is terminated.
pub type RandomFile = (Vec<usize>, Vec<usize>, bool);

/// An ignore file: its kind, the names of its directory, and its lines.
pub type RandomIgnoreFile = (usize, Vec<usize>, Vec<usize>);

/// Writes a tree. A name that is a directory elsewhere is left out.
pub fn write(root: &Path, files: &[RandomFile], ignored: &[RandomIgnoreFile]) {
    for (names, lines, ends) in files {
        let path = root.join(path(names));
        let mut text =
            lines.iter().map(|line| LINES[line % LINES.len()]).collect::<Vec<_>>().join("\n");
        // `rg` takes a CR at the end of a file for the end of a line.
        text = if *ends { text + "\n" } else { text.trim_end_matches('\r').into() };
        let around = path.parent().expect("a directory");
        if std::fs::create_dir_all(around).is_ok() && !path.is_dir() {
            let _ = std::fs::write(&path, text);
        }
    }
    for (kind, names, lines) in ignored {
        let name = [".gitignore", ".ignore", ".git/info/exclude"][kind % 3];
        let path = root.join(path(names)).join(name);
        let lines: Vec<_> = lines.iter().map(|line| IGNORED[line % IGNORED.len()]).collect();
        if std::fs::create_dir_all(path.parent().expect("a directory")).is_ok() {
            let _ = std::fs::write(&path, lines.join("\n"));
        }
    }
}

/// Returns the path with these names.
pub fn path(names: &[usize]) -> PathBuf {
    names.iter().map(|name| NAMES[name % NAMES.len()]).collect()
}
