//! Pages of changed files.

use crate::change::{Change, FileState, Statuses, statuses};
use crate::diff::{Diff, Side, Sides, sides};
use crate::error::HistoryError;
use crate::file_text::FileText;
use crate::first_tags::{first_tagged, precedes_release};
use crate::hunks::line_counts;
use crate::index::Index;
use crate::log_page::{commit_answer, tags_of};
use crate::object_id::ObjectId;
use crate::page::{Cost, Cursor, PageBudget, key};
use crate::patch::{ID_DIGITS, Patch, write_patch};
use crate::repository::Repository;
use crate::work_tree::WorkTree;
use readroom_core::Tree;
use readroom_read::Argument;
use readroom_search::Deadline;
use readroom_types::{
    self as types, ChangeStatus, ChangedFile, DiffOutput, DiffPage, DiffRequest, HistoryStop,
    LogOutput, count,
};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

const DEFAULT_FILES: u64 = 1000;
const MAX_FILES: u64 = 10_000;

/// How long the first tag of a commit is looked for, in milliseconds.
const MAX_TAG_TIME: u64 = 2000;

const DEFAULT_CONTEXT: u32 = 3;
const MAX_CONTEXT: u32 = 1000;

/// The files that differ between two revisions, or one and the working tree.
pub struct Comparison<'t, T: Tree> {
    repository: Repository<'t, T>,
    index: Index,
    sides: Sides,
    changes: Vec<Change>,
    /// The number of files that are left out because their names are not Unicode.
    unnamed: u64,
    /// The commit whose changes they are, and the first tags that contain it.
    described: OnceCell<(types::Commit, Vec<String>)>,
    /// The last patch, which the next page may have more of.
    last: RefCell<Option<Rc<Compared>>>,
}

/// A changed file, and its patch apart from it.
struct Compared {
    /// Its number among the changes.
    number: usize,
    file: ChangedFile,
    patch: Option<String>,
}

impl<'t, T: Tree> Comparison<'t, T> {
    /// Compares what a request names.
    pub(crate) fn new(
        tree: &'t T,
        cwd: Option<&str>,
        request: &DiffRequest,
    ) -> Result<Self, HistoryError> {
        let repository = Repository::open(tree, cwd, &request.path)?;
        let sides = sides(&repository, request)?;
        let are_trees = matches!((&sides.from, &sides.to), (Side::Tree(..), Side::Tree(..)));
        let index = if are_trees { Index::default() } else { repository.index()? };
        let (changes, described, last) = (Vec::new(), OnceCell::new(), RefCell::default());
        let mut comparison =
            Self { repository, index, sides, changes, unnamed: 0, described, last };
        (comparison.changes, comparison.unnamed) =
            comparison.with_diff(|diff| diff.changes(&comparison.sides, &request.globs))?;
        // Git reads the index, and attributes from it, only to look submodules up.
        if are_trees && comparison.changes.iter().any(Change::has_submodule) {
            comparison.index = comparison.repository.index()?;
        }
        Ok(comparison)
    }

    /// Returns a page. The request may differ from the first one in its output, its cursor and its
    /// limits.
    pub fn page(
        &self,
        request: &DiffRequest,
        deadline: Deadline<'_>,
    ) -> Result<DiffPage, HistoryError> {
        let mut page = self.with_diff(|diff| self.page_of(diff, request, deadline))?;
        page.unnamed = count(self.unnamed);
        Ok(page)
    }

    /// Returns how many files changed in each way, on all pages.
    pub fn statuses(&self) -> Statuses {
        statuses(&self.changes)
    }

    /// Returns a commit, and the first tags that contain it.
    fn described(
        &self,
        id: ObjectId,
        deadline: Deadline<'_>,
    ) -> Result<(types::Commit, Vec<String>), HistoryError> {
        if let Some(described) = self.described.get() {
            return Ok(described.clone());
        }
        let Repository { layout, objects, .. } = &self.repository;
        let commit = self.repository.commit(id)?;
        let mut answer = commit_answer(&self.repository, id, &commit, LogOutput::Full);
        let tags = layout.tags(&**objects)?;
        answer.tags = tags_of(&self.repository, &tags, id);
        answer.email = None;
        let (deadline, shallow) = (deadline.within(MAX_TAG_TIME), layout.shallow()?);
        let first_of = |is_wanted: &dyn Fn(&str) -> bool| {
            let tagged = tags.iter().filter(|(_, name)| is_wanted(name)).map(|(id, _)| *id);
            // Without it, the changes are as good.
            let first = first_tagged(&**objects, &shallow, tagged, id, deadline).ok().flatten();
            first.map(|id| tags_of(&self.repository, &tags, id)).unwrap_or_default()
        };
        let mut first_tags = first_of(&|_| true);
        if !first_tags.is_empty() && first_tags.iter().all(|name| precedes_release(name)) {
            first_tags.extend(first_of(&|name| !precedes_release(name)));
        }
        let described = (answer, first_tags);
        Ok(self.described.get_or_init(|| described).clone())
    }

    fn with_diff<R>(
        &self,
        ask: impl FnOnce(&Diff<'_, 't, T>) -> Result<R, HistoryError>,
    ) -> Result<R, HistoryError> {
        let Self { repository, index, .. } = self;
        let work_tree = &WorkTree::open(&repository.layout, index, &*repository.objects)?;
        ask(&Diff { repository, index, work_tree })
    }

    fn page_of(
        &self,
        diff: &Diff<'_, 't, T>,
        request: &DiffRequest,
        deadline: Deadline<'_>,
    ) -> Result<DiffPage, HistoryError> {
        let files = (Argument::Files, request.files, DEFAULT_FILES, MAX_FILES);
        let mut budget = PageBudget::new(files, request.bytes, request.tokens)?;
        let Self { sides, changes, .. } = self;
        let (from, to) = (sides.from.name(), sides.to.name());
        let DiffRequest { path, globs, output, context, .. } = request;
        let key = key(&(path, globs, *output as u8, context, &from, &to));
        let start = Cursor::parse(request.cursor.as_deref(), key)?;
        let commit = sides.commit.filter(|_| start == Cursor::default());
        let described = commit.map(|id| self.described(id, deadline)).transpose()?;
        let (commit, first_tags) = described.unzip();
        if let Some(commit) = &commit {
            // The message stands before the first file.
            let message = commit.message.as_deref().unwrap_or_default();
            let _ = budget.take(&[message], Cost::NONE);
            budget.is_empty = true;
        }
        let mut page = DiffPage {
            from,
            to,
            commit,
            first_tags: first_tags.unwrap_or_default(),
            files: Vec::new(),
            total: count(changes.len() as u64),
            unnamed: 0,
            next: None,
            stopped: HistoryStop::End,
        };
        let mut next = start;
        let skipped = usize::try_from(start.items).unwrap_or(usize::MAX);
        for change in changes.iter().enumerate().skip(skipped) {
            let is_late = !page.files.is_empty() && deadline.has_passed();
            let mut stop = if is_late { Err(HistoryStop::TimeLimit) } else { budget.take_one() };
            if stop.is_ok() {
                let compared = self.compared(diff, change, request)?;
                let patch = compared.patch.as_deref().filter(|_| *output == DiffOutput::Patch);
                stop = put(&mut page, &compared.file, patch, &mut next, &mut budget);
            }
            if let Err(stop) = stop {
                (page.next, page.stopped) = (Some(next.write(key)), stop);
                break;
            }
        }
        Ok(page)
    }

    /// Returns a changed file with what was asked for, or more.
    fn compared(
        &self,
        diff: &Diff<'_, 't, T>,
        (number, change): (usize, &Change),
        request: &DiffRequest,
    ) -> Result<Rc<Compared>, HistoryError> {
        let last = self.last.borrow().clone().filter(|last| last.number == number);
        if let Some(last) = last.filter(|_| request.output != DiffOutput::Files) {
            return Ok(last);
        }
        let file = self.repository.changed_file(change);
        let mut compared = Compared { number, file, patch: None };
        if request.output != DiffOutput::Files {
            diff.compare(change, request, &mut compared)?;
        }
        let compared = Rc::new(compared);
        if compared.patch.is_some() {
            *self.last.borrow_mut() = Some(compared.clone());
        }
        Ok(compared)
    }
}

impl<T: Tree> Diff<'_, '_, T> {
    /// Adds to a changed file what is in it.
    fn compare(
        &self,
        change: &Change,
        request: &DiffRequest,
        Compared { file, patch, .. }: &mut Compared,
    ) -> Result<(), HistoryError> {
        let text = |state: &Option<FileState>| match state {
            None => Ok(FileText { text: Some("".into()), ..FileText::default() }),
            Some(state) => self.text(state),
        };
        let (from, to) = (text(&change.from)?, text(&change.to)?);
        file.converted = from.is_converted || to.is_converted;
        let hidden = (from.is_masked || to.is_masked).then(|| change.without_ids());
        let change = hidden.as_ref().unwrap_or(change);
        let missing = [&from, &to].into_iter().filter_map(|text| text.missing.as_ref());
        let missing: String = missing.map(missing_line).collect();
        let (from, to) = (from.text.as_deref(), to.text.as_deref());
        // The patch of a conflict may have no lines.
        let is_named = change.status == ChangeStatus::Unmerged && change.from.is_none();
        let mut counts = is_named.then_some((0, 0));
        if request.output == DiffOutput::Patch {
            let context = request.context.unwrap_or(DEFAULT_CONTEXT).min(MAX_CONTEXT);
            let Patch { text, counts: lines } = write_patch(change, from, to, context as usize);
            // Of another kind of file, the patch has all lines.
            counts = Some(lines).filter(|_| change.status != ChangeStatus::TypeChanged);
            *patch = Some(if missing.is_empty() { text } else { named(&text, &missing) });
        }
        if let (Some(from), Some(to)) = (from, to) {
            let (removed, added) = counts.unwrap_or_else(|| line_counts(from, to));
            file.added = Some(count(added as u64));
            file.removed = Some(count(removed as u64));
        }
        Ok(())
    }
}

/// Returns the line about an object that is missing, which `git apply` skips.
fn missing_line(error: &HistoryError) -> String {
    let id = error.missing().map(|id| format!("{id:.ID_DIGITS$}")).unwrap_or_default();
    let is_partial = matches!(error, HistoryError::NotFetched(_));
    let why = if is_partial { ", the clone is partial" } else { "" };
    ["* Missing object ", &id, why, "\n"].concat()
}

/// Returns a patch with lines about what is missing where it says that binary files differ.
fn named(patch: &str, missing: &str) -> String {
    let line = |line| if str::starts_with(line, "Binary files ") { missing } else { line };
    patch.split_inclusive('\n').map(line).collect()
}

/// Puts a file on a page, or the part of it that fits.
fn put(
    page: &mut DiffPage,
    file: &ChangedFile,
    patch: Option<&str>,
    next: &mut Cursor,
    budget: &mut PageBudget,
) -> Result<(), HistoryStop> {
    let file = file.clone();
    let names = [Some(&*file.path), file.old_path.as_deref()];
    let names: Vec<_> = names.into_iter().flatten().collect();
    let skipped = usize::try_from(next.lines).unwrap_or(usize::MAX);
    let lines = patch.unwrap_or_default().split_inclusive('\n').take(skipped);
    let rest = patch.and_then(|patch| patch.get(lines.map(str::len).sum()..));
    let whole: Vec<_> = names.iter().copied().chain(rest).collect();
    let was_empty = budget.is_empty;
    budget.is_empty &= rest.is_none();
    let Err(stop) = budget.take(&whole, Cost::FILE) else {
        *next = Cursor { items: next.items + 1, lines: 0 };
        page.files.push(ChangedFile { patch: rest.map(String::from), ..file });
        return Ok(());
    };
    let Some(rest) = rest else { return Err(stop) };
    // As many hunks as fit, or, if not even one does, as many lines on a page of their own.
    budget.is_empty = was_empty && page.files.is_empty();
    budget.take(&names, Cost::FILE)?;
    let (mut part, mut lines) = (String::new(), 0);
    for hunk in hunks(rest) {
        if budget.take(&[hunk], Cost::NONE).is_err() {
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
        while let Some(line) = lines_left.next_if(|line| budget.take(&[line], Cost::NONE).is_ok()) {
            part += line;
            lines += 1;
        }
    }
    let is_rest = part.len() == rest.len();
    if lines > 0 || is_rest {
        next.lines += lines as u64;
        page.files.push(ChangedFile { patch: Some(part), ..file });
    }
    if is_rest {
        *next = Cursor { items: next.items + 1, lines: 0 };
        return Ok(());
    }
    Err(stop)
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
