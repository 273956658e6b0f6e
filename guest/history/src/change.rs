//! A file that differs between two states.

use crate::error::HistoryError;
use crate::file_mode::FileMode;
use crate::object_id::ObjectId;
use readroom_core::sort_by;
use readroom_types::ChangeStatus;

/// The maximum number of changes between two states, and the size of their paths in bytes.
const MAX_CHANGES: u64 = 100_000;
const MAX_CHANGES_BYTES: u64 = 16 << 20;

/// A file in one state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileState {
    /// Its path.
    pub path: String,
    /// Its kind.
    pub mode: FileMode,
    /// Its object. `None` for content of the working tree that has no object.
    pub id: Option<ObjectId>,
}

/// A file that differs between two states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// How it differs.
    pub status: ChangeStatus,
    /// How much of a renamed file is the same, in percent.
    pub similarity: Option<u32>,
    /// The file before. `None` if it was added.
    pub from: Option<FileState>,
    /// The file after. `None` if it was deleted.
    pub to: Option<FileState>,
}

impl Change {
    /// Returns the change between two states of a file. `None` if they are equal. States without
    /// an object differ.
    pub fn between(from: Option<FileState>, to: Option<FileState>) -> Option<Self> {
        let status = match (&from, &to) {
            (None, None) => return None,
            (None, Some(_)) => ChangeStatus::Added,
            (Some(_), None) => ChangeStatus::Deleted,
            (Some(from), Some(to)) if from.mode.format() != to.mode.format() => {
                ChangeStatus::TypeChanged
            }
            (Some(from), Some(to)) => {
                if from.mode == to.mode && from.id.is_some() && from.id == to.id {
                    return None;
                }
                ChangeStatus::Modified
            }
        };
        Some(Self { status, similarity: None, from, to })
    }

    /// Returns whether it is one of a submodule.
    pub(crate) fn has_submodule(&self) -> bool {
        let mut states = [&self.from, &self.to].into_iter().flatten();
        states.any(|state| state.mode == FileMode::Submodule)
    }

    /// Returns the change without the hashes of its files: a short secret can be guessed from one.
    pub(crate) fn without_ids(&self) -> Self {
        let mut change = self.clone();
        for state in [&mut change.from, &mut change.to].into_iter().flatten() {
            state.id = state.id.filter(|_| state.mode == FileMode::Submodule);
        }
        change
    }

    /// Keeps only changes of files that others are about, too.
    pub(crate) fn retain_same(changes: &mut Vec<Self>, others: &[Self]) {
        let mut known = Vec::new();
        for Self { from, to, .. } in others {
            known.extend(from.iter().chain(to).map(|state| &*state.path));
        }
        sort_by(&mut known, |one, other| one.cmp(other));
        let is_known =
            |state: &FileState| known.binary_search_by(|known| (**known).cmp(&state.path)).is_ok();
        changes.retain(|Self { from, to, .. }| from.iter().chain(to).any(is_known));
    }

    /// Returns the path of the file: after the change if it is still there.
    pub fn path(&self) -> &str {
        self.to.as_ref().or(self.from.as_ref()).map_or("", |state| &state.path)
    }
}

/// Changes that fit in memory.
#[derive(Default)]
pub(crate) struct Changes {
    pub(crate) all: Vec<Change>,
    /// The size of their paths in bytes.
    bytes: u64,
}

impl Changes {
    /// Adds a change. Fails if there are too many.
    pub(crate) fn push(&mut self, change: Change) -> Result<(), HistoryError> {
        self.add(change);
        self.check()
    }

    /// Adds a change. The caller checks later whether there are too many.
    pub(crate) fn add(&mut self, change: Change) {
        self.bytes += change.path().len() as u64;
        self.all.push(change);
    }

    /// Fails if there are too many changes.
    pub(crate) fn check(&self) -> Result<(), HistoryError> {
        HistoryError::check_max(self.bytes, MAX_CHANGES_BYTES, "bytes in paths of changes")?;
        HistoryError::check_max(self.all.len() as u64, MAX_CHANGES, "changes")
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
