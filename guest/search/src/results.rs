//! What a search returns.

use crate::skipped::Unsearched;
use crate::{MatchLine, Skipped};
use readroom_core::FileError;
use readroom_structure::Heading;
use readroom_types::SearchStop;
use std::ops::Add;

/// A page of what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResults {
    /// The files with matches, in order.
    pub files: Vec<FileMatches>,
    /// The number of matches and of files on all pages, if everything was counted.
    pub totals: Option<(u64, u64)>,
    /// Why the page ends.
    pub stopped: SearchStop,
    /// Where the next page begins. `None` for the last one.
    pub next: Option<String>,
    /// The number of files that were searched for this page.
    pub searched: u64,
    /// What was not.
    pub skipped: Skipped,
    /// A file that counts as too large because the time of a page does not suffice for it.
    pub left_out: Option<String>,
    /// The globs that were used in place of those of the scope, relative to the directory.
    pub globs: Option<Vec<String>>,
    /// Whether upper-case and lower-case letters are equal.
    pub ignores_case: bool,
}

/// The matches in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileMatches {
    /// Its path: relative to the root, or absolute in another grant.
    pub path: String,
    /// The number of lines that match, as far as the file was searched.
    pub matches: u64,
    /// The number of those that earlier pages counted.
    pub earlier: u64,
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
    pub(crate) skipped: Skipped,
}

impl Tally {
    /// Counts a file by what became of its search.
    pub(crate) fn count(&mut self, outcome: Result<(), Unsearched>) {
        use Unsearched::{Document, File, Large};
        match outcome {
            Ok(()) => self.searched += 1,
            Err(File(FileError::Binary | FileError::Media(_))) => self.skipped.binary += 1,
            Err(File(FileError::NotFound)) => {}
            Err(Large | File(FileError::TooManySecrets)) => self.skipped.large += 1,
            Err(File(_)) => self.skipped.files += 1,
            Err(Document) => self.skipped.documents += 1,
        }
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { searched: self.searched + other.searched, skipped: self.skipped + other.skipped }
    }
}
