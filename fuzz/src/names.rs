//! Random names in a directory: only a name of a file in it opens anything, and that file.

use crate::generated::several;
use arbitrary::{Result, Unstructured};
use readroom::fuzzing::read_name;
use std::fs;
use std::os::unix::fs::symlink;
use std::sync::LazyLock;
use tempfile::TempDir;

/// The names of files, each with its own name as content.
const FILES: [&str; 8] = ["a", "a.", "a ", "...", "\\", "é", "-", "a\nb"];

/// Parts of names that no file has, or that lead elsewhere.
const PARTS: [&str; 22] = [
    "a", ".", "..", "/", "\0", " ", "\\", "é", "-", "\n", "b", "inside", "outside", "link", "up",
    "pipe", "%2e", ":", "~1", "*", "root", "\u{301}",
];

/// A directory `root` with files, directories, links and a pipe, and a file next to it.
static DIRECTORY: LazyLock<TempDir> = LazyLock::new(|| {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().join("root");
    fs::create_dir_all(root.join("inside")).unwrap();
    fs::write(root.join("inside/b"), "inside").unwrap();
    fs::write(directory.path().join("outside"), "outside").unwrap();
    for name in FILES {
        fs::write(root.join(name), name).unwrap();
    }
    symlink("../outside", root.join("link")).unwrap();
    symlink("..", root.join("up")).unwrap();
    let pipe = std::process::Command::new("mkfifo").arg(root.join("pipe")).status();
    assert!(pipe.unwrap().success());
    directory
});

pub(crate) fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let mut name = match input.ratio(1, 4)? {
        true => (*input.choose(&FILES)?).to_string(),
        false => several(input, 6, |input| input.choose(&PARTS).copied())?.concat(),
    };
    if input.ratio(1, 30)? {
        name = name.repeat(input.int_in_range(0..=300)?);
    }
    let opened = read_name(&DIRECTORY.path().join("root"), &name).unwrap();
    let expected = FILES.contains(&&*name).then(|| name.clone().into_bytes());
    assert_eq!(opened, expected, "{name:?}");
    Ok(())
}
