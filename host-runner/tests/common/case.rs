//! The cases under `tests/cases`, as data.

use super::needs::Need;
use super::scene::{Call, Entries};
use serde::Deserialize;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    pub about: String,
    pub source: String,
    #[serde(default)]
    pub root: Entries,
    #[serde(default)]
    pub outside: Entries,
    pub cwd: Option<String>,
    pub home: Option<String>,
    #[serde(default)]
    pub grants: Vec<String>,
    pub policy: Option<Value>,
    #[serde(default)]
    pub in_memory: bool,
    #[serde(default)]
    pub needs: Vec<Need>,
    /// Whether the tool takes arguments that its schema does not allow.
    #[serde(default)]
    pub lenient: bool,
    pub call: Call,
    pub outcome: Answer,
    pub reply: Value,
    pub render: Option<Value>,
    pub tool: Option<Value>,
}

#[derive(Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    Answered,
    Refused,
}

impl Answer {
    pub fn name(&self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Refused => "refused",
        }
    }
}

/// The files of all cases, with their names: the dialect and what is shown.
pub fn files() -> Vec<(String, PathBuf)> {
    let cases = super::data().join("cases");
    let mut files = Vec::new();
    for dialect in sorted(&cases) {
        files.extend(
            sorted(&dialect)
                .into_iter()
                .map(|file| (format!("{}/{}", name_of(&dialect), name_of(&file)), file)),
        );
    }
    assert!(!files.is_empty(), "there are no cases in {}", cases.display());
    files
}

/// The case in a file.
pub fn read(file: &Path) -> Result<(Case, String), String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let case: Case = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?;
    if case.about.is_empty() || case.source.is_empty() {
        return Err("a case says what it is about and where it comes from".into());
    }
    let folder = file.parent().and_then(Path::file_name).unwrap();
    if *folder != *case.call.dialect {
        return Err(format!("the case speaks {} but lies in {}", case.call.dialect, folder.display()));
    }
    Ok((case, text))
}

fn sorted(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn name_of(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}
