//! One name in an open directory, without following a link: no path here can lead out of it.

use rustix::fs::{AtFlags, FileType, Mode, OFlags};
use rustix::io::Errno;
use std::fs::File;
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use wasmtime_wasi::filesystem::{Descriptor, Dir};
use wasmtime_wasi::p2::bindings::filesystem::types::ErrorCode;
use wasmtime_wasi::p2::bindings::sync::filesystem::types as wasi;
use wasmtime_wasi::p2::{FsError, FsResult};
use wasmtime_wasi::{FsPerms, OpenMode, filesystem};

/// A directory is opened to walk on from it, which takes the right to pass through it and no other. Linux has a flag
/// for that.
#[cfg(target_os = "linux")]
const WALK_ONLY: OFlags = OFlags::PATH;
#[cfg(not(target_os = "linux"))]
const WALK_ONLY: OFlags = OFlags::empty();

/// Opens a directory as a root, by a path of the host. Does not wait if something else has the name.
pub(crate) fn open_root(path: &Path) -> io::Result<File> {
    let flags = (OFlags::DIRECTORY | WALK_ONLY | OFlags::NONBLOCK).bits();
    File::options().read(true).custom_flags(flags.cast_signed()).open(path)
}

/// What a name stands for.
pub(super) fn kind(directory: &File, name: &str) -> FsResult<FileType> {
    let stat = rustix::fs::statat(directory, name, AtFlags::SYMLINK_NOFOLLOW).map_err(failed)?;
    Ok(FileType::from_raw_mode(stat.st_mode))
}

/// Opens a regular file or a directory for reading.
///
/// Looks first, because opening a pipe or a device already does something, and opens without waiting, because what is
/// there may have been exchanged since.
pub(super) fn open(directory: &File, name: &str, flags: wasi::OpenFlags) -> FsResult<Descriptor> {
    let must_be_directory = flags.contains(wasi::OpenFlags::DIRECTORY);
    match kind(directory, name)? {
        FileType::Directory => {}
        FileType::RegularFile if !must_be_directory => {}
        FileType::RegularFile => return Err(ErrorCode::NotDirectory.into()),
        FileType::Symlink => return Err(ErrorCode::Loop.into()),
        _ => return Err(ErrorCode::NoDevice.into()),
    }
    let mut flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
    if must_be_directory {
        flags |= OFlags::DIRECTORY | WALK_ONLY;
    }
    let opened = File::from(rustix::fs::openat(directory, name, flags, Mode::empty()).map_err(failed)?);
    let kind = opened.metadata()?.file_type();
    if kind.is_dir() {
        Ok(Descriptor::Dir(Dir::new(opened, FsPerms::ReadOnly, OpenMode::READ, true)))
    } else if kind.is_file() {
        Ok(Descriptor::File(filesystem::File::new(opened, FsPerms::ReadOnly, OpenMode::READ, true)))
    } else {
        Err(ErrorCode::NoDevice.into())
    }
}

/// The target of a link.
pub(super) fn link_target(directory: &File, name: &str) -> FsResult<String> {
    let target = rustix::fs::readlinkat(directory, name, Vec::new()).map_err(failed)?;
    target.into_string().map_err(|_| ErrorCode::IllegalByteSequence.into())
}

/// Opens a directory that is already open once more, to list it: as a rule it was opened to walk on from it only. The
/// name stands for the same directory, whatever has its names by now.
pub(super) fn open_to_list(directory: &File) -> FsResult<File> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(File::from(rustix::fs::openat(directory, ".", flags, Mode::empty()).map_err(failed)?))
}

/// An error of the operating system about one name.
pub(super) fn failed(error: Errno) -> FsError {
    match error {
        // One name leads nowhere, so this is the operating system's no and not the sandbox's.
        Errno::PERM => ErrorCode::Access.into(),
        // A socket, or a device that is not there.
        Errno::NXIO | Errno::NODEV => ErrorCode::NoDevice.into(),
        other => io::Error::from(other).into(),
    }
}
