//! What decides which entries a walk takes.

use readroom_core::{FileError, FileKind};

/// What decides which entries a walk takes. The policy of the tree decides besides.
pub trait Selection {
    /// Returns the names of entries that decide about others, such as `.gitignore`.
    fn deciding_names(&self) -> &'static [&'static str];

    /// Enters a directory. Returns the number of files in it that could not be applied.
    fn enter(&mut self, directory: &EnteredDirectory<'_>) -> u64;

    /// Leaves the directories whose paths are longer than this.
    fn leave(&mut self, length: usize);

    /// Returns what becomes of an entry.
    fn decide(&self, entry: &SelectedEntry<'_>) -> Decision;

    /// Notes a directory that cannot be listed, by its path from the start.
    fn note_unlisted(&mut self, _path: &str) {}
}

/// What becomes of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It is taken, and entered if it is a directory.
    Taken,
    /// Something in it may be taken. A directory is entered.
    Entered,
    /// It was not asked for.
    Unmatched,
    /// It was asked for, or something in it may have been, but its name begins with a dot.
    Hidden,
    /// The same, but an ignore file leaves it out: the number of its kind.
    Ignored(usize),
}

/// A directory that a walk enters.
pub struct EnteredDirectory<'a> {
    /// Its path from the top of its grant, empty or with a slash at its end.
    pub path: &'a str,
    /// Whether it is where the walk starts, or around that.
    pub is_start: bool,
    /// Its entries that decide about others.
    pub deciding: &'a [(&'static str, FileKind)],
    /// Reads its files.
    pub read: &'a ReadBelow<'a>,
}

/// Reads a regular file below a directory, by the names on the way: no link is followed. `None` if
/// it has more bytes than given.
pub type ReadBelow<'a> = dyn Fn(&[&str], usize) -> Result<Option<Vec<u8>>, FileError> + 'a;

/// An entry that a walk comes to.
pub struct SelectedEntry<'a> {
    /// Its path from the top of its grant.
    pub path: &'a str,
    /// Its path from the start.
    pub below: &'a str,
    /// Its name.
    pub name: &'a str,
    /// What it is.
    pub kind: FileKind,
}
