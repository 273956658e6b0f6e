//! Commits that add or remove lines with a match of an expression.
//!
//! These are the commits of `git log -S`, and of those of `git log -G` the ones that change a line
//! with a match. Lines that move or are indented are left out.

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
use memchr::{memchr, memrchr};
use readroom_core::Tree;
use readroom_read::documents::may_be_document;
use readroom_read::is_notebook_name;
use readroom_search::{Deadline, Matcher};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// The maximum number of objects that are remembered.
const MAX_REMEMBERED: usize = 1 << 18;

/// The maximum number of lines of a file that are compared one by one. Further ones count as one.
const MAX_LINES: usize = 1 << 18;

/// The files in which a commit changes lines with a match.
#[derive(Default)]
pub(crate) struct MatchChanges {
    pub(crate) files: Vec<Change>,
    /// The number of such lines that it adds.
    pub(crate) added: usize,
    /// The number of those that it removes.
    pub(crate) removed: usize,
}

/// Which commits change lines in which an expression matches.
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

    /// Returns the files in which a commit changes lines with a match, and their number. Merges
    /// have none. The answer means nothing if the time is up.
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
                if let Some((added, removed)) = self.changes(repository, &change)? {
                    changed.added += added;
                    changed.removed += removed;
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

    /// Returns the number of lines with a match that a change adds and removes, if there are any.
    /// `None` if an object is missing, too.
    fn changes<T: Tree>(
        &self,
        repository: &Repository<'_, T>,
        change: &Change,
    ) -> Result<Option<(usize, usize)>, HistoryError> {
        let lines = |state| self.unless_missing(self.lines(repository, state));
        let (Some(from), Some(to)) = (lines(&change.from)?, lines(&change.to)?) else {
            return Ok(None);
        };
        let mut differences = BTreeMap::<_, isize>::new();
        for (lines, by) in [(from, -1), (to, 1)] {
            lines.into_iter().for_each(|line| *differences.entry(line).or_default() += by);
        }
        let (mut added, mut removed) = (0, 0);
        for difference in differences.into_values() {
            *(if difference > 0 { &mut added } else { &mut removed }) += difference.unsigned_abs();
        }
        Ok((added + removed > 0).then_some((added, removed)))
    }

    /// Returns the lines with a match in a file, as a read shows it, each by its hash without the
    /// space around it.
    fn lines<T: Tree>(
        &self,
        repository: &Repository<'_, T>,
        state: &Option<FileState>,
    ) -> Result<Vec<u64>, HistoryError> {
        let Some(FileState { path, mode, id: Some(id) }) = state else { return Ok(Vec::new()) };
        if *mode == FileMode::Submodule || self.without.borrow().contains(id) {
            return Ok(Vec::new());
        }
        let data = match repository.objects.data(*id, ObjectKind::Blob) {
            Err(HistoryError::TooLarge { .. }) => return Ok(Vec::new()),
            data => data?,
        };
        if *mode == FileMode::Link
            && repository.denies_target(path, &String::from_utf8_lossy(&data))
        {
            return Ok(Vec::new());
        }
        // Most files are read as they are stored, and have no match.
        let is_converted = is_notebook_name(path) || may_be_document(&data);
        if !is_converted
            && str::from_utf8(&data).is_ok()
            && self.matcher.find(&data, 0..data.len()).is_none()
        {
            let mut without = self.without.borrow_mut();
            if without.len() < MAX_REMEMBERED {
                without.insert(*id);
            }
            return Ok(Vec::new());
        }
        let (now, location) = (Timeline::now(repository.tree), repository.location(path));
        let text = file_text(&now, location, data, repository.masked_as(path), true)?.text;
        Ok(text.map_or_else(Vec::new, |text| self.matching_lines(text.as_bytes())))
    }

    /// Returns the lines with a match in a text in the same way.
    fn matching_lines(&self, text: &[u8]) -> Vec<u64> {
        let (mut lines, mut at) = (Vec::<u64>::new(), 0);
        while at < text.len()
            && let Some(found) = self.matcher.find(text, at..text.len())
        {
            let before = text.get(at..found.start).unwrap_or_default();
            let start = memrchr(b'\n', before).map_or(at, |feed| at + feed + 1);
            let after = text.get(found.end..).unwrap_or_default();
            let end = memchr(b'\n', after).map_or(text.len(), |feed| found.end + feed);
            let mut hasher = DefaultHasher::new();
            text.get(start..end).unwrap_or_default().trim_ascii().hash(&mut hasher);
            match lines.get_mut(MAX_LINES) {
                Some(further) => *further = hasher.finish().wrapping_add(*further),
                None => lines.push(hasher.finish()),
            }
            at = end + 1;
        }
        lines
    }
}

/// Returns whether the text to find is a regular expression as people write them, and not code with
/// signs of one, such as `a.b[c]` or `int | None`.
pub fn is_expression(text: &str) -> bool {
    let has_signs = ["\\", ".*", ".+", "(?", "[^"].iter().any(|sign| text.contains(sign));
    let is_range = |part: &[u8]| matches!(part, [b'[', from, b'-', to] if from < to);
    let has_alternatives = text.contains('|') && !text.contains([' ', '(']) && !text.contains("||");
    has_signs
        || has_alternatives
        || text.starts_with('^')
        || text.ends_with('$')
        || text.as_bytes().windows(4).any(is_range)
}

#[cfg(test)]
mod tests {
    use super::is_expression;

    #[test]
    fn code_is_not_an_expression() {
        for text in ["foo|bar", r"fn \w+_cache", "^import", "a.*b", "[a-z]+_id", "(?i)todo", "x$"] {
            assert!(is_expression(text), "{text}");
        }
        for text in ["size: int | None = 5", "a.b.c", "array[index]", "a || b", "f(a|b)", "x?.y"] {
            assert!(!is_expression(text), "{text}");
        }
    }
}
