//! The walk through a working tree: tracked entries, and those that git would list as untracked.

use crate::change::{Change, Changes, FileState};
use crate::file_mode::FileMode;
use crate::index::Index;
use crate::layout::below;
use readroom_core::FileKind;
use readroom_policy::IgnoreFile;
use readroom_search::{
    Decision, EnteredDirectory, GitFiles, IgnoreRules, Ignores, SelectedEntry, Selection,
};
use readroom_types::ChangeStatus;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The names of ignore files. The walk reports `.git` for nested repositories.
const DECIDING: &[&str] = &[".gitignore", ".git"];

/// The state that a walk and its caller share.
pub(crate) struct Walked<'a> {
    pub(crate) index: &'a Index,
    /// The path to which the walk is limited, or empty.
    pub(crate) below: &'a str,
    /// The changes that were found. Directories that are repositories have a slash at their ends.
    pub(crate) changes: RefCell<Changes>,
    /// The directory whose other entries are left out, with a slash at its end.
    pub(crate) closed: RefCell<Option<String>>,
    /// The directories that cannot be listed.
    pub(crate) unlisted: RefCell<BTreeSet<String>>,
}

impl<'a> Walked<'a> {
    pub(crate) fn new(index: &'a Index, below: &'a str) -> Self {
        Self {
            index,
            below,
            changes: RefCell::default(),
            closed: RefCell::default(),
            unlisted: RefCell::default(),
        }
    }

    /// Adds an untracked entry.
    pub(crate) fn add_untracked(&self, path: String, mode: FileMode) {
        let (status, to) = (ChangeStatus::Untracked, Some(FileState { path, mode, id: None }));
        self.changes.borrow_mut().add(Change { status, similarity: None, from: None, to });
    }

    /// Adds a repository as a whole.
    fn add_repository(&self, path: &str) {
        let (whole, is_wanted) = ([path, "/"].concat(), below(self.below, path).is_some());
        if is_wanted {
            *self.closed.borrow_mut() = Some(whole.clone());
        }
        // Git does not list a directory that replaced a tracked file.
        if !is_wanted || self.index.at(path).is_empty() {
            self.add_untracked(whole, FileMode::Directory);
        }
    }

    fn is_closed(&self, path: &str) -> bool {
        let closed = self.closed.borrow();
        closed.as_ref().is_some_and(|closed| path.starts_with(closed))
    }
}

/// Selects tracked entries and those that are not ignored.
pub(crate) struct WorkTreeSelection<'a> {
    walked: &'a Walked<'a>,
    ignores: Ignores,
    /// The patterns of `.git/info/exclude`.
    exclude: Option<IgnoreFile>,
    /// The length of the path of the working tree from the root of its grant, with a slash at its
    /// end.
    top: usize,
    /// The length of the path of the outermost ignored directory around the current one.
    ignored: Option<usize>,
}

impl<'a> WorkTreeSelection<'a> {
    pub(crate) fn new(walked: &'a Walked<'a>, exclude: &[u8], top: usize) -> Self {
        let rules = IgnoreRules {
            names: DECIDING,
            parse: |bytes| Some(Box::new(IgnoreFile::parse(bytes)?)),
            git: GitFiles::Anywhere,
        };
        let exclude = IgnoreFile::parse(exclude);
        Self { walked, ignores: Ignores::new(rules), exclude, top, ignored: None }
    }

    fn is_ignored(&self, path: &str, is_directory: bool) -> bool {
        let exclude = |patterns: &IgnoreFile| patterns.ignores(path.get(self.top..)?, is_directory);
        let decided = self.ignores.decide(path, is_directory);
        decided.or_else(|| self.exclude.as_ref().and_then(exclude)) == Some(true)
    }

    /// Returns whether the entry of a directory is the directory of git of another repository.
    fn is_repository(entered: &EnteredDirectory<'_>) -> bool {
        let git = entered.deciding.iter().find(|(name, _)| *name == ".git");
        match git {
            Some((_, FileKind::Directory)) => (entered.read)(&[".git", "HEAD"], 4096).is_ok(),
            Some((_, FileKind::File)) => (entered.read)(&[".git"], 4096)
                .is_ok_and(|content| content.is_some_and(|it| it.starts_with(b"gitdir: "))),
            _ => false,
        }
    }
}

impl Selection for WorkTreeSelection<'_> {
    fn deciding_names(&self) -> &'static [&'static str] {
        DECIDING
    }

    fn enter(&mut self, entered: &EnteredDirectory<'_>) -> u64 {
        // Ignore files above the top do not count.
        let Some(inside) = entered.path.get(self.top..) else { return 0 };
        let path = entered.path.trim_end_matches('/');
        if let Some(directory) = inside.strip_suffix('/') {
            let index = self.walked.index;
            let is_submodule = index.at(directory).iter().any(|it| it.mode == FileMode::Submodule);
            let is_repository = || !index.has_directory(directory) && Self::is_repository(entered);
            if is_submodule {
                *self.walked.closed.borrow_mut() = Some(inside.into());
            } else if is_repository() {
                self.walked.add_repository(directory);
            }
            if self.ignored.is_none() && self.is_ignored(path, true) {
                self.ignored = Some(entered.path.len());
            }
        }
        // git follows no link there.
        let is_list = |it: &(&str, FileKind)| *it == (".gitignore", FileKind::File);
        let deciding: Vec<_> = entered.deciding.iter().copied().filter(is_list).collect();
        self.ignores.enter(&EnteredDirectory { deciding: &deciding, ..*entered })
    }

    fn leave(&mut self, length: usize) {
        self.ignores.leave(length);
        self.ignored = self.ignored.filter(|ignored| *ignored <= length);
    }

    fn decide(&self, entry: &SelectedEntry<'_>) -> Decision {
        let (walked, is_directory) = (self.walked, entry.kind == FileKind::Directory);
        let is_around = is_directory && below(entry.below, walked.below).is_some();
        let is_outside = !is_around && below(walked.below, entry.below).is_none();
        if entry.name == ".git" || is_outside || walked.is_closed(entry.below) {
            return Decision::Unmatched;
        }
        let is_tracked = !walked.index.at(entry.below).is_empty()
            || is_directory && walked.index.has_directory(entry.below);
        let is_listed = || {
            entry.kind != FileKind::Special
                && self.ignored.is_none()
                && !self.is_ignored(entry.path, is_directory)
        };
        if is_tracked || is_listed() { Decision::Taken } else { Decision::Unmatched }
    }

    fn note_unlisted(&mut self, path: &str) {
        self.walked.unlisted.borrow_mut().insert(path.into());
    }
}
