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

/// Which commits change how often an expression matches in a file.
pub(crate) struct Pickaxe {
    matcher: Matcher,
    /// Objects without a match.
    without: RefCell<BTreeSet<ObjectId>>,
}

impl Pickaxe {
    pub(crate) fn new(matcher: Matcher) -> Self {
        Self { matcher, without: RefCell::default() }
    }

    /// Returns whether a commit changes the number of matches in a file. Merges do not. The answer
    /// means nothing if the time is up.
    pub(crate) fn takes<T: Tree>(
        &self,
        repository: &Repository<'_, T>,
        commit: &Commit,
        deadline: Deadline<'_>,
    ) -> Result<bool, HistoryError> {
        if commit.parents.len() > 1 {
            return Ok(false);
        }
        let changes = changes_of_commit(repository, commit, &repository.wanted(&[])?)?;
        // A renamed file takes its matches with it.
        Ok(self.changes_any(repository, &changes, deadline)?
            && self.changes_any(repository, &with_renames(repository, changes)?, deadline)?)
    }

    fn changes_any<T: Tree>(
        &self,
        repository: &Repository<'_, T>,
        changes: &[Change],
        deadline: Deadline<'_>,
    ) -> Result<bool, HistoryError> {
        for Change { from, to, .. } in changes {
            if self.count(repository, from)? != self.count(repository, to)? {
                return Ok(true);
            }
            if deadline.has_passed() {
                break;
            }
        }
        Ok(false)
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
