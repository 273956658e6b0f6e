//! Finds the definitions in a file: its declarations, with their names.

use super::outline::{Basis, Outliner};
use super::outline_entry::OutlineEntry;
use super::role::word;
use std::ops::Range;

/// The maximum number of definitions of a file.
const MAX_DEFINITIONS: usize = 20_000;

/// A definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Its lines and its text, as in an outline.
    pub entry: OutlineEntry,
    /// The bytes of the name in the text of the entry. Empty if there is none.
    pub name: Range<usize>,
    /// Whether other files may use it, as far as the language shows it.
    pub is_public: bool,
}

impl Definition {
    /// Returns the name, or an empty text.
    pub fn name(&self) -> &str {
        self.entry.text.get(self.name.clone()).unwrap_or_default()
    }
}

/// Returns the definitions in a file with this name and text, in the order of their lines.
pub fn definitions(file_name: &str, text: &str) -> Vec<Definition> {
    let mut outliner = Outliner::new(file_name, MAX_DEFINITIONS);
    outliner.push(text);
    let outline = outliner.finish();
    if outline.basis == Basis::Indentation {
        return Vec::new();
    }
    let definition = |entry: OutlineEntry| {
        let mut at = 0;
        let mut name = 0..0;
        while let Some(rest) = entry.text.get(at..).filter(|rest| !rest.is_empty()) {
            let (word, after) = word(rest);
            if !word.is_empty() {
                name = at..at + word.len();
            }
            if after.starts_with('(') {
                break;
            }
            at += rest.len() - after.len() + after.chars().next().map_or(0, char::len_utf8);
        }
        Definition { name, is_public: true, entry }
    };
    outline.entries.into_iter().map(definition).collect()
}
