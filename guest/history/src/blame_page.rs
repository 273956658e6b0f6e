//! Lines with the commits that they come from, a page at a time.

use crate::blame::{BlameRequest as Traced, BlameRun, blame};
use crate::change::{Change, FileState};
use crate::commit::Commit;
use crate::date;
use crate::error::HistoryError;
use crate::file_mode::FileMode;
use crate::file_text::file_text;
use crate::layout::failure_at;
use crate::object::{ObjectKind, Objects};
use crate::object_id::ObjectId;
use crate::page::{Cost, PageBudget};
use crate::path_entry::entry_at;
use crate::renames::detect_renames;
use crate::repository::Repository;
use crate::timeline::Timeline;
use crate::tree_diff::{flat_listing, listing_changes, merged, tree_changes};
use crate::work_tree::WorkTree;
use readroom_core::{FileError, FileKind, Tree};
use readroom_read::{Argument, ReadError};
use readroom_search::Deadline;
use readroom_types::{self as types, BlamePage, BlameRequest, ChangeStatus, HistoryStop, count};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::rc::Rc;

/// The cost of a run with its first line on a page, and of a further line.
const RUN: Cost = Cost { bytes: 72, values: 10 };
const LINE: Cost = Cost { bytes: 8, values: 1 };

const DEFAULT_LINES: u64 = 2000;
const MAX_LINES: u64 = 10_000;

/// The lines of a file, traced to the commits that they come from.
pub struct TracedFile<'t, T: Tree> {
    repository: Repository<'t, T>,
    shallow: BTreeSet<ObjectId>,
    runs: Vec<BlameRun>,
    text: Rc<str>,
    commits: RefCell<HashMap<ObjectId, Rc<Commit>>>,
}

/// Traces the lines of the file that a request names.
pub(crate) fn trace<'t, T: Tree>(
    tree: &'t T,
    cwd: Option<&str>,
    request: &BlameRequest,
    deadline: Deadline<'_>,
) -> Result<TracedFile<'t, T>, HistoryError> {
    let mut repository = Repository::open(tree, cwd, &request.path)?;
    repository.follow(request.at.as_deref())?;
    // Wrong limits are refused before the lines are traced.
    budget(request)?;
    let path = &*repository.path;
    let failed = |error| failure_at(tree, cwd, error, &request.path);
    if path.is_empty() {
        return Err(failed(FileError::IsDirectory));
    }
    if repository.layout.denies(path, FileKind::File) {
        return Err(failed(FileError::Denied));
    }
    let objects = &*repository.objects;
    let shallow = repository.layout.shallow()?;
    let head = || repository.head()?.ok_or_else(|| HistoryError::unknown("HEAD"));
    let tip = request.at.as_deref().map_or_else(head, |at| repository.commit_id(at))?;
    let stored = match entry_at(objects, repository.commit(tip)?.tree, path)? {
        Some((mode, id)) if mode.kind() == FileKind::File => {
            Ok(objects.data(id, ObjectKind::Blob)?)
        }
        Some((FileMode::Directory | FileMode::Submodule, _)) => Err(FileError::IsDirectory),
        Some(_) => Err(FileError::NotAFile),
        None => Err(FileError::NotFound),
    };
    let index = repository.index()?;
    let now = match &request.at {
        Some(_) => None,
        None => match WorkTree::open(&repository.layout, &index, objects)?.content(path)? {
            Some((FileMode::Link, _)) => return Err(failed(FileError::NotAFile)),
            Some((_, Some(data))) => Some(Rc::from(data)),
            _ => return Err(failed(stored.err().unwrap_or(FileError::NotFound))),
        },
    };
    let final_text = now.clone().filter(|now| stored.as_ref() != Ok(now));
    let data = now.map_or(stored, Ok).map_err(failed)?;
    let is_allowed = |path: &str, kind: FileKind| !repository.layout.denies(path, kind);
    let find_rename = |parent: ObjectId, child: Option<ObjectId>, path: &str| {
        let changes = match child {
            Some(child) => tree_changes(objects, Some(parent), Some(child), &is_allowed),
            None => {
                // The file is as it is in the working tree, the others as they are in the index.
                let state = |path: &str, mode, id| FileState { path: path.into(), mode, id };
                let others = index.files().map(|(path, mode, id)| state(path, mode, Some(id)));
                let file = std::iter::once(state(path, FileMode::File, None));
                let now = merged(others, file, |other, file| other.path.cmp(&file.path));
                let now = now.filter_map(|(other, file)| file.or(other).map(Ok));
                // A file with a conflict is not deleted.
                let is_old = |path: &str, kind: FileKind| {
                    is_allowed(path, kind) && index.at(path).iter().all(|entry| entry.stage == 0)
                };
                listing_changes(flat_listing(objects, parent, &is_old), now)
            }
        };
        match changes {
            // Git looks for no renames among too many files, too.
            Err(HistoryError::TooMuch { .. }) => Ok(None),
            changes => renamed_from(objects, changes?, path, final_text.as_ref()),
        }
    };
    let traced = Traced {
        tip,
        path,
        lines: lines(request),
        final_text: final_text.as_deref(),
        merged: &repository.merged()?,
        shallow: &shallow,
        find_rename: &find_rename,
        is_over: &|| deadline.has_passed(),
    };
    let Some(runs) = blame(objects, &traced)? else { return Err(failed(FileError::NotFound)) };
    let stored_lines = data.split_inclusive(|byte| *byte == b'\n').count();
    let (view, location) = (Timeline::now(tree), repository.location(path));
    let unsupported = |what: &str| Err(HistoryError::Unsupported { what: what.into() });
    let Some(text) = file_text(&view, location, data, repository.masked_as(path), false)?.text
    else {
        return unsupported("blame of a file that is not stored as text");
    };
    if text.split_inclusive('\n').count() != stored_lines {
        return unsupported("blame of a file that is not UTF-8, or whose masked values have lines");
    }
    Ok(TracedFile { repository, shallow, runs, text, commits: RefCell::default() })
}

/// Returns the budget of an empty page.
fn budget(request: &BlameRequest) -> Result<PageBudget, HistoryError> {
    let lines = (Argument::Lines, request.lines, DEFAULT_LINES, MAX_LINES);
    PageBudget::new(lines, request.bytes, request.tokens)
}

/// Returns the lines that a page may have, from 0, and one more, for it to know that it is not the
/// last one.
fn lines(request: &BlameRequest) -> Range<usize> {
    let first = request.first.unwrap_or(1).max(1) as usize - 1;
    first..first.saturating_add(request.lines.unwrap_or(DEFAULT_LINES as u32) as usize + 1)
}

/// Finds the file that was renamed to a path, among changes.
fn renamed_from(
    objects: &dyn Objects,
    mut changes: Vec<Change>,
    path: &str,
    final_text: Option<&Rc<[u8]>>,
) -> Result<Option<(String, ObjectId)>, HistoryError> {
    changes.retain(|change| match change.status {
        ChangeStatus::Deleted => true,
        _ => change.status == ChangeStatus::Added && change.path() == path,
    });
    let content = |state: &FileState| match state.id {
        Some(id) => objects.data_if_present(id),
        None => Ok(final_text.cloned()),
    };
    let renamed = detect_renames(changes, &content)?
        .into_iter()
        .find(|change| change.status == ChangeStatus::Renamed && change.path() == path);
    let from = renamed.and_then(|Change { from, .. }| from);
    Ok(from.and_then(|from| Some((from.path, from.id?))))
}

impl<T: Tree> TracedFile<'_, T> {
    /// Returns a page. The request may differ from the first one in its limits, and begin at
    /// another one of the traced lines.
    pub fn page(&self, request: &BlameRequest) -> Result<BlamePage, HistoryError> {
        let mut budget = budget(request)?;
        let lines: Vec<_> = self.text.split_inclusive('\n').collect();
        let total = lines.len() as u64;
        let first = u64::from(request.first.unwrap_or(1)).max(1);
        let is_unfinished = self.runs.iter().any(|run| run.is_unfinished);
        let mut page = BlamePage {
            path: self.repository.shown(&self.repository.path),
            runs: Vec::new(),
            total: count(total),
            next: None,
            stopped: if is_unfinished { HistoryStop::TimeLimit } else { HistoryStop::End },
        };
        if first > total.max(1) {
            let error = FileError::PastEnd { total };
            let path = request.path.clone();
            let error = ReadError::Path { path, error: readroom_read::PathError::File(error) };
            return Err(error.into());
        }
        for run in &self.runs {
            let mut numbers = run.first.max(first)..run.first + run.lines;
            if numbers.is_empty() {
                continue;
            }
            let old_path =
                (run.path != self.repository.path).then(|| self.repository.shown(&run.path));
            let mut answer = self.run(run.commit, numbers.start)?;
            answer.old_path = old_path;
            answer.is_oldest =
                run.is_unfinished || run.commit.is_some_and(|id| self.shallow.contains(&id));
            let taken = numbers.try_for_each(|line| {
                let at = usize::try_from(line - 1).unwrap_or(usize::MAX);
                let text = lines.get(at).copied().unwrap_or_default();
                let text = text.strip_suffix('\n').unwrap_or(text);
                let text = text.strip_suffix('\r').unwrap_or(text);
                // A run is there only with its first line.
                let all = [text, &*answer.author, &*answer.subject];
                let (texts, cost) = match &*answer.lines {
                    [] => (&all[..], RUN),
                    _ => (&[text][..], LINE),
                };
                let taken = budget.take_one().and_then(|()| budget.take(texts, cost));
                if taken.is_ok() {
                    answer.lines.push(text.into());
                }
                taken.map_err(|stop| (line, stop))
            });
            if !answer.lines.is_empty() {
                page.runs.push(answer);
            }
            if let Err((next, stop)) = taken {
                page.next = Some(count(next));
                if page.stopped == HistoryStop::End {
                    page.stopped = stop;
                }
                break;
            }
        }
        Ok(page)
    }

    /// Returns a run without lines.
    fn run(&self, id: Option<ObjectId>, first: u64) -> Result<types::BlameRun, HistoryError> {
        let mut run = types::BlameRun {
            first: count(first),
            lines: Vec::new(),
            commit: id.map(|id| id.to_string()),
            author: String::new(),
            date: String::new(),
            subject: String::new(),
            old_path: None,
            is_oldest: false,
        };
        let Some(id) = id else { return Ok(run) };
        let known = self.commits.borrow().get(&id).cloned();
        let commit = known.map_or_else(|| self.repository.commit(id).map(Rc::new), Ok)?;
        self.commits.borrow_mut().insert(id, commit.clone());
        run.author = self.repository.masked_message(commit.author.name.clone());
        run.date = date::written(&commit.author);
        run.subject = self.repository.masked_message(commit.subject());
        Ok(run)
    }
}
