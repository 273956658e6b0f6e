//! Files of a tree that the host serves, as a component sees them: as if they were files of the machine.
//!
//! Paths are walked here name by name and stay beneath the directory they start from, as the operating system does it
//! for files of the machine; the tree is asked only about clean paths. What it answers is cut to what was asked.

use super::limited;
use super::node::{Entries, MOST_LINKS, Node, Opened};
use crate::limits;
use crate::tree::{Entry, Kind, Tree};
use std::hash::{DefaultHasher, Hash, Hasher};
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
        self.walk(path, PathFlags::SYMLINK_FOLLOW).map(|(_, entry)| entry).map_err(failed)
    }

    fn entry(&self, path: &str) -> FsResult<Entry> {
        self.root.tree.entry(path).map_err(failed)
    }

    /// Walks a path from here: where it leads, and what is there. A link at its end is followed if `follow` says so,
    /// every other one always.
    fn walk(&self, path: &str, follow: PathFlags) -> FsResult<(String, Entry)> {
        if self.kind != Kind::Directory {
            return Err(ErrorCode::NotDirectory.into());
        }
        let (mut names, mut must_be_directory) = (names(path)?, ends_as_directory(path));
        let (mut here, mut links) = (self.path.clone(), 0);
        while let Some(name) = names.pop() {
            if name == ".." {
                here = parent_below(&here, &self.path)?;
                continue;
            }
            let next = if here.is_empty() { name } else { format!("{here}/{name}") };
            let (entry, is_last) = (self.entry(&next)?, names.is_empty());
            match entry.kind {
                Kind::Directory if is_last => return Ok((next, entry)),
                Kind::Directory => here = next,
                Kind::Link if !is_last || follow.contains(PathFlags::SYMLINK_FOLLOW) => {
                    links += 1;
                    if links > MOST_LINKS {
                        return Err(ErrorCode::Loop.into());
                    }
                    let target = self.root.tree.link_target(&next).map_err(failed)?;
                    must_be_directory |= is_last && ends_as_directory(&target);
                    names.extend(self::names(&target)?);
                    if names.len() > limits::PATH_NAMES {
                        return Err(ErrorCode::NameTooLong.into());
                    }
                }
                Kind::File if must_be_directory || !is_last => return Err(ErrorCode::NotDirectory.into()),
                Kind::File | Kind::Link => return Ok((next, entry)),
            }
        }
        let entry = self.entry(&here)?;
        Ok((here, entry))
    }
}

/// The names in a path, the last one first.
fn names(path: &str) -> FsResult<Vec<String>> {
    limited(path)?;
    if path.starts_with('/') {
        return Err(ErrorCode::NotPermitted.into());
    }
    if path.is_empty() {
        return Err(ErrorCode::NoEntry.into());
    }
    if path.contains('\0') {
        return Err(ErrorCode::Invalid.into());
    }
    if path.split('/').any(|name| name.len() > limits::NAME_BYTES) {
        return Err(ErrorCode::NameTooLong.into());
    }
    Ok(path.split('/').rev().filter(|name| !matches!(*name, "" | ".")).map(String::from).collect())
}

/// Whether a path ends in a way that only one to a directory may.
fn ends_as_directory(path: &str) -> bool {
    matches!(path.rsplit('/').next(), Some("" | "." | ".."))
}

/// The parent of a directory, unless that lies above the one that a path started from.
fn parent_below(directory: &str, start: &str) -> FsResult<String> {
    if directory == start {
        return Err(ErrorCode::NotPermitted.into());
    }
    Ok(directory.rsplit_once('/').map_or(String::new(), |(parent, _)| parent.into()))
}

impl Node for Served {
    fn open_at(&mut self, path: &str, follow: PathFlags, flags: OpenFlags) -> FsResult<Opened> {
        let (path, entry) = self.walk(path, follow)?;
        match entry.kind {
            Kind::Link => Err(ErrorCode::Loop.into()),
            Kind::File if flags.contains(OpenFlags::DIRECTORY) => Err(ErrorCode::NotDirectory.into()),
            kind => Ok(Opened::Served(Self { root: self.root.clone(), path, kind })),
        }
    }

    fn link_target(&mut self, path: &str) -> FsResult<String> {
        let (path, entry) = self.walk(path, PathFlags::empty())?;
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

    fn stat_at(&mut self, path: &str, follow: PathFlags) -> FsResult<DescriptorStat> {
        self.walk(path, follow).map(|(_, entry)| stat(&entry))
    }

    fn identity(&mut self) -> FsResult<MetadataHashValue> {
        Ok(identity(&self.root.name, &self.path))
    }

    fn identity_at(&mut self, path: &str, follow: PathFlags) -> FsResult<MetadataHashValue> {
        self.walk(path, follow).map(|(path, _)| identity(&self.root.name, &path))
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

/// Made of names that the component knows: no address of the host's is in it.
fn identity(root: &str, path: &str) -> MetadataHashValue {
    let half = |which: u8| {
        let mut hasher = DefaultHasher::new();
        (which, root, path).hash(&mut hasher);
        hasher.finish()
    };
    MetadataHashValue { lower: half(0), upper: half(1) }
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
