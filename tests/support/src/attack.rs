//! The attacks under `tests/attacks`, as data.

use crate::needs;
use readroom_check::{Call, Entries, Need};
use serde::Deserialize;
use std::fs;
use std::path::PathBuf;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    pub about: String,
    pub attacks: Vec<Attack>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    pub name: String,
    /// Its id in `docs/threats.md`.
    pub threat: String,
    pub about: String,
    #[serde(default)]
    pub needs: Vec<Need>,
    #[serde(default)]
    pub outside: Entries,
    #[serde(default)]
    pub root: Entries,
    pub meanwhile: Option<Meanwhile>,
    #[serde(default = "once")]
    pub calls: u32,
    pub call: Call,
    pub verdict: Verdict,
    #[serde(default)]
    pub codes: Vec<String>,
    #[serde(default)]
    pub never: Vec<String>,
    /// Whether it takes longer than the tests of an inner loop should: it runs with the long ones,
    /// by `--ignored`.
    #[serde(default)]
    pub long: bool,
    pub max_output_bytes: Option<usize>,
    pub max_message_chars: Option<usize>,
    pub max_guest_mib: Option<u64>,
    pub max_descriptor_growth: Option<usize>,
}

impl Attack {
    /// Returns whether it runs by `--ignored` alone, or not at all: it takes long, or this system
    /// lacks what it needs.
    pub fn is_left_out(&self) -> bool {
        self.long || !needs::are_met(&self.needs)
    }
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Answer,
    Error,
    Either,
    /// The host ends the call.
    Ended,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum Meanwhile {
    Swap(String, String),
    Append(String, String),
    Truncate(String, u64),
    RootByLink(bool),
    ReplaceRoot(String),
}

fn once() -> u32 {
    1
}

/// Loads the groups of attacks, with their names.
pub fn groups() -> Vec<(String, Group)> {
    let entries = fs::read_dir(super::data().join("attacks")).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let group = |file: PathBuf| {
        let text = fs::read_to_string(&file).unwrap();
        let group: Group = serde_json::from_str(&text)
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert!(!group.about.is_empty());
        (file.file_stem().unwrap().to_string_lossy().into_owned(), group)
    };
    files.into_iter().map(group).collect()
}
