//! The same source gives the same component, wherever it is compiled.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

#[path = "../guest.rs"]
mod guest;

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

/// What a copy of the repository leaves out: what was made of it.
const MADE: [&str; 4] = [".git", "target", "node_modules", "dist"];

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (name, kind) = (entry.file_name(), entry.file_type().unwrap());
        if kind.is_dir() && !MADE.iter().any(|made| name == *made) {
            copy(&entry.path(), &to.join(&name));
        } else if kind.is_file() {
            fs::copy(entry.path(), to.join(&name)).unwrap();
        }
    }
}

#[test]
#[ignore = "long: compiles the component once more"]
fn the_component_is_the_same_when_built_in_another_folder() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let there = elsewhere.path().join("a folder with another name");
    copy(root, &there);
    let target_dir = elsewhere.path().join("target");
    let (mut cargo, built) =
        guest::build_command(OsStr::new(env!("CARGO")), OsStr::new("rustc"), &there, &target_dir)
            .unwrap();
    assert!(cargo.arg("--quiet").status().unwrap().success());
    let built = fs::read(built).unwrap();
    // The build script adds sections at the end.
    let here = readroom::component().get(..built.len()).unwrap();
    assert!(
        here == built,
        "{} bytes differ",
        here.iter().zip(&built).filter(|(a, b)| a != b).count()
    );
}
