//! Files that are not on a local disk: the host serves them itself.
//!
//! A [`Tree`] is granted like a directory, and a component sees no difference: it can follow links
//! inside the grants, no path leads out, and the tree's answers are trusted as little as a disk's.
//! [`MemoryTree`] keeps files in memory; any other tree is a few lines:
//!
//! ```
//! use readroom::tree::{TreeEntry, TreeEntryKind, TreeListing, Tree};
//! use readroom::{ReadRequest, Room};
//! use std::io;
//!
//! struct Greeting;
//!
//! impl Tree for Greeting {
//!     fn entry(&self, path: &str) -> io::Result<TreeEntry> {
//!         match path {
//!             "" => Ok(TreeEntry::directory()),
//!             "hello.txt" => Ok(TreeEntry::file(6)),
//!             _ => Err(io::ErrorKind::NotFound.into()),
//!         }
//!     }
//!
//!     fn list(&self, _: &str) -> io::Result<TreeListing> {
//!         Ok(Box::new([Ok(("hello.txt".into(), TreeEntryKind::File))].into_iter()))
//!     }
//!
//!     fn read(&self, _: &str, offset: u64, length: usize) -> io::Result<Vec<u8>> {
//!         Ok(b"hello\n".iter().skip(offset as usize).take(length).copied().collect())
//!     }
//! }
//!
//! let room = Room::from_tree("/project", Greeting)?;
//! assert_eq!(room.read(&ReadRequest::new("/project/hello.txt"))?.size, 6);
//! # Ok::<(), readroom::Error>(())
//! ```

mod memory;

pub use memory::{AddError, MemoryTree};

use std::io;
use std::sync::Arc;
use std::time::SystemTime;

/// Files and directories that the host provides.
///
/// A path is relative to the tree's root, which is the empty path. Its names are joined by `/`, and
/// none is empty, `.` or `..`. Names are exact: a tree whose files can be found under other
/// spellings must not find them, because permissions are decided by name. The host follows no link:
/// the component asks for the target and goes there.
///
/// A component gets only the kind of an error ([`io::Error::kind`]): `NotFound`,
/// `PermissionDenied`, `NotADirectory`, `IsADirectory`, `InvalidInput`, `InvalidFilename`,
/// `FileTooLarge`, `ResourceBusy` and `OutOfMemory` keep their meaning, and everything else is a
/// failure of the file system. The message of an error stays in the host.
///
/// All methods are called on the thread that runs the call of the room, which waits for them. They
/// may be called from many threads at once. A panic in one propagates to the caller of the room,
/// which stays usable.
pub trait Tree: Send + Sync + 'static {
    /// Returns what is at a path, without following a link.
    ///
    /// Fails with `NotFound` if there is nothing, even if a name on the way is not a directory.
    fn entry(&self, path: &str) -> io::Result<TreeEntry>;

    /// Lists a directory, in any order.
    ///
    /// A component gets at most four million names in one call. Names that are empty, `.` or `..`,
    /// or contain `/` or a NUL, are skipped.
    fn list(&self, directory: &str) -> io::Result<TreeListing>;

    /// Reads up to `length` bytes at `offset`. `length` is at most 65536.
    ///
    /// Returns no bytes only at or after the end of the file. Bytes beyond `length` are cut off.
    fn read(&self, file: &str, offset: u64, length: usize) -> io::Result<Vec<u8>>;

    /// Returns the target of a link: relative to its directory, or an absolute path in a grant.
    ///
    /// The default implementation fails, which suits a tree without links.
    fn link_target(&self, link: &str) -> io::Result<String> {
        let _ = link;
        Err(io::ErrorKind::InvalidInput.into())
    }
}

/// The names in a directory and their kinds. It owns its data, and is read one name at a time.
pub type TreeListing = Box<dyn Iterator<Item = io::Result<(String, TreeEntryKind)>> + Send>;

/// The kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeEntryKind {
    /// A file that can be read.
    File,
    /// A directory, which can be listed.
    Directory,
    /// A symbolic link.
    Link,
}

/// The metadata of a file, a directory or a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TreeEntry {
    /// What is at the path.
    pub kind: TreeEntryKind,
    /// The size of a file in bytes. A file may end earlier; bytes after it may not be read.
    pub size: u64,
    /// When it was last changed. Times before 1970 count as unknown.
    pub modified: Option<SystemTime>,
    /// A number that differs for each content of the file, such as a checksum or a counter.
    pub revision: Option<u32>,
}

impl TreeEntry {
    /// Returns a file of `size` bytes.
    pub fn file(size: u64) -> Self {
        Self { kind: TreeEntryKind::File, size, modified: None, revision: None }
    }

    /// Returns the entry of a directory.
    pub fn directory() -> Self {
        Self { kind: TreeEntryKind::Directory, size: 0, modified: None, revision: None }
    }

    /// Returns the entry of a symbolic link.
    pub fn link() -> Self {
        Self { kind: TreeEntryKind::Link, size: 0, modified: None, revision: None }
    }

    /// Sets when it was last changed. The version of a file is derived from this, its size and its
    /// revision. A file that has neither a time nor a revision never counts as unchanged.
    #[must_use]
    pub fn modified(self, time: SystemTime) -> Self {
        Self { modified: Some(time), ..self }
    }

    /// Sets its revision.
    #[must_use]
    pub fn revision(self, revision: u32) -> Self {
        Self { revision: Some(revision), ..self }
    }
}

/// A tree that the host shares.
impl<T: Tree + ?Sized> Tree for Arc<T> {
    fn entry(&self, path: &str) -> io::Result<TreeEntry> {
        (**self).entry(path)
    }

    fn list(&self, directory: &str) -> io::Result<TreeListing> {
        (**self).list(directory)
    }

    fn read(&self, file: &str, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        (**self).read(file, offset, length)
    }

    fn link_target(&self, link: &str) -> io::Result<String> {
        (**self).link_target(link)
    }
}
