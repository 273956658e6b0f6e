//! Why a file cannot be read.

use crate::media_type::MediaType;
use crate::tree::TreeError;

/// Why a file cannot be read. Facts only: the words for them belong to a dialect, and the operating system's are never
/// used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileError {
    /// The path is empty.
    EmptyPath,
    /// The path holds a NUL.
    NulInPath,
    /// The path is longer than [`crate::MAX_PATH_BYTES`].
    PathTooLong,
    /// A name in the path is longer than [`crate::MAX_NAME_BYTES`], or than the file system allows.
    NameTooLong,
    /// The path, or a link on its way, leaves every grant. Says nothing about what is there.
    OutsideRoot,
    /// Nothing exists at the path.
    NotFound,
    /// Something on the way, or before a final `/`, is no directory.
    NotDirectory,
    /// The path names a directory.
    IsDirectory,
    /// A link on the way leads to a name that is no text.
    NotUnicode,
    /// The path names a pipe, socket or device.
    NotAFile,
    /// The operating system denies it to the host.
    Denied,
    /// More than [`crate::MAX_LINKS`] links on the way, or links that make it far too long.
    TooManyLinks,
    /// The file is not text.
    Binary,
    /// The file is an image or document of a kind that the rules do not read as text.
    Media(MediaType),
    /// The file is not UTF-8, and the rules want no replacements.
    NotUtf8,
    /// The first line asked for is past the last one.
    PastEnd {
        /// The number of lines in the file.
        total: u64,
    },
    /// The file is not what it was when a cursor into it was made.
    Stale,
    /// The file changed again and again while it was read.
    Unsteady,
    /// The file system failed, or the file changed while it was opened.
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
