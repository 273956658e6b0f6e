//! Directories and files of the host, over wasi:filesystem.
//!
//! Nothing is decided here: each method is one call of wasi:filesystem about one name, without
//! following links. Files are read by offset rather than through streams, which would need wasi:io.

use crate::bindings::wasi::clocks::wall_clock::Datetime;
use crate::bindings::wasi::filesystem::preopens::get_directories;
use crate::bindings::wasi::filesystem::types::{
    Descriptor, DescriptorFlags, DescriptorStat, DescriptorType, ErrorCode, OpenFlags, PathFlags,
};
use readroom_core::{FileKind, Metadata, Name, PathStyle, Timestamp, TreeError};

/// Returns the directories that the host granted, and their absolute names.
pub(crate) fn grants() -> impl Iterator<Item = (Descriptor, String)> {
    get_directories().into_iter().map(|(directory, name)| (directory, absolute(name)))
}

/// A name in a directory, and what it is.
type Entry = (String, FileKind);

impl Descriptor {
    pub(crate) fn entry(&self, name: Name<'_>) -> Result<Metadata, TreeError> {
        self.stat_at(PathFlags::empty(), name.as_str()).map(metadata).map_err(tree_error)
    }

    pub(crate) fn open_directory(&self, name: Name<'_>) -> Result<Self, TreeError> {
        self.open(name, OpenFlags::DIRECTORY)
    }

    pub(crate) fn open_file(&self, name: Name<'_>) -> Result<Self, TreeError> {
        self.open(name, OpenFlags::empty())
    }

    fn open(&self, name: Name<'_>, flags: OpenFlags) -> Result<Self, TreeError> {
        self.open_at(PathFlags::empty(), name.as_str(), flags, DescriptorFlags::READ)
            .map_err(tree_error)
    }

    pub(crate) fn link_target(&self, name: Name<'_>) -> Result<String, TreeError> {
        self.readlink_at(name.as_str()).map_err(tree_error)
    }

    /// Returns what a directory lists: `None` for a name that is not Unicode.
    pub(crate) fn entries(
        &self,
    ) -> Result<impl Iterator<Item = Result<Option<Entry>, TreeError>>, TreeError> {
        let entries = self.read_directory().or_else(|code| match code {
            // In jco's own host a granted directory cannot be listed, but one that is opened in it.
            ErrorCode::BadDescriptor => self
                .open_at(PathFlags::empty(), ".", OpenFlags::DIRECTORY, DescriptorFlags::READ)
                .and_then(|same| same.read_directory()),
            _ => Err(code),
        });
        let entries = entries.map_err(tree_error)?;
        Ok(std::iter::from_fn(move || match entries.read_directory_entry() {
            Ok(entry) => entry.map(|entry| Ok(Some((entry.name, kind(entry.type_))))),
            Err(ErrorCode::IllegalByteSequence) => Some(Ok(None)),
            Err(code) => Some(Err(tree_error(code))),
        }))
    }

    pub(crate) fn metadata(&self) -> Result<Metadata, TreeError> {
        self.stat().map(metadata).map_err(tree_error)
    }

    pub(crate) fn read_at(&self, offset: u64, length: u32) -> Result<Vec<u8>, TreeError> {
        self.read(length.into(), offset).map(|(bytes, _)| bytes).map_err(tree_error)
    }
}

/// Returns the absolute name of a grant. Hosts that know nothing of agents also grant `.`, the top
/// of what they show.
fn absolute(name: String) -> String {
    if name.starts_with('/') || PathStyle::of(&name) == PathStyle::Windows {
        return name;
    }
    let below = if name == "." { "" } else { name.strip_prefix("./").unwrap_or(&name) };
    ["/", below].concat()
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
