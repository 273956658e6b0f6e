//! A changed file as answers have it.

use crate::change::Change;
use crate::repository::Repository;
use readroom_core::Tree;
use readroom_types::{ChangeStatus, ChangedFile};

/// Returns a changed file without what is in it.
pub(crate) fn changed_file<T: Tree>(
    repository: &Repository<'_, T>,
    change: &Change,
) -> ChangedFile {
    let old = change.from.as_ref().filter(|_| change.status == ChangeStatus::Renamed);
    ChangedFile {
        path: repository.shown(change.path()),
        old_path: old.map(|from| repository.shown(&from.path)),
        status: change.status,
        similarity: change.similarity,
        added: None,
        removed: None,
        converted: false,
        patch: None,
    }
}
