//! The second wall: a component can only ask about one plain name in one open directory.
//!
//! No path is walked and no link is followed, so that what is opened lies in the directory itself,
//! and its path is that of the directory with one more name. The policy decides about that path,
//! and is asked in this file alone; listings, which have no further name, ask it in
//! [`super::handle`].

use super::access_check::AccessCheck;
use super::directory::Directory;
use super::grant_path::GrantPath;
use super::handle::{Handle, Object};
use super::metadata::Metadata;
use super::plain_name::PlainName;
use wasmtime_wasi::p2::FsResult;
use wasmtime_wasi::p2::bindings::filesystem::types::ErrorCode;
use wasmtime_wasi::p2::bindings::sync::filesystem::types::{DescriptorType, OpenFlags};

/// A name in an open directory. Nothing of that name need exist.
pub(super) struct DirEntry<'a> {
    directory: &'a Directory,
    name: PlainName<'a>,
    pub(super) path: GrantPath,
}

impl<'a> DirEntry<'a> {
    /// Returns a name in an open directory. Fails if the handle is a file, or if the text is not a
    /// plain name.
    pub(super) fn new(handle: &'a Handle, name: &'a str) -> FsResult<Self> {
        let name = PlainName::new(name)?;
        match &handle.object {
            Object::Directory(directory) => {
                Ok(Self { directory, name, path: handle.path.join(name)? })
            }
            Object::File(_) => Err(ErrorCode::NotDirectory.into()),
        }
    }

    /// Returns the metadata of the entry.
    ///
    /// Asks the policy about everything except directories and links, which may be passed under any
    /// name. It is also asked about a missing file, so that denied and missing files cannot be told
    /// apart.
    pub(super) fn metadata(&self, check: &mut AccessCheck<'_>) -> FsResult<Metadata> {
        let found = self.directory.metadata_of(self.name, &self.path);
        let kind = found.as_ref().ok().map(|metadata| metadata.stat.type_);
        if !matches!(kind, Some(DescriptorType::Directory | DescriptorType::SymbolicLink)) {
            check.file(&self.path)?;
        }
        found
    }

    /// Opens the entry for reading: a directory if the flags say so, and otherwise a regular file.
    /// The type is checked first, because opening a pipe or a device already has effects.
    pub(super) fn open(self, flags: OpenFlags, check: &mut AccessCheck<'_>) -> FsResult<Handle> {
        let object = if flags.contains(OpenFlags::DIRECTORY) {
            match self.metadata(check)?.stat.type_ {
                DescriptorType::Directory => {}
                DescriptorType::SymbolicLink => return Err(ErrorCode::Loop.into()),
                _ => return Err(ErrorCode::NotDirectory.into()),
            }
            Object::Directory(self.directory.open_directory(self.name)?)
        } else {
            check.file(&self.path)?;
            match self.directory.metadata_of(self.name, &self.path)?.stat.type_ {
                DescriptorType::RegularFile => {}
                DescriptorType::Directory => return Err(ErrorCode::IsDirectory.into()),
                DescriptorType::SymbolicLink => return Err(ErrorCode::Loop.into()),
                _ => return Err(ErrorCode::NoDevice.into()),
            }
            Object::File(self.directory.open_file(self.name)?)
        };
        Ok(Handle { object, path: self.path })
    }

    /// Returns the target of a link unchanged. An absolute one must not be shown to a component
    /// unless it lies in a grant.
    pub(super) fn link_target(&self, check: &mut AccessCheck<'_>) -> FsResult<String> {
        match self.metadata(check)?.stat.type_ {
            DescriptorType::SymbolicLink => self.directory.link_target(self.name, &self.path),
            _ => Err(ErrorCode::Invalid.into()),
        }
    }
}
