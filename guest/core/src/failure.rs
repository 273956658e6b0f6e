//! A failure, and where.

use crate::error::FileError;
use crate::location::Location;

/// A read that failed, and how far it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Why.
    pub error: FileError,
    /// Where the path leads, if that was found out, lies in a grant, and tells no link's target.
    pub location: Option<Location>,
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self { error, location: None }
    }
}
