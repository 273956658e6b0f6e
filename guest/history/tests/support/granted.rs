//! Several granted directories of the machine.

use super::native::Native;
use cap_std::fs::{Dir, File};
use readroom_core::{FileKind, Grant, GrantRole, Metadata, Name, Tree, TreeError};
use std::cell::Cell;
use std::ops::ControlFlow;
use std::path::Path;

pub struct Granted {
    grants: Vec<Grant<Dir>>,
    any: Native,
    /// The number of bytes that were read.
    pub read: Cell<u64>,
}

impl Granted {
    /// Grants directories: the first one is the root.
    pub fn open(directories: &[&Path]) -> Self {
        let grant = |(at, path): (usize, &&Path)| Grant {
            name: path.to_str().expect("Unicode").into(),
            role: if at == 0 { GrantRole::Root } else { GrantRole::Further },
            directory: Dir::open_ambient_dir(path, cap_std::ambient_authority()).expect("opens"),
        };
        let grants = directories.iter().enumerate().map(grant).collect();
        Self { grants, any: Native::open(directories[0]), read: Cell::new(0) }
    }
}

impl Tree for Granted {
    type Directory = Dir;
    type File = File;

    fn grants(&self) -> &[Grant<Dir>] {
        &self.grants
    }

    fn directory_metadata(&self, directory: &Dir) -> Result<Metadata, TreeError> {
        self.any.directory_metadata(directory)
    }

    fn entry(&self, directory: &Dir, name: Name<'_>) -> Result<Metadata, TreeError> {
        self.any.entry(directory, name)
    }

    fn open_directory(&self, directory: &Dir, name: Name<'_>) -> Result<Dir, TreeError> {
        self.any.open_directory(directory, name)
    }

    fn open_file(&self, directory: &Dir, name: Name<'_>) -> Result<File, TreeError> {
        self.any.open_file(directory, name)
    }

    fn link_target(&self, directory: &Dir, name: Name<'_>) -> Result<String, TreeError> {
        self.any.link_target(directory, name)
    }

    fn each_entry(
        &self,
        directory: &Dir,
        take: &mut dyn FnMut(&str, FileKind) -> ControlFlow<()>,
    ) -> Result<u64, TreeError> {
        self.any.each_entry(directory, take)
    }

    fn metadata(&self, file: &File) -> Result<Metadata, TreeError> {
        self.any.metadata(file)
    }

    fn read_at(&self, file: &File, offset: u64, length: u32) -> Result<Vec<u8>, TreeError> {
        let bytes = self.any.read_at(file, offset, length)?;
        self.read.set(self.read.get() + bytes.len() as u64);
        Ok(bytes)
    }
}
