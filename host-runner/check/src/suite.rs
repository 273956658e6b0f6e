//! Loads cases: those embedded in this program, or those in a directory.

use crate::case::Case;
use std::fs;
use std::path::{Path, PathBuf};
use std::{fmt, io};

/// The cases in `tests/cases`, as the build script packed them.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/cases.deflate"));

/// The maximum length of all embedded cases in bytes. They have some 650 kB.
const MAX_UNPACKED: usize = 64 * 1024 * 1024;

/// The maximum length of a case's file in bytes.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// The maximum number of cases in a directory.
const MAX_CASES: usize = 10_000;

/// Why cases could not be loaded.
#[derive(Debug)]
pub enum SuiteError {
    /// A directory or file cannot be read.
    Read {
        /// The directory or file.
        path: PathBuf,
        /// The error of the operating system.
        reason: io::Error,
    },
    /// A file is not a valid case.
    InvalidCase {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A directory has no cases, or too many.
    CaseCount {
        /// The directory.
        path: PathBuf,
        /// Which of the two.
        reason: &'static str,
    },
    /// The embedded cases are damaged.
    Embedded(String),
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read { path, reason } => write!(f, "cannot read '{}': {reason}", path.display()),
            Self::InvalidCase { path, reason } => {
                write!(f, "'{}' is not a valid case: {reason}", path.display())
            }
            Self::CaseCount { path, reason } => write!(f, "{reason} in '{}'", path.display()),
            Self::Embedded(reason) => write!(f, "the cases of the program are damaged: {reason}"),
        }
    }
}

impl std::error::Error for SuiteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Read { reason, .. } => Some(reason),
            _ => None,
        }
    }
}

/// Returns the cases that are embedded in this program: those of its version.
pub fn embedded() -> Result<Vec<Case>, SuiteError> {
    let damaged = |reason: &dyn fmt::Display| SuiteError::Embedded(reason.to_string());
    let unpacked = miniz_oxide::inflate::decompress_to_vec_with_limit(PACKED, MAX_UNPACKED);
    let text = String::from_utf8(unpacked.map_err(|error| damaged(&error))?)
        .map_err(|error| damaged(&error))?;
    let mut texts = text.split_terminator('\0');
    let mut cases = Vec::new();
    while let (Some(name), Some(text)) = (texts.next(), texts.next()) {
        let case = Case::from_json(name, text);
        cases.push(case.map_err(|reason| damaged(&format_args!("{name}: {reason}")))?);
    }
    Ok(cases)
}

/// Loads the cases in a directory, sorted by name: the files `<tool>/<what-it-shows>.json`. Files
/// whose names start with `.` or end with `.md` are skipped; every other file must be a case.
pub fn in_directory(directory: &Path) -> Result<Vec<Case>, SuiteError> {
    let mut cases = Vec::new();
    for folder in sorted(directory)? {
        if !is_directory(&folder)? {
            let reason = "it is not in a directory with the name of its tool".into();
            return Err(SuiteError::InvalidCase { path: folder, reason });
        }
        for file in sorted(&folder)? {
            if cases.len() == MAX_CASES {
                return Err(SuiteError::CaseCount {
                    path: directory.into(),
                    reason: "there are more than 10000 cases",
                });
            }
            cases.push(read(&folder, &file)?);
        }
    }
    if cases.is_empty() {
        return Err(SuiteError::CaseCount { path: directory.into(), reason: "there are no cases" });
    }
    Ok(cases)
}

fn read(folder: &Path, file: &Path) -> Result<Case, SuiteError> {
    let invalid = |reason: String| SuiteError::InvalidCase { path: file.into(), reason };
    // Only regular files are opened: opening a pipe could block.
    let metadata =
        fs::metadata(file).map_err(|reason| SuiteError::Read { path: file.into(), reason })?;
    if !metadata.is_file() || file.extension().is_none_or(|extension| extension != "json") {
        return Err(invalid("a case must be a file whose name ends with .json".into()));
    }
    if metadata.len() > MAX_BYTES {
        return Err(invalid("it has more than 4 MiB".into()));
    }
    let (Some(folder), Some(shows)) = (
        folder.file_name().and_then(|name| name.to_str()),
        file.file_stem().and_then(|name| name.to_str()),
    ) else {
        return Err(invalid("its name is not Unicode".into()));
    };
    let text = match fs::read(file).map(String::from_utf8) {
        Ok(Ok(text)) => text,
        Ok(Err(error)) => return Err(invalid(error.to_string())),
        Err(reason) => return Err(SuiteError::Read { path: file.into(), reason }),
    };
    Case::from_json(&format!("{folder}/{shows}"), &text).map_err(|error| invalid(error.to_string()))
}

/// Returns the entries of a directory, sorted by name.
fn sorted(directory: &Path) -> Result<Vec<PathBuf>, SuiteError> {
    let failed = |reason| SuiteError::Read { path: directory.into(), reason };
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

fn is_directory(path: &Path) -> Result<bool, SuiteError> {
    let failed = |reason| SuiteError::Read { path: path.into(), reason };
    Ok(fs::metadata(path).map_err(failed)?.is_dir())
}

#[cfg(test)]
mod tests {
    use super::{SuiteError, embedded, in_directory};
    use std::fs;
    use std::path::Path;

    #[test]
    fn the_program_has_the_cases_of_the_repository() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
        let (embedded, written) = (embedded().unwrap(), in_directory(&directory).unwrap());
        assert!(embedded.len() > 400);
        assert_eq!(format!("{embedded:?}"), format!("{written:?}"));
    }

    const CASE: &str = r#"{"about":"a","source":"s","call":{"tool":"pi@0","arguments":{}},"outcome":"refused","reply":{}}"#;

    /// Returns the outcome of loading a directory with these files, each given with its text.
    fn refused(files: &[(&str, &str)]) -> String {
        let directory = tempfile::tempdir().unwrap();
        for (file, text) in files {
            let file = directory.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        match in_directory(directory.path()) {
            Ok(cases) => format!("{} cases", cases.len()),
            Err(error @ (SuiteError::InvalidCase { .. } | SuiteError::CaseCount { .. })) => {
                error.to_string()
            }
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn what_is_no_case_is_named_with_the_reason() {
        assert_eq!(
            refused(&[("pi@0/a.json", CASE), ("pi@0/README.md", "#"), (".git/HEAD", "")]),
            "1 cases"
        );
        for (file, text, why) in [
            ("pi@0/b.json", "{", "EOF while parsing"),
            ("pi@0/b.json", &CASE.replace("\"a\"", "\"\""), "needs an 'about'"),
            ("pi@0/b.json", &CASE.replace("about", "abuot"), "unknown field `abuot`"),
            ("pi@0/b.json", &CASE.replace("arguments", "argument"), "unknown field `argument`"),
            (
                "pi@0/b.json",
                &CASE.replace(",\"arguments\":{}", ""),
                "exactly one of arguments, raw",
            ),
            ("pi@0/b.json", &CASE.replace("refused", "ignored"), "unknown variant `ignored`"),
            ("pi@0/b.txt", CASE, "ends with .json"),
            ("kimi-cli@1.0/b.json", CASE, "it calls pi@0, so it must be in the directory 'pi@0'"),
            ("b.json", CASE, "not in a directory with the name of its tool"),
        ] {
            let refused = refused(&[("pi@0/a.json", CASE), (file, text)]);
            let name = file.rsplit('/').next().unwrap();
            assert!(refused.contains(why) && refused.contains(name), "{file}: {refused}");
        }
        assert!(refused(&[("pi@0/README.md", "")]).starts_with("there are no cases in "));
    }
}
