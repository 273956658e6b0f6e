//! Files that are on no local disk: a host answers for them itself.
//!
//! A [`Tree`] is granted in the place of a directory. To a component it is one: links in it are followed while they
//! stay inside the grants, no path leaves it, and what it says is as little trusted as a disk. [`MemoryTree`] keeps
//! files in memory; anything else is a few lines:
//!
//! ```
//! use readroom::tree::{Entry, Kind, Listing, Tree};
//! use readroom::{ReadRequest, Room};
//! use std::io;
//!
//! struct Greeting;
//!
//! impl Tree for Greeting {
//!     fn entry(&self, path: &str) -> io::Result<Entry> {
//!         match path {
//!             "" => Ok(Entry::directory()),
//!             "hello.txt" => Ok(Entry::file(6)),
//!             _ => Err(io::ErrorKind::NotFound.into()),
//!         }
//!     }
//!
//!     fn list(&self, _: &str) -> io::Result<Listing> {
//!         Ok(Box::new([Ok(("hello.txt".into(), Kind::File))].into_iter()))
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

/// Files and directories of the host's own making.
///
/// A path is relative to the tree's root, which is the empty path. Its names are joined by `/`; there is no `.`, no
/// `..` and no empty name in it. No link is followed by the host: the component asks for its target, and goes there.
///
/// The kind of an error ([`io::Error::kind`]) is what a component gets to know of it: `NotFound`, `PermissionDenied`,
/// `NotADirectory`, `IsADirectory`, `InvalidInput`, `InvalidFilename`, `FileTooLarge`, `ResourceBusy` and
/// `OutOfMemory` as what they are, everything else as a failure of the file system. The text of an error stays in the
/// host.
///
/// All methods are called on the thread that makes the call of the room, which waits for them. They may be called from
/// many threads at once. A panic in one passes through to whoever called the room, and leaves the room usable.
pub trait Tree: Send + Sync + 'static {
    /// What is at a path. A link is not followed.
    ///
    /// Fails with `NotFound` if there is nothing, also if something on the way to it is no directory.
    fn entry(&self, path: &str) -> io::Result<Entry>;

    /// What is in a directory, in any order.
    ///
    /// A component that reads on gets at most four million names in one call. A name that is empty, `.` or `..`, or
    /// holds `/` or a NUL, is passed over as one that cannot be spelled.
    fn list(&self, directory: &str) -> io::Result<Listing>;

    /// The bytes of a file from an offset on: at most `length` of them, which is at most 65536, and none only at the
    /// end of the file or beyond. More than `length` are cut off.
    fn read(&self, file: &str, offset: u64, length: usize) -> io::Result<Vec<u8>>;

    /// The target of a link: relative to the directory it is in, or an absolute name in a grant.
    ///
    /// Fails unless implemented, which suits a tree without links.
    fn link_target(&self, link: &str) -> io::Result<String> {
        let _ = link;
        Err(io::ErrorKind::InvalidInput.into())
    }
}

/// The names in a directory and what they stand for. It owns what it needs, and is asked for one name at a time.
pub type Listing = Box<dyn Iterator<Item = io::Result<(String, Kind)>> + Send>;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file that can be read.
    File,
    /// A directory.
    Directory,
    /// A symbolic link.
    Link,
}

/// What is known about a file, a directory or a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// What it is.
    pub kind: Kind,
    /// The size of a file in bytes. A file whose bytes end before is taken as it is; what lies beyond may not be read.
    pub size: u64,
    /// When it was last changed. Times before 1970 count as unknown.
    pub modified: Option<SystemTime>,
}

impl Entry {
    /// A file of so many bytes.
    pub fn file(size: u64) -> Self {
        Self { kind: Kind::File, size, modified: None }
    }

    /// A directory.
    pub fn directory() -> Self {
        Self { kind: Kind::Directory, size: 0, modified: None }
    }

    /// A link.
    pub fn link() -> Self {
        Self { kind: Kind::Link, size: 0, modified: None }
    }

    /// Says when it was last changed. The version of a file is made of this and its size.
    #[must_use]
    pub fn modified(self, time: SystemTime) -> Self {
        Self { modified: Some(time), ..self }
    }
}

/// A tree that the host keeps a hand on.
impl<T: Tree + ?Sized> Tree for Arc<T> {
    fn entry(&self, path: &str) -> io::Result<Entry> {
        (**self).entry(path)
    }

    fn list(&self, directory: &str) -> io::Result<Listing> {
        (**self).list(directory)
    }

    fn read(&self, file: &str, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        (**self).read(file, offset, length)
    }

    fn link_target(&self, link: &str) -> io::Result<String> {
        (**self).link_target(link)
    }
}
