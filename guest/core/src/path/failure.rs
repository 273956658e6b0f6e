//! A failure and its location.

use crate::{FileError, Location};

/// A failed read, and how far it got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The reason.
    pub error: FileError,
    /// The resolved location. `None` if it is unknown, is outside the grants, or would reveal the
    /// target of a link.
    pub location: Option<Location>,
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self { error, location: None }
    }
}
