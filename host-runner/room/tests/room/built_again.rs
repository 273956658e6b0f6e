//! Builds the component again in another directory, where it must be identical.

use readroom_guest_build::Workspace;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

/// The build outputs that a copy of the repository leaves out.
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let elsewhere = tempfile::tempdir().unwrap();
    let there = elsewhere.path().join("a folder with another name");
    copy(&root, &there);
    let built = built(&there, &elsewhere.path().join("target"));
    // The build script adds sections at the end.
    let here = readroom::component().get(..built.len()).unwrap();
    let differ = here.iter().zip(&built).filter(|(here, there)| here != there).count();
    assert_eq!(differ, 0, "bytes differ");
}

/// Builds the reader of the repository at `root`.
fn built(root: &Path, target_dir: &Path) -> Vec<u8> {
    let (cargo, rustc) = (OsStr::new(env!("CARGO")), OsStr::new("rustc"));
    Workspace { cargo, rustc, root, target_dir }.build_reader().unwrap()
}
