//! The changes of the working tree since files were added to the index.

use crate::change::{Change, FileState};
use crate::error::HistoryError;
use crate::file_mode::FileMode;
use crate::git_directory::GitDirectory;
use crate::index::IndexEntry;
use crate::layout::{Layout, below};
use crate::object_id::ObjectId;
use crate::references::Head;
use crate::timeline::Timeline;
use crate::work_tree::WorkTree;
use crate::work_tree_selection::{Walked, WorkTreeSelection};
use readroom_core::{FileError, FileKind, MAX_PATH_BYTES, Metadata, Tree};
use readroom_search::{Walk, WalkEntry};
use readroom_types::ChangeStatus;

impl<T: Tree> WorkTree<'_, '_, T> {
    /// Returns the changes at a path and below it, all if it is empty, sorted by path: from files
    /// of the index to files without objects. Entries that the policy of the tree denies are left
    /// out. Every untracked file is listed, as by `git status -uall`. A directory that is another
    /// repository has a slash at its end.
    pub fn changes(&self, path: &str) -> Result<Vec<Change>, HistoryError> {
        let walked = Walked::new(self.index, path.trim_matches('/'));
        let seen = self.walk(&walked)?;
        let (mut changes, unlisted) = (walked.changes.into_inner(), walked.unlisted.into_inner());
        for ((path, entry), is_seen) in self.index.entries().zip(seen) {
            let is_unknown = || {
                let mut directories = path.match_indices('/').map(|(at, _)| path.get(..at));
                unlisted.contains("")
                    || directories.any(|it| it.is_some_and(|it| unlisted.contains(it)))
                    || path.len() + self.length_in_tree() > MAX_PATH_BYTES
            };
            let (status, mode) = match entry.stage {
                0 if is_seen || entry.is_assumed_valid || entry.skips_work_tree => continue,
                0 if is_unknown() => continue,
                0 => (ChangeStatus::Deleted, None),
                _ => (ChangeStatus::Unmerged, Some(entry.mode)),
            };
            let is_again = changes.all.last().is_some_and(|last| last.path() == path);
            let is_wanted = below(walked.below, path).is_some();
            if is_wanted && !is_again && !self.layout.denies(path, entry.mode.kind()) {
                changes.push(change(path, status, entry, mode))?;
            }
        }
        changes.check()?;
        readroom_core::sort_by(&mut changes.all, |one, other| one.path().cmp(other.path()));
        Ok(changes.all)
    }

    /// Adds the changes of files that are there. Returns for each entry of the index whether it is.
    fn walk(&self, walked: &Walked<'_>) -> Result<Vec<bool>, HistoryError> {
        let name = self.top.name();
        let selection = WorkTreeSelection::new(walked, &self.exclude, self.length_in_tree());
        let gone = || HistoryError::File { file: name.clone(), error: FileError::NotFound };
        // A timeline, like in searches, so that the component has the code of the walk only once.
        let now = Timeline::now(self.top.tree);
        let top = GitDirectory::open(&now, &name)?.ok_or_else(gone)?;
        let mut walk = Walk::through(top.tree, top.directory, Box::new(selection));
        let mut seen = vec![false; self.index.entries().count()];
        while let Some(WalkEntry { path, kind, .. }) = walk.next() {
            walked.changes.borrow().check()?;
            let (number, _) = self.index.numbers_at(&path);
            let Some(entry) = self.index.at(&path).first() else {
                if kind != FileKind::Directory {
                    let is_link = kind == FileKind::Link;
                    let mode = if is_link { FileMode::Link } else { FileMode::File };
                    walked.add_untracked(path, mode);
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
            let is_skipped = entry.skips_work_tree && !self.layout.config.sparse_checkout;
            let is_compared = entry.stage == 0 && !entry.is_assumed_valid && !is_skipped;
            if let Some(metadata) = metadata.filter(|_| is_compared)
                && let Some((status, mode)) = self.compare(&path, entry, kind, metadata)?
            {
                walked.changes.borrow_mut().add(change(&path, status, entry, Some(mode)));
            } else if let Some(id) = self.moved_to(&path, entry).filter(|_| is_compared) {
                let mut change =
                    change(&path, ChangeStatus::Modified, entry, Some(FileMode::Submodule));
                change.to.iter_mut().for_each(|state| state.id = Some(id));
                walked.changes.borrow_mut().add(change);
            }
        }
        Ok(seen)
    }

    /// Returns the commit of a submodule, if it is not that of the index. `None` if it is unknown.
    fn moved_to(&self, path: &str, entry: &IndexEntry) -> Option<ObjectId> {
        if entry.mode != FileMode::Submodule {
            return None;
        }
        let Layout { grant: index, git, .. } = self.layout;
        let grant = git.tree.grants().get(*index)?;
        let path = self.layout.path_in_grant(path);
        match Layout::at(git.tree, *index, grant, path).ok()??.head().ok()? {
            Head::Branch(_, id) | Head::Detached(id) if id != entry.id => Some(id),
            _ => None,
        }
    }

    /// Compares a tracked entry that is there. `None` if it is unchanged.
    fn compare(
        &self,
        path: &str,
        entry: &IndexEntry,
        kind: FileKind,
        metadata: Metadata,
    ) -> Result<Option<(ChangeStatus, FileMode)>, HistoryError> {
        let mode = match kind {
            FileKind::File if entry.mode == FileMode::Executable => Some(FileMode::Executable),
            FileKind::File if entry.mode == FileMode::Link && !self.layout.config.symlinks => {
                Some(FileMode::Link)
            }
            FileKind::File => Some(FileMode::File),
            FileKind::Link => Some(FileMode::Link),
            FileKind::Directory => Some(FileMode::Submodule),
            FileKind::Special => None,
        };
        let status = if entry.is_intent_to_add {
            ChangeStatus::Added
        } else if mode != Some(entry.mode) {
            ChangeStatus::TypeChanged
        } else if entry.mode == FileMode::Submodule
            || self.index.is_fresh(entry, metadata, self.layout.config.trust_ctime)
            || self.is_unmodified(path, entry, metadata)?
        {
            return Ok(None);
        } else {
            ChangeStatus::Modified
        };
        Ok(Some((status, mode.unwrap_or(FileMode::File))))
    }

    /// Returns the length of the path of the top from the outermost grant around it, with a slash
    /// at its end.
    fn length_in_tree(&self) -> usize {
        let name = self.top.name();
        let grants = self.top.tree.grants().iter().map(|grant| grant.name.trim_end_matches('/'));
        let around = grants.filter(|grant| below(grant, &name).is_some()).map(str::len).min();
        let rest = name.get(around.unwrap_or_default()..).unwrap_or_default();
        rest.trim_start_matches('/').len() + usize::from(rest.len() > 1)
    }
}

fn change(path: &str, status: ChangeStatus, entry: &IndexEntry, mode: Option<FileMode>) -> Change {
    let state = |mode, id| FileState { path: path.into(), mode, id };
    let is_stored = entry.stage == 0 && !entry.is_intent_to_add;
    let from = is_stored.then(|| state(entry.mode, Some(entry.id)));
    Change { status, similarity: None, from, to: mode.map(|mode| state(mode, None)) }
}
