//! Ignore files: `.gitignore` and the like.
//!
//! A deeper file takes precedence over those above it, and a stronger kind over all weaker ones,
//! wherever they are.

use crate::EnteredDirectory;
use readroom_core::{FileError, FileKind};
use readroom_policy::IgnoreFile;

/// The maximum total size of all ignore files that apply in a directory, in bytes. Further ones are
/// not applied.
const MAX_BYTES: usize = 12 << 20;

/// The maximum number of kinds of ignore files.
const MAX_KINDS: usize = 4;

/// The patterns in such a file.
pub trait IgnorePatterns {
    /// Returns whether a path, relative to the directory of the file, is ignored: `false` if a
    /// pattern re-includes it. `None` if none matches.
    fn ignores(&self, path: &str, is_directory: bool) -> Option<bool>;

    /// Returns what is wrong with its lines.
    fn faults(&self) -> &[String] {
        &[]
    }
}

impl IgnorePatterns for IgnoreFile {
    fn ignores(&self, path: &str, is_directory: bool) -> Option<bool> {
        self.ignores(path, is_directory)
    }
}

/// Where git's own ignore files apply: `.gitignore` and `.git/info/exclude`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GitFiles {
    /// Everywhere, because the root may be a part of a repository.
    Anywhere,
    /// In a repository, up to its root.
    InRepository,
    /// In a repository, up to its root, if the start is in one; everywhere otherwise.
    AsAtStart,
}

/// Which ignore files apply, and how.
pub struct IgnoreRules {
    /// Their names, the strongest first, up to `.gitignore` and `.git`. `.jj` may follow, which
    /// marks a repository, too.
    pub names: &'static [&'static str],
    /// Compiles the patterns in a file. `None` if it has too many.
    pub parse: fn(&[u8]) -> Option<Box<dyn IgnorePatterns>>,
    /// Where git's own files apply.
    pub git: GitFiles,
}

impl IgnoreRules {
    /// Like `rg --no-require-git`, with git's patterns.
    pub(crate) const NEUTRAL: Self = Self {
        names: &[".ignore", ".gitignore", ".git"],
        parse: |bytes| Some(Box::new(IgnoreFile::parse(bytes)?)),
        git: GitFiles::Anywhere,
    };

    /// Returns the number of kinds other than git's.
    fn own(&self) -> usize {
        self.names.iter().take_while(|name| **name != ".gitignore").count()
    }
}

/// The ignore files that apply in the current directory.
pub struct Ignores {
    rules: IgnoreRules,
    /// Its ancestors that have any, outermost first.
    directories: Vec<IgnoreDirectory>,
    bytes: usize,
    starts_in_repository: bool,
}

struct IgnoreDirectory {
    /// The length of the directory's path, with a slash at its end.
    prefix: usize,
    /// Whether it is the root of a repository.
    is_repository: bool,
    /// One of each kind.
    files: [Option<Box<dyn IgnorePatterns>>; MAX_KINDS],
    bytes: usize,
}

/// Returns whether a link leads to nothing, by what came of reading it.
fn is_broken<T>(read: Result<T, FileError>) -> bool {
    use FileError::{NotDirectory, NotFound, TooManyLinks};
    matches!(read, Err(NotFound | NotDirectory | TooManyLinks))
}

impl Ignores {
    /// Returns an empty set.
    pub fn new(rules: IgnoreRules) -> Self {
        Self { rules, directories: Vec::new(), bytes: 0, starts_in_repository: false }
    }

    /// Returns the names of ignore files.
    pub fn names(&self) -> &'static [&'static str] {
        self.rules.names
    }

    /// Adds the ignore files of a directory. Returns the number of those that could not be applied.
    pub fn enter(&mut self, entered: &EnteredDirectory<'_>) -> u64 {
        if entered.deciding.is_empty() {
            return 0;
        }
        let mut files = [const { None }; MAX_KINDS];
        let (mut bytes, mut failed) = (0, 0);
        let mut has_git = false;
        let entry = |name: &str| entered.deciding.iter().find(|(deciding, _)| *deciding == name);
        for ((kind, name), file) in self.rules.names.iter().enumerate().zip(&mut files) {
            let Some((_, found)) = entry(name) else { continue };
            let is_git = kind > self.rules.own();
            let is_link = *found == FileKind::Link;
            has_git |= is_git && !(is_link && is_broken((entered.read)(&[name], 0)));
            let (wanted, path) = match is_git {
                true => (FileKind::Directory, &[*name, "info", "exclude"][..]),
                false => (FileKind::File, &[*name][..]),
            };
            if *found != wanted && !is_link {
                continue;
            }
            match (entered.read)(path, MAX_BYTES - self.bytes - bytes) {
                Ok(Some(content)) => {
                    bytes += content.len();
                    *file = (self.rules.parse)(&content);
                    failed += u64::from(file.is_none());
                }
                // Most repositories have no exclude file, and what is denied is not counted.
                Err(_) if is_git => {}
                Err(FileError::Denied | FileError::NotFound) => {}
                Ok(None) | Err(_) => failed += 1,
            }
        }
        self.bytes += bytes;
        let is_repository = has_git || entry(".jj").is_some();
        self.starts_in_repository |= entered.is_start && has_git;
        let prefix = entered.path.len();
        self.directories.push(IgnoreDirectory { prefix, is_repository, files, bytes });
        failed
    }

    /// Returns what is wrong with the lines of the files in the directory entered last, if it has
    /// such files: the name of each file, and the faults.
    pub fn faults(&self) -> impl Iterator<Item = (&'static str, &[String])> {
        let files = self.directories.last().into_iter().flat_map(|last| &last.files);
        self.rules.names.iter().zip(files).filter_map(|(name, file)| {
            let faults = file.as_ref()?.faults();
            (!faults.is_empty()).then_some((*name, faults))
        })
    }

    /// Drops the ignore files of directories whose paths are longer than this.
    pub fn leave(&mut self, prefix: usize) {
        while let Some(last) = self.directories.pop_if(|last| last.prefix > prefix) {
            self.bytes -= last.bytes;
        }
    }

    /// Returns whether a path is ignored: `false` if a pattern re-includes it, `None` if none
    /// matches.
    pub fn decide(&self, path: &str, is_directory: bool) -> Option<bool> {
        self.decide_by(path, is_directory).map(|(_, is_ignored)| is_ignored)
    }

    /// Same as [`Ignores::decide`], with the number of the kind of the deciding file.
    pub(crate) fn decide_by(&self, path: &str, is_directory: bool) -> Option<(usize, bool)> {
        let has_borders = match self.rules.git {
            GitFiles::Anywhere => false,
            GitFiles::InRepository => true,
            GitFiles::AsAtStart => self.starts_in_repository,
        };
        let is_in_repository = || self.directories.iter().any(|directory| directory.is_repository);
        let mut git_counts = !has_borders || is_in_repository();
        let mut decided = [None; MAX_KINDS];
        for directory in self.directories.iter().rev() {
            let path = path.get(directory.prefix..)?;
            let kinds = if git_counts { MAX_KINDS } else { self.rules.own() };
            for (decided, file) in decided.iter_mut().zip(&directory.files).take(kinds) {
                *decided = decided.or_else(|| file.as_ref()?.ignores(path, is_directory));
            }
            git_counts &= !(has_borders && directory.is_repository);
        }
        decided.into_iter().enumerate().find_map(|(kind, decided)| Some((kind, decided?)))
    }
}
