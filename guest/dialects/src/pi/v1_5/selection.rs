//! The entries that fd and ripgrep select in a walk, including hidden names.

use super::ignore_file::{IgnoreLines, Line};
use crate::shared::paths;
use readroom_core::{FileKind, Location, Tree};
use readroom_search::{
    Decision, EnteredDirectory, GitFiles, IgnoreRules, Ignores, SelectedEntry, Selection,
};
use std::cell::{Cell, RefCell};

/// The maximum size of the errors about directories in bytes.
const MAX_ERRORS: usize = 64 * 1024;

/// Everything that ignore files do not exclude.
pub(super) struct Unignored<'a> {
    ignores: Ignores,
    /// A glob that takes precedence over them.
    glob: Option<Line>,
    /// Collects ripgrep's errors.
    errors: Option<&'a Errors>,
}

/// Errors about unreadable paths, and about lines of ignore files.
pub(super) struct Errors {
    /// The absolute name of the outermost grant around the start.
    grant: String,
    /// The length of the start's path from there, with a slash at its end.
    start: usize,
    lines: RefCell<String>,
    /// Whether one of them is more than a warning.
    has_failed: Cell<bool>,
}

impl Errors {
    /// Returns an empty collection for a walk from this directory.
    pub(super) fn of<T: Tree>(tree: &T, start: &Location) -> Self {
        let start = start.absolute();
        let grants = tree.grants().iter().map(|grant| &*grant.name);
        let around = grants.filter(|grant| paths::is_inside(grant, &start));
        let grant = around.min_by_key(|grant| grant.len()).unwrap_or_default();
        let grant = grant.trim_end_matches('/').to_string();
        let start = start.trim_end_matches('/').len() - grant.len();
        Self { grant, start, lines: RefCell::default(), has_failed: Cell::new(false) }
    }

    /// Adds what is wrong with the lines of ignore files. Only in a directory above the start is it
    /// more than a warning.
    fn push_faults<'f>(
        &self,
        directory: &str,
        files: impl Iterator<Item = (&'static str, &'f [String])>,
    ) {
        let below = directory.get(self.start..);
        let mut is_first = below.is_some() || self.lines.borrow().is_empty();
        for (name, faults) in files {
            let name = if name == ".git" { ".git/info/exclude" } else { name };
            let path = match below {
                Some(below) => format!("./{below}{name}"),
                None => format!("{}/{directory}{name}", self.grant),
            };
            for fault in faults {
                let mark = if std::mem::take(&mut is_first) { "rg: " } else { "" };
                self.push(&format!("{mark}{path}: {fault}"), below.is_some());
            }
        }
    }

    pub(super) fn push(&self, line: &str, is_warning: bool) {
        let mut lines = self.lines.borrow_mut();
        if lines.len() < MAX_ERRORS {
            let separator = if lines.is_empty() { "" } else { "\n" };
            lines.extend([separator, line]);
        }
        self.has_failed.set(self.has_failed.get() || !is_warning);
    }

    /// Returns all of them, if there is more than warnings.
    pub(super) fn joined(self) -> Option<String> {
        self.has_failed.get().then(|| self.lines.into_inner())
    }
}

impl<'a> Unignored<'a> {
    /// Like fd: git's files apply without a repository, unless the start is in one.
    pub(super) fn by_fd() -> Self {
        Self::new(&[".fdignore", ".ignore", ".gitignore", ".git", ".jj"], GitFiles::AsAtStart)
    }

    pub(super) fn by_ripgrep() -> Self {
        Self::new(&[".rgignore", ".ignore", ".gitignore", ".git", ".jj"], GitFiles::InRepository)
    }

    fn new(names: &'static [&'static str], git: GitFiles) -> Self {
        let rules = IgnoreRules { names, parse: IgnoreLines::parse, git };
        Self { ignores: Ignores::new(rules), glob: None, errors: None }
    }

    /// Takes only files that a glob includes, or does not exclude.
    pub(super) fn with_glob(self, glob: Option<Line>) -> Self {
        Self { glob, ..self }
    }

    /// Collects errors.
    pub(super) fn with_errors(self, errors: &'a Errors) -> Self {
        Self { errors: Some(errors), ..self }
    }
}

impl Selection for Unignored<'_> {
    fn deciding_names(&self) -> &'static [&'static str] {
        self.ignores.names()
    }

    fn enter(&mut self, directory: &EnteredDirectory<'_>) -> u64 {
        let failed = self.ignores.enter(directory);
        if let Some(errors) = self.errors
            && !directory.deciding.is_empty()
        {
            errors.push_faults(directory.path, self.ignores.faults());
        }
        failed
    }

    fn leave(&mut self, length: usize) {
        self.ignores.leave(length);
    }

    fn decide(&self, entry: &SelectedEntry<'_>) -> Decision {
        let is_directory = entry.kind == FileKind::Directory;
        let by_glob = self.glob.as_ref().and_then(|glob| {
            match glob.matches(entry.below, is_directory) {
                Some(is_exception) => Some(!is_exception),
                // A glob that includes excludes all other files.
                None if !glob.is_exception && !is_directory => Some(false),
                None => None,
            }
        });
        let is_ignored = || self.ignores.decide(entry.path, is_directory).unwrap_or(false);
        match by_glob.unwrap_or_else(|| !is_ignored()) {
            true => Decision::Taken,
            false => Decision::Unmatched,
        }
    }

    fn note_unlisted(&mut self, path: &str) {
        if let Some(errors) = self.errors {
            let why = format!(
                "rg: ./{path}: IO error for operation on ./{path}: Permission denied (os error 13)"
            );
            errors.push(&why, false);
        }
    }
}
