//! Files, local or in a tree.

use super::metadata::Metadata;
use super::wasi::FsResult;
use super::{local, served};
use crate::tree::Tree;
use std::sync::{Arc, Mutex};

/// An open file, local or in a tree that the host serves. A component must not be able to tell
/// which.
#[derive(Clone)]
pub(super) enum File {
    Local(Arc<LocalFile>),
    /// A tree's files are identified by their paths alone.
    Served(Arc<dyn Tree>),
}

/// An open local file.
pub(super) struct LocalFile {
    file: cap_std::fs::File,
    /// Its metadata at open, for the first time that a component asks for it: it always does.
    opened: Mutex<Option<Metadata>>,
}

impl LocalFile {
    pub(super) fn new(file: cap_std::fs::File, opened: Metadata) -> Self {
        Self { file, opened: Mutex::new(Some(opened)) }
    }

    fn metadata(&self) -> FsResult<Metadata> {
        let opened = self.opened.lock().ok().and_then(|mut opened| opened.take());
        opened.map_or_else(|| local::file_metadata(&self.file), Ok)
    }
}

impl File {
    /// Returns the metadata of the file, whose path in its grant is `path`.
    pub(super) fn metadata(&self, path: &str) -> FsResult<Metadata> {
        match self {
            Self::Local(file) => file.metadata(),
            Self::Served(tree) => served::metadata(&**tree, path),
        }
    }

    /// Reads up to `length` bytes at `offset`, and at most 65536. Returns them, and whether that
    /// was the end of the file.
    pub(super) fn read(&self, path: &str, length: u64, offset: u64) -> FsResult<(Vec<u8>, bool)> {
        match self {
            Self::Local(file) => local::read(&file.file, length, offset),
            Self::Served(tree) => served::read(&**tree, path, length, offset),
        }
    }
}
