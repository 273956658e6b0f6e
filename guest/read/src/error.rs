//! Why nothing was read or listed: facts for programs, without words.

use crate::suggest::{self, FirstEntries, Suggestions};
use readroom_core::{FileError, MediaType, Tree};
use readroom_types::ErrorCode;
use std::convert::Infallible;
use std::ops::RangeInclusive;

/// Why nothing was read or listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// An argument with which no file can be read.
    Argument(ArgumentError),
    /// What the path leads to cannot be read as requested.
    Path {
        /// The path as it was given.
        path: String,
        /// The reason.
        error: PathError,
    },
}

/// Why an argument is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgumentError {
    /// A number is not in its range.
    OutOfRange {
        /// The argument whose value it is.
        argument: Argument,
        /// The values that are allowed.
        range: RangeInclusive<u64>,
        /// The given number.
        given: u64,
    },
    /// The start is line 0, or 0 lines before the end.
    StartAtZero,
    /// An outline was requested with a start; it is always of the whole file.
    StartOfOutline,
    /// No encoding has this name.
    UnknownEncoding(String),
    /// The file has no sheet, slide, chapter or page with this number or title.
    NoUnit {
        /// The number or title.
        unit: String,
        /// The path as it was given.
        path: String,
        /// The titles that it has.
        titles: Vec<String>,
    },
    /// The file has no definition of this name.
    NoDefinition {
        /// The name.
        name: String,
        /// The path as it was given.
        path: String,
        /// Names in the file that are similar.
        names: Vec<String>,
    },
    /// The text is not a cursor into the file at the path.
    InvalidCursor {
        /// The text.
        cursor: String,
        /// The path as it was given.
        path: String,
    },
}

/// An argument that is a number with a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they are documented in the contract, wit/types.wit")]
pub enum Argument {
    Block,
    Lines,
    Bytes,
    Tokens,
    Column,
    Columns,
    /// `entries` of a listing.
    Entries,
    /// `depth` of a search.
    Depth,
    /// `matches` of a search.
    Matches,
    MatchesPerFile,
    /// The number of definitions of a map.
    Definitions,
    /// The number of requests.
    Files,
    /// `bytes` for all files together: at least one for each.
    SharedBytes,
    /// `tokens` for all files together: at least one for each.
    SharedTokens,
}

/// Why no text can be made of a document.
pub type DocumentError = readroom_documents::Error<Infallible>;

/// Why what a path leads to cannot be read as requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathError {
    /// Nothing exists at the path.
    NotFound(Suggestions),
    /// The path leaves the grants.
    OutsideRoot(Suggestions),
    /// A directory, where a file is needed.
    IsADirectory {
        /// Its first entries. `None` if it cannot be listed.
        entries: Option<FirstEntries>,
    },
    /// A file, where a directory is to be listed.
    NotADirectory,
    /// A notebook, in which a read can start only at a cell.
    NotACell,
    /// The start is past the last cell of a notebook.
    PastLastCell {
        /// The number of cells in the notebook.
        total: u64,
    },
    /// The start is past the last entry of a directory.
    PastLastEntry {
        /// The number of entries in the directory.
        total: u64,
    },
    /// The file is too large to be read as a whole.
    TooLarge(SizeLimit),
    /// A document that no text can be made of.
    Document(DocumentError),
    /// Any other failure.
    File(FileError),
}

/// A result that needs the whole file, with the maximum size of the file in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeLimit {
    /// Cells of a notebook: its JSON is parsed in memory.
    Notebook(u64),
    /// An outline: every line of the file is looked at.
    Outline(u64),
    /// The definition of a name.
    Definition(u64),
}

impl ReadError {
    /// Returns the kind of failure.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Argument(_) => ErrorCode::InvalidArgument,
            Self::Path { error, .. } => error.code(),
        }
    }

    /// Returns the number of lines or cells in the file, for the codes that have one.
    pub fn total(&self) -> Option<u64> {
        let Self::Path { error, .. } = self else { return None };
        match error {
            PathError::PastLastCell { total }
            | PathError::PastLastEntry { total }
            | PathError::File(FileError::PastEnd { total }) => Some(*total),
            _ => None,
        }
    }

    /// Returns the suggested files, or the first entries of a directory, as paths in the form of
    /// the request.
    pub fn into_suggestions(self) -> Vec<String> {
        match self {
            Self::Path { error: PathError::IsADirectory { entries }, .. } => {
                entries.map_or(Vec::new(), |entries| entries.paths)
            }
            other => other.suggestions().map_or(Vec::new(), |found| found.paths.clone()),
        }
    }

    /// Returns the files that may be meant instead of one that cannot be found.
    pub fn suggestions(&self) -> Option<&Suggestions> {
        match self {
            Self::Path { error: PathError::NotFound(found), .. }
            | Self::Path { error: PathError::OutsideRoot(found), .. } => Some(found),
            _ => None,
        }
    }

    /// Returns an error about what a path leads to.
    pub(crate) fn about(path: &str, error: PathError) -> Self {
        Self::Path { path: path.into(), error }
    }

    /// Returns a failure of the core, with suggestions if nothing exists at the path.
    pub fn at_path<T: Tree>(tree: &T, cwd: Option<&str>, error: FileError, path: &str) -> Self {
        let error = match error {
            FileError::NotFound => PathError::NotFound(suggest::files(tree, cwd, path, true)),
            FileError::OutsideRoot => {
                PathError::OutsideRoot(suggest::files(tree, cwd, path, false))
            }
            FileError::IsDirectory => {
                PathError::IsADirectory { entries: suggest::entries(tree, cwd, path) }
            }
            other => PathError::File(other),
        };
        Self::about(path, error)
    }
}

impl From<ArgumentError> for ReadError {
    fn from(error: ArgumentError) -> Self {
        Self::Argument(error)
    }
}

impl PathError {
    fn code(&self) -> ErrorCode {
        match self {
            Self::NotFound(_) => ErrorCode::NotFound,
            Self::OutsideRoot(_) => ErrorCode::OutsideRoot,
            Self::IsADirectory { .. } => ErrorCode::IsADirectory,
            Self::NotADirectory => ErrorCode::NotADirectory,
            Self::NotACell => ErrorCode::Unsupported,
            Self::PastLastCell { .. } | Self::PastLastEntry { .. } => ErrorCode::OffsetPastEnd,
            Self::TooLarge(_) | Self::Document(DocumentError::TooLarge(_)) => ErrorCode::TooLarge,
            Self::Document(DocumentError::Damaged(_)) => ErrorCode::InvalidContent,
            Self::Document(_) => ErrorCode::Unsupported,
            Self::File(error) => file_code(*error),
        }
    }
}

fn file_code(error: FileError) -> ErrorCode {
    match error {
        FileError::EmptyPath | FileError::NulInPath | FileError::NotUnicode => {
            ErrorCode::InvalidPath
        }
        FileError::PathTooLong | FileError::NameTooLong => ErrorCode::NameTooLong,
        FileError::OutsideRoot => ErrorCode::OutsideRoot,
        FileError::NotFound => ErrorCode::NotFound,
        FileError::NotDirectory => ErrorCode::NotADirectory,
        FileError::IsDirectory => ErrorCode::IsADirectory,
        FileError::NotAFile => ErrorCode::NotAFile,
        FileError::Denied => ErrorCode::PermissionDenied,
        FileError::TooManyLinks => ErrorCode::SymlinkLoop,
        FileError::Binary | FileError::Media(MediaType::Other(..)) => ErrorCode::BinaryFile,
        FileError::Media(_) => ErrorCode::Unsupported,
        FileError::NotUtf8 => ErrorCode::NotUtf8,
        FileError::PastEnd { .. } => ErrorCode::OffsetPastEnd,
        FileError::Stale | FileError::Unsteady => ErrorCode::Stale,
        FileError::TooManySecrets => ErrorCode::TooLarge,
        FileError::Io => ErrorCode::Io,
    }
}
