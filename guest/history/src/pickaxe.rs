//! Commits that add or remove matches of an expression, as `git log -S` finds them.

use crate::change::{Change, FileState};
use crate::commit::Commit;
use crate::diff::{changes_of_commit, with_renames};
use crate::error::HistoryError;
use crate::file_mode::FileMode;
use crate::file_text::file_text;
use crate::object::{ObjectKind, Objects as _};
use crate::object_id::ObjectId;
use crate::repository::Repository;
use crate::timeline::Timeline;
use readroom_core::Tree;
use readroom_read::documents::may_be_document;
use readroom_read::is_notebook_name;
use readroom_search::{Deadline, Matcher};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The maximum number of objects that are remembered.
const MAX_REMEMBERED: usize = 1 << 18;

/// The files in which a commit changes the number of matches.
#[derive(Default)]
pub(crate) struct MatchChanges {
    pub(crate) files: Vec<Change>,
    /// By how many matches some of them have more.
    pub(crate) added: usize,
    /// By how many matches some of them have less.
    pub(crate) removed: usize,
}

/// Which commits change how often an expression matches in a file.
pub(crate) struct Pickaxe {
    matcher: Matcher,
    /// Objects without a match.
    without: RefCell<BTreeSet<ObjectId>>,
    /// Objects that are missing, in which a match was looked for.
    missing: RefCell<BTreeSet<ObjectId>>,
}

impl Pickaxe {
    pub(crate) fn new(matcher: Matcher) -> Self {
        Self { matcher, without: RefCell::default(), missing: RefCell::default() }
    }

    /// Returns the number of objects that are missing.
    pub(crate) fn missing(&self) -> usize {
        self.missing.borrow().len()
    }

    /// Returns the files in which a commit changes the number of matches, and by how many.
    /// Merges have none. The answer means nothing if the time is up.
    pub(crate) fn changed<T: Tree>(
        &self,
        repository: &Repository<'_, T>,
        commit: &Commit,
        deadline: Deadline<'_>,
    ) -> Result<MatchChanges, HistoryError> {
        if commit.parents.len() > 1 {
            return Ok(MatchChanges::default());
        }
        let changes = changes_of_commit(repository, commit, &repository.wanted(&[])?);
        let Some(changes) = self.unless_missing(changes)? else {
            return Ok(MatchChanges::default());
        };
        let mut is_changed = false;
        for change in &changes {
            is_changed = is_changed || self.changes(repository, change)?.is_some();
            if is_changed || deadline.has_passed() {
                break;
            }
        }
        let mut changed = MatchChanges::default();
        if is_changed {
            // A renamed file takes its matches with it.
            for change in with_renames(repository, changes)? {
                if deadline.has_passed() {
                    break;
                }
                if let Some((from, to)) = self.changes(repository, &change)? {
                    changed.added += to.saturating_sub(from);
                    changed.removed += from.saturating_sub(to);
                    changed.files.push(change);
                }
            }
        }
        Ok(changed)
    }

    /// Returns what was read of an object. `None` if it is missing, which is noted.
    fn unless_missing<R>(&self, read: Result<R, HistoryError>) -> Result<Option<R>, HistoryError> {
        match read.as_ref().err().and_then(HistoryError::missing) {
            Some(id) => {
                self.missing.borrow_mut().insert(id);
                Ok(None)
            }
            None => read.map(Some),
        }
    }

    /// Returns the number of matches before and after a change, if it changes. It does not if an
    /// object is missing.
    fn changes<T: Tree>(
        &self,
        repository: &Repository<'_, T>,
        change: &Change,
    ) -> Result<Option<(usize, usize)>, HistoryError> {
        let count = |state| self.unless_missing(self.count(repository, state));
        let (from, to) = (count(&change.from)?, count(&change.to)?);
        Ok(from.zip(to).filter(|(from, to)| from != to))
    }

    /// Returns the number of matches in a file, as a read shows it.
    fn count<T: Tree>(
        &self,
        repository: &Repository<'_, T>,
        state: &Option<FileState>,
    ) -> Result<usize, HistoryError> {
        let Some(FileState { path, mode, id: Some(id) }) = state else { return Ok(0) };
        if *mode == FileMode::Submodule || self.without.borrow().contains(id) {
            return Ok(0);
        }
        let data = match repository.objects.data(*id, ObjectKind::Blob) {
            Err(HistoryError::TooLarge { .. }) => return Ok(0),
            data => data?,
        };
        if *mode == FileMode::Link
            && repository.denies_target(path, &String::from_utf8_lossy(&data))
        {
            return Ok(0);
        }
        let matches = |text: &[u8]| self.matcher.find_all(text, usize::MAX).len();
        // Most files are read as they are stored, and have no match.
        let is_converted = is_notebook_name(path) || may_be_document(&data);
        if !is_converted && str::from_utf8(&data).is_ok() && matches(&data) == 0 {
            let mut without = self.without.borrow_mut();
            if without.len() < MAX_REMEMBERED {
                without.insert(*id);
            }
            return Ok(0);
        }
        let (now, location) = (Timeline::now(repository.tree), repository.location(path));
        let text = file_text(&now, location, data, repository.masked_as(path), true)?.text;
        Ok(text.map_or(0, |text| matches(text.as_bytes())))
    }
}
