//! What a search returns.

use crate::line::MatchLine;
use crate::walk::Unseen;
use readroom_core::FileError;
use readroom_core::structure::Heading;
use std::ops::Add;

/// A page of what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResults {
    /// The files with matches, in order.
    pub files: Vec<FileMatches>,
    /// Why the page ends.
    pub stopped: SearchStop,
    /// Where the next page begins. `None` for the last one.
    pub next: Option<String>,
    /// The number of files that were searched for this page.
    pub searched: u64,
    /// The number of binary files, which were not.
    pub binary: u64,
    /// What could not be searched.
    pub unseen: Unseen,
}

/// The matches in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileMatches {
    /// Its path: relative to the root, or absolute in another grant.
    pub path: String,
    /// The number of lines that match, as far as the file was searched.
    pub matches: u64,
    /// Whether it was searched to its end.
    pub is_complete: bool,
    /// The lines, and those around them.
    pub groups: Vec<MatchGroup>,
}

/// Consecutive lines of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchGroup {
    /// What the first line that matches is under, outermost first.
    pub headers: Vec<Heading>,
    /// The lines.
    pub lines: Vec<MatchLine>,
}

/// How much was passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// The number of files that were searched to their ends.
    pub(crate) searched: u64,
    /// The number of binary files.
    pub(crate) binary: u64,
    pub(crate) unseen: Unseen,
}

impl Tally {
    /// Counts a file by what became of its search.
    pub(crate) fn count(&mut self, outcome: Result<(), FileError>) {
        match outcome {
            Ok(()) => self.searched += 1,
            Err(FileError::Binary | FileError::Media(_)) => self.binary += 1,
            Err(FileError::NotFound) => {}
            Err(_) => self.unseen.files += 1,
        }
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            searched: self.searched + other.searched,
            binary: self.binary + other.binary,
            unseen: Unseen {
                directories: self.unseen.directories + other.unseen.directories,
                files: self.unseen.files + other.unseen.files,
                names: self.unseen.names + other.unseen.names,
                ignore_files: self.unseen.ignore_files + other.unseen.ignore_files,
            },
        }
    }
}

/// Why a page ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchStop {
    /// Everything was searched.
    End,
    /// There are more matches, or files.
    MatchLimit,
    /// The next line would not fit into the bytes.
    ByteLimit,
    /// The next line would not fit into the tokens.
    TokenLimit,
    /// Time was up.
    TimeLimit,
}
