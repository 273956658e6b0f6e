//! What changed, a page at a time.

use crate::change::{Change, ChangeStatus, FileState};
use crate::error::HistoryError;
use crate::file_mode::FileMode;
use crate::file_text::{FileText, file_text, masked};
use crate::hunks::line_counts;
use crate::index::Index;
use crate::log_page::commit_answer;
use crate::merge_base::merge_base;
use crate::object::{ObjectKind, Objects};
use crate::object_id::ObjectId;
use crate::page::{Cursor, PageBudget, key};
use crate::patch::{SideText, write_patch};
use crate::renames::detect_renames;
use crate::repository::{INDEX, Repository};
use crate::timeline::Timeline;
use crate::tree_diff::{flat_listing, listing_changes, tree_changes};
use crate::work_tree::WorkTree;
use crate::work_tree_changes::{WorkTreeChange, WorkTreeStatus};
use crate::work_tree_selection::UntrackedEntries;
use readroom_core::Tree;
use readroom_read::Argument;
use readroom_search::Deadline;
use readroom_types::{
    self as types, ChangedFile, DiffOutput, DiffPage, DiffRequest, HistoryStop, LogOutput, count,
};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The cost of a file on a page, in bytes.
const FILE_BYTES: u64 = 16;

const DEFAULT_FILES: u64 = 1000;
const MAX_FILES: u64 = 10_000;

const DEFAULT_CONTEXT: u32 = 3;
const MAX_CONTEXT: u32 = 1000;

/// One of the two things that are compared.
enum Side {
    /// The tree of a commit, or nothing, and what it is called.
    Tree(Option<ObjectId>, String),
    Index,
    WorkTree,
}

impl Side {
    fn name(&self) -> String {
        match self {
            Self::Tree(_, name) => name.clone(),
            Self::Index => INDEX.into(),
            Self::WorkTree => "working tree".into(),
        }
    }
}

/// What is compared, and the commit whose changes they are.
struct Sides {
    from: Side,
    to: Side,
    commit: Option<ObjectId>,
}

/// Compares two revisions, or one with the working tree.
pub(crate) fn diff<T: Tree>(
    tree: &T,
    cwd: Option<&str>,
    request: &DiffRequest,
    deadline: Deadline<'_>,
) -> Result<DiffPage, HistoryError> {
    let repository = Repository::open(tree, cwd, &request.path)?;
    let sides = sides(&repository, request)?;
    let index = repository.index()?;
    let work_tree = repository.work_tree(&index)?;
    let diff = Diff { repository: &repository, index: &index, work_tree: &work_tree };
    let changes = diff.changes(&sides, &request.globs)?;
    diff.page(&sides, changes, request, deadline)
}

fn sides<T: Tree>(
    repository: &Repository<'_, T>,
    request: &DiffRequest,
) -> Result<Sides, HistoryError> {
    let tree_of = |revision: &str| match revision {
        INDEX => Ok(Side::Index),
        _ => {
            let name = match repository.commit_id(revision) {
                Ok(commit) => commit.to_string(),
                Err(_) => revision.into(),
            };
            Ok::<_, HistoryError>(Side::Tree(Some(repository.tree_id(revision)?), name))
        }
    };
    let head = || match repository.head()? {
        Some(head) => {
            let tree = repository.commit(head)?.tree;
            Ok::<_, HistoryError>(Side::Tree(Some(tree), head.to_string()))
        }
        None => Ok(Side::Tree(None, String::new())),
    };
    let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let (at, from, to) = (given(&request.at), given(&request.from), given(&request.to));
    let ranged = [&at, &from].into_iter().flatten().find(|revision| revision.contains(".."));
    if let Some(range) = ranged.filter(|_| to.is_none()) {
        let (a, b) = range.split_once("..").unwrap_or((range, ""));
        let (b, is_from_base) = b.strip_prefix('.').map_or((b, false), |b| (b, true));
        let or_head =
            |revision: &str| String::from(if revision.is_empty() { "HEAD" } else { revision });
        let (a, b) = (or_head(a), or_head(b));
        let to = tree_of(&b)?;
        if !is_from_base {
            return Ok(Sides { from: tree_of(&a)?, to, commit: None });
        }
        let (a, b) = (repository.commit_id(&a)?, repository.commit_id(&b)?);
        let shallow = repository.layout.shallow()?;
        let base = merge_base(&*repository.objects, a, b, &shallow)?;
        let from = match base {
            Some(base) => Side::Tree(Some(repository.commit(base)?.tree), base.to_string()),
            None => Side::Tree(None, String::new()),
        };
        return Ok(Sides { from, to, commit: None });
    }
    match (at, from, to) {
        (Some(_), Some(_), _) => Err(HistoryError::Conflict(["at", "from"])),
        (Some(_), _, Some(_)) => Err(HistoryError::Conflict(["at", "to"])),
        (Some(at), None, None) if at == INDEX => {
            Ok(Sides { from: head()?, to: Side::Index, commit: None })
        }
        (Some(at), None, None) => {
            let id = repository.commit_id(&at)?;
            let commit = repository.commit(id)?;
            let is_end = repository.layout.shallow()?.contains(&id);
            let from = match commit.parents.first().filter(|_| !is_end) {
                Some(parent) => {
                    Side::Tree(Some(repository.commit(*parent)?.tree), parent.to_string())
                }
                None => Side::Tree(None, String::new()),
            };
            let to = Side::Tree(Some(commit.tree), id.to_string());
            Ok(Sides { from, to, commit: Some(id) })
        }
        (None, from, to) => Ok(Sides {
            from: from.map_or_else(head, |from| tree_of(&from))?,
            to: to.map_or(Ok(Side::WorkTree), |to| tree_of(&to))?,
            commit: None,
        }),
    }
}

/// Returns the files that a commit changed, compared with its first parent.
pub(crate) fn changes_of_commit<T: Tree>(
    repository: &Repository<'_, T>,
    tree: ObjectId,
    parent: Option<ObjectId>,
) -> Result<Vec<Change>, HistoryError> {
    let objects = &*repository.objects;
    let parent = parent.map(|parent| Ok::<_, HistoryError>(repository.commit(parent)?.tree));
    let wanted = repository.wanted(&[])?;
    let changes = tree_changes(objects, parent.transpose()?, Some(tree), &wanted)?;
    detect_renames(changes, &|state| object_content(objects, state))
}

/// Returns a changed file without what is in it.
pub(crate) fn changed_file<T: Tree>(
    repository: &Repository<'_, T>,
    change: &Change,
) -> ChangedFile {
    let old_path = match (change.status, &change.from) {
        (ChangeStatus::Renamed { .. }, Some(from)) => Some(repository.shown(&from.path)),
        _ => None,
    };
    ChangedFile {
        path: repository.shown(change.path()),
        old_path,
        status: match change.status {
            ChangeStatus::Added => types::ChangeStatus::Added,
            ChangeStatus::Deleted => types::ChangeStatus::Deleted,
            ChangeStatus::Modified => types::ChangeStatus::Modified,
            ChangeStatus::TypeChanged => types::ChangeStatus::TypeChanged,
            ChangeStatus::Renamed { .. } => types::ChangeStatus::Renamed,
            ChangeStatus::Untracked => types::ChangeStatus::Untracked,
            ChangeStatus::Unmerged => types::ChangeStatus::Unmerged,
        },
        similarity: match change.status {
            ChangeStatus::Renamed { similarity } => Some(similarity.into()),
            _ => None,
        },
        added: None,
        removed: None,
        converted: false,
        patch: None,
    }
}

/// Returns the content of a file that is an object. `None` if it is missing or too large.
fn object_content(
    objects: &dyn Objects,
    state: &FileState,
) -> Result<Option<Rc<[u8]>>, HistoryError> {
    let Some(id) = state.id.filter(|_| state.mode != FileMode::Submodule) else { return Ok(None) };
    match objects.data(id, ObjectKind::Blob) {
        Ok(data) => Ok(Some(data)),
        Err(HistoryError::MissingObject(_) | HistoryError::TooLarge { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

struct Diff<'a, 't, T: Tree> {
    repository: &'a Repository<'t, T>,
    index: &'a Index,
    work_tree: &'a WorkTree<'a, T>,
}

impl<T: Tree> Diff<'_, '_, T> {
    fn changes(&self, sides: &Sides, globs: &[String]) -> Result<Vec<Change>, HistoryError> {
        let objects: &dyn Objects = &*self.repository.objects;
        let wanted = self.repository.wanted(globs)?;
        let index = || {
            let files = self.index.files().filter(|(path, mode, _)| wanted(path, mode.kind()));
            files.map(|(path, mode, id)| FileState { path: path.into(), mode, id: Some(id) })
        };
        let listed = |tree: &Option<ObjectId>| {
            let listing = tree.map(|tree| flat_listing(objects, tree, &wanted));
            Ok::<_, HistoryError>(sorted(listing.transpose()?.unwrap_or_default()))
        };
        let mut changes = match (&sides.from, &sides.to) {
            (Side::Tree(from, _), Side::Tree(to, _)) => tree_changes(objects, *from, *to, &wanted)?,
            (Side::Tree(from, _), Side::Index) => listing_changes(listed(from)?, index())?,
            (Side::Index, Side::Tree(to, _)) => listing_changes(index(), listed(to)?)?,
            (Side::Tree(from, _), Side::WorkTree) => {
                let work_tree = self.work_tree_changes(&wanted)?;
                let mut others = Vec::new();
                let now = self.present(index(), work_tree, &mut others);
                let mut changes = listing_changes(listed(from)?, now)?;
                changes.extend(others);
                let mut kept = Vec::with_capacity(changes.len());
                for change in changes {
                    if !self.is_same(&change)? {
                        kept.push(change);
                    }
                }
                kept
            }
            (Side::Index, Side::WorkTree) => {
                let mut others = Vec::new();
                let now = self.present(index(), self.work_tree_changes(&wanted)?, &mut others);
                let mut changes = listing_changes(index(), now)?;
                changes.extend(others);
                changes
            }
            (Side::Index, Side::Index) | (Side::WorkTree, _) => Vec::new(),
        };
        if matches!(
            (&sides.from, &sides.to),
            (Side::Tree(..), Side::Index) | (Side::Index, Side::Tree(..))
        ) {
            changes.extend(self.unmerged(&wanted));
        }
        // A conflict is one change, in place of that from the older side.
        let conflicts = changes.iter().filter(|change| change.status == ChangeStatus::Unmerged);
        let conflicts: BTreeSet<_> = conflicts.map(|change| change.path().to_owned()).collect();
        changes.retain(|change| {
            change.status == ChangeStatus::Unmerged || !conflicts.contains(change.path())
        });
        // Files of globs may be below a directory, but not below a submodule.
        changes.retain(|change| {
            let states = [&change.from, &change.to];
            let mut modes = states.into_iter().flatten().map(|state| state.mode);
            !modes.any(|mode| mode == FileMode::Submodule)
                || wanted(change.path(), readroom_core::FileKind::File)
        });
        let mut changes = detect_renames(changes, &|state| self.content(state))?;
        readroom_core::sort_by(&mut changes, |one, other| one.path().cmp(other.path()));
        Ok(changes)
    }

    fn work_tree_changes(
        &self,
        wanted: &dyn Fn(&str, readroom_core::FileKind) -> bool,
    ) -> Result<Vec<WorkTreeChange>, HistoryError> {
        let changes =
            self.work_tree.changes(&self.repository.path, UntrackedEntries::EachFile)?.changes;
        let kind = |change: &WorkTreeChange| {
            let mode = change.mode.or(change.index.map(|(mode, _)| mode));
            mode.map_or(readroom_core::FileKind::File, FileMode::kind)
        };
        Ok(changes
            .into_iter()
            .filter(|change| wanted(change.path.trim_end_matches('/'), kind(change)))
            .collect())
    }

    /// Returns the tracked files as they are in the working tree, in the order of their paths. What
    /// has no counterpart goes to `others`.
    fn present(
        &self,
        index: impl Iterator<Item = FileState>,
        changes: Vec<WorkTreeChange>,
        others: &mut Vec<Change>,
    ) -> Vec<FileState> {
        let mut now = Vec::new();
        let mut changed = Vec::new();
        for WorkTreeChange { path, status, mode, .. } in changes {
            let state =
                |id| FileState { path: path.clone(), mode: mode.unwrap_or(FileMode::File), id };
            match status {
                WorkTreeStatus::Untracked => {
                    let to = Some(state(None));
                    others.push(Change { status: ChangeStatus::Untracked, from: None, to });
                }
                WorkTreeStatus::Unmerged => {
                    let to = Some(state(None));
                    others.push(Change { status: ChangeStatus::Unmerged, from: None, to });
                    changed.push((path, None));
                }
                WorkTreeStatus::Deleted => changed.push((path, None)),
                WorkTreeStatus::Added => now.push(state(None)),
                WorkTreeStatus::Modified | WorkTreeStatus::TypeChanged => {
                    let state = state(None);
                    changed.push((path, Some(state)));
                }
            }
        }
        let mut changed = changed.into_iter().peekable();
        for file in index {
            while changed.next_if(|(path, _)| *path < file.path).is_some() {}
            match changed.next_if(|(path, _)| *path == file.path) {
                Some((_, state)) => now.extend(state),
                None => now.push(file),
            }
        }
        sorted(now)
    }

    /// Returns the conflicts in the index.
    fn unmerged(&self, wanted: &dyn Fn(&str, readroom_core::FileKind) -> bool) -> Vec<Change> {
        let conflicts = self.index.entries().filter(|(_, entry)| entry.stage > 0);
        let mut paths: Vec<_> =
            conflicts.filter(|(path, entry)| wanted(path, entry.mode.kind())).collect();
        paths.dedup_by(|(one, _), (other, _)| one == other);
        paths
            .into_iter()
            .map(|(path, entry)| {
                let state = FileState { path: path.into(), mode: entry.mode, id: None };
                Change { status: ChangeStatus::Unmerged, from: None, to: Some(state) }
            })
            .collect()
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

    /// Returns the content of a file. `None` if there is none that can be compared.
    fn content(&self, state: &FileState) -> Result<Option<Rc<[u8]>>, HistoryError> {
        match state.id {
            Some(_) => object_content(&*self.repository.objects, state),
            None => Ok(self.work_tree.content(&state.path)?.map(|(_, data)| data.into())),
        }
    }

    fn page(
        &self,
        sides: &Sides,
        changes: Vec<Change>,
        request: &DiffRequest,
        deadline: Deadline<'_>,
    ) -> Result<DiffPage, HistoryError> {
        let files = (Argument::Files, request.files, DEFAULT_FILES, MAX_FILES);
        let mut budget = PageBudget::new(files, request.bytes, request.tokens)?;
        let (from, to) = (sides.from.name(), sides.to.name());
        let DiffRequest { path, globs, output, context, .. } = request;
        let key = key(&(path, globs, *output as u8, context, &from, &to));
        let start = Cursor::parse(request.cursor.as_deref(), key)?;
        let commit = match sides.commit.filter(|_| start == Cursor::default()) {
            Some(id) => {
                let commit = self.repository.commit(id)?;
                Some(commit_answer(self.repository, id, &commit, LogOutput::Full)?)
            }
            None => None,
        };
        if let Some(commit) = &commit {
            // The message stands before the first file.
            let message = commit.message.as_deref().unwrap_or_default();
            let _ = budget.take(&[message], 0);
            budget.is_empty = true;
        }
        let mut page = DiffPage {
            from,
            to,
            commit,
            files: Vec::new(),
            total: count(changes.len() as u64),
            unnamed: count(self.index.unnamed()),
            next: None,
            stopped: HistoryStop::End,
        };
        let mut next = start;
        let skipped = usize::try_from(start.items).unwrap_or(usize::MAX);
        for change in changes.iter().skip(skipped) {
            let is_late = !page.files.is_empty() && deadline.has_passed();
            let stop = if is_late { Err(HistoryStop::TimeLimit) } else { budget.take_one() };
            let stop = stop.and_then(|()| {
                let file = self.file(change, request);
                file.map_or_else(
                    |error| Ok(Err(error)),
                    |file| self.put(&mut page, file, &mut next, &mut budget).map(Ok),
                )
            });
            match stop {
                Ok(result) => result?,
                Err(stop) => {
                    (page.next, page.stopped) = (Some(next.write(key)), stop);
                    break;
                }
            }
        }
        Ok(page)
    }

    /// Puts a file on a page, or the part of it that fits.
    fn put(
        &self,
        page: &mut DiffPage,
        mut file: ChangedFile,
        next: &mut Cursor,
        budget: &mut PageBudget,
    ) -> Result<(), HistoryStop> {
        let names = [Some(&*file.path), file.old_path.as_deref()];
        let names: Vec<_> = names.into_iter().flatten().collect();
        let Some(patch) = file.patch.take() else {
            budget.take(&names, FILE_BYTES)?;
            *next = Cursor { items: next.items + 1, lines: 0 };
            page.files.push(file);
            return Ok(());
        };
        let skipped = usize::try_from(next.lines).unwrap_or(usize::MAX);
        let rest: String = patch.split_inclusive('\n').skip(skipped).collect();
        let whole: Vec<_> = names.iter().copied().chain([&*rest]).collect();
        let was_empty = std::mem::replace(&mut budget.is_empty, false);
        let Err(stop) = budget.take(&whole, FILE_BYTES) else {
            *next = Cursor { items: next.items + 1, lines: 0 };
            page.files.push(ChangedFile { patch: Some(rest), ..file });
            return Ok(());
        };
        // As many hunks as fit, or, if not even one does, as many lines on a page of their own.
        budget.is_empty = was_empty && page.files.is_empty();
        budget.take(&names, FILE_BYTES)?;
        let (mut part, mut lines) = (String::new(), 0);
        for hunk in hunks(&rest) {
            if budget.take(&[hunk], 0).is_err() {
                break;
            }
            part += hunk;
            lines += hunk.lines().count();
        }
        let has_hunk = part.contains("\n@@ ") || part.starts_with("@@ ");
        if !has_hunk && !page.files.is_empty() {
            return Err(stop);
        }
        if !has_hunk {
            let mut lines_left = rest.split_inclusive('\n').skip(lines).peekable();
            budget.is_empty = part.is_empty();
            while let Some(line) = lines_left.next_if(|line| budget.take(&[line], 0).is_ok()) {
                part += line;
                lines += 1;
            }
        }
        let is_rest = part.len() == rest.len();
        if lines > 0 {
            next.lines += lines as u64;
            page.files.push(ChangedFile { patch: Some(part), ..file });
        }
        if is_rest {
            *next = Cursor { items: next.items + 1, lines: 0 };
            return Ok(());
        }
        Err(stop)
    }

    /// Returns a changed file with what was asked for.
    fn file(&self, change: &Change, request: &DiffRequest) -> Result<ChangedFile, HistoryError> {
        let mut file = changed_file(self.repository, change);
        if request.output == DiffOutput::Files {
            return Ok(file);
        }
        let from = change.from.as_ref().map(|state| self.text(state)).transpose()?;
        let to = change.to.as_ref().map(|state| self.text(state)).transpose()?;
        file.converted = [&from, &to].into_iter().flatten().any(|text| text.is_converted);
        let side = |text: &Option<FileText>| match text {
            None => Some(Rc::from("")),
            Some(text) => text.text.clone(),
        };
        let (before, after) = (side(&from), side(&to));
        let is_submodule = |state: &Option<FileState>| {
            state.as_ref().is_some_and(|state| state.mode == FileMode::Submodule)
        };
        if let (Some(before), Some(after)) = (&before, &after)
            && !is_submodule(&change.from)
            && !is_submodule(&change.to)
        {
            let (removed, added) = line_counts(before, after);
            file.added = Some(count(added as u64));
            file.removed = Some(count(removed as u64));
        }
        if request.output == DiffOutput::Patch {
            let context = request.context.unwrap_or(DEFAULT_CONTEXT).min(MAX_CONTEXT);
            let of = |state: &Option<FileState>, text: &Option<Rc<str>>| match (state, text) {
                (None, _) => None,
                (Some(_), None) => Some(None),
                (Some(_), Some(text)) => Some(Some(text.clone())),
            };
            let (before, after) = (of(&change.from, &before), of(&change.to, &after));
            let [before, after] = [&before, &after].map(|text| match text {
                None => SideText::Absent,
                Some(None) => SideText::Binary,
                Some(Some(text)) => SideText::Text(text),
            });
            let context = usize::try_from(context).unwrap_or_default();
            file.patch = Some(write_patch(change, before, after, context));
        }
        Ok(file)
    }

    /// Returns the text of a file that is compared.
    fn text(&self, state: &FileState) -> Result<FileText, HistoryError> {
        let none = FileText { text: None, is_converted: false };
        let masked_as = self.repository.masked_as(&state.path);
        if state.mode == FileMode::Submodule {
            return Ok(none);
        }
        let Some(data) = self.content(state)? else { return Ok(none) };
        let attributes = self.work_tree.attributes(&state.path)?;
        if attributes.diff == Some(false) {
            return Ok(none);
        }
        if state.mode == FileMode::Link {
            let text = masked(masked_as, String::from_utf8_lossy(&data).into());
            return Ok(FileText { text: Some(text.into()), is_converted: false });
        }
        let location = self.repository.location(&state.path);
        let now = Timeline::now(self.repository.tree);
        file_text(&now, location, data, masked_as)
    }
}

/// Splits a patch into its headers and its hunks.
fn hunks(patch: &str) -> impl Iterator<Item = &str> {
    let mut rest = patch;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.find("\n@@ ").map_or(rest.len(), |at| at + 1);
        let (hunk, after) = rest.split_at_checked(end)?;
        rest = after;
        Some(hunk)
    })
}

/// Sorts files by their paths.
pub(crate) fn sorted(mut files: Vec<FileState>) -> Vec<FileState> {
    readroom_core::sort_by(&mut files, |one, other| one.path.cmp(&other.path));
    files
}
