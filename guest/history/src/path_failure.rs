//! Failures at a path, with names that are like it.

use crate::error::HistoryError;
use crate::timeline::Timeline;
use readroom_core::{FileError, Tree};
use readroom_read::ReadError;

/// Returns a failure at a path, with suggestions. It finds them in a timeline, for which the
/// component has that code anyway.
pub(crate) fn failure_at<T: Tree>(
    tree: &T,
    cwd: Option<&str>,
    error: FileError,
    path: &str,
) -> HistoryError {
    ReadError::at_path(&Timeline::now(tree), cwd, error, path).into()
}
