//! The kinds of entries of a tree.

use readroom_core::FileKind;

/// The kind of an entry of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileMode {
    /// A directory: the object is a tree.
    Directory,
    /// A file.
    File,
    /// A file that can be run.
    Executable,
    /// A symbolic link: the object is its target.
    Link,
    /// Another repository: the object is a commit of it.
    Submodule,
}

impl FileMode {
    /// Returns what git's number stands for. `None` for a number that git does not write.
    pub fn from_bits(bits: u32) -> Option<Self> {
        match bits & 0o170_000 {
            0o040_000 => Some(Self::Directory),
            // The permissions of old repositories vary; only one bit counts.
            0o100_000 if bits & 0o100 != 0 => Some(Self::Executable),
            0o100_000 => Some(Self::File),
            0o120_000 => Some(Self::Link),
            0o160_000 => Some(Self::Submodule),
            _ => None,
        }
    }

    /// Returns git's number.
    pub fn bits(self) -> u32 {
        match self {
            Self::Directory => 0o040_000,
            Self::File => 0o100_644,
            Self::Executable => 0o100_755,
            Self::Link => 0o120_000,
            Self::Submodule => 0o160_000,
        }
    }

    /// Returns the part of git's number that says what the entry is, without its permissions.
    pub fn format(self) -> u32 {
        self.bits() & 0o170_000
    }

    /// Returns the kind of the entry in a tree of files. A submodule is an empty directory.
    pub fn kind(self) -> FileKind {
        match self {
            Self::Directory | Self::Submodule => FileKind::Directory,
            Self::File | Self::Executable => FileKind::File,
            Self::Link => FileKind::Link,
        }
    }
}
