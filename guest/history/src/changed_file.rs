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

/// How many files changed in each way.
pub type Statuses = Vec<(ChangeStatus, usize)>;

/// Counts changes by how the files changed.
pub(crate) fn statuses(changes: &[Change]) -> Statuses {
    let mut counts = Statuses::new();
    for Change { status, .. } in changes {
        match counts.iter_mut().find(|(known, _)| known == status) {
            Some((_, number)) => *number += 1,
            None => counts.push((*status, 1)),
        }
    }
    counts
}
