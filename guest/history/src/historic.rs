//! Questions about the past.

use crate::blame_page::{TracedFile, trace};
use crate::diff_page::Comparison;
use crate::error::HistoryError;
use crate::layout::Layout;
use crate::log_page::{Log, last_change, log_page};
use crate::repository::Repository;
use crate::timeline::Timeline;
use readroom_core::Tree;
use readroom_search::Deadline;
use readroom_types::{BlamePage, BlameRequest, DiffPage, DiffRequest, LogPage, LogRequest};

/// The maximum number of changed files of a commit.
const MAX_FILES: usize = 1000;

/// A tree of files that can also be looked at as it was.
///
/// Relative paths start at `cwd`, an absolute name, or at the root.
pub trait Historic: Tree + Sized {
    /// The tree as it is.
    type Present: Tree;

    /// Returns the tree as it is.
    fn present(&self) -> &Self::Present;

    /// Returns the tree as it was at a revision of the repository of a path.
    fn at(&self, cwd: Option<&str>, path: &str, revision: &str) -> Result<Self, HistoryError>;

    /// Returns the first failure to read an object of a tree as it was, and forgets it: operations
    /// of a tree have no room for it.
    fn take_failure(&self) -> Option<HistoryError>;

    /// Returns the name of the top of the repository of a path. `None` if it is in none.
    fn top_of(&self, cwd: Option<&str>, path: &str) -> Option<String> {
        Some(Layout::find(self.present(), cwd, path).ok()?.location.to_string())
    }

    /// Compares two revisions, or one with the working tree.
    fn compare(
        &self,
        cwd: Option<&str>,
        request: &DiffRequest,
    ) -> Result<Comparison<'_, Self::Present>, HistoryError> {
        Comparison::new(self.present(), cwd, request)
    }

    /// Traces the lines of a file to the commits that they come from.
    fn trace(
        &self,
        cwd: Option<&str>,
        request: &BlameRequest,
        deadline: Deadline<'_>,
    ) -> Result<TracedFile<'_, Self::Present>, HistoryError> {
        trace(self.present(), cwd, request, deadline)
    }

    /// Returns some branches and tags whose last commit has a path, the newest first.
    fn references_with(&self, cwd: Option<&str>, path: &str) -> Result<Vec<String>, HistoryError> {
        Repository::open(self.present(), cwd, path)?.references()
    }

    /// Returns commits, the newest first, each with at most `max_files` changed files.
    fn commits(
        &self,
        cwd: Option<&str>,
        request: &LogRequest,
        max_files: usize,
        deadline: Deadline<'_>,
    ) -> Result<Log, HistoryError> {
        log_page(self.present(), cwd, request, max_files, deadline)
    }

    /// Returns the last commit before `HEAD` that changed a path, on any side of a merge, if it is
    /// found in time.
    fn last_change(
        &self,
        cwd: Option<&str>,
        path: &str,
        deadline: Deadline<'_>,
    ) -> Result<Option<String>, HistoryError> {
        last_change(self.present(), cwd, path, deadline)
    }

    /// Returns a page of commits.
    fn log(
        &self,
        cwd: Option<&str>,
        request: &LogRequest,
        deadline: Deadline<'_>,
    ) -> Result<LogPage, HistoryError> {
        Ok(self.commits(cwd, request, MAX_FILES, deadline)?.page)
    }

    /// Returns a page of a comparison.
    fn diff(
        &self,
        cwd: Option<&str>,
        request: &DiffRequest,
        deadline: Deadline<'_>,
    ) -> Result<DiffPage, HistoryError> {
        self.compare(cwd, request)?.page(request, deadline)
    }

    /// Returns a page of the lines of a file with the commits that they come from.
    fn blame(
        &self,
        cwd: Option<&str>,
        request: &BlameRequest,
        deadline: Deadline<'_>,
    ) -> Result<BlamePage, HistoryError> {
        self.trace(cwd, request, deadline)?.page(request)
    }
}

impl<T: Tree> Historic for Timeline<'_, T> {
    type Present = T;

    fn present(&self) -> &T {
        self.present
    }

    fn at(&self, cwd: Option<&str>, path: &str, revision: &str) -> Result<Self, HistoryError> {
        Repository::open(self.present, cwd, path)?.timeline(revision)
    }

    fn take_failure(&self) -> Option<HistoryError> {
        self.failure.take()
    }
}
