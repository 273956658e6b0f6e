//! Files, local or in a tree.

use super::metadata::Metadata;
use super::wasi::FsResult;
use super::{local, served};
use crate::tree::Tree;
use std::sync::Arc;

/// An open file, local or in a tree that the host serves. A component must not be able to tell
/// which.
#[derive(Clone)]
pub(super) enum File {
    Local(Arc<cap_std::fs::File>),
    /// A tree's files are identified by their paths alone.
    Served(Arc<dyn Tree>),
}

impl File {
    /// Returns the metadata of the file, whose path in its grant is `path`.
    pub(super) fn metadata(&self, path: &str) -> FsResult<Metadata> {
        match self {
            Self::Local(file) => local::file_metadata(file),
            Self::Served(tree) => served::metadata(&**tree, path),
        }
    }

    /// Reads up to `length` bytes at `offset`, and at most 65536. Returns them, and whether that
    /// was the end of the file.
    pub(super) fn read(&self, path: &str, length: u64, offset: u64) -> FsResult<(Vec<u8>, bool)> {
        match self {
            Self::Local(file) => local::read(file, length, offset),
            Self::Served(tree) => served::read(&**tree, path, length, offset),
        }
    }
}
