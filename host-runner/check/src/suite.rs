//! Where cases come from: this program, or a directory.

use crate::case::Case;
use std::fs;
use std::path::{Path, PathBuf};
use std::{fmt, io};

/// The cases in `tests/cases`, as the build script packed them.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/cases.deflate"));

/// The most bytes of all cases of the program. They are some 650 kB.
const MAX_UNPACKED: usize = 64 * 1024 * 1024;

/// The most bytes of a case's file.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// The most cases in a directory.
const MAX_CASES: usize = 10_000;

/// Why there are no cases to check by.
#[derive(Debug)]
pub enum SuiteError {
    /// Something cannot be read.
    Read {
        /// The directory or file.
        path: PathBuf,
        /// What the operating system says.
        reason: io::Error,
    },
    /// A file is no case.
    NoCase {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A directory has no cases, or too many.
    Number {
        /// The directory.
        path: PathBuf,
        /// What there is.
        reason: &'static str,
    },
    /// The cases of the program are damaged.
    Embedded(String),
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read { path, reason } => write!(f, "cannot read '{}': {reason}", path.display()),
            Self::NoCase { path, reason } => write!(f, "'{}' is no case: {reason}", path.display()),
            Self::Number { path, reason } => write!(f, "{reason} in '{}'", path.display()),
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

/// The cases that are part of this program: those of its version.
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

/// The cases in a directory, by name: the files `<tool>/<what-it-shows>.json` below it. Files whose names begin with
/// a `.` or end with `.md` are left out; whatever else is there must be a case.
pub fn in_directory(directory: &Path) -> Result<Vec<Case>, SuiteError> {
    let mut cases = Vec::new();
    for folder in sorted(directory)? {
        if !is_directory(&folder)? {
            let reason = "it lies in no directory that is named for its tool".into();
            return Err(SuiteError::NoCase { path: folder, reason });
        }
        for file in sorted(&folder)? {
            if cases.len() == MAX_CASES {
                return Err(SuiteError::Number {
                    path: directory.into(),
                    reason: "there are more than 10000 cases",
                });
            }
            cases.push(read(&folder, &file)?);
        }
    }
    if cases.is_empty() {
        return Err(SuiteError::Number { path: directory.into(), reason: "there are no cases" });
    }
    Ok(cases)
}

fn read(folder: &Path, file: &Path) -> Result<Case, SuiteError> {
    let no_case = |reason: String| SuiteError::NoCase { path: file.into(), reason };
    // What is no file is not opened: a pipe could keep this waiting.
    let metadata =
        fs::metadata(file).map_err(|reason| SuiteError::Read { path: file.into(), reason })?;
    if !metadata.is_file() || file.extension().is_none_or(|extension| extension != "json") {
        return Err(no_case("a case is a file whose name ends with .json".into()));
    }
    if metadata.len() > MAX_BYTES {
        return Err(no_case("it has more than 4 MiB".into()));
    }
    let (Some(folder), Some(shows)) = (
        folder.file_name().and_then(|name| name.to_str()),
        file.file_stem().and_then(|name| name.to_str()),
    ) else {
        return Err(no_case("its name is not Unicode".into()));
    };
    let text = match fs::read(file).map(String::from_utf8) {
        Ok(Ok(text)) => text,
        Ok(Err(error)) => return Err(no_case(error.to_string())),
        Err(reason) => return Err(SuiteError::Read { path: file.into(), reason }),
    };
    Case::from_json(&format!("{folder}/{shows}"), &text).map_err(|error| no_case(error.to_string()))
}

/// What is in a directory, by name.
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

    /// What is said of a directory with these files, each with its text.
    fn refused(files: &[(&str, &str)]) -> String {
        let directory = tempfile::tempdir().unwrap();
        for (file, text) in files {
            let file = directory.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        match in_directory(directory.path()) {
            Ok(cases) => format!("{} cases", cases.len()),
            Err(error @ (SuiteError::NoCase { .. } | SuiteError::Number { .. })) => {
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
            ("pi@0/b.json", &CASE.replace("\"a\"", "\"\""), "says what it is about"),
            ("pi@0/b.json", &CASE.replace("about", "abuot"), "unknown field `abuot`"),
            ("pi@0/b.json", &CASE.replace("arguments", "argument"), "unknown field `argument`"),
            (
                "pi@0/b.json",
                &CASE.replace(",\"arguments\":{}", ""),
                "exactly one of arguments, raw",
            ),
            ("pi@0/b.json", &CASE.replace("refused", "ignored"), "unknown variant `ignored`"),
            ("pi@0/b.txt", CASE, "ends with .json"),
            ("kimi-cli@1.0/b.json", CASE, "it calls pi@0, and belongs into the directory 'pi@0'"),
            ("b.json", CASE, "in no directory that is named for its tool"),
        ] {
            let refused = refused(&[("pi@0/a.json", CASE), (file, text)]);
            let name = file.rsplit('/').next().unwrap();
            assert!(refused.contains(why) && refused.contains(name), "{file}: {refused}");
        }
        assert!(refused(&[("pi@0/README.md", "")]).starts_with("there are no cases in "));
    }
}
