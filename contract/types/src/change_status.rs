//! The letters of changes.

use crate::ChangeStatus;

impl ChangeStatus {
    /// Returns what git writes for it in a list of files. Untracked files have two characters.
    pub fn letter(self) -> &'static str {
        match self {
            Self::Added => "A",
            Self::Deleted => "D",
            Self::Modified => "M",
            Self::TypeChanged => "T",
            Self::Renamed => "R",
            Self::Untracked => "??",
            Self::Unmerged => "U",
        }
    }
}
