//! A tree with a policy: names that are denied, and masked values in all files. As hosts do, it
//! returns no absolute target of a link outside of the grant.

use super::native::Native;
use cap_std::fs::{Dir, File};
use readroom_core::{FileKind, Grant, GrantRole, Metadata, Name, Tree, TreeError, ValueFormat};
use std::ops::ControlFlow;
use std::path::Path;

/// A directory with its path in the grant.
pub struct Directory {
    handle: Dir,
    path: String,
}

/// A tree with a policy.
pub struct Guarded {
    native: Native,
    grants: [Grant<Directory>; 1],
    /// Returns whether a path in the grant is denied, without those below it.
    denies: fn(&str) -> bool,
    masked: Option<ValueFormat>,
}

impl Guarded {
    pub fn open(root: &Path, denies: fn(&str) -> bool, masked: Option<ValueFormat>) -> Self {
        let native = Native::open(root);
        let Grant { name, directory, .. } = &native.grants()[0];
        let directory = Directory { handle: directory.try_clone().unwrap(), path: String::new() };
        let grant = Grant { name: name.clone(), role: GrantRole::Root, directory };
        Self { native, grants: [grant], denies, masked }
    }

    fn check(&self, directory: &Directory, name: Name<'_>) -> Result<String, TreeError> {
        let path = match &*directory.path {
            "" => name.as_str().into(),
            around => [around, "/", name.as_str()].concat(),
        };
        if (self.denies)(&path) { Err(TreeError::Denied) } else { Ok(path) }
    }
}

impl Tree for Guarded {
    type Directory = Directory;
    type File = File;

    fn grants(&self) -> &[Grant<Directory>] {
        &self.grants
    }

    fn directory_metadata(&self, directory: &Directory) -> Result<Metadata, TreeError> {
        self.native.directory_metadata(&directory.handle)
    }

    fn entry(&self, directory: &Directory, name: Name<'_>) -> Result<Metadata, TreeError> {
        self.check(directory, name)?;
        self.native.entry(&directory.handle, name)
    }

    fn open_directory(
        &self,
        directory: &Directory,
        name: Name<'_>,
    ) -> Result<Directory, TreeError> {
        let path = self.check(directory, name)?;
        let handle = self.native.open_directory(&directory.handle, name)?;
        Ok(Directory { handle, path })
    }

    fn open_file(&self, directory: &Directory, name: Name<'_>) -> Result<File, TreeError> {
        self.check(directory, name)?;
        self.native.open_file(&directory.handle, name)
    }

    fn link_target(&self, directory: &Directory, name: Name<'_>) -> Result<String, TreeError> {
        self.check(directory, name)?;
        let target = self.native.link_target(&directory.handle, name)?;
        let is_outside = !Path::new(&target).starts_with(&self.grants[0].name);
        if target.starts_with('/') && is_outside {
            return Err(TreeError::NotPermitted);
        }
        Ok(target)
    }

    fn each_entry(
        &self,
        directory: &Directory,
        take: &mut dyn FnMut(&str, FileKind) -> ControlFlow<()>,
    ) -> Result<u64, TreeError> {
        self.native.each_entry(&directory.handle, take)
    }

    fn is_denied(&self, directory: &Directory, name: Name<'_>, _: FileKind) -> bool {
        self.check(directory, name).is_err()
    }

    fn masked_as(&self, _: &File) -> Option<ValueFormat> {
        self.masked
    }

    fn denies_path(&self, _: usize, path: &str, _: FileKind) -> bool {
        let ends = path.match_indices('/').map(|(end, _)| end).chain([path.len()]);
        ends.into_iter().any(|end| (self.denies)(&path[..end]))
    }

    fn masked_path(&self, _: usize, _: &str) -> Option<ValueFormat> {
        self.masked
    }

    fn metadata(&self, file: &File) -> Result<Metadata, TreeError> {
        self.native.metadata(file)
    }

    fn read_at(&self, file: &File, offset: u64, length: u32) -> Result<Vec<u8>, TreeError> {
        self.native.read_at(file, offset, length)
    }
}
