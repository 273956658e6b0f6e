//! A grant of a component, and its name.

use super::access_check::AccessCheck;
use super::dir_entry::DirEntry;
use super::directory::{Directory, LocalDirectory};
use super::handle::Handle;
use super::wasi::{Datetime, DescriptorType, ErrorCode, FsError, FsResult, OpenFlags};
use crate::limits;
use crate::tree::Tree;
use cap_std::fs::Dir;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// An open directory, or the root of a tree that the host serves, and the absolute path that the
/// component knows it by.
#[derive(Clone)]
pub(crate) struct Grant {
    pub(crate) name: String,
    pub(super) directory: Directory,
}

/// What a name refers to, for the host itself.
pub(crate) enum FileState {
    Absent,
    File(FileStamp),
    /// A directory, a link or something special.
    Other,
}

/// The properties by which two states of a file are told apart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct FileStamp {
    pub(crate) size: u64,
    pub(crate) modified: Option<SystemTime>,
    /// When its name, its mode or its bytes changed, where the file system records it.
    pub(crate) changed: Option<SystemTime>,
}

impl Grant {
    /// Grants an open directory for reading.
    pub(crate) fn new(name: String, directory: Dir) -> Self {
        Self { name, directory: Directory::Local(Arc::new(LocalDirectory::new(directory, None))) }
    }

    /// Grants the same under another name.
    pub(crate) fn renamed(&self, name: String) -> Self {
        Self { name, directory: self.directory.clone() }
    }

    /// Grants a tree.
    pub(crate) fn tree(name: String, tree: Arc<dyn Tree>) -> Self {
        Self { name, directory: Directory::Served(tree) }
    }

    /// Returns the tree, unless the grant is a directory of the machine.
    pub(crate) fn served(&self) -> Option<&dyn Tree> {
        match &self.directory {
            Directory::Served(tree) => Some(&**tree),
            Directory::Local(_) => None,
        }
    }

    /// Returns what a plain name in the grant refers to. Follows no link, and does not ask the
    /// policy.
    pub(crate) fn state(&self, name: &str) -> Result<FileState, ErrorCode> {
        let root = self.root();
        let metadata = DirEntry::new(&root, name)
            .and_then(|mut entry| entry.metadata(&mut AccessCheck::new(None)));
        match metadata.map_err(error_code) {
            Err(ErrorCode::NoEntry) => Ok(FileState::Absent),
            Err(error) => Err(error),
            Ok(metadata) if metadata.stat.type_ == DescriptorType::RegularFile => {
                Ok(FileState::File(FileStamp {
                    size: metadata.stat.size,
                    modified: metadata.stat.data_modification_timestamp.and_then(time),
                    changed: metadata.stat.status_change_timestamp.and_then(time),
                }))
            }
            Ok(_) => Ok(FileState::Other),
        }
    }

    /// Reads such a file. Returns `None` if it has more than `max` bytes.
    pub(crate) fn bytes(&self, name: &str, max: u64) -> Result<Option<Vec<u8>>, ErrorCode> {
        let root = self.root();
        let opened = DirEntry::new(&root, name)
            .and_then(|mut entry| entry.open(OpenFlags::empty(), &mut AccessCheck::new(None)));
        opened.and_then(|file| bytes(&file, max)).map_err(error_code)
    }

    fn root(&self) -> Handle {
        Handle::root(0, self.directory.clone())
    }

    /// Returns whether an absolute path lies in the grant, lexically.
    pub(crate) fn holds(&self, absolute: &str) -> bool {
        self.relative(absolute).is_some()
    }

    /// Returns an absolute path relative to the grant if, lexically, it lies there.
    pub(crate) fn relative(&self, absolute: &str) -> Option<String> {
        let mut parts: Vec<&str> = Vec::new();
        for part in absolute.split('/') {
            match part {
                "" | "." => {}
                ".." => drop(parts.pop()),
                part => parts.push(part),
            }
        }
        let own: Vec<&str> = self.name.split('/').filter(|part| !part.is_empty()).collect();
        Some(parts.strip_prefix(own.as_slice())?.join("/"))
    }
}

fn bytes(file: &Handle, max: u64) -> FsResult<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    while bytes.len() as u64 <= max {
        let (more, ended) = file.read(limits::READ_BYTES as u64, bytes.len() as u64)?;
        bytes.extend(more);
        if ended {
            return Ok(Some(bytes).filter(|bytes| bytes.len() as u64 <= max));
        }
    }
    Ok(None)
}

fn error_code(error: FsError) -> ErrorCode {
    match error {
        FsError::Code(code) => code,
        FsError::Trap(_) => ErrorCode::Io,
    }
}

fn time(time: Datetime) -> Option<SystemTime> {
    UNIX_EPOCH.checked_add(Duration::new(time.seconds, time.nanoseconds))
}
