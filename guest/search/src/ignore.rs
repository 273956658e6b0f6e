//! The files that say what a search leaves out: `.ignore`, `.gitignore` and `.git/info/exclude`.
//!
//! They count as for `rg --no-require-git`: a deeper file before those above it, `.ignore` before
//! what git has, and git's files whether or not there is a repository, because the root may be a
//! part of one.

use readroom_core::{File, FileKind, Location, Name, Tree};
use readroom_policy::IgnoreFile;

/// The maximum size of all files that count at one place, in bytes. What exceeds it is not applied.
const MAX_BYTES: usize = 12 << 20;

/// The names that are looked for in a directory.
const IGNORE: &str = ".ignore";
const GITIGNORE: &str = ".gitignore";
const GIT: &str = ".git";

/// What a directory has of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct IgnoreNames {
    has_ignore: bool,
    has_gitignore: bool,
    has_git: bool,
}

impl IgnoreNames {
    /// Notes an entry of the directory.
    pub(crate) fn note(&mut self, name: &str, kind: FileKind) {
        match name {
            IGNORE => self.has_ignore = kind == FileKind::File,
            GITIGNORE => self.has_gitignore = kind == FileKind::File,
            GIT => self.has_git = kind == FileKind::Directory,
            _ => {}
        }
    }

    fn has_any(self) -> bool {
        self.has_ignore || self.has_gitignore || self.has_git
    }

    /// Looks for them in a directory that is not listed.
    pub(crate) fn of<T: Tree>(tree: &T, directory: &T::Directory) -> Self {
        let mut names = Self::default();
        for name in [IGNORE, GITIGNORE, GIT] {
            let found = Name::new(name).and_then(|name| tree.entry(directory, name).ok());
            found.into_iter().for_each(|metadata| names.note(name, metadata.kind));
        }
        names
    }
}

/// The files that count in the current directory.
#[derive(Debug, Default)]
pub(crate) struct Ignores {
    /// Those of the directories around it that have any, outermost first.
    directories: Vec<IgnoreDirectory>,
    bytes: usize,
}

#[derive(Debug)]
struct IgnoreDirectory {
    /// The length of the path of the directory, with a slash at its end.
    prefix: usize,
    ignore: Option<IgnoreFile>,
    gitignore: Option<IgnoreFile>,
    exclude: Option<IgnoreFile>,
    bytes: usize,
}

impl Ignores {
    /// Adds what a directory has. `path` is its path, empty or with a slash at its end. Returns the
    /// number of files that could not be applied.
    pub(crate) fn enter<T: Tree>(
        &mut self,
        tree: &T,
        directory: &T::Directory,
        location: &Location,
        path: &str,
        names: IgnoreNames,
    ) -> u64 {
        if !names.has_any() {
            return 0;
        }
        let (mut bytes, mut failed) = (0, 0);
        let mut room = MAX_BYTES - self.bytes;
        let mut read = |directory: &T::Directory, location: &Location, name: &str| {
            let parsed = File::open(tree, directory, location.child(name))
                .and_then(|file| file.bytes(room))
                .map(|content| {
                    content.and_then(|content| {
                        room -= content.len();
                        bytes += content.len();
                        IgnoreFile::parse(&content)
                    })
                });
            match parsed {
                Ok(Some(file)) => Some(file),
                Ok(None) | Err(_) => {
                    failed += 1;
                    None
                }
            }
        };
        let ignore = names.has_ignore.then(|| read(directory, location, IGNORE)).flatten();
        let gitignore = names.has_gitignore.then(|| read(directory, location, GITIGNORE)).flatten();
        let exclude = names.has_git.then(|| exclude(tree, directory, &location.child(GIT)));
        let exclude =
            exclude.flatten().and_then(|(info, location)| read(&info, &location, "exclude"));
        self.bytes += bytes;
        self.directories.push(IgnoreDirectory {
            prefix: path.len(),
            ignore,
            gitignore,
            exclude,
            bytes,
        });
        failed
    }

    /// Drops what directories have whose paths are longer than this.
    pub(crate) fn leave(&mut self, prefix: usize) {
        while let Some(last) = self.directories.pop_if(|last| last.prefix > prefix) {
            self.bytes -= last.bytes;
        }
    }

    /// Returns whether a path is left out: `false` if a pattern brings it back, `None` if none
    /// matches.
    pub(crate) fn decide(&self, path: &str, is_directory: bool) -> Option<bool> {
        let (mut ignore, mut gitignore, mut exclude) = (None, None, None);
        for directory in self.directories.iter().rev() {
            let path = path.get(directory.prefix..)?;
            let decide = |decided: &mut Option<bool>, file: &Option<IgnoreFile>| {
                *decided = decided.or_else(|| file.as_ref()?.ignores(path, is_directory));
            };
            decide(&mut ignore, &directory.ignore);
            decide(&mut gitignore, &directory.gitignore);
            decide(&mut exclude, &directory.exclude);
        }
        ignore.or(gitignore).or(exclude)
    }
}

/// Opens the directory of git's own list, if there is one.
fn exclude<T: Tree>(
    tree: &T,
    directory: &T::Directory,
    git: &Location,
) -> Option<(T::Directory, Location)> {
    let info = "info";
    let opened = tree.open_directory(directory, Name::new(GIT)?).ok()?;
    let kind = |directory, name| Some(tree.entry(directory, Name::new(name)?).ok()?.kind);
    if kind(&opened, info)? != FileKind::Directory {
        return None;
    }
    let opened = tree.open_directory(&opened, Name::new(info)?).ok()?;
    (kind(&opened, "exclude")? == FileKind::File).then(|| (opened, git.child(info)))
}
