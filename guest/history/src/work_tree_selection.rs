//! The walk through a working tree: tracked entries, and those that git would list as untracked.

use crate::file_mode::FileMode;
use crate::index::Index;
use readroom_core::FileKind;
use readroom_policy::IgnoreFile;
use readroom_search::{
    Decision, EnteredDirectory, GitFiles, IgnoreRules, Ignores, SelectedEntry, Selection,
};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

/// The names of ignore files. The walk reports `.git` for nested repositories.
const DECIDING: &[&str] = &[".gitignore", ".git"];

/// Which untracked entries are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UntrackedEntries {
    /// None.
    Ignored,
    /// Files, and directories without tracked files as a whole, with a slash at their ends: as `git
    /// status` lists them.
    #[default]
    Collapsed,
    /// Every file: as `git status -uall` lists them.
    EachFile,
}

/// The state that a walk and its caller share.
pub(crate) struct Walked<'a> {
    pub(crate) index: &'a Index,
    /// The path to which the walk is limited, or empty.
    pub(crate) below: &'a str,
    pub(crate) untracked: UntrackedEntries,
    /// The paths of untracked entries, each with a slash at its end if it is a directory.
    pub(crate) found: RefCell<Vec<(String, FileMode)>>,
    /// The number of bytes in these paths.
    pub(crate) found_bytes: Cell<usize>,
    /// The directory whose other entries are left out, with a slash at its end.
    pub(crate) closed: RefCell<Option<String>>,
    /// The directories that cannot be listed.
    pub(crate) unlisted: RefCell<BTreeSet<String>>,
}

impl<'a> Walked<'a> {
    pub(crate) fn new(index: &'a Index, below: &'a str, untracked: UntrackedEntries) -> Self {
        Self {
            index,
            below,
            untracked,
            found: RefCell::default(),
            found_bytes: Cell::default(),
            closed: RefCell::default(),
            unlisted: RefCell::default(),
        }
    }

    /// Adds an untracked entry, or the outermost directory around it without tracked files.
    pub(crate) fn add_untracked(&self, path: &str, mode: FileMode) {
        let end = if mode == FileMode::Directory { "/" } else { "" };
        let whole = [path, end].concat();
        let outermost = whole.match_indices('/').map(|(at, _)| at).find(|at| {
            let directory = whole.get(..*at).unwrap_or_default();
            let is_shown = self.untracked == UntrackedEntries::Collapsed || *at == path.len();
            is_shown && is_below(directory, self.below) && !self.index.has_directory(directory)
        });
        self.found_bytes.set(self.found_bytes.get().saturating_add(whole.len()));
        let mut found = self.found.borrow_mut();
        let Some(at) = outermost else { return found.push((whole, mode)) };
        let (name, shown) = (whole.get(..at), whole.get(..=at).unwrap_or_default());
        // Git does not list a directory that replaced a tracked file.
        if name.is_some_and(|name| self.index.at(name).is_empty()) {
            found.push((shown.into(), FileMode::Directory));
        }
        *self.closed.borrow_mut() = Some(shown.into());
    }

    fn is_closed(&self, path: &str) -> bool {
        let closed = self.closed.borrow();
        closed.as_ref().is_some_and(|closed| path.starts_with(closed))
    }
}

/// Returns whether a path is the other one, or below it.
pub(crate) fn is_below(path: &str, other: &str) -> bool {
    let rest = path.strip_prefix(other);
    other.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
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
            Some((_, FileKind::File)) => match (entered.read)(&[".git"], 4096) {
                Ok(Some(content)) => content.starts_with(b"gitdir: "),
                _ => false,
            },
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
        let Some(below) = entered.path.get(self.top..) else { return 0 };
        let path = entered.path.trim_end_matches('/');
        if let Some(directory) = below.strip_suffix('/') {
            let index = self.walked.index;
            let is_submodule = index.at(directory).iter().any(|it| it.mode == FileMode::Submodule);
            let is_repository = || !index.has_directory(directory) && Self::is_repository(entered);
            if is_submodule {
                *self.walked.closed.borrow_mut() = Some(below.into());
            } else if is_repository() {
                self.walked.add_untracked(directory, FileMode::Directory);
            }
            if self.ignored.is_none() && self.is_ignored(path, true) {
                self.ignored = Some(entered.path.len());
            }
        }
        let deciding: Vec<_> =
            entered.deciding.iter().copied().filter(|(name, _)| *name == ".gitignore").collect();
        self.ignores.enter(&EnteredDirectory { deciding: &deciding, ..*entered })
    }

    fn leave(&mut self, length: usize) {
        self.ignores.leave(length);
        self.ignored = self.ignored.filter(|ignored| *ignored <= length);
    }

    fn decide(&self, entry: &SelectedEntry<'_>) -> Decision {
        let (walked, is_directory) = (self.walked, entry.kind == FileKind::Directory);
        let is_around = is_directory && is_below(walked.below, entry.below);
        let is_outside = !is_around && !is_below(entry.below, walked.below);
        if entry.name == ".git" || is_outside || walked.is_closed(entry.below) {
            return Decision::Unmatched;
        }
        let is_tracked = !walked.index.at(entry.below).is_empty()
            || is_directory && walked.index.has_directory(entry.below);
        let is_listed = || {
            walked.untracked != UntrackedEntries::Ignored
                && entry.kind != FileKind::Special
                && self.ignored.is_none()
                && !self.is_ignored(entry.path, is_directory)
        };
        if is_tracked || is_listed() { Decision::Taken } else { Decision::Unmatched }
    }

    fn note_unlisted(&mut self, path: &str) {
        self.walked.unlisted.borrow_mut().insert(path.into());
    }
}
