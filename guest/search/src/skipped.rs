//! What was left out of an answer.

use readroom_core::FileError;
use std::ops::Add;

/// The names of the kinds of ignore files, the strongest first.
const IGNORE_FILES: [&str; 3] = [".ignore", ".gitignore", ".git/info/exclude"];

/// The number of counts.
pub(crate) const COUNTS: usize = 13;

/// How much of what was asked for was left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Entries whose names begin with a dot. What is in such a directory is not counted.
    pub hidden: u64,
    /// Entries that ignore files leave out, by the kind of the file that decides. What is in such a
    /// directory is not counted.
    ignored: [u64; 3],
    /// Links, which are not followed.
    pub links: u64,
    /// Binary files.
    pub binary: u64,
    /// Documents that are encrypted, damaged, or of a format that is not read.
    pub documents: u64,
    /// Documents that are too large.
    pub large: u64,
    /// Directories that cannot be listed.
    pub directories: u64,
    /// Files that cannot be read.
    pub files: u64,
    /// Entries whose names are not Unicode.
    pub names: u64,
    /// Entries whose paths are too long.
    pub paths: u64,
    /// Files like `.gitignore` that cannot be read or are too large, and were not applied.
    pub ignore_files: u64,
}

impl Skipped {
    /// Returns the number of entries that ignore files leave out.
    pub fn ignored(&self) -> u64 {
        self.ignored.iter().sum()
    }

    /// Returns the names of the ignore files that leave something out.
    pub fn ignored_by(&self) -> impl Iterator<Item = &'static str> {
        let by_kind = IGNORE_FILES.into_iter().zip(self.ignored);
        by_kind.filter_map(|(name, count)| (count > 0).then_some(name))
    }

    /// Returns the number of files that were asked for and could not be searched.
    pub fn unsearched_files(&self) -> u64 {
        self.binary + self.documents + self.large + self.files
    }

    /// Counts an entry that a kind of ignore file leaves out.
    pub(crate) fn ignore(&mut self, kind: usize) {
        if let Some(count) = self.ignored.get_mut(kind) {
            *count += 1;
        }
    }

    /// Returns all counts, in an order of their own.
    pub(crate) fn counts(&self) -> [u64; COUNTS] {
        let Self { hidden, ignored, links, binary, documents, large, .. } = *self;
        let Self { directories, files, names, paths, ignore_files, .. } = *self;
        let [ignore, gitignore, exclude] = ignored;
        [
            hidden,
            ignore,
            gitignore,
            exclude,
            links,
            binary,
            documents,
            large,
            directories,
            files,
            names,
            paths,
            ignore_files,
        ]
    }

    /// Returns what has these counts.
    pub(crate) fn of(counts: [u64; COUNTS]) -> Self {
        let [hidden, ignore, gitignore, exclude, links, binary, documents, large, ..] = counts;
        let [.., directories, files, names, paths, ignore_files] = counts;
        let ignored = [ignore, gitignore, exclude];
        Self {
            hidden,
            ignored,
            links,
            binary,
            documents,
            large,
            directories,
            files,
            names,
            paths,
            ignore_files,
        }
    }
}

impl Add for Skipped {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (mut counts, others) = (self.counts(), other.counts());
        counts.iter_mut().zip(others).for_each(|(count, other)| *count += other);
        Self::of(counts)
    }
}

/// Why a file was not searched to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unsearched {
    /// It cannot be read, or is not text.
    File(FileError),
    /// A document that is encrypted, damaged, or of a format that is not read.
    Document,
    /// A document that is too large.
    Large,
}

impl From<FileError> for Unsearched {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}
