//! Questions about the past.

use crate::blame_page::blame_page;
use crate::diff_page::diff_page;
use crate::error::HistoryError;
use crate::log_page::log_page;
use crate::repository::Repository;
use crate::timeline::Timeline;
use readroom_core::Tree;
use readroom_search::Deadline;
use readroom_types::{BlamePage, BlameRequest, DiffPage, DiffRequest, LogPage, LogRequest};

/// A tree of files that can also be looked at as it was.
///
/// Relative paths start at `cwd`, an absolute name, or at the root.
pub trait Historic: Tree + Sized {
    /// Returns the tree as it was at a revision of the repository of a path.
    fn at(&self, cwd: Option<&str>, path: &str, revision: &str) -> Result<Self, HistoryError>;

    /// Returns the first failure to read an object of a tree as it was, and forgets it: operations
    /// of a tree have no room for it.
    fn take_failure(&self) -> Option<HistoryError>;

    /// Compares two revisions, or one with the working tree.
    fn diff(
        &self,
        cwd: Option<&str>,
        request: &DiffRequest,
        deadline: Deadline<'_>,
    ) -> Result<DiffPage, HistoryError>;

    /// Returns commits, the newest first.
    fn log(
        &self,
        cwd: Option<&str>,
        request: &LogRequest,
        deadline: Deadline<'_>,
    ) -> Result<LogPage, HistoryError>;

    /// Returns lines of a file with the commits that they come from.
    fn blame(
        &self,
        cwd: Option<&str>,
        request: &BlameRequest,
        deadline: Deadline<'_>,
    ) -> Result<BlamePage, HistoryError>;
}

impl<T: Tree> Historic for Timeline<'_, T> {
    fn at(&self, cwd: Option<&str>, path: &str, revision: &str) -> Result<Self, HistoryError> {
        Repository::open(self.present(), cwd, path)?.timeline(revision)
    }

    fn take_failure(&self) -> Option<HistoryError> {
        self.failure.take()
    }

    fn diff(
        &self,
        cwd: Option<&str>,
        request: &DiffRequest,
        deadline: Deadline<'_>,
    ) -> Result<DiffPage, HistoryError> {
        diff_page(self.present(), cwd, request, deadline)
    }

    fn log(
        &self,
        cwd: Option<&str>,
        request: &LogRequest,
        deadline: Deadline<'_>,
    ) -> Result<LogPage, HistoryError> {
        log_page(self.present(), cwd, request, deadline)
    }

    fn blame(
        &self,
        cwd: Option<&str>,
        request: &BlameRequest,
        deadline: Deadline<'_>,
    ) -> Result<BlamePage, HistoryError> {
        blame_page(self.present(), cwd, request, deadline)
    }
}
