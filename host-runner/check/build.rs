//! Packs the conformance cases, to embed them in the program.

#![allow(clippy::print_stdout, reason = "this is how a build script talks to cargo")]

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            println!("cargo::error={message}");
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<(), String> {
    println!("cargo::rerun-if-changed=build.rs");
    let directory = |name| {
        env::var_os(name).map(PathBuf::from).ok_or_else(|| format!("cargo did not set {name}"))
    };
    let cases = packed_cases(&directory("CARGO_MANIFEST_DIR")?.join("../../tests/cases"))?;
    fs::write(directory("OUT_DIR")?.join("cases.deflate"), cases)
        .map_err(|error| format!("cannot write the cases: {error}"))
}

/// Packs the conformance cases: for each its name, a NUL, its text and a NUL, all deflated to a
/// ninth of their size.
fn packed_cases(directory: &Path) -> Result<Vec<u8>, String> {
    println!("cargo::rerun-if-changed={}", directory.display());
    let failed = |path: &Path, error: &dyn std::fmt::Display| {
        format!("cannot read {}: {error}", path.display())
    };
    let sorted = |directory: &Path| {
        let entries =
            fs::read_dir(directory).and_then(|entries| entries.collect::<Result<Vec<_>, _>>());
        let mut paths: Vec<_> = match entries {
            Ok(entries) => entries.iter().map(fs::DirEntry::path).collect(),
            Err(error) => return Err(failed(directory, &error)),
        };
        paths.sort();
        Ok(paths)
    };
    let mut cases = Vec::new();
    for folder in sorted(directory)? {
        for file in sorted(&folder)? {
            let text =
                |name: Option<&OsStr>| name.unwrap_or_default().to_string_lossy().into_owned();
            let name = [text(folder.file_name()), text(file.file_stem())].join("/");
            let text = fs::read_to_string(&file).map_err(|error| failed(&file, &error))?;
            for part in [name, text] {
                cases.extend(part.into_bytes());
                cases.push(0);
            }
        }
    }
    Ok(miniz_oxide::deflate::compress_to_vec(&cases, 10))
}
