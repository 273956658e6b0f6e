//! Why nothing is known of the history.

use crate::object_id::ObjectId;
use readroom_core::FileError;
use readroom_read::ReadError;
use readroom_search::SearchError;
use std::fmt::Display;

/// Why nothing is known of the history. Facts only, without words for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HistoryError {
    /// There is no repository at the path and above it, up to the top of its grant.
    NoRepository {
        /// The path as it was given.
        path: String,
    },
    /// Nothing has this name in the repository.
    UnknownRevision {
        /// The name as it was given.
        revision: String,
        /// Names that are similar.
        similar: Vec<String>,
        /// Some branches and tags, if no name is similar.
        branches: Vec<String>,
        /// The number of branches and tags that are not among them.
        others: usize,
    },
    /// Several objects begin with these digits.
    AmbiguousRevision {
        /// The digits.
        revision: String,
        /// The first of the objects.
        objects: Vec<ObjectId>,
    },
    /// The repository is not as git writes it.
    Damaged {
        /// The object or the file of git.
        what: String,
        /// The fault.
        why: String,
    },
    /// An object is not there: the clone is shallow or damaged.
    MissingObject(ObjectId),
    /// An object is not there: the clone is partial, and git would fetch it.
    NotFetched(ObjectId),
    /// An object is larger than what is read as a whole.
    TooLarge {
        /// The object.
        id: ObjectId,
        /// Its size in bytes.
        size: u64,
    },
    /// A part of the repository is outside the grants.
    OutsideRoot {
        /// The directory that git names.
        directory: String,
    },
    /// The repository uses a format that is not read.
    Unsupported {
        /// Its name, such as `reftable`.
        what: String,
    },
    /// A revision and a path in one text, as in `HEAD:README`.
    RevisionPath {
        /// The revision.
        revision: String,
        /// The path, which is empty for the top.
        path: String,
    },
    /// There is more than fits in memory.
    TooMuch {
        /// The things that are too many, in the plural.
        what: &'static str,
        /// The maximum number.
        max: u64,
    },
    /// Two revisions have no commit in common.
    NoMergeBase([String; 2]),
    /// An argument is wrong, or a path cannot be read.
    Search(SearchError),
    /// Two arguments that exclude each other.
    Conflict([&'static str; 2]),
    /// A date is not understood.
    InvalidDate {
        /// The argument.
        argument: &'static str,
        /// Its text.
        text: String,
    },
    /// A file of git cannot be read.
    File {
        /// Its path in the repository.
        file: String,
        /// The reason.
        error: FileError,
    },
}

impl From<SearchError> for HistoryError {
    fn from(error: SearchError) -> Self {
        Self::Search(error)
    }
}

impl From<ReadError> for HistoryError {
    fn from(error: ReadError) -> Self {
        Self::Search(SearchError::Read(error))
    }
}

impl HistoryError {
    /// Fails if there is more of something than a maximum.
    pub(crate) fn check_max(number: u64, max: u64, what: &'static str) -> Result<(), Self> {
        if number <= max { Ok(()) } else { Err(Self::TooMuch { what, max }) }
    }

    /// Returns the object that is not there, if that is the error.
    pub(crate) fn missing(&self) -> Option<ObjectId> {
        match self {
            Self::MissingObject(id) | Self::NotFetched(id) => Some(*id),
            _ => None,
        }
    }

    /// Returns an error about a revision that does not exist, without the names of others.
    pub(crate) fn unknown(revision: &str) -> Self {
        let (similar, branches) = (Vec::new(), Vec::new());
        Self::UnknownRevision { revision: revision.into(), similar, branches, others: 0 }
    }

    /// Returns an error about an object or a file that is not as git writes it.
    pub(crate) fn damaged(what: impl Display, why: impl Into<String>) -> Self {
        Self::Damaged { what: what.to_string(), why: why.into() }
    }
}
