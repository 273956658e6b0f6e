//! The two sides of a comparison, and the files that differ.

use crate::change::{Change, FileState};
use crate::commit::Commit;
use crate::error::HistoryError;
use crate::file_mode::FileMode;
use crate::file_text::{FileText, file_text, masked};
use crate::index::Index;
use crate::merge_base::merge_base;
use crate::object::{ObjectKind, Objects};
use crate::object_id::ObjectId;
use crate::page::given;
use crate::path_entry::entry_at;
use crate::renames::{Content, detect_renames};
use crate::repository::Repository;
use crate::revision::INDEX;
use crate::timeline::Timeline;
use crate::tree_diff::{
    Wanted, counted_changes, flat_listing, listing_changes, merged, tree_changes,
};
use crate::work_tree::WorkTree;
use readroom_core::{FileKind, Tree};
use readroom_types::{ChangeStatus, DiffRequest};
use std::cell::Cell;
use std::rc::Rc;

/// The maximum number of changes among which the other name of a file is looked for.
const MAX_ELSEWHERE: u64 = 5000;

/// One of the two things that are compared.
pub(crate) enum Side {
    /// The tree of a commit, or nothing, and what it is called.
    Tree(Option<ObjectId>, String),
    Index,
    WorkTree,
}

impl Side {
    /// Returns the tree of a commit, or nothing.
    fn of_commit<T: Tree>(
        repository: &Repository<'_, T>,
        id: Option<ObjectId>,
    ) -> Result<Self, HistoryError> {
        let tree = id.map(|id| repository.commit(id)).transpose()?.map(|commit| commit.tree);
        Ok(Self::Tree(tree, id.map(|id| id.to_string()).unwrap_or_default()))
    }

    fn of<T: Tree>(repository: &Repository<'_, T>, revision: &str) -> Result<Self, HistoryError> {
        if revision == INDEX {
            return Ok(Self::Index);
        }
        let itself = |_| repository.masked_message(revision.into());
        let name = repository.commit_id(revision).map_or_else(itself, |id| id.to_string());
        Ok(Self::Tree(Some(repository.peel(revision, ObjectKind::Tree)?), name))
    }

    pub(crate) fn name(&self) -> String {
        match self {
            Self::Tree(_, name) => name.clone(),
            Self::Index => INDEX.into(),
            Self::WorkTree => "working tree".into(),
        }
    }
}

/// The two sides of a comparison, and the commit if its own changes are asked for.
pub(crate) struct Sides {
    pub(crate) from: Side,
    pub(crate) to: Side,
    pub(crate) commit: Option<ObjectId>,
}

/// Returns what a request compares.
pub(crate) fn sides<T: Tree>(
    repository: &Repository<'_, T>,
    request: &DiffRequest,
) -> Result<Sides, HistoryError> {
    let (at, from, to) = (given(&request.at), given(&request.from), given(&request.to));
    let of = |revision: &str| Side::of(repository, revision);
    let of_commit = |id| Side::of_commit(repository, id);
    let of_head = || of_commit(repository.head()?);
    let range = at.xor(from).and_then(|range| range.split_once(".."));
    if let Some((a, b)) = range.filter(|_| to.is_none()) {
        let or_head = |revision| if str::is_empty(revision) { "HEAD" } else { revision };
        let (a, base_of) = (or_head(a), b.strip_prefix('.'));
        let b = or_head(base_of.unwrap_or(b));
        let to = of(b)?;
        if base_of.is_none() {
            return Ok(Sides { from: of(a)?, to, commit: None });
        }
        let ends = (repository.commit_id(a)?, repository.commit_id(b)?);
        let shallow = repository.layout.shallow()?;
        let base = merge_base(&*repository.objects, ends.0, ends.1, &shallow)?;
        let names = || [a, b].map(|name| repository.masked_message(name.into()));
        let base = base.ok_or_else(|| HistoryError::NoMergeBase(names()))?;
        return Ok(Sides { from: of_commit(Some(base))?, to, commit: None });
    }
    match (at, from, to) {
        (Some(_), Some(_), _) => Err(HistoryError::Conflict(["at", "from"])),
        (Some(_), _, Some(_)) => Err(HistoryError::Conflict(["at", "to"])),
        (Some(INDEX), None, None) => Ok(Sides { from: of_head()?, to: Side::Index, commit: None }),
        (Some(at), None, None) => {
            let id = repository.commit_id(at)?;
            let is_end = repository.layout.shallow()?.contains(&id);
            let parent = repository.commit(id)?.parents.first().copied().filter(|_| !is_end);
            Ok(Sides { from: of_commit(parent)?, to: of_commit(Some(id))?, commit: Some(id) })
        }
        (None, from, to) => Ok(Sides {
            from: from.map_or_else(of_head, of)?,
            to: to.map_or(Ok(Side::WorkTree), of)?,
            commit: None,
        }),
    }
}

/// Returns the files that a commit changed, compared with its first parent. Those that were renamed
/// are added and deleted.
pub(crate) fn changes_of_commit<T: Tree>(
    repository: &Repository<'_, T>,
    commit: &Commit,
    wanted: Wanted<'_>,
) -> Result<Vec<Change>, HistoryError> {
    let parent = commit.parents.first().map(|parent| repository.commit(*parent));
    let parent = parent.transpose()?.map(|parent| parent.tree);
    tree_changes(&*repository.objects, parent, Some(commit.tree), wanted)
}

/// Joins files of a commit that were added and deleted to those that were renamed.
pub(crate) fn with_renames<T: Tree>(
    repository: &Repository<'_, T>,
    changes: Vec<Change>,
) -> Result<Vec<Change>, HistoryError> {
    detect_renames(changes, &|state| object_content(&*repository.objects, state))
}

/// Returns the files of the requested path that a commit changed. Those that were renamed have
/// their other name, wherever it is.
pub(crate) fn renamed_in_commit<T: Tree>(
    repository: &Repository<'_, T>,
    commit: &Commit,
) -> Result<Vec<Change>, HistoryError> {
    let is_part = !repository.path.is_empty();
    let content: Content<'_> = &|state| object_content(&*repository.objects, state);
    renamed(repository, (&repository.wanted(&[])?, is_part), content, &|wanted, _| {
        changes_of_commit(repository, commit, wanted)
    })
}

/// Returns the changes that are wanted, of a path in the working tree.
type Listed<'a> = &'a dyn Fn(Wanted<'_>, &str) -> Result<Vec<Change>, HistoryError>;

/// Returns changes that are wanted, with renames. If a part is wanted and has a file that was added
/// or deleted, its other name is looked for among all changes, which `changes` returns for the path
/// of the top.
fn renamed<T: Tree>(
    repository: &Repository<'_, T>,
    (wanted, is_part): (Wanted<'_>, bool),
    content: Content<'_>,
    changes: Listed<'_>,
) -> Result<Vec<Change>, HistoryError> {
    let mut some = detect_renames(changes(wanted, &repository.path)?, content)?;
    let is_half =
        |change: &Change| matches!(change.status, ChangeStatus::Added | ChangeStatus::Deleted);
    if is_part && some.iter().any(is_half) {
        let all = changes(&|path, kind| !repository.layout.denies(path, kind), "");
        let all = all.and_then(|all| {
            HistoryError::check_max(all.len() as u64, MAX_ELSEWHERE, "changes")?;
            detect_renames(all, content)
        });
        // Without the others, it is as git shows it.
        if let Ok(mut all) = all {
            let is_untracked = |change: &Change| change.status == ChangeStatus::Untracked;
            all.retain(|change| !is_untracked(change));
            Change::retain_same(&mut all, &some);
            some.retain(is_untracked);
            some.extend(all);
        }
    }
    Ok(some)
}

/// Returns the content of a file that is an object. `None` if it is missing or too large.
fn object_content(
    objects: &dyn Objects,
    state: &FileState,
) -> Result<Option<Rc<[u8]>>, HistoryError> {
    let id = state.id.filter(|_| state.mode != FileMode::Submodule);
    id.map_or(Ok(None), |id| objects.data_if_present(id))
}

/// Files in the order of their paths.
type Files<'a> = Box<dyn Iterator<Item = Result<FileState, HistoryError>> + 'a>;

/// A comparison.
pub(crate) struct Diff<'a, 't, T: Tree> {
    pub(crate) repository: &'a Repository<'t, T>,
    pub(crate) index: &'a Index,
    pub(crate) work_tree: &'a WorkTree<'a, 't, T>,
}

impl<T: Tree> Diff<'_, '_, T> {
    /// Returns the files that differ, in the order of their paths with untracked ones last, and the
    /// number of those that are left out because their names are not Unicode.
    pub(crate) fn changes(
        &self,
        sides: &Sides,
        globs: &[String],
    ) -> Result<(Vec<Change>, u64), HistoryError> {
        let is_part = !globs.is_empty() || !self.repository.path.is_empty();
        let wanted: Wanted<'_> = &self.repository.wanted(globs)?;
        let (content, unnamed): (Content<'_>, _) = (&|state| self.content(state), Cell::new(None));
        let mut changes = renamed(self.repository, (wanted, is_part), content, &|wanted, path| {
            let (changes, names) = self.unjoined(sides, wanted, path)?;
            unnamed.set(unnamed.get().or(Some(names)));
            Ok(changes)
        })?;
        let is_untracked = |change: &Change| change.status == ChangeStatus::Untracked;
        readroom_core::sort_by(&mut changes, |one, other| {
            let by_path = || one.path().cmp(other.path());
            is_untracked(one).cmp(&is_untracked(other)).then_with(by_path)
        });
        Ok((changes, unnamed.get().unwrap_or_default()))
    }

    /// Returns the same in any order, of a path in the working tree, with a deleted and an added
    /// file in place of a renamed one.
    fn unjoined(
        &self,
        sides: &Sides,
        wanted: Wanted<'_>,
        path: &str,
    ) -> Result<(Vec<Change>, u64), HistoryError> {
        let objects: &dyn Objects = &*self.repository.objects;
        let (mut changes, unnamed) = match (&sides.from, &sides.to) {
            (Side::Tree(from, _), Side::Tree(to, _)) => {
                counted_changes(objects, *from, *to, wanted)?
            }
            (from, to) => {
                let mut others = Vec::new();
                let old = self.listing(from, wanted, path, &mut others)?;
                let is_work_tree = matches!(to, Side::WorkTree);
                if is_work_tree {
                    // The working tree has them, too.
                    others.clear();
                }
                let new = self.listing(to, wanted, path, &mut others)?;
                if let (Side::Tree(Some(tree), _), true) = (from, is_work_tree) {
                    let is_conflict = |it: &&mut Change| it.status == ChangeStatus::Unmerged;
                    for conflict in others.iter_mut().filter(is_conflict) {
                        let path = conflict.path().to_owned();
                        let entry = entry_at(objects, *tree, &path)?;
                        let file = entry.filter(|(mode, _)| *mode != FileMode::Directory);
                        conflict.from =
                            file.map(|(mode, id)| FileState { path, mode, id: Some(id) });
                    }
                }
                let is_conflict = |path: &str| {
                    let mut others = others.iter();
                    others.any(|it| it.status == ChangeStatus::Unmerged && it.path() == path)
                };
                let mut changes = Vec::new();
                for change in listing_changes(old, new)? {
                    // A conflict is one change, in place of that from the older side.
                    if !is_conflict(change.path()) && !self.is_same(&change)? {
                        changes.push(change);
                    }
                }
                changes.extend(others);
                let unnamed = self.index.unnamed().iter();
                (changes, unnamed.filter(|path| wanted(path, FileKind::File)).count() as u64)
            }
        };
        // Files of globs may be below a directory, but not below a submodule.
        changes.retain(|change| {
            let states = [&change.from, &change.to];
            let mut modes = states.into_iter().flatten().map(|state| state.mode);
            !modes.any(|mode| mode == FileMode::Submodule) || wanted(change.path(), FileKind::File)
        });
        Ok((changes, unnamed))
    }

    /// Returns the tracked files in the order of their paths. Conflicts and untracked files go to
    /// `others`.
    fn listing<'a>(
        &'a self,
        side: &Side,
        wanted: Wanted<'a>,
        path: &str,
        others: &mut Vec<Change>,
    ) -> Result<Files<'a>, HistoryError> {
        if let Side::Tree(tree, _) = side {
            let objects = &*self.repository.objects;
            let listed = tree.map(|tree| flat_listing(objects, tree, wanted));
            return Ok(Box::new(listed.into_iter().flatten()));
        }
        let state = |path: &str, mode, id| FileState { path: path.into(), mode, id };
        let change = |status, to| Change { status, similarity: None, from: None, to: Some(to) };
        let files = self.index.files().filter(|(path, mode, _)| wanted(path, mode.kind()));
        let files = files.map(move |(path, mode, id)| state(path, mode, Some(id)));
        if matches!(side, Side::Index) {
            let conflicts = self.index.entries().filter(|(_, entry)| entry.stage > 0);
            let mut conflicts: Vec<_> =
                conflicts.filter(|(path, entry)| wanted(path, entry.mode.kind())).collect();
            conflicts.dedup_by(|(one, _), (other, _)| one == other);
            others.extend(conflicts.into_iter().map(|(path, entry)| {
                change(ChangeStatus::Unmerged, state(path, entry.mode, None))
            }));
            return Ok(Box::new(files.map(Ok)));
        }
        let mut changed = Vec::new();
        for change in self.work_tree.changes(path)? {
            let state = change.to.as_ref().or(change.from.as_ref());
            let kind = state.map_or(FileKind::File, |state| state.mode.kind());
            if wanted(change.path().trim_end_matches('/'), kind) {
                match change.status {
                    ChangeStatus::Untracked => others.push(change),
                    ChangeStatus::Unmerged => others.push(Change { from: None, ..change }),
                    _ => changed.push(change),
                }
            }
        }
        let files = files.map(move |file| change(ChangeStatus::Modified, file));
        let by_path = |file: &Change, change: &Change| file.path().cmp(change.path());
        let files = merged(files, changed.into_iter(), by_path);
        Ok(Box::new(files.filter_map(|(file, change)| change.or(file)?.to.map(Ok))))
    }

    /// Returns whether a file of the working tree that differs from the index is as it was.
    fn is_same(&self, change: &Change) -> Result<bool, HistoryError> {
        let (Some(from), Some(to)) = (&change.from, &change.to) else { return Ok(false) };
        if to.id.is_some() || from.mode != to.mode || to.mode == FileMode::Submodule {
            return Ok(false);
        }
        let (before, after) = (self.content(from)?, self.content(to)?);
        Ok(before.is_some() && before == after)
    }

    /// Returns the content of a file. `None` if it cannot be compared.
    fn content(&self, state: &FileState) -> Result<Option<Rc<[u8]>>, HistoryError> {
        match state.id {
            Some(_) => object_content(&*self.repository.objects, state),
            None => match self.work_tree.content(&state.path) {
                // As an object that is too large.
                Err(HistoryError::TooMuch { .. }) => Ok(None),
                content => Ok(content?.and_then(|(_, data)| data).map(Rc::from)),
            },
        }
    }

    /// Returns the text of a file that is compared.
    pub(crate) fn text(&self, state: &FileState) -> Result<FileText, HistoryError> {
        if state.mode == FileMode::Submodule {
            let text = state.id.map(|id| format!("Subproject commit {id}\n").into());
            return Ok(FileText { text, ..FileText::default() });
        }
        let data = match self.compared(state) {
            Ok(Some(data)) => data,
            Ok(None) => return Ok(FileText::default()),
            Err(error) if error.missing().is_some() => {
                return Ok(FileText { missing: Some(error), ..FileText::default() });
            }
            Err(error) => return Err(error),
        };
        let masked_as = self.repository.masked_as(&state.path);
        if state.mode == FileMode::Link {
            let target = String::from_utf8_lossy(&data);
            if self.repository.denies_target(&state.path, &target) {
                return Ok(FileText { is_masked: true, ..FileText::default() });
            }
            let text = masked(masked_as, target.clone().into());
            let is_masked = text != target;
            return Ok(FileText { text: Some(text.into()), is_masked, ..FileText::default() });
        }
        // Two empty files do not differ.
        let is_text =
            data.is_empty() || self.work_tree.attributes(&state.path)?.diff != Some(false);
        if !is_text && masked_as.is_none() {
            return Ok(FileText::default());
        }
        let location = self.repository.location(&state.path);
        let text =
            file_text(&Timeline::now(self.repository.tree), location, data, masked_as, true)?;
        let is_masked = text.is_masked;
        Ok(if is_text { text } else { FileText { is_masked, ..FileText::default() } })
    }

    /// Returns the content of a file. `None` if it is too large, an error if it is missing.
    fn compared(&self, state: &FileState) -> Result<Option<Rc<[u8]>>, HistoryError> {
        let Some(id) = state.id else { return self.content(state) };
        match self.repository.objects.data(id, ObjectKind::Blob) {
            Err(HistoryError::TooLarge { .. }) => Ok(None),
            data => data.map(Some),
        }
    }
}
