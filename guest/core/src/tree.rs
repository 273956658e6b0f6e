//! The seam to the world: a tree of directories and files that the core is allowed to see.

use crate::name::Name;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// Directories that were granted, and everything below them.
///
/// Every operation is about one entry of one open directory, named by a [`Name`], and none follows a symbolic link:
/// an implementation that keeps to this can reach nothing outside the grants. The core does not rely on it alone:
/// it asks for the type of an entry before it opens it, and again afterwards.
pub trait Tree {
    /// An open directory.
    type Directory;
    /// An open file.
    type File;

    /// The grants, the root first. Never changes during a read.
    fn grants(&self) -> &[Grant<Self::Directory>];

    /// What the entry is, without following it if it is a link.
    fn entry(&self, directory: &Self::Directory, name: Name<'_>) -> Result<Metadata, TreeError>;

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

    /// The target of an entry that is a symbolic link.
    fn link_target(&self, directory: &Self::Directory, name: Name<'_>)
    -> Result<String, TreeError>;

    /// Hands on the entries of a directory one by one, in any order and without `.` and `..`, until there are no more or
    /// the taker breaks off. Entries are not followed, and one whose name is no text is left out.
    fn each_entry(
        &self,
        directory: &Self::Directory,
        take: &mut dyn FnMut(&str, FileKind) -> ControlFlow<()>,
    ) -> Result<(), TreeError>;

    /// What an open file is.
    fn metadata(&self, file: &Self::File) -> Result<Metadata, TreeError>;

    /// Reads at most `length` bytes at an offset from the beginning. May return fewer, but none only at the end.
    fn read_at(&self, file: &Self::File, offset: u64, length: u32) -> Result<Vec<u8>, TreeError>;
}

/// A directory that the host has granted.
#[derive(Clone, Debug)]
pub struct Grant<D> {
    /// The absolute name that the agent knows it by: begins with `/`, has no `.`, `..` or empty parts.
    pub name: String,
    /// Whether results name files relative to this grant.
    pub role: GrantRole,
    /// The open directory.
    pub directory: D,
}

/// What a grant is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrantRole {
    /// The project root, or another name of it.
    Root,
    /// A further directory.
    Further,
}

/// What is known about an entry without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// What it is.
    pub kind: FileKind,
    /// Its size in bytes.
    pub size: u64,
    /// When its content last changed, if the file system knows.
    pub modified: Option<Timestamp>,
}

/// A moment, counted from 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timestamp {
    /// Whole seconds.
    pub seconds: u64,
    /// The rest, below 1 000 000 000.
    pub nanoseconds: u32,
}

impl Timestamp {
    /// The moment in milliseconds, rounded down.
    pub fn milliseconds(self) -> u64 {
        self.seconds.saturating_mul(1000).saturating_add(u64::from(self.nanoseconds / 1_000_000))
    }
}

/// What an entry of a directory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link.
    Link,
    /// A pipe, socket or device.
    Special,
}

/// Why a tree could not do what it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeError {
    /// There is no such entry.
    NotFound,
    /// The directory, or the entry that was to be opened as one, is none.
    NotDirectory,
    /// The operating system denies it to the host.
    Denied,
    /// The host denies it to the guest: it would leave the grant.
    NotPermitted,
    /// The name is too long for the file system.
    NameTooLong,
    /// The entry is neither a regular file nor a directory.
    Special,
    /// A link's target is no text.
    NotText,
    /// Anything else.
    Failed,
}
