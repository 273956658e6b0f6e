//! Listing a directory of the machine, entry by entry.
//!
//! wasmtime-wasi collects a directory whole and looks at every file in it before it hands out the first name: memory
//! of the host in the hands of the component. Here the operating system is asked for a buffer of names at a time.

use super::node::Entries;
use super::unix::{failed, open_to_list};
use rustix::fs::{AtFlags, Dir, FileType};
use rustix::io::Errno;
use std::ffi::CStr;
use std::fs::File;
use std::os::fd::BorrowedFd;
use wasmtime_wasi::p2::FsResult;
use wasmtime_wasi::p2::bindings::filesystem::types::ErrorCode;
use wasmtime_wasi::p2::bindings::sync::filesystem::types::{DescriptorType, DirectoryEntry};

/// The entries of an open directory.
pub(super) fn entries(directory: &File) -> FsResult<Entries> {
    Ok(Box::new(Listing(Dir::new(open_to_list(directory)?).map_err(failed)?)))
}

/// One handle of a directory, and a buffer of at most 32 KiB.
struct Listing(Dir);

impl Iterator for Listing {
    type Item = FsResult<DirectoryEntry>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let entry = match self.0.read()? {
                Ok(entry) => entry,
                Err(error) => return Some(Err(failed(error))),
            };
            if is_dots(entry.file_name()) {
                continue;
            }
            let Ok(name) = entry.file_name().to_str() else {
                return Some(Err(ErrorCode::IllegalByteSequence.into()));
            };
            let kind = match entry.file_type() {
                FileType::Unknown => {
                    self.0.fd().ok().and_then(|directory| look(directory, entry.file_name()))
                }
                known => Some(known),
            };
            if let Some(kind) = kind {
                return Some(Ok(DirectoryEntry { type_: descriptor_type(kind), name: name.into() }));
            }
        }
    }
}

/// The type of an entry, where the file system does not tell it with the name. None if the entry is gone by now.
fn look(directory: BorrowedFd<'_>, name: &CStr) -> Option<FileType> {
    match rustix::fs::statat(directory, name, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(stat) => Some(FileType::from_raw_mode(stat.st_mode)),
        Err(Errno::NOENT) => None,
        Err(_) => Some(FileType::Unknown),
    }
}

/// Whether a name is that of the directory itself or of its parent.
fn is_dots(name: &CStr) -> bool {
    name == c"." || name == c".."
}

pub(super) fn descriptor_type(kind: FileType) -> DescriptorType {
    match kind {
        FileType::RegularFile => DescriptorType::RegularFile,
        FileType::Directory => DescriptorType::Directory,
        FileType::Symlink => DescriptorType::SymbolicLink,
        FileType::Fifo => DescriptorType::Fifo,
        FileType::Socket => DescriptorType::Socket,
        FileType::CharacterDevice => DescriptorType::CharacterDevice,
        FileType::BlockDevice => DescriptorType::BlockDevice,
        FileType::Unknown => DescriptorType::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::{entries, look};
    use crate::filesystem::unix::open_root;
    use rustix::fs::FileType;
    use std::fs;
    use std::os::fd::AsFd;

    #[test]
    fn a_type_that_is_not_told_is_looked_up_without_following_links() {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("file"), "").unwrap();
        std::os::unix::fs::symlink("file", directory.path().join("link")).unwrap();
        std::os::unix::fs::symlink("nowhere", directory.path().join("broken")).unwrap();
        let open = open_root(directory.path()).unwrap();
        for (name, kind) in [
            (c".", Some(FileType::Directory)),
            (c"file", Some(FileType::RegularFile)),
            (c"link", Some(FileType::Symlink)),
            (c"broken", Some(FileType::Symlink)),
            (c"gone", None),
        ] {
            assert_eq!(look(open.as_fd(), name), kind, "{name:?}");
        }
    }

    #[test]
    fn entries_come_as_they_are_asked_for() {
        let directory = tempfile::tempdir().unwrap();
        for number in 0..5000 {
            fs::write(directory.path().join(number.to_string()), "").unwrap();
        }
        let mut listing = entries(&open_root(directory.path()).unwrap()).unwrap();
        assert!(listing.next().is_some());
        // What was not looked at yet is not kept.
        fs::remove_dir_all(directory.path()).unwrap();
        assert!(listing.count() < 4000);
    }
}
