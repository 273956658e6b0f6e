//! Selects the entries that a walk returns.

use readroom_core::{FileError, FileKind};

/// Selects the entries that a walk returns, in addition to the policy of the tree.
pub trait Selection {
    /// Returns the names of entries that decide about others, such as `.gitignore`.
    fn deciding_names(&self) -> &'static [&'static str];

    /// Enters a directory. Returns the number of files in it that could not be applied.
    fn enter(&mut self, directory: &EnteredDirectory<'_>) -> u64;

    /// Leaves the directories whose paths are longer than this.
    fn leave(&mut self, length: usize);

    /// Decides about an entry.
    fn decide(&self, entry: &SelectedEntry<'_>) -> Decision;

    /// Records a directory that cannot be listed, by its path from the start.
    fn note_unlisted(&mut self, _path: &str) {}
}

/// The decision about an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It is returned, and entered if it is a directory.
    Taken,
    /// It may contain entries to return. A directory is entered.
    Entered,
    /// It was not requested.
    Unmatched,
    /// It was requested, or may contain requested entries, but its name starts with a dot.
    Hidden,
    /// The same, but an ignore file excludes it: the number of its kind.
    Ignored(usize),
}

/// A directory that a walk enters.
pub struct EnteredDirectory<'a> {
    /// Its path from the root of its grant, empty or with a slash at its end.
    pub path: &'a str,
    /// Whether it is the start of the walk, or an ancestor.
    pub is_start: bool,
    /// Its entries that decide about others.
    pub deciding: &'a [(&'static str, FileKind)],
    /// Reads its files.
    pub read: &'a ReadBelow<'a>,
}

/// Reads a regular file below a directory, given its path components. `None` if it is larger than
/// the given number of bytes.
pub type ReadBelow<'a> = dyn Fn(&[&str], usize) -> Result<Option<Vec<u8>>, FileError> + 'a;

/// An entry that a walk visits.
pub struct SelectedEntry<'a> {
    /// Its path from the root of its grant.
    pub path: &'a str,
    /// Its path from the start.
    pub below: &'a str,
    /// Its name.
    pub name: &'a str,
    /// Its kind.
    pub kind: FileKind,
}
