//! Lists directories, and returns metadata.

use crate::check::in_range;
use crate::error::{Argument, PathError, ReadError};
use crate::request::ListRequest;
use readroom_core::{FileKind, Location, Metadata, Opened, TrailingSlash, Tree, find};

/// The default number of entries.
pub const DEFAULT_ENTRIES: u64 = 1000;

/// The maximum number of entries; larger numbers act as this one.
const MAX_ENTRIES: u64 = 100_000;

/// The maximum size of the names of a page in bytes.
const MAX_NAME_BYTES: usize = 1024 * 1024;

/// Consecutive entries of a directory, sorted by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Where the directory is.
    pub location: Location,
    /// The requested part of its entries, in order.
    pub entries: Vec<DirectoryEntry>,
    /// The number of entries in the directory.
    pub total: u64,
    /// Whether more entries follow.
    pub more: bool,
}

/// What a directory has under one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectoryEntry {
    /// The name in the directory, without a path.
    pub name: String,
    /// What it is. A link is not followed.
    pub kind: FileKind,
    /// The metadata of a file, if it was asked for. `None` if the host does not permit looking at
    /// it.
    pub metadata: Option<Metadata>,
}

/// Lists a page of a directory.
pub fn list<T: Tree>(
    tree: &T,
    cwd: Option<&str>,
    request: &ListRequest<'_>,
) -> Result<Listing, ReadError> {
    let entries = request.entries.unwrap_or(DEFAULT_ENTRIES);
    let entries = in_range(Argument::Entries, 1..=u64::MAX, entries)?;
    let failed = |error| ReadError::at_path(tree, cwd, error, request.path);
    let directory = match find(tree, cwd, request.path, TrailingSlash::Ignored) {
        Ok(Opened::Directory(directory)) => directory,
        Ok(Opened::File(_)) => {
            return Err(ReadError::about(request.path, PathError::NotADirectory));
        }
        Err(failure) => return Err(failed(failure.error)),
    };
    let count = usize::try_from(entries.min(MAX_ENTRIES)).unwrap_or(usize::MAX);
    let page = directory.names_after(request.after, count, MAX_NAME_BYTES).map_err(failed)?;
    let entry = |(name, kind): (String, FileKind)| {
        let metadata =
            if request.details && kind == FileKind::File { directory.entry(&name) } else { None };
        DirectoryEntry { name, kind, metadata }
    };
    Ok(Listing {
        entries: page.entries.into_iter().map(entry).collect(),
        total: page.total,
        more: page.more,
        location: directory.location().clone(),
    })
}

/// What is at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileStat {
    /// Where it is.
    pub location: Location,
    /// The metadata of a file. `None` for a directory.
    pub file: Option<Metadata>,
}

/// Returns what is at a path, without reading it.
pub fn stat<T: Tree>(tree: &T, cwd: Option<&str>, path: &str) -> Result<FileStat, ReadError> {
    match find(tree, cwd, path, TrailingSlash::WantsDirectory) {
        Ok(Opened::File(file)) => {
            Ok(FileStat { location: file.location, file: Some(file.metadata) })
        }
        Ok(Opened::Directory(directory)) => {
            Ok(FileStat { location: directory.location().clone(), file: None })
        }
        Err(failure) => Err(ReadError::at_path(tree, cwd, failure.error, path)),
    }
}
