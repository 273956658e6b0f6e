//! The value that a component's descriptor stands for.

use super::access_check::AccessCheck;
use super::directory::Directory;
use super::file::File;
use super::grant_path::GrantPath;
use super::metadata::Metadata;
use super::wasi::{Descriptor, Entries, ErrorCode, FsResult};
use readroom_policy::gate::NameAccess;
use wasmtime::component::{Resource, ResourceTable, ResourceTableError};

/// An open file or directory, and the path by which it was reached.
#[derive(Clone)]
pub(super) struct Handle {
    pub(super) object: Object,
    pub(super) path: GrantPath,
}

#[derive(Clone)]
pub(super) enum Object {
    Directory(Directory),
    File(File),
}

impl Handle {
    /// Inserts it into a table. Its resource has the type of the bindings: for a component, it is a
    /// number.
    pub(super) fn push(
        self,
        table: &mut ResourceTable,
    ) -> Result<Resource<Descriptor>, ResourceTableError> {
        Ok(Resource::new_own(table.push(self)?.rep()))
    }

    /// Returns the handle of a resource.
    pub(super) fn get<'table>(
        table: &'table ResourceTable,
        descriptor: &Resource<Descriptor>,
    ) -> Result<&'table Self, ResourceTableError> {
        table.get(&Resource::new_borrow(descriptor.rep()))
    }

    /// Removes it from a table.
    pub(super) fn delete(
        table: &mut ResourceTable,
        descriptor: &Resource<Descriptor>,
    ) -> Result<Self, ResourceTableError> {
        table.delete(Resource::new_own(descriptor.rep()))
    }

    /// Returns a handle to a grant.
    pub(super) fn root(grant: usize, directory: Directory) -> Self {
        Self { object: Object::Directory(directory), path: GrantPath::root(grant) }
    }

    pub(super) fn metadata(&self) -> FsResult<Metadata> {
        match &self.object {
            Object::Directory(directory) => directory.metadata(&self.path),
            Object::File(file) => file.metadata(&self.path.path),
        }
    }

    /// Reads up to `length` bytes at `offset`, and at most 65536. Returns them, and whether that
    /// was the end of the file.
    pub(super) fn read(&self, length: u64, offset: u64) -> FsResult<(Vec<u8>, bool)> {
        match &self.object {
            Object::File(file) => file.read(&self.path.path, length, offset),
            Object::Directory(_) => Err(ErrorCode::BadDescriptor.into()),
        }
    }

    pub(super) fn list(&self, check: &mut AccessCheck<'_>) -> FsResult<Entries> {
        check.check(&self.path, NameAccess::Listing)?;
        match &self.object {
            Object::Directory(directory) => directory.list(&self.path),
            Object::File(_) => Err(ErrorCode::NotDirectory.into()),
        }
    }
}
