//! Runs the same core without a sandbox: its tree over cap-std, in this process.
//!
//! It makes the same requests to the operating system as the component makes to its host, name by
//! name and without following links. The difference between the two is the cost of the sandbox.

use cap_fs_ext::{DirExt, FollowSymlinks, OpenOptionsFollowExt};
use cap_std::fs::{Dir, File, FileExt, FileType, Metadata as Found, OpenOptions};
use readroom_core::{
    FileKind, Grant, GrantRole, Metadata, Name, PathStyle, Timestamp, Tree, TreeError,
};
use std::io::{self, ErrorKind};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::UNIX_EPOCH;

/// One granted local directory.
pub(crate) struct Native {
    grants: [Grant<Dir>; 1],
}

impl Native {
    pub(crate) fn open(root: &Path) -> Self {
        let directory = Dir::open_ambient_dir(root, cap_std::ambient_authority())
            .expect("the root can be opened");
        let name = PathStyle::native_name(root).expect("the root has a name in Unicode");
        Self { grants: [Grant { name, role: GrantRole::Root, directory }] }
    }
}

impl Tree for Native {
    type Directory = Dir;
    type File = File;

    fn grants(&self) -> &[Grant<Dir>] {
        &self.grants
    }

    fn directory_metadata(&self, directory: &Dir) -> Result<Metadata, TreeError> {
        directory.dir_metadata().map(|found| metadata(&found)).map_err(error)
    }

    fn entry(&self, directory: &Dir, name: Name<'_>) -> Result<Metadata, TreeError> {
        directory.symlink_metadata(name.as_str()).map(|found| metadata(&found)).map_err(error)
    }

    fn open_directory(&self, directory: &Dir, name: Name<'_>) -> Result<Dir, TreeError> {
        directory.open_dir_nofollow(name.as_str()).map_err(error)
    }

    fn open_file(&self, directory: &Dir, name: Name<'_>) -> Result<File, TreeError> {
        let mut options = OpenOptions::new();
        options.read(true).follow(FollowSymlinks::No);
        directory.open_with(name.as_str(), &options).map_err(error)
    }

    fn link_target(&self, directory: &Dir, name: Name<'_>) -> Result<String, TreeError> {
        let target = directory.read_link_contents(name.as_str()).map_err(error)?;
        target.into_os_string().into_string().map_err(|_| TreeError::NotText)
    }

    fn each_entry(
        &self,
        directory: &Dir,
        take: &mut dyn FnMut(&str, FileKind) -> ControlFlow<()>,
    ) -> Result<u64, TreeError> {
        let mut unnamed = 0;
        for entry in directory.entries().map_err(error)? {
            let entry = entry.map_err(error)?;
            let kind = entry.file_type().map(kind).map_err(error)?;
            match entry.file_name().to_str() {
                Some(name) if take(name, kind).is_break() => break,
                Some(_) => {}
                None => unnamed += 1,
            }
        }
        Ok(unnamed)
    }

    fn metadata(&self, file: &File) -> Result<Metadata, TreeError> {
        file.metadata().map(|found| metadata(&found)).map_err(error)
    }

    fn read_at(&self, file: &File, offset: u64, length: u32) -> Result<Vec<u8>, TreeError> {
        let mut bytes = vec![0; length as usize];
        #[cfg(unix)]
        let count = file.read_at(&mut bytes, offset).map_err(error)?;
        #[cfg(windows)]
        let count = file.seek_read(&mut bytes, offset).map_err(error)?;
        bytes.truncate(count);
        Ok(bytes)
    }
}

fn metadata(found: &Found) -> Metadata {
    Metadata {
        kind: kind(found.file_type()),
        size: found.len(),
        modified: modified(found),
        #[cfg(unix)]
        changed: {
            use cap_std::fs::MetadataExt;
            let seconds = found.ctime().try_into().ok();
            let nanoseconds = found.ctime_nsec().try_into().ok();
            seconds.zip(nanoseconds).map(timestamp)
        },
        #[cfg(windows)]
        changed: None,
    }
}

fn modified(found: &Found) -> Option<Timestamp> {
    let since = found.modified().ok()?.into_std().duration_since(UNIX_EPOCH).ok()?;
    Some(timestamp((since.as_secs(), since.subsec_nanos())))
}

fn timestamp((seconds, nanoseconds): (u64, u32)) -> Timestamp {
    Timestamp { seconds, nanoseconds }
}

fn kind(of: FileType) -> FileKind {
    match of {
        of if of.is_file() => FileKind::File,
        of if of.is_dir() => FileKind::Directory,
        of if of.is_symlink() => FileKind::Link,
        _ => FileKind::Special,
    }
}

fn error(error: io::Error) -> TreeError {
    match error.kind() {
        ErrorKind::NotFound => TreeError::NotFound,
        ErrorKind::NotADirectory => TreeError::NotDirectory,
        ErrorKind::PermissionDenied => TreeError::Denied,
        ErrorKind::InvalidFilename => TreeError::NameTooLong,
        _ => TreeError::Failed,
    }
}
