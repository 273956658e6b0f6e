//! Why an operation on a directory as it was failed.

use crate::error::HistoryError;
use readroom_core::TreeError;

/// Why an operation on what was failed.
pub(super) enum PastError {
    Tree(TreeError),
    History(HistoryError),
}

impl From<TreeError> for PastError {
    fn from(error: TreeError) -> Self {
        Self::Tree(error)
    }
}

impl From<HistoryError> for PastError {
    fn from(error: HistoryError) -> Self {
        Self::History(error)
    }
}
