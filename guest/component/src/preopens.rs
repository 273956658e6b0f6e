//! The tree that the host granted, over wasi:filesystem.
//!
//! Nothing is decided here: each method is one call of wasi:filesystem about one name, without
//! following links. Files are read by offset rather than through streams, which would need wasi:io.

use crate::bindings::wasi::clocks::wall_clock::Datetime;
use crate::bindings::wasi::filesystem::preopens::get_directories;
use crate::bindings::wasi::filesystem::types::{
    Descriptor, DescriptorFlags, DescriptorStat, DescriptorType, ErrorCode, OpenFlags, PathFlags,
};
use readroom_core::{FileKind, Grant, GrantRole, Metadata, Name, Timestamp, Tree, TreeError};
use std::ops::ControlFlow;

/// The directories that the host granted.
pub(crate) struct Preopens(Vec<Grant<Descriptor>>);

impl Preopens {
    /// Gets them from the host. The first is the root; others that are the same directory are
    /// further names of it.
    pub(crate) fn get() -> Self {
        let mut grants: Vec<Grant<Descriptor>> = Vec::new();
        for (directory, name) in get_directories() {
            let role = match grants.first() {
                Some(root) if !root.directory.is_same_object(&directory) => GrantRole::Further,
                _ => GrantRole::Root,
            };
            grants.push(Grant { name: absolute(name), role, directory });
        }
        Self(grants)
    }
}

impl Tree for Preopens {
    type Directory = Descriptor;
    type File = Descriptor;

    fn grants(&self) -> &[Grant<Descriptor>] {
        &self.0
    }

    fn entry(&self, directory: &Descriptor, name: Name<'_>) -> Result<Metadata, TreeError> {
        directory.stat_at(PathFlags::empty(), name.as_str()).map(metadata).map_err(tree_error)
    }

    fn open_directory(
        &self,
        directory: &Descriptor,
        name: Name<'_>,
    ) -> Result<Descriptor, TreeError> {
        open(directory, name, OpenFlags::DIRECTORY)
    }

    fn open_file(&self, directory: &Descriptor, name: Name<'_>) -> Result<Descriptor, TreeError> {
        open(directory, name, OpenFlags::empty())
    }

    fn link_target(&self, directory: &Descriptor, name: Name<'_>) -> Result<String, TreeError> {
        directory.readlink_at(name.as_str()).map_err(tree_error)
    }

    fn each_entry(
        &self,
        directory: &Descriptor,
        take: &mut dyn FnMut(&str, FileKind) -> ControlFlow<()>,
    ) -> Result<(), TreeError> {
        let entries = directory.read_directory().map_err(tree_error)?;
        loop {
            match entries.read_directory_entry() {
                Ok(Some(entry)) => {
                    if take(&entry.name, kind(entry.type_)).is_break() {
                        return Ok(());
                    }
                }
                Ok(None) => return Ok(()),
                // The name is not Unicode; other entries follow.
                Err(ErrorCode::IllegalByteSequence) => {}
                Err(code) => return Err(tree_error(code)),
            }
        }
    }

    fn metadata(&self, file: &Descriptor) -> Result<Metadata, TreeError> {
        file.stat().map(metadata).map_err(tree_error)
    }

    fn read_at(&self, file: &Descriptor, offset: u64, length: u32) -> Result<Vec<u8>, TreeError> {
        file.read(length.into(), offset).map(|(bytes, _)| bytes).map_err(tree_error)
    }
}

/// Returns the absolute name of a grant. Hosts that know nothing of agents also grant `.`, the top
/// of what they show.
fn absolute(name: String) -> String {
    if name.starts_with('/') {
        return name;
    }
    let below = if name == "." { "" } else { name.strip_prefix("./").unwrap_or(&name) };
    ["/", below].concat()
}

fn open(directory: &Descriptor, name: Name<'_>, flags: OpenFlags) -> Result<Descriptor, TreeError> {
    directory
        .open_at(PathFlags::empty(), name.as_str(), flags, DescriptorFlags::READ)
        .map_err(tree_error)
}

fn metadata(stat: DescriptorStat) -> Metadata {
    let timestamp = |Datetime { seconds, nanoseconds }| Timestamp { seconds, nanoseconds };
    Metadata {
        kind: kind(stat.type_),
        size: stat.size,
        modified: stat.data_modification_timestamp.map(timestamp),
        changed: stat.status_change_timestamp.map(timestamp),
    }
}

fn kind(of: DescriptorType) -> FileKind {
    match of {
        DescriptorType::RegularFile => FileKind::File,
        DescriptorType::Directory => FileKind::Directory,
        DescriptorType::SymbolicLink => FileKind::Link,
        _ => FileKind::Special,
    }
}

fn tree_error(code: ErrorCode) -> TreeError {
    match code {
        ErrorCode::NoEntry => TreeError::NotFound,
        ErrorCode::NotDirectory => TreeError::NotDirectory,
        ErrorCode::Access => TreeError::Denied,
        ErrorCode::NotPermitted => TreeError::NotPermitted,
        ErrorCode::NameTooLong => TreeError::NameTooLong,
        // Returned by hosts that open without waiting and find a pipe, a socket or a device.
        ErrorCode::NoDevice | ErrorCode::Unsupported => TreeError::Special,
        ErrorCode::IllegalByteSequence => TreeError::NotText,
        _ => TreeError::Failed,
    }
}
