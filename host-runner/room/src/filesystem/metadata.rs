//! The metadata of a file, a directory or a link.

use super::grant_path::GrantPath;
use super::wasi::{Datetime, DescriptorStat, DescriptorType, MetadataHashValue};
use cap_fs_ext::{FileTypeExt, MetadataExt};
use cap_std::fs::FileType;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::time::{SystemTime, UNIX_EPOCH};

pub(super) struct Metadata {
    pub(super) stat: DescriptorStat,
    /// The device and the inode. `None` in a tree that the host serves.
    pub(super) inode: Option<(u64, u64)>,
}

/// The identity of a file.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum Identity<'a> {
    Inode(u64, u64),
    Path(&'a GrantPath),
}

impl Metadata {
    pub(super) fn local(metadata: &cap_std::fs::Metadata) -> Self {
        let time = |time: io::Result<cap_std::time::SystemTime>| datetime(time.ok()?.into_std());
        Self {
            inode: Some((metadata.dev(), metadata.ino())),
            stat: DescriptorStat {
                type_: descriptor_type(metadata.file_type()),
                link_count: metadata.nlink(),
                size: metadata.len(),
                data_access_timestamp: time(metadata.accessed()),
                data_modification_timestamp: time(metadata.modified()),
                status_change_timestamp: status_change(metadata),
            },
        }
    }

    /// Returns the identity of the file that was reached by this path.
    pub(super) fn identity<'a>(&self, path: &'a GrantPath) -> Identity<'a> {
        match self.inode {
            Some((device, number)) => Identity::Inode(device, number),
            None => Identity::Path(path),
        }
    }
}

impl Identity<'_> {
    pub(super) fn hash(&self) -> MetadataHashValue {
        let half = |which: u8| {
            let mut hasher = DefaultHasher::new();
            (which, self).hash(&mut hasher);
            hasher.finish()
        };
        MetadataHashValue { lower: half(0), upper: half(1) }
    }
}

/// Returns a time as a component gets it, or `None` for one before 1970.
pub(super) fn datetime(time: SystemTime) -> Option<Datetime> {
    let since = time.duration_since(UNIX_EPOCH).ok()?;
    Some(Datetime { seconds: since.as_secs(), nanoseconds: since.subsec_nanos() })
}

/// Returns when the name, the mode or the bytes of a file changed, which only Unix records.
#[cfg(unix)]
fn status_change(metadata: &cap_std::fs::Metadata) -> Option<Datetime> {
    use cap_std::fs::MetadataExt;
    let (seconds, nanoseconds) = (metadata.ctime(), metadata.ctime_nsec());
    Some(Datetime { seconds: seconds.try_into().ok()?, nanoseconds: nanoseconds.try_into().ok()? })
}

#[cfg(not(unix))]
fn status_change(_: &cap_std::fs::Metadata) -> Option<Datetime> {
    None
}

pub(super) fn descriptor_type(kind: FileType) -> DescriptorType {
    match kind {
        _ if kind.is_file() => DescriptorType::RegularFile,
        _ if kind.is_dir() => DescriptorType::Directory,
        _ if kind.is_symlink() => DescriptorType::SymbolicLink,
        _ if kind.is_fifo() => DescriptorType::Fifo,
        _ if kind.is_socket() => DescriptorType::Socket,
        _ if kind.is_char_device() => DescriptorType::CharacterDevice,
        _ if kind.is_block_device() => DescriptorType::BlockDevice,
        _ => DescriptorType::Unknown,
    }
}
