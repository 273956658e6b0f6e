//! Local files, one name in one open directory at a time. No other code of the host opens a granted
//! file.

use super::metadata::{Metadata, descriptor_type};
use super::plain_name::PlainName;
use super::wasi::{DescriptorType, DirectoryEntry, Entries, ErrorCode, FsResult};
use crate::limits;
use cap_fs_ext::{DirExt, FollowSymlinks, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::fs::{Dir, DirEntry, File, OpenOptions};
use std::io;

pub(super) fn metadata(directory: &Dir, name: &PlainName<'_>) -> FsResult<Metadata> {
    Ok(Metadata::local(&directory.symlink_metadata(name.as_str())?))
}

pub(super) fn directory_metadata(directory: &Dir) -> FsResult<Metadata> {
    Ok(Metadata::local(&directory.dir_metadata()?))
}

pub(super) fn file_metadata(file: &File) -> FsResult<Metadata> {
    Ok(Metadata::local(&file.metadata()?))
}

/// Opens a directory to walk on from it. Where the system makes the distinction, this takes search
/// permission but not read permission. Fails on everything else.
pub(super) fn open_directory(directory: &Dir, name: &PlainName<'_>) -> FsResult<Dir> {
    Ok(directory.open_dir_nofollow(name.as_str())?)
}

/// Opens what was a regular file at the time of its stat, and returns its metadata too. It may have
/// been replaced since, so the open does not wait, and the opened file is checked.
pub(super) fn open_file(directory: &Dir, name: &PlainName<'_>) -> FsResult<(File, Metadata)> {
    let mut options = OpenOptions::new();
    options.read(true).follow(FollowSymlinks::No).nonblock(true);
    // A terminal that replaced it must not become the controlling one of the process.
    #[cfg(unix)]
    cap_std::fs::OpenOptionsExt::custom_flags(
        &mut options,
        rustix::fs::OFlags::NOCTTY.bits().cast_signed(),
    );
    let file = directory.open_with(name.as_str(), &options)?;
    let metadata = file_metadata(&file)?;
    match metadata.stat.type_ {
        DescriptorType::RegularFile => Ok((file, metadata)),
        _ => Err(ErrorCode::NoDevice.into()),
    }
}

pub(super) fn link_target(directory: &Dir, name: &PlainName<'_>) -> FsResult<String> {
    let target = directory.read_link_contents(name.as_str())?;
    target.into_os_string().into_string().map_err(|_| ErrorCode::IllegalByteSequence.into())
}

pub(super) fn read(file: &File, length: u64, offset: u64) -> FsResult<(Vec<u8>, bool)> {
    let length = usize::try_from(length).unwrap_or(usize::MAX).min(limits::READ_BYTES);
    let mut bytes = Vec::with_capacity(length);
    // A vector without capacity cannot be read into.
    if length > 0 {
        read_at(file, &mut bytes, length, offset)?;
    }
    let ended = bytes.is_empty();
    Ok((bytes, ended))
}

/// Reads up to `length` bytes into uninitialized memory.
#[cfg(unix)]
fn read_at(file: &File, bytes: &mut Vec<u8>, length: usize, offset: u64) -> io::Result<()> {
    rustix::io::pread(file, rustix::buffer::spare_capacity(bytes), offset)?;
    // The capacity may be more than was requested.
    bytes.truncate(length);
    Ok(())
}

#[cfg(windows)]
fn read_at(file: &File, bytes: &mut Vec<u8>, length: usize, offset: u64) -> io::Result<()> {
    bytes.resize(length, 0);
    let count = cap_std::fs::FileExt::seek_read(file, bytes, offset)?;
    bytes.truncate(count);
    Ok(())
}

pub(super) fn list(directory: &Dir) -> FsResult<Entries> {
    Ok(Box::new(directory.entries()?.filter_map(|entry| convert_entry(entry).transpose())))
}

/// Returns an entry as a component gets it, or `None` if it no longer exists.
fn convert_entry(entry: io::Result<DirEntry>) -> FsResult<Option<DirectoryEntry>> {
    let entry = entry?;
    let name = entry.file_name().into_string().map_err(|_| ErrorCode::IllegalByteSequence)?;
    let mut type_ = descriptor_type(entry.file_type()?);
    if type_ == DescriptorType::Unknown {
        // Not every file system lists the type with the name.
        match entry.metadata() {
            Ok(metadata) => type_ = descriptor_type(metadata.file_type()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(_) => {}
        }
    }
    Ok(Some(DirectoryEntry { type_, name }))
}

#[cfg(test)]
mod tests {
    use super::list;
    use cap_std::ambient_authority;
    use cap_std::fs::Dir;
    use std::fs;

    #[test]
    #[cfg_attr(windows, ignore = "what is open cannot be removed there")]
    fn entries_are_read_on_demand() {
        let directory = tempfile::tempdir().unwrap();
        for number in 0..5000 {
            fs::write(directory.path().join(number.to_string()), "").unwrap();
        }
        let mut entries =
            list(&Dir::open_ambient_dir(directory.path(), ambient_authority()).unwrap()).unwrap();
        assert!(entries.next().is_some());
        // Entries that were not stat'ed yet are not cached.
        fs::remove_dir_all(directory.path()).unwrap();
        assert!(entries.count() < 4000);
    }
}
