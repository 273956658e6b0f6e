//! Files of git, below an open directory.

use crate::error::HistoryError;
use readroom_core::{
    Directory, FileError, FileKind, Name, Opened, READ_CHUNK, Timestamp, TrailingSlash, Tree,
    TreeError, find,
};
use std::ops::ControlFlow;

/// A directory of git.
pub(crate) struct GitDirectory<'t, T: Tree> {
    pub(crate) tree: &'t T,
    directory: Directory<'t, T>,
}

/// An open file of git.
pub(crate) struct GitFile<'t, T: Tree> {
    tree: &'t T,
    handle: T::File,
    /// Its path, for errors.
    pub(crate) path: String,
    /// Its size when it was opened, in bytes.
    pub(crate) size: u64,
}

impl<'t, T: Tree> GitDirectory<'t, T> {
    /// Opens a directory by its absolute name. `None` if there is none.
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

    /// Opens a file below the directory. `None` if there is none.
    pub(crate) fn file(&self, path: &str) -> Result<Option<GitFile<'t, T>>, HistoryError> {
        match self.try_file(path) {
            Ok(file) => Ok(file),
            Err(FileError::NotFound | FileError::NotDirectory) => Ok(None),
            Err(error) => Err(self.failed(path, error)),
        }
    }

    fn try_file(&self, path: &str) -> Result<Option<GitFile<'t, T>>, FileError> {
        let (around, last) = path.rsplit_once('/').map_or((None, path), |(a, l)| (Some(a), l));
        let last = Name::new(last).ok_or(FileError::NotFound)?;
        let mut opened: Option<T::Directory> = None;
        let start = self.directory.handle().ok_or(FileError::NotDirectory)?;
        for name in around.into_iter().flat_map(|around| around.split('/')) {
            let name = Name::new(name).ok_or(FileError::NotFound)?;
            let directory = opened.as_ref().unwrap_or(start);
            match self.tree.entry(directory, name)?.kind {
                FileKind::Directory => opened = Some(self.tree.open_directory(directory, name)?),
                FileKind::Link => return self.file_by_links(path),
                FileKind::File | FileKind::Special => return Ok(None),
            }
        }
        let directory = opened.as_ref().unwrap_or(start);
        match self.tree.entry(directory, last)?.kind {
            FileKind::File => {}
            FileKind::Link => return self.file_by_links(path),
            FileKind::Directory => return Ok(None),
            FileKind::Special => return Err(FileError::NotAFile),
        }
        let handle = self.tree.open_file(directory, last)?;
        // The entry may have been replaced since it was checked.
        let metadata = self.tree.metadata(&handle)?;
        if metadata.kind != FileKind::File {
            return Err(FileError::NotAFile);
        }
        Ok(Some(GitFile { tree: self.tree, handle, path: path.into(), size: metadata.size }))
    }

    /// Same for a path with links, which the core resolves inside the grants.
    fn file_by_links(&self, path: &str) -> Result<Option<GitFile<'t, T>>, FileError> {
        let absolute = [&*self.name(), "/", path].concat();
        match find(self.tree, None, &absolute, TrailingSlash::WantsDirectory) {
            Ok(Opened::File(file)) => {
                let (handle, size) = (file.into_handle(), 0);
                let file = GitFile { tree: self.tree, handle, path: path.into(), size };
                let size = self.tree.metadata(&file.handle)?.size;
                Ok(Some(GitFile { size, ..file }))
            }
            Ok(Opened::Directory(_)) => Ok(None),
            Err(failure) => Err(failure.error),
        }
    }

    /// Returns the content of a file below the directory. `None` if there is none.
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
        let failed =
            |error: TreeError| HistoryError::File { file: self.path.clone(), error: error.into() };
        Ok(self.tree.metadata(&self.handle).map_err(failed)?.modified)
    }

    /// Reads up to `length` bytes at an offset, at most [`READ_CHUNK`]. Empty only at the end.
    pub(crate) fn read_at(&self, offset: u64, length: u32) -> Result<Vec<u8>, HistoryError> {
        let failed =
            |error: TreeError| HistoryError::File { file: self.path.clone(), error: error.into() };
        self.tree.read_at(&self.handle, offset, length.min(READ_CHUNK)).map_err(failed)
    }

    /// Returns all bytes.
    pub(crate) fn content(&self, max: u64) -> Result<Vec<u8>, HistoryError> {
        let mut bytes = Vec::new();
        while bytes.len() as u64 <= max {
            let more = self.read_at(bytes.len() as u64, READ_CHUNK)?;
            if more.is_empty() {
                return Ok(bytes);
            }
            bytes.extend_from_slice(&more);
        }
        Err(HistoryError::damaged(&self.path, format!("it has more than {max} bytes")))
    }
}
