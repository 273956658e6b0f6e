//! Directories: what is in one, and what is at a path.

use crate::check::in_range;
use crate::error::{Argument, PathError, ReadError};
use alloc::string::String;
use alloc::vec::Vec;
use readroom_core::{FileKind, Location, Metadata, Opened, TrailingSlash, Tree, find};

/// How many entries are returned unless another number is asked for.
pub const DEFAULT_ENTRIES: u64 = 1000;

/// The most entries that are returned, whatever number is asked for.
const MAX_ENTRIES: u64 = 10_000;

/// The most bytes that the names of a page have together.
const MAX_NAME_BYTES: usize = 1024 * 1024;

/// What to list. Ranges are checked by [`list`].
#[derive(Clone, Copy, Debug)]
pub struct ListRequest<'a> {
    /// The directory.
    pub path: &'a str,
    /// The name of the last entry of the page before.
    pub after: Option<&'a str>,
    /// The most entries.
    pub entries: Option<u64>,
}

/// Consecutive entries of a directory, sorted by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Where the directory lies.
    pub location: Location,
    /// The entries.
    pub entries: Vec<DirectoryEntry>,
    /// How many the directory has.
    pub total: u64,
    /// Whether there are entries after these.
    pub more: bool,
}

/// An entry of a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectoryEntry {
    /// Its name.
    pub name: String,
    /// What it is. A link is not followed.
    pub kind: FileKind,
    /// What is known of a file, unless the host does not let it be looked at.
    pub metadata: Option<Metadata>,
}

/// Lists what was asked for.
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
        let metadata = if kind == FileKind::File { directory.entry(&name) } else { None };
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
    /// Where it lies.
    pub location: Location,
    /// What is known of a file; a directory has none.
    pub file: Option<Metadata>,
}

/// Finds what is at a path, without reading it.
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
