//! Why a file cannot be read.

use crate::{MediaType, TreeError};

/// Why a file cannot be read. Facts only: dialects word them, and messages of the operating system
/// are never used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileError {
    /// The path is empty.
    EmptyPath,
    /// The path contains a NUL.
    NulInPath,
    /// The path is longer than [`crate::MAX_PATH_BYTES`].
    PathTooLong,
    /// A name in the path is longer than [`crate::MAX_NAME_BYTES`], or than the file system allows.
    NameTooLong,
    /// The path, or a link on its way, leaves every grant. Reveals nothing about what exists there.
    OutsideRoot,
    /// Nothing exists at the path.
    NotFound,
    /// An intermediate component, or the name before a final `/`, is not a directory.
    NotDirectory,
    /// The path names a directory.
    IsDirectory,
    /// A link along the path has a target that is not Unicode.
    NotUnicode,
    /// The path names a pipe, socket or device.
    NotAFile,
    /// The operating system denies the host access.
    Denied,
    /// More than [`crate::MAX_LINKS`] links, or links that make the path far too long.
    TooManyLinks,
    /// The file is not text.
    Binary,
    /// The file is an image or a document, which the rules do not read as text.
    Media(MediaType),
    /// The file is not UTF-8, and the rules do not replace ill-formed bytes.
    NotUtf8,
    /// It has more secrets than can be masked, or a search has no time to mask it.
    TooManySecrets,
    /// The first requested line is past the last one.
    PastEnd {
        /// The number of lines in the file.
        total: u64,
    },
    /// The file changed since the cursor was made.
    Stale,
    /// The file changed repeatedly while it was read.
    Unsteady,
    /// The file system failed, or the file changed while it was being opened.
    Io,
}

impl From<TreeError> for FileError {
    fn from(error: TreeError) -> Self {
        match error {
            TreeError::NotFound => Self::NotFound,
            TreeError::NotDirectory => Self::NotDirectory,
            TreeError::Denied => Self::Denied,
            TreeError::NotPermitted => Self::OutsideRoot,
            TreeError::NameTooLong => Self::NameTooLong,
            TreeError::Special => Self::NotAFile,
            TreeError::NotText => Self::NotUnicode,
            TreeError::Failed => Self::Io,
        }
    }
}
