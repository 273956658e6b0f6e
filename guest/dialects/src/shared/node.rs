//! Errors of Node.js about files.

use super::paths::for_message;
use readroom_core::FileError;
use std::fmt;

/// A failure in the wording of Node.js.
pub(crate) struct NodeError<'a> {
    pub(crate) error: FileError,
    /// The name of the system call, such as `access`.
    pub(crate) call: &'static str,
    /// The absolute name of the file.
    pub(crate) path: &'a str,
}

impl fmt::Display for NodeError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { call, path, .. } = self;
        let what = match self.error {
            FileError::NotFound | FileError::EmptyPath => "ENOENT: no such file or directory",
            FileError::NotDirectory => "ENOTDIR: not a directory",
            FileError::OutsideRoot | FileError::Denied => "EACCES: permission denied",
            FileError::PathTooLong | FileError::NameTooLong => "ENAMETOOLONG: name too long",
            FileError::TooManyLinks => "ELOOP: too many symbolic links encountered",
            FileError::NotUnicode => "EILSEQ: illegal byte sequence",
            FileError::NotAFile => "EINVAL: not a regular file",
            FileError::NulInPath => {
                return f.write_str("The argument 'path' must be a string without null bytes");
            }
            FileError::IsDirectory => {
                return f.write_str("EISDIR: illegal operation on a directory, read");
            }
            FileError::Io
            | FileError::Stale
            | FileError::Unsteady
            | FileError::TooManySecrets
            | FileError::Binary
            | FileError::Media(_)
            | FileError::NotUtf8
            | FileError::PastEnd { .. } => return f.write_str("EIO: i/o error, read"),
        };
        write!(f, "{what}, {call} '{}'", for_message(path))
    }
}
