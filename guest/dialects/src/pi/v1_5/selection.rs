//! The entries that fd and ripgrep select in a walk, including hidden names.

use super::ignore_file::{IgnoreLines, Line};
use readroom_core::FileKind;
use readroom_search::{
    Decision, EnteredDirectory, GitFiles, IgnoreRules, Ignores, SelectedEntry, Selection,
};
use std::cell::RefCell;

/// The maximum size of the errors about directories in bytes.
const MAX_ERRORS: usize = 64 * 1024;

/// Everything that ignore files do not exclude.
pub(super) struct Unignored<'a> {
    ignores: Ignores,
    /// A glob that takes precedence over them.
    glob: Option<Line>,
    /// Collects ripgrep's errors about directories that cannot be listed.
    errors: Option<&'a Errors>,
}

/// Errors about unreadable paths, one per line.
#[derive(Default)]
pub(super) struct Errors {
    lines: RefCell<Vec<String>>,
}

impl Errors {
    pub(super) fn push(&self, line: String) {
        let mut lines = self.lines.borrow_mut();
        if lines.iter().map(String::len).sum::<usize>() < MAX_ERRORS {
            lines.push(line);
        }
    }

    /// Returns all of them, if there are any.
    pub(super) fn joined(&self) -> Option<String> {
        let lines = self.lines.borrow();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}

impl<'a> Unignored<'a> {
    /// Like fd: git's files apply without a repository, unless the start is in one.
    pub(super) fn by_fd() -> Self {
        Self::new(&[".fdignore", ".ignore", ".gitignore", ".git"], GitFiles::AsAtStart)
    }

    pub(super) fn by_ripgrep() -> Self {
        Self::new(&[".rgignore", ".ignore", ".gitignore", ".git"], GitFiles::InRepository)
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
        self.ignores.enter(directory)
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
            errors.push(format!(
                "rg: ./{path}: IO error for operation on ./{path}: Permission denied (os error 13)"
            ));
        }
    }
}
