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
use super::wasi::{DescriptorType, ErrorCode, FsResult, OpenFlags};
use readroom_policy::gate::NameAccess;

/// A name in an open directory. Nothing of that name need exist.
pub(super) struct DirEntry<'a> {
    directory: &'a Directory,
    parent: &'a GrantPath,
    name: PlainName<'a>,
    pub(super) path: GrantPath,
}

impl<'a> DirEntry<'a> {
    /// Returns a name in an open directory. Fails if the handle is a file, or if the string is not
    /// a plain name.
    pub(super) fn new(handle: &'a Handle, name: &'a str) -> FsResult<Self> {
        let name = PlainName::new(name)?;
        match &handle.object {
            Object::Directory(directory) => {
                let (parent, path) = (&handle.path, handle.path.join(&name)?);
                Ok(Self { directory, parent, name, path })
            }
            Object::File(_) => Err(ErrorCode::NotDirectory.into()),
        }
    }

    /// Returns the metadata of the entry, if the policy admits it.
    pub(super) fn metadata(&mut self, check: &mut AccessCheck<'_>) -> FsResult<Metadata> {
        let look = |entry: &Self| entry.directory.metadata_of(&entry.name, &entry.path);
        if !check.is_needed() {
            return look(self);
        }
        self.path.is_case_insensitive |= self.directory.is_case_insensitive()?;
        // Before any stat: its timing would reveal what exists.
        check.check(&self.path, NameAccess::Unknown)?;
        let mut found = look(self);
        if found.is_ok()
            && let Some(listed) = self.directory.listed_name(&self.name)?
        {
            let is_case_insensitive = self.path.is_case_insensitive;
            self.path = GrantPath { is_case_insensitive, ..self.parent.join(&listed)? };
            self.name = listed;
            check.check(&self.path, NameAccess::Unknown)?;
            found = look(self);
        }
        let access = match found.as_ref().map(|metadata| metadata.stat.type_) {
            Ok(DescriptorType::Directory) => NameAccess::Directory,
            Ok(_) => NameAccess::File,
            Err(_) => NameAccess::Nothing,
        };
        check.check(&self.path, access)?;
        found
    }

    /// Opens the entry for reading: a directory if the flags say so, and otherwise a regular file.
    /// The type is checked first, because opening a pipe or a device already has effects.
    pub(super) fn open(
        &mut self,
        flags: OpenFlags,
        check: &mut AccessCheck<'_>,
    ) -> FsResult<Handle> {
        let seen = self.metadata(check)?;
        let object = if flags.contains(OpenFlags::DIRECTORY) {
            match seen.stat.type_ {
                DescriptorType::Directory => {}
                DescriptorType::SymbolicLink => return Err(ErrorCode::Loop.into()),
                _ => return Err(ErrorCode::NotDirectory.into()),
            }
            Object::Directory(self.directory.open_directory(&self.name, seen)?)
        } else {
            match seen.stat.type_ {
                DescriptorType::RegularFile => {}
                DescriptorType::Directory => return Err(ErrorCode::IsDirectory.into()),
                DescriptorType::SymbolicLink => return Err(ErrorCode::Loop.into()),
                _ => return Err(ErrorCode::NoDevice.into()),
            }
            Object::File(self.directory.open_file(&self.name)?)
        };
        Ok(Handle { object, path: self.path.clone() })
    }

    /// Returns the target of a link unchanged. An absolute one must not be shown to a component
    /// unless it lies in a grant.
    pub(super) fn link_target(&mut self, check: &mut AccessCheck<'_>) -> FsResult<String> {
        match self.metadata(check)?.stat.type_ {
            DescriptorType::SymbolicLink => self.directory.link_target(&self.name, &self.path),
            _ => Err(ErrorCode::Invalid.into()),
        }
    }
}
