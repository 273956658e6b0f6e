//! Counts of entries left out of a response.

use readroom_core::FileError;
use std::ops::Add;

/// The names of the kinds of ignore files, the strongest first.
const IGNORE_FILES: [&str; 3] = [".ignore", ".gitignore", ".git/info/exclude"];

/// The number of counts.
pub(crate) const COUNTS: usize = 13;

/// Declares the counts, and their conversion to and from an array.
macro_rules! skipped {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The number of requested entries that were left out.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Skipped {
            ignored: [u64; 3],
            $($(#[$doc])* pub $name: u64,)*
        }

        impl Skipped {
            /// Returns all counts, in declaration order.
            pub(crate) fn counts(&self) -> [u64; COUNTS] {
                let [ignore, gitignore, exclude] = self.ignored;
                [ignore, gitignore, exclude, $(self.$name,)*]
            }

            /// Returns the value with these counts.
            pub(crate) fn of(counts: [u64; COUNTS]) -> Self {
                let [ignore, gitignore, exclude, $($name,)*] = counts;
                Self { ignored: [ignore, gitignore, exclude], $($name,)* }
            }
        }
    };
}

skipped! {
    /// Entries whose names start with a dot. The content of such a directory is not counted.
    hidden,
    /// Links, which are not followed.
    links,
    /// Binary files.
    binary,
    /// Documents that are encrypted, damaged, or of an unsupported format.
    documents,
    /// Documents that are too large, and files that are too large to be masked in time.
    large,
    /// Directories that cannot be listed.
    directories,
    /// Files that cannot be read.
    files,
    /// Entries whose names are not Unicode.
    names,
    /// Entries whose paths are too long.
    paths,
    /// Files like `.gitignore` that cannot be read or are too large, and were not applied.
    ignore_files,
}

impl Skipped {
    /// Returns the number of entries that ignore files exclude. The content of such a directory is
    /// not counted.
    pub fn ignored(&self) -> u64 {
        self.ignored.iter().sum()
    }

    /// Returns the names of the ignore files that exclude entries.
    pub fn ignored_by(&self) -> impl Iterator<Item = &'static str> {
        let by_kind = IGNORE_FILES.into_iter().zip(self.ignored);
        by_kind.filter_map(|(name, count)| (count > 0).then_some(name))
    }

    /// Returns the number of requested files that could not be searched.
    pub fn unsearched_files(&self) -> u64 {
        self.binary + self.documents + self.large + self.files
    }

    /// Counts an entry that a kind of ignore file excludes.
    pub(crate) fn ignore(&mut self, kind: usize) {
        if let Some(count) = self.ignored.get_mut(kind) {
            *count += 1;
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
    /// A document that is encrypted, damaged, or of an unsupported format.
    Document,
    /// A document that is too large.
    Large,
}

impl Unsearched {
    /// Returns whether it counts as too large.
    pub(crate) fn is_large(self) -> bool {
        matches!(self, Self::Large | Self::File(FileError::TooManySecrets))
    }
}

impl From<FileError> for Unsearched {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}
