//! Files of a tree that the host serves, as a component sees them: as if they were files of the machine.
//!
//! The tree is asked only about clean paths, see [`super::walk`]. What it answers is cut to what was asked.

use super::limited;
use super::node::{Entries, Node, Opened, hash};
use super::walk::{self, Arrival, Judge, walk};
use crate::limits;
use crate::tree::{Entry, Kind, Tree};
use std::io;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use wasmtime_wasi::p2::bindings::clocks::wall_clock::Datetime;
use wasmtime_wasi::p2::bindings::filesystem::types::ErrorCode;
use wasmtime_wasi::p2::bindings::sync::filesystem::types::{
    DescriptorStat, DescriptorType, DirectoryEntry, MetadataHashValue, OpenFlags, PathFlags,
};
use wasmtime_wasi::p2::{FsError, FsResult};

/// A tree, and the name it was granted by.
pub(super) struct Root {
    pub(super) name: String,
    pub(super) tree: Arc<dyn Tree>,
}

impl Root {
    /// Made of names that the component knows: no address of the host's is in it.
    fn identity(&self, path: &str) -> MetadataHashValue {
        hash((self.name.as_str(), path))
    }
}

/// An open file or directory of a tree.
#[derive(Clone)]
pub(crate) struct Served {
    root: Arc<Root>,
    path: String,
    kind: Kind,
}

impl PartialEq for Served {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.root, &other.root) && self.path == other.path
    }
}

impl Served {
    /// The root of a tree.
    pub(super) fn root(root: Root) -> Self {
        Self { root: Arc::new(root), path: String::new(), kind: Kind::Directory }
    }

    /// What a path from here leads to, if it stays inside. For the host, which tells its errors.
    pub(crate) fn look(&self, path: &str) -> io::Result<Entry> {
        let failed = |error: FsError| match error.downcast() {
            Ok(ErrorCode::NoEntry) => io::ErrorKind::NotFound.into(),
            Ok(ErrorCode::NotDirectory) => io::ErrorKind::NotADirectory.into(),
            Ok(ErrorCode::Access | ErrorCode::NotPermitted) => io::ErrorKind::PermissionDenied.into(),
            Ok(code) => io::Error::other(code),
            Err(error) => io::Error::other(error.to_string()),
        };
        let found = self.walk(path, PathFlags::SYMLINK_FOLLOW, &mut Judge::nobody());
        found.map(|arrival| arrival.entry).map_err(failed)
    }

    fn entry(&self, path: &str) -> FsResult<Entry> {
        self.root.tree.entry(path).map_err(failed)
    }

    fn walk(&self, path: &str, follow: PathFlags, judge: &mut Judge<'_>) -> FsResult<Arrival<Ground>> {
        if self.kind != Kind::Directory {
            return Err(ErrorCode::NotDirectory.into());
        }
        walk(&mut Ground(self.root.clone()), (), &self.path, path, follow, judge)
    }
}

/// A tree, as what paths are walked on. Its directories are known by their paths alone.
struct Ground(Arc<Root>);

impl walk::Ground for Ground {
    type Directory = ();
    type Entry = Entry;

    fn look(&mut self, (): &(), path: &str) -> FsResult<Entry> {
        self.0.tree.entry(path).map_err(failed)
    }

    fn look_at(&mut self, (): &(), path: &str) -> FsResult<Entry> {
        self.look(&(), path)
    }

    fn kind(entry: &Entry) -> walk::Kind {
        match entry.kind {
            Kind::Directory => walk::Kind::Directory,
            Kind::Link => walk::Kind::Link,
            Kind::File => walk::Kind::Other,
        }
    }

    fn enter(&mut self, (): &(), _: &str) -> FsResult<()> {
        Ok(())
    }

    fn target(&mut self, (): &(), path: &str) -> FsResult<String> {
        self.0.tree.link_target(path).map_err(failed)
    }
}

impl Node for Served {
    fn open_at(
        &mut self,
        path: &str,
        follow: PathFlags,
        flags: OpenFlags,
        judge: &mut Judge<'_>,
    ) -> FsResult<(Opened, String)> {
        let Arrival { path, entry, .. } = self.walk(path, follow, judge)?;
        match entry.kind {
            Kind::Link => Err(ErrorCode::Loop.into()),
            Kind::File if flags.contains(OpenFlags::DIRECTORY) => Err(ErrorCode::NotDirectory.into()),
            kind => {
                let opened = Self { root: self.root.clone(), path: path.clone(), kind };
                Ok((Opened::Served(opened), path))
            }
        }
    }

    fn link_target(&mut self, path: &str, judge: &mut Judge<'_>) -> FsResult<String> {
        let Arrival { path, entry, .. } = self.walk(path, PathFlags::empty(), judge)?;
        if entry.kind != Kind::Link {
            return Err(ErrorCode::Invalid.into());
        }
        let target = self.root.tree.link_target(&path).map_err(failed)?;
        limited(&target)?;
        Ok(target)
    }

    fn read(&mut self, length: u64, offset: u64) -> FsResult<(Vec<u8>, bool)> {
        if self.kind != Kind::File {
            return Err(ErrorCode::BadDescriptor.into());
        }
        let length = usize::try_from(length).unwrap_or(usize::MAX).min(limits::READ_BYTES);
        let mut bytes = match length {
            0 => Vec::new(),
            length => self.root.tree.read(&self.path, offset, length).map_err(failed)?,
        };
        bytes.truncate(length);
        let ended = bytes.is_empty();
        Ok((bytes, ended))
    }

    fn list(&mut self) -> FsResult<Entries> {
        if self.kind != Kind::Directory {
            return Err(ErrorCode::NotDirectory.into());
        }
        let listing = self.root.tree.list(&self.path).map_err(failed)?;
        Ok(Box::new(listing.map(|named| {
            let (name, kind) = named.map_err(failed)?;
            if matches!(name.as_str(), "" | "." | "..") || name.contains(['/', '\0']) {
                return Err(ErrorCode::IllegalByteSequence.into());
            }
            Ok(DirectoryEntry { type_: descriptor_type(kind), name })
        })))
    }

    fn stat(&mut self) -> FsResult<DescriptorStat> {
        self.entry(&self.path).map(|entry| stat(&entry))
    }

    fn stat_at(&mut self, path: &str, follow: PathFlags, judge: &mut Judge<'_>) -> FsResult<DescriptorStat> {
        self.walk(path, follow, judge).map(|arrival| stat(&arrival.entry))
    }

    fn identity(&mut self) -> FsResult<MetadataHashValue> {
        Ok(self.root.identity(&self.path))
    }

    fn identity_at(
        &mut self,
        path: &str,
        follow: PathFlags,
        judge: &mut Judge<'_>,
    ) -> FsResult<MetadataHashValue> {
        self.walk(path, follow, judge).map(|arrival| self.root.identity(&arrival.path))
    }
}

fn stat(entry: &Entry) -> DescriptorStat {
    DescriptorStat {
        type_: descriptor_type(entry.kind),
        link_count: 1,
        size: entry.size,
        data_access_timestamp: None,
        data_modification_timestamp: entry.modified.and_then(datetime),
        status_change_timestamp: None,
    }
}

fn descriptor_type(kind: Kind) -> DescriptorType {
    match kind {
        Kind::File => DescriptorType::RegularFile,
        Kind::Directory => DescriptorType::Directory,
        Kind::Link => DescriptorType::SymbolicLink,
    }
}

/// A time as the component gets it, which knows none before 1970.
fn datetime(time: SystemTime) -> Option<Datetime> {
    let since = time.duration_since(UNIX_EPOCH).ok()?;
    Some(Datetime { seconds: since.as_secs(), nanoseconds: since.subsec_nanos() })
}

/// What a tree's error is to a component. A tree says no as an operating system does, so that its no is not taken for
/// the sandbox's.
fn failed(error: io::Error) -> FsError {
    let code = match error.kind() {
        io::ErrorKind::NotFound => ErrorCode::NoEntry,
        io::ErrorKind::PermissionDenied => ErrorCode::Access,
        io::ErrorKind::NotADirectory => ErrorCode::NotDirectory,
        io::ErrorKind::IsADirectory => ErrorCode::IsDirectory,
        io::ErrorKind::InvalidInput => ErrorCode::Invalid,
        io::ErrorKind::InvalidFilename => ErrorCode::NameTooLong,
        io::ErrorKind::FileTooLarge => ErrorCode::FileTooLarge,
        io::ErrorKind::ResourceBusy => ErrorCode::Busy,
        io::ErrorKind::OutOfMemory => ErrorCode::InsufficientMemory,
        _ => ErrorCode::Io,
    };
    code.into()
}
