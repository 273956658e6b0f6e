//! A tree whose policy denies a name, wherever it is.

use super::native::Native;
use readroom_core::{FileKind, Grant, Metadata, Name, Tree, TreeError};
use std::ops::ControlFlow;

pub(crate) struct Denying {
    pub(crate) tree: Native,
    pub(crate) name: &'static str,
}

impl Denying {
    fn check(&self, name: Name<'_>) -> Result<(), TreeError> {
        if name.as_str() == self.name { Err(TreeError::Denied) } else { Ok(()) }
    }
}

impl Tree for Denying {
    type Directory = cap_std::fs::Dir;
    type File = cap_std::fs::File;

    fn grants(&self) -> &[Grant<Self::Directory>] {
        self.tree.grants()
    }

    fn entry(&self, directory: &Self::Directory, name: Name<'_>) -> Result<Metadata, TreeError> {
        self.check(name)?;
        self.tree.entry(directory, name)
    }

    fn directory_metadata(&self, directory: &Self::Directory) -> Result<Metadata, TreeError> {
        self.tree.directory_metadata(directory)
    }

    fn open_directory(
        &self,
        directory: &Self::Directory,
        name: Name<'_>,
    ) -> Result<Self::Directory, TreeError> {
        self.check(name)?;
        self.tree.open_directory(directory, name)
    }

    fn open_file(
        &self,
        directory: &Self::Directory,
        name: Name<'_>,
    ) -> Result<Self::File, TreeError> {
        self.check(name)?;
        self.tree.open_file(directory, name)
    }

    fn link_target(
        &self,
        directory: &Self::Directory,
        name: Name<'_>,
    ) -> Result<String, TreeError> {
        self.check(name)?;
        self.tree.link_target(directory, name)
    }

    fn each_entry(
        &self,
        directory: &Self::Directory,
        take: &mut dyn FnMut(&str, FileKind) -> ControlFlow<()>,
    ) -> Result<u64, TreeError> {
        self.tree.each_entry(directory, take)
    }

    fn is_denied(&self, _: &Self::Directory, name: Name<'_>, _: FileKind) -> bool {
        name.as_str() == self.name
    }

    fn denies_path(&self, grant: usize, path: &str, _: FileKind) -> bool {
        assert_eq!(grant, 0, "the grant");
        path.split('/').any(|name| name == self.name)
    }

    fn metadata(&self, file: &Self::File) -> Result<Metadata, TreeError> {
        self.tree.metadata(file)
    }

    fn read_at(&self, file: &Self::File, offset: u64, length: u32) -> Result<Vec<u8>, TreeError> {
        self.tree.read_at(file, offset, length)
    }
}
