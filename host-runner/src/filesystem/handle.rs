//! What a component's descriptor stands for.

use super::access_check::AccessCheck;
use super::dir_entry::DirEntry;
use super::directory::{Directory, Entries};
use super::grant_path::GrantPath;
use super::metadata::Metadata;
use super::plain_name::PlainName;
use super::{local, served};
use crate::tree::Tree;
use std::sync::Arc;
use wasmtime_wasi::p2::FsResult;
use wasmtime_wasi::p2::bindings::filesystem::types::ErrorCode;

/// An open file or directory, and by which name it was reached.
pub(super) struct Handle {
    pub(super) object: Object,
    pub(super) path: GrantPath,
}

pub(super) enum Object {
    Directory(Directory),
    File(File),
}

/// An open file: of the machine, or of a tree that the host serves.
pub(super) enum File {
    Local(cap_std::fs::File),
    Served(Arc<dyn Tree>),
}

impl Handle {
    /// Returns a handle to a grant.
    pub(super) fn root(grant: usize, directory: Directory) -> Self {
        Self { object: Object::Directory(directory), path: GrantPath::root(grant) }
    }

    /// Returns a name in the directory that this is. Fails if this is a file, or if the text is not a plain name.
    pub(super) fn entry<'a>(&'a self, name: &'a str) -> FsResult<DirEntry<'a>> {
        let name = PlainName::new(name)?;
        match &self.object {
            Object::Directory(directory) => {
                Ok(DirEntry { directory, name, path: self.path.join(name)? })
            }
            Object::File(_) => Err(ErrorCode::NotDirectory.into()),
        }
    }

    pub(super) fn metadata(&self) -> FsResult<Metadata> {
        match &self.object {
            Object::Directory(directory) => directory.metadata(&self.path),
            Object::File(File::Local(file)) => local::file_metadata(file),
            Object::File(File::Served(tree)) => served::metadata(&**tree, &self.path.path),
        }
    }

    /// Reads up to `length` bytes at `offset`, and at most 65536. Returns them, and whether that was the end.
    pub(super) fn read(&self, length: u64, offset: u64) -> FsResult<(Vec<u8>, bool)> {
        match &self.object {
            Object::File(File::Local(file)) => local::read(file, length, offset),
            Object::File(File::Served(tree)) => {
                served::read(&**tree, &self.path.path, length, offset)
            }
            Object::Directory(_) => Err(ErrorCode::BadDescriptor.into()),
        }
    }

    pub(super) fn list(&self, check: &mut AccessCheck<'_>) -> FsResult<Entries> {
        check.listing(&self.path)?;
        match &self.object {
            Object::Directory(directory) => directory.list(&self.path),
            Object::File(_) => Err(ErrorCode::NotDirectory.into()),
        }
    }
}
