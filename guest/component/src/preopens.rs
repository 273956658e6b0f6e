//! The tree that the host granted, over wasi:filesystem.
//!
//! Nothing here decides anything: each method is one call of wasi:filesystem about one name, without following links.
//! Files are read by offset rather than through streams, which would need wasi:io.

use crate::bindings::wasi::clocks::wall_clock::Datetime;
use crate::bindings::wasi::filesystem::preopens::get_directories;
use crate::bindings::wasi::filesystem::types::{
    Descriptor, DescriptorFlags, DescriptorStat, DescriptorType, ErrorCode, OpenFlags, PathFlags,
};
use readroom_core::{Grant, Kind, Metadata, Name, Place, Timestamp, Tree, TreeError};
use std::ops::ControlFlow;

/// The directories that the host granted.
pub(crate) struct Preopens(Vec<Grant<Descriptor>>);

impl Preopens {
    /// Asks the host for them. The first is the root; others that are the same directory are further names of it.
    pub(crate) fn get() -> Self {
        let mut grants: Vec<Grant<Descriptor>> = Vec::new();
        for (directory, name) in get_directories() {
            let place = match grants.first() {
                Some(root) if !root.directory.is_same_object(&directory) => Place::Further,
                _ => Place::Root,
            };
            grants.push(Grant { name: absolute(name), place, directory });
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
        directory.stat_at(PathFlags::empty(), name.as_str()).map(metadata).map_err(error)
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
        directory.readlink_at(name.as_str()).map_err(error)
    }

    fn each_entry(
        &self,
        directory: &Descriptor,
        take: &mut dyn FnMut(&str, Kind) -> ControlFlow<()>,
    ) -> Result<(), TreeError> {
        let entries = directory.read_directory().map_err(error)?;
        loop {
            match entries.read_directory_entry() {
                Ok(Some(entry)) => {
                    if take(&entry.name, kind(entry.type_)).is_break() {
                        return Ok(());
                    }
                }
                Ok(None) => return Ok(()),
                // A name that is no text; the others come after it.
                Err(ErrorCode::IllegalByteSequence) => {}
                Err(code) => return Err(error(code)),
            }
        }
    }

    fn metadata(&self, file: &Descriptor) -> Result<Metadata, TreeError> {
        file.stat().map(metadata).map_err(error)
    }

    fn read_at(&self, file: &Descriptor, offset: u64, length: u32) -> Result<Vec<u8>, TreeError> {
        file.read(length.into(), offset).map(|(bytes, _)| bytes).map_err(error)
    }
}

/// The name of a grant as an absolute one: hosts that know nothing of agents also grant `.`, the top of all that they show.
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
        .map_err(error)
}

fn metadata(stat: DescriptorStat) -> Metadata {
    let timestamp = |Datetime { seconds, nanoseconds }| Timestamp { seconds, nanoseconds };
    Metadata {
        kind: kind(stat.type_),
        size: stat.size,
        modified: stat.data_modification_timestamp.map(timestamp),
    }
}

fn kind(of: DescriptorType) -> Kind {
    match of {
        DescriptorType::RegularFile => Kind::File,
        DescriptorType::Directory => Kind::Directory,
        DescriptorType::SymbolicLink => Kind::Link,
        _ => Kind::Special,
    }
}

fn error(code: ErrorCode) -> TreeError {
    match code {
        ErrorCode::NoEntry => TreeError::NotFound,
        ErrorCode::NotDirectory => TreeError::NotDirectory,
        ErrorCode::Access => TreeError::Denied,
        ErrorCode::NotPermitted => TreeError::NotPermitted,
        ErrorCode::NameTooLong => TreeError::NameTooLong,
        // What a host answers that opens without waiting and finds a pipe, a socket or a device.
        ErrorCode::NoDevice | ErrorCode::Unsupported => TreeError::Special,
        ErrorCode::IllegalByteSequence => TreeError::NotText,
        _ => TreeError::Failed,
    }
}
