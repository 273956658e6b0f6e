//! Loads cases: those embedded in this program, or those in a directory.

use crate::case::{Case, CaseError};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The cases in `tests/cases` with their names, as the build script lists them.
static EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/cases.rs"));

/// The maximum length of a case's file in bytes.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// The maximum number of cases in a directory.
const MAX_CASES: usize = 10_000;

/// Returns the cases that are embedded in this program: those of its version.
pub fn embedded() -> Result<Vec<Case>, CaseError> {
    EMBEDDED.iter().map(|(name, text)| Case::from_json(name, text)).collect()
}

/// Loads the cases in a directory, sorted by name: the files `<tool>/<what-it-shows>.json`. Files
/// whose names start with `.` or end with `.md` are skipped; every other file must be a case.
pub fn in_directory(directory: &Path) -> Result<Vec<Case>, CaseError> {
    let mut cases = Vec::new();
    for folder in sorted(directory)? {
        if !folder.is_dir() {
            return Err(invalid(&folder, "it is not in a directory with the name of its tool"));
        }
        for file in sorted(&folder)? {
            if cases.len() == MAX_CASES {
                let reason = format!("there are more than {MAX_CASES} cases");
                return Err(CaseError(format!("{reason} in '{}'", directory.display())));
            }
            cases.push(read(&folder, &file)?);
        }
    }
    if cases.is_empty() {
        return Err(CaseError(format!("there are no cases in '{}'", directory.display())));
    }
    Ok(cases)
}

fn read(folder: &Path, file: &Path) -> Result<Case, CaseError> {
    // Only regular files are opened: opening a pipe could block.
    let metadata = fs::metadata(file).map_err(|error| unreadable(file, &error))?;
    if !metadata.is_file() || file.extension().is_none_or(|extension| extension != "json") {
        return Err(invalid(file, "a case must be a file whose name ends with .json"));
    }
    if metadata.len() > MAX_BYTES {
        return Err(invalid(file, "it has more than 4 MiB"));
    }
    let names =
        (folder.file_name().and_then(OsStr::to_str), file.file_stem().and_then(OsStr::to_str));
    let (Some(folder), Some(shows)) = names else {
        return Err(invalid(file, "its name is not Unicode"));
    };
    let text = fs::read_to_string(file).map_err(|error| unreadable(file, &error))?;
    Case::from_json(&format!("{folder}/{shows}"), &text)
        .map_err(|error| invalid(file, &error.to_string()))
}

/// Returns the entries of a directory, sorted by name.
fn sorted(directory: &Path) -> Result<Vec<PathBuf>, CaseError> {
    let failed = |error| unreadable(directory, &error);
    let mut paths = Vec::new();
    for entry in fs::read_dir(directory).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        if !name.starts_with(b".") && !name.ends_with(b".md") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

fn unreadable(path: &Path, error: &io::Error) -> CaseError {
    CaseError(format!("cannot read '{}': {error}", path.display()))
}

fn invalid(file: &Path, reason: &str) -> CaseError {
    CaseError(format!("'{}' is not a valid case: {reason}", file.display()))
}

#[cfg(test)]
mod tests;
