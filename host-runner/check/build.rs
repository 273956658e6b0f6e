//! Lists the conformance cases, to embed them in the program.

#![allow(clippy::print_stdout, reason = "this is how a build script talks to cargo")]

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    println!("cargo::rerun-if-changed={}", directory.display());
    let mut list = String::from("&[\n");
    for folder in sorted(&directory)? {
        for file in sorted(&folder)? {
            let folder = folder.file_name().unwrap_or_default().display();
            let name = format!("{folder}/{}", file.file_stem().unwrap_or_default().display());
            list += &format!("({name:?}, include_str!({file:?})),\n");
        }
    }
    let out = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    fs::write(out.join("cases.rs"), list + "]")
}

fn sorted(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(directory)?.map(|entry| Ok(entry?.path()));
    let mut paths = entries.collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}
