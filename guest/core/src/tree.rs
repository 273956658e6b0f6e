//! The interface to the host: a tree of directories and files that the core may see.

use crate::{Name, ValueFormat};
use readroom_types::FileKind;
use std::ops::ControlFlow;

/// Granted directories and everything below them.
///
/// Every operation is about one entry of one open directory, named by a [`Name`], and does not
/// follow symbolic links, so an implementation that keeps to this can reach nothing outside the
/// grants. The core does not rely on that alone: it checks the type of an entry before it opens it,
/// and again afterwards.
pub trait Tree {
    /// An open directory.
    type Directory;
    /// An open file.
    type File;

    /// Returns the grants, the root first. They do not change during a read.
    fn grants(&self) -> &[Grant<Self::Directory>];

    /// Returns the metadata of an entry. A link is not followed.
    fn entry(&self, directory: &Self::Directory, name: Name<'_>) -> Result<Metadata, TreeError>;

    /// Returns the metadata of an open directory.
    fn directory_metadata(&self, directory: &Self::Directory) -> Result<Metadata, TreeError>;

    /// Opens an entry that is a directory.
    fn open_directory(
        &self,
        directory: &Self::Directory,
        name: Name<'_>,
    ) -> Result<Self::Directory, TreeError>;

    /// Opens an entry that is a regular file, for reading.
    fn open_file(
        &self,
        directory: &Self::Directory,
        name: Name<'_>,
    ) -> Result<Self::File, TreeError>;

    /// Returns the target of an entry that is a symbolic link.
    fn link_target(&self, directory: &Self::Directory, name: Name<'_>)
    -> Result<String, TreeError>;

    /// Passes the entries of a directory to `take`, in any order and without `.` and `..`, until
    /// there are no more or `take` breaks. Links are not followed. Entries whose names are not
    /// Unicode are left out, and their number, among those visited, is returned.
    fn each_entry(
        &self,
        directory: &Self::Directory,
        take: &mut dyn FnMut(&str, FileKind) -> ControlFlow<()>,
    ) -> Result<u64, TreeError>;

    /// Returns whether the host denies an entry, which a search then must not reveal. Denial by the
    /// operating system alone does not count.
    fn is_denied(&self, _directory: &Self::Directory, _name: Name<'_>, _kind: FileKind) -> bool {
        false
    }

    /// Returns the format of the values in an open file whose secrets are masked. `None` if they
    /// are not masked.
    fn masked_as(&self, _file: &Self::File) -> Option<ValueFormat> {
        None
    }

    /// Returns whether the host denies a path in a grant, whether or not anything is there: a path
    /// of names with `/` between them, that leads through no link.
    fn denies_path(&self, _grant: usize, _path: &str, _kind: FileKind) -> bool {
        false
    }

    /// Returns the format of the values in the file at such a path whose secrets are masked. `None`
    /// if they are not masked.
    fn masked_path(&self, _grant: usize, _path: &str) -> Option<ValueFormat> {
        None
    }

    /// Returns the metadata of an open file.
    fn metadata(&self, file: &Self::File) -> Result<Metadata, TreeError>;

    /// Reads up to `length` bytes at an offset. May return fewer, but is empty only at the end.
    fn read_at(&self, file: &Self::File, offset: u64, length: u32) -> Result<Vec<u8>, TreeError>;
}

/// A directory that the host has granted.
#[derive(Clone, Debug)]
pub struct Grant<D> {
    /// The absolute name that the agent uses: begins with `/`, without `.`, `..` and empty
    /// components.
    pub name: String,
    /// Whether results name files relative to this grant.
    pub role: GrantRole,
    /// The open directory.
    pub directory: D,
}

/// The role of a grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrantRole {
    /// The project root, or another name of it.
    Root,
    /// A further directory.
    Further,
}

/// The metadata of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// Its kind.
    pub kind: FileKind,
    /// Its size in bytes.
    pub size: u64,
    /// When its content last changed, if the file system records it. Programs can set it.
    pub modified: Option<Timestamp>,
    /// When any part of it last changed, if the host knows: its content, name, mode or modification
    /// time. Programs cannot set it.
    pub changed: Option<Timestamp>,
}

/// A point in time since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timestamp {
    /// Whole seconds.
    pub seconds: u64,
    /// Additional nanoseconds, below 1 000 000 000.
    pub nanoseconds: u32,
}

impl Timestamp {
    /// Returns the milliseconds since 1970-01-01T00:00:00Z, rounded down.
    pub fn milliseconds(self) -> u64 {
        self.seconds.saturating_mul(1000).saturating_add(u64::from(self.nanoseconds / 1_000_000))
    }
}

/// Why an operation of a tree failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeError {
    /// There is no such entry.
    NotFound,
    /// It is not a directory.
    NotDirectory,
    /// The operating system denies the host access.
    Denied,
    /// The host denies the guest access: it would leave the grant.
    NotPermitted,
    /// The name is too long for the file system.
    NameTooLong,
    /// The entry is neither a regular file nor a directory.
    Special,
    /// The target of a link is not Unicode.
    NotText,
    /// Anything else.
    Failed,
}
