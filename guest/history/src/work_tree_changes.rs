//! The changes of the working tree since files were added to the index.

use crate::error::HistoryError;
use crate::file_mode::FileMode;
use crate::index::IndexEntry;
use crate::object_id::ObjectId;
use crate::work_tree::{WorkTree, open_directory};
use crate::work_tree_selection::{UntrackedEntries, Walked, WorkTreeSelection, is_below};
use readroom_core::{FileKind, MAX_PATH_BYTES, Metadata, Tree};
use readroom_search::{Walk, WalkEntry};

/// The maximum number of changes, and the size of the paths of untracked entries in bytes.
const MAX_CHANGES: usize = 100_000;
const MAX_UNTRACKED_BYTES: usize = 16 << 20;

/// How the working tree differs from the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkTreeStatus {
    /// A file of which only the path is in the index (`intent-to-add`).
    Added,
    /// Other content.
    Modified,
    /// The file is absent.
    Deleted,
    /// A link in place of a file, for example.
    TypeChanged,
    /// A conflict.
    Unmerged,
    /// The file, or the whole directory, is not in the index.
    Untracked,
}

impl WorkTreeStatus {
    /// Returns its letter in the output of git.
    pub fn letter(self) -> char {
        match self {
            Self::Added => 'A',
            Self::Modified => 'M',
            Self::Deleted => 'D',
            Self::TypeChanged => 'T',
            Self::Unmerged => 'U',
            Self::Untracked => '?',
        }
    }
}

/// A difference between the working tree and the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkTreeChange {
    /// The path from the top of the working tree. That of a directory ends with a slash.
    pub path: String,
    /// How it differs.
    pub status: WorkTreeStatus,
    /// The mode and the object in the index, without a conflict.
    pub index: Option<(FileMode, ObjectId)>,
    /// The mode in the working tree. `None` if nothing is there that git stores.
    pub mode: Option<FileMode>,
}

/// The changes of a working tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkTreeChanges {
    /// The changes, sorted by path.
    pub changes: Vec<WorkTreeChange>,
    /// The directories that cannot be listed, without a slash at their ends. Nothing is known of
    /// their files.
    pub unlisted: Vec<String>,
}

impl<T: Tree> WorkTree<'_, T> {
    /// Returns the changes at a path and below it, all if it is empty. Entries that the policy of
    /// the tree denies are left out.
    pub fn changes(
        &self,
        below: &str,
        untracked: UntrackedEntries,
    ) -> Result<WorkTreeChanges, HistoryError> {
        let walked = Walked::new(self.index, below.trim_matches('/'), untracked);
        let mut changes = Vec::new();
        let seen = self.walk(&walked, &mut changes)?;
        let unlisted = walked.unlisted.into_inner();
        for ((path, entry), is_seen) in self.index.entries().zip(seen) {
            let is_unknown = || {
                let mut directories = path.match_indices('/').map(|(at, _)| path.get(..at));
                unlisted.contains("")
                    || directories.any(|it| it.is_some_and(|it| unlisted.contains(it)))
                    || path.len() + self.length_in_tree() > MAX_PATH_BYTES
            };
            let status = match entry.stage {
                0 if is_seen || entry.is_assumed_valid || entry.skips_work_tree => continue,
                0 if is_unknown() => continue,
                0 => WorkTreeStatus::Deleted,
                _ => WorkTreeStatus::Unmerged,
            };
            let is_again = changes.last().is_some_and(|last: &WorkTreeChange| last.path == path);
            if is_below(path, walked.below) && !is_again && !self.denies(path, entry.mode.kind()) {
                changes.push(change(path, status, Some(entry), None));
                check_count(changes.len())?;
            }
        }
        for (path, mode) in walked.found.into_inner() {
            changes.push(change(&path, WorkTreeStatus::Untracked, None, Some(mode)));
        }
        check_count(changes.len())?;
        changes.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(WorkTreeChanges { changes, unlisted: unlisted.into_iter().collect() })
    }

    /// Adds the changes of tracked files that are there. Returns for each entry of the index
    /// whether it is.
    fn walk(
        &self,
        walked: &Walked<'_>,
        changes: &mut Vec<WorkTreeChange>,
    ) -> Result<Vec<bool>, HistoryError> {
        let name = self.name();
        let selection = WorkTreeSelection::new(walked, &self.config.exclude, self.length_in_tree());
        let top = open_directory(self.tree, &name)?;
        let mut walk = Walk::through(self.tree, top, Box::new(selection));
        let mut seen = vec![false; self.index.entries().count()];
        while let Some(WalkEntry { path, kind, .. }) = walk.next() {
            let (number, _) = self.index.numbers_at(&path);
            let Some(entry) = self.index.at(&path).first() else {
                if kind != FileKind::Directory {
                    let is_link = kind == FileKind::Link;
                    let mode = if is_link { FileMode::Link } else { FileMode::File };
                    walked.add_untracked(&path, mode);
                    let is_full = walked.found_bytes.get() > MAX_UNTRACKED_BYTES;
                    check_count(if is_full { usize::MAX } else { walked.found.borrow().len() })?;
                }
                continue;
            };
            // Git takes a file in place of which there is a directory for deleted.
            if kind == FileKind::Directory && entry.mode != FileMode::Submodule {
                continue;
            }
            if let Some(seen) = seen.get_mut(number) {
                *seen = true;
            }
            let metadata = walk.metadata();
            let is_compared = entry.stage == 0
                && !entry.is_assumed_valid
                && (!entry.skips_work_tree || self.config.is_sparse);
            if let Some(metadata) = metadata.filter(|_| is_compared)
                && let Some((status, mode)) = self.compare(&path, entry, kind, metadata)?
            {
                changes.push(change(&path, status, Some(entry), mode));
                check_count(changes.len())?;
            }
        }
        Ok(seen)
    }

    /// Compares a tracked entry that is there. `None` if it is unchanged.
    fn compare(
        &self,
        path: &str,
        entry: &IndexEntry,
        kind: FileKind,
        metadata: Metadata,
    ) -> Result<Option<(WorkTreeStatus, Option<FileMode>)>, HistoryError> {
        let mode = match kind {
            FileKind::File if entry.mode == FileMode::Executable => Some(FileMode::Executable),
            FileKind::File if entry.mode == FileMode::Link && !self.config.has_links => {
                Some(FileMode::Link)
            }
            FileKind::File => Some(FileMode::File),
            FileKind::Link => Some(FileMode::Link),
            FileKind::Directory => Some(FileMode::Submodule),
            FileKind::Special => None,
        };
        let status = if entry.is_intent_to_add {
            WorkTreeStatus::Added
        } else if mode != Some(entry.mode) {
            WorkTreeStatus::TypeChanged
        } else if entry.mode == FileMode::Submodule
            || self.index.is_fresh(entry, metadata.size, metadata.modified)
            || self.is_unmodified(path, entry)?
        {
            return Ok(None);
        } else {
            WorkTreeStatus::Modified
        };
        Ok(Some((status, mode)))
    }

    fn name(&self) -> String {
        self.top.location().absolute()
    }

    /// Returns the length of the path of the top from the outermost grant around it, with a slash
    /// at its end.
    fn length_in_tree(&self) -> usize {
        let name = self.name();
        let grants = self.tree.grants().iter().map(|grant| grant.name.trim_end_matches('/'));
        let around = grants.filter(|grant| is_below(&name, grant)).map(str::len).min();
        let below = name.get(around.unwrap_or_default()..).unwrap_or_default();
        below.trim_start_matches('/').len() + usize::from(below.len() > 1)
    }

    fn denies(&self, path: &str, kind: FileKind) -> bool {
        let (name, grant) = (self.name(), self.tree.grants().get(self.grant));
        let below = grant.and_then(|it| name.strip_prefix(it.name.trim_end_matches('/')));
        let path = [below.unwrap_or_default(), "/", path].concat();
        self.tree.denies_path(self.grant, path.trim_start_matches('/'), kind)
    }
}

fn check_count(count: usize) -> Result<(), HistoryError> {
    let max = MAX_CHANGES as u64;
    match count <= MAX_CHANGES {
        true => Ok(()),
        false => Err(HistoryError::TooMuch { what: "changes in the working tree", max }),
    }
}

fn change(
    path: &str,
    status: WorkTreeStatus,
    entry: Option<&IndexEntry>,
    mode: Option<FileMode>,
) -> WorkTreeChange {
    let index = entry.filter(|entry| entry.stage == 0 && !entry.is_intent_to_add);
    WorkTreeChange { path: path.into(), status, index: index.map(|it| (it.mode, it.id)), mode }
}
