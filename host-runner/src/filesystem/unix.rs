//! One name in an open directory, without following a link: no path here can lead out of it.

use super::listing::{self, descriptor_type};
use super::local::Local;
use super::node::{Entries, hash};
use rustix::fs::{AtFlags, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;
use std::fs::File;
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use wasmtime_wasi::filesystem::{Descriptor, Dir};
use wasmtime_wasi::p2::bindings::clocks::wall_clock::Datetime;
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

/// What is known of a name that was looked at.
pub(super) struct Seen {
    pub(super) stat: wasi::DescriptorStat,
    /// The device, and the number on it.
    number: (u64, u64),
}

impl Seen {
    pub(super) fn identity(&self) -> wasi::MetadataHashValue {
        hash(self.number)
    }

    #[allow(clippy::unnecessary_cast, clippy::cast_lossless, reason = "the types differ between systems")]
    fn new(stat: &Stat) -> Self {
        let time = |seconds: i64, nanoseconds: i64| {
            let nanoseconds = u32::try_from(nanoseconds).ok()?;
            // A component knows no time before 1970.
            Some(Datetime { seconds: u64::try_from(seconds).ok()?, nanoseconds })
        };
        Self {
            number: (stat.st_dev as u64, stat.st_ino as u64),
            stat: wasi::DescriptorStat {
                type_: descriptor_type(FileType::from_raw_mode(stat.st_mode)),
                link_count: stat.st_nlink as u64,
                size: u64::try_from(stat.st_size).unwrap_or_default(),
                data_access_timestamp: time(stat.st_atime as i64, stat.st_atime_nsec as i64),
                data_modification_timestamp: time(stat.st_mtime as i64, stat.st_mtime_nsec as i64),
                status_change_timestamp: time(stat.st_ctime as i64, stat.st_ctime_nsec as i64),
            },
        }
    }
}

/// What a name stands for.
pub(super) fn look(_: &mut Local<'_>, directory: &Dir, name: &str) -> FsResult<Seen> {
    let stat = rustix::fs::statat(&directory.dir, name, AtFlags::SYMLINK_NOFOLLOW).map_err(failed)?;
    Ok(Seen::new(&stat))
}

/// What is open.
pub(super) fn look_at(_: &mut Local<'_>, open: &Descriptor) -> FsResult<Seen> {
    let stat = match open {
        Descriptor::Dir(directory) => rustix::fs::fstat(&directory.dir),
        Descriptor::File(file) => rustix::fs::fstat(&file.file),
    };
    Ok(Seen::new(&stat.map_err(failed)?))
}

/// Opens for reading what was a regular file or a directory when it was looked at. It may have been exchanged since, so
/// it is opened without waiting, and looked at again.
pub(super) fn open(
    _: &mut Local<'_>,
    directory: &Dir,
    name: &str,
    flags: wasi::OpenFlags,
) -> FsResult<Descriptor> {
    let must_be_directory = flags.contains(wasi::OpenFlags::DIRECTORY);
    let mut flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
    if must_be_directory {
        flags |= OFlags::DIRECTORY | WALK_ONLY;
    }
    let opened = rustix::fs::openat(&directory.dir, name, flags, Mode::empty()).map_err(failed)?;
    let opened = File::from(opened);
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
pub(super) fn link_target(_: &mut Local<'_>, directory: &Dir, name: &str) -> FsResult<String> {
    let target = rustix::fs::readlinkat(&directory.dir, name, Vec::new()).map_err(failed)?;
    target.into_string().map_err(|_| ErrorCode::IllegalByteSequence.into())
}

/// The entries of an open directory.
pub(super) fn list(ground: &mut Local<'_>) -> FsResult<Entries> {
    listing::entries(&ground.directory()?.dir)
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
