//! Files of git and of the working tree, below an open directory.

use crate::error::HistoryError;
use readroom_core::{
    Directory, FileError, FileKind, Metadata, Name, Opened, READ_CHUNK, Timestamp, TrailingSlash,
    Tree, TreeError, find,
};
use std::ops::ControlFlow;

/// A directory of git.
pub(crate) struct GitDirectory<'t, T: Tree> {
    pub(crate) tree: &'t T,
    pub(crate) directory: Directory<'t, T>,
}

/// An entry below a directory.
pub(crate) enum GitEntry<'t, T: Tree> {
    File(GitFile<'t, T>),
    /// Its target. `None` if the host does not return it, as hosts may with one that is absolute.
    Link(Option<String>),
    /// A directory on the way to it is a link.
    BelowLink,
    Directory,
    Special,
}

/// An open file.
pub(crate) struct GitFile<'t, T: Tree> {
    tree: &'t T,
    handle: T::File,
    /// Its path, for errors.
    pub(crate) path: String,
    /// Its size when it was opened, in bytes.
    pub(crate) size: u64,
}

impl<'t, T: Tree> GitDirectory<'t, T> {
    /// Opens a directory by its absolute name. `None` if it does not exist.
    pub(crate) fn open(tree: &'t T, path: &str) -> Result<Option<Self>, HistoryError> {
        match find(tree, None, path, TrailingSlash::Ignored) {
            Ok(Opened::Directory(directory)) => Ok(Some(Self { tree, directory })),
            Ok(Opened::File(_)) => Ok(None),
            Err(failure) => match failure.error {
                FileError::NotFound | FileError::NotDirectory => Ok(None),
                error => Err(HistoryError::File { file: path.into(), error }),
            },
        }
    }

    /// Returns its absolute name.
    pub(crate) fn name(&self) -> String {
        self.directory.location().absolute()
    }

    /// Opens a file below the directory. `None` if it does not exist.
    pub(crate) fn file(&self, path: &str) -> Result<Option<GitFile<'t, T>>, HistoryError> {
        let file = match self.entry(path) {
            Ok(Some(GitEntry::File(file))) => Ok(Some(file)),
            Ok(Some(GitEntry::Link(_) | GitEntry::BelowLink)) => self.file_by_links(path),
            Ok(Some(GitEntry::Special)) => Err(FileError::NotAFile),
            Ok(Some(GitEntry::Directory) | None) => Ok(None),
            Err(error) => Err(error),
        };
        match file {
            Err(FileError::NotFound | FileError::NotDirectory) => Ok(None),
            file => file.map_err(|error| self.failed(path, error)),
        }
    }

    /// Opens an entry below the directory, without following links. `None` if it does not exist.
    pub(crate) fn entry(&self, path: &str) -> Result<Option<GitEntry<'t, T>>, FileError> {
        match self.try_entry(path) {
            Ok(entry) => Ok(Some(entry)),
            Err(TreeError::NotFound | TreeError::NotDirectory) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn try_entry(&self, path: &str) -> Result<GitEntry<'t, T>, TreeError> {
        let mut opened: Option<T::Directory> = None;
        let start = self.directory.handle().ok_or(TreeError::NotDirectory)?;
        let mut names = path.split('/').peekable();
        while let Some(name) = names.next() {
            let name = Name::new(name).ok_or(TreeError::NotFound)?;
            let directory = opened.as_ref().unwrap_or(start);
            match (self.tree.entry(directory, name)?.kind, names.peek()) {
                (FileKind::Directory, Some(_)) => {
                    opened = Some(self.tree.open_directory(directory, name)?);
                }
                (FileKind::Link, Some(_)) => return Ok(GitEntry::BelowLink),
                (_, Some(_)) => break,
                (FileKind::Directory, None) => return Ok(GitEntry::Directory),
                (FileKind::Special, None) => return Ok(GitEntry::Special),
                (FileKind::Link, None) => {
                    return match self.tree.link_target(directory, name) {
                        Err(TreeError::NotFound) => Err(TreeError::NotFound),
                        target => Ok(GitEntry::Link(target.ok())),
                    };
                }
                (FileKind::File, None) => {
                    let handle = self.tree.open_file(directory, name)?;
                    // The entry may have been replaced since it was checked.
                    let Metadata { kind, size, .. } = self.tree.metadata(&handle)?;
                    let file = GitFile { tree: self.tree, handle, path: path.into(), size };
                    let is_file = kind == FileKind::File;
                    return Ok(if is_file { GitEntry::File(file) } else { GitEntry::Special });
                }
            }
        }
        Err(TreeError::NotFound)
    }

    /// Same for a path with links, which the core resolves inside the grants.
    fn file_by_links(&self, path: &str) -> Result<Option<GitFile<'t, T>>, FileError> {
        let absolute = [&*self.name(), "/", path].concat();
        match find(self.tree, None, &absolute, TrailingSlash::WantsDirectory) {
            Ok(Opened::File(file)) => {
                let handle = file.into_handle();
                let size = self.tree.metadata(&handle)?.size;
                Ok(Some(GitFile { tree: self.tree, handle, path: path.into(), size }))
            }
            Ok(Opened::Directory(_)) => Ok(None),
            Err(failure) => Err(failure.error),
        }
    }

    /// Returns the content of a file below the directory. `None` if it does not exist.
    pub(crate) fn content(&self, path: &str, max: u64) -> Result<Option<Vec<u8>>, HistoryError> {
        self.file(path)?.map(|file| file.content(max)).transpose()
    }

    /// Passes the names in a directory below this one, such as `refs/heads`, to `take`. Nothing is
    /// passed if there is none.
    pub(crate) fn each_name(
        &self,
        path: &str,
        take: &mut dyn FnMut(&str, FileKind) -> ControlFlow<()>,
    ) -> Result<(), HistoryError> {
        let absolute = [&*self.name(), "/", path].concat();
        let Some(below) = Self::open(self.tree, &absolute)? else { return Ok(()) };
        below.directory.each_entry(take).map_err(|error| self.failed(path, error))
    }

    fn failed(&self, path: &str, error: FileError) -> HistoryError {
        HistoryError::File { file: [&*self.name(), "/", path].concat(), error }
    }
}

impl<T: Tree> GitFile<'_, T> {
    /// Returns when it was last modified.
    pub(crate) fn modified(&self) -> Result<Option<Timestamp>, HistoryError> {
        Ok(self.tree.metadata(&self.handle).map_err(|error| self.failed(error))?.modified)
    }

    /// Reads up to `length` bytes at an offset, at most [`READ_CHUNK`]. Empty only at the end.
    pub(crate) fn read_at(&self, offset: u64, length: u32) -> Result<Vec<u8>, HistoryError> {
        let bytes = self.tree.read_at(&self.handle, offset, length.min(READ_CHUNK));
        bytes.map_err(|error| self.failed(error))
    }

    fn failed(&self, error: TreeError) -> HistoryError {
        HistoryError::File { file: self.path.clone(), error: error.into() }
    }

    /// Returns all bytes. More than `max` are damage.
    pub(crate) fn content(&self, max: u64) -> Result<Vec<u8>, HistoryError> {
        let too_many = || format!("it has more than {max} bytes");
        self.bytes(max)?.ok_or_else(|| HistoryError::damaged(&self.path, too_many()))
    }

    /// Returns all bytes. `None` if there are more than `max`.
    pub(crate) fn bytes(&self, max: u64) -> Result<Option<Vec<u8>>, HistoryError> {
        if self.size > max {
            return Ok(None);
        }
        let bytes = self.read_full(0, max.saturating_add(1))?;
        Ok(Some(bytes).filter(|bytes| bytes.len() as u64 <= max))
    }

    /// Returns up to `length` bytes at an offset, less only at the end.
    pub(crate) fn read_full(&self, offset: u64, length: u64) -> Result<Vec<u8>, HistoryError> {
        let mut bytes = Vec::new();
        while let missing @ 1.. = length.saturating_sub(bytes.len() as u64) {
            let missing = u32::try_from(missing).unwrap_or(READ_CHUNK);
            let more = self.read_at(offset.saturating_add(bytes.len() as u64), missing)?;
            if more.is_empty() {
                break;
            }
            if bytes.is_empty() {
                bytes = more;
            } else {
                bytes.extend_from_slice(&more);
            }
        }
        Ok(bytes)
    }

    /// Returns whether its bytes are these.
    pub(crate) fn is_equal_to(&self, mut expected: &[u8]) -> Result<bool, HistoryError> {
        let mut offset = 0;
        loop {
            let bytes = self.read_at(offset, READ_CHUNK)?;
            match expected.strip_prefix(&*bytes) {
                Some(rest) if !bytes.is_empty() => expected = rest,
                rest => return Ok(rest.is_some_and(<[u8]>::is_empty)),
            }
            offset += bytes.len() as u64;
        }
    }
}
