//! Files of a tree that the host serves, presented to a component like local files.
//!
//! The tree is asked only about paths of plain names, and its answers are cut to what was asked.

use super::metadata::{Metadata, datetime};
use super::plain_name::is_plain;
use super::wasi::{
    Datetime, DescriptorStat, DescriptorType, DirectoryEntry, Entries, ErrorCode, FsResult,
};
use crate::limits;
use crate::tree::{Tree, TreeEntryKind};

pub(super) fn metadata(tree: &dyn Tree, path: &str) -> FsResult<Metadata> {
    let entry = tree.entry(path)?;
    Ok(Metadata {
        inode: None,
        stat: DescriptorStat {
            type_: descriptor_type(entry.kind),
            link_count: 1,
            size: entry.size,
            data_access_timestamp: None,
            data_modification_timestamp: entry.modified.and_then(datetime),
            status_change_timestamp: entry.revision.map(time_of_revision),
        },
    })
}

/// Returns a time for each revision, as the component derives versions from times. All are long
/// past, because a recent change is not trusted to be the last.
fn time_of_revision(revision: u32) -> Datetime {
    Datetime { seconds: u64::from(revision >> 2), nanoseconds: revision & 3 }
}

pub(super) fn link_target(tree: &dyn Tree, path: &str) -> FsResult<String> {
    let target = tree.link_target(path)?;
    if target.len() > limits::PATH_BYTES { Err(ErrorCode::NameTooLong.into()) } else { Ok(target) }
}

pub(super) fn read(
    tree: &dyn Tree,
    path: &str,
    length: u64,
    offset: u64,
) -> FsResult<(Vec<u8>, bool)> {
    let length = usize::try_from(length).unwrap_or(usize::MAX).min(limits::READ_BYTES);
    let mut bytes = match length {
        0 => Vec::new(),
        length => tree.read(path, offset, length)?,
    };
    bytes.truncate(length);
    let ended = bytes.is_empty();
    Ok((bytes, ended))
}

pub(super) fn list(tree: &dyn Tree, path: &str) -> FsResult<Entries> {
    Ok(Box::new(tree.list(path)?.map(|entry| {
        let (name, kind) = entry?;
        if is_plain(&name) {
            Ok(DirectoryEntry { type_: descriptor_type(kind), name })
        } else {
            Err(ErrorCode::IllegalByteSequence.into())
        }
    })))
}

fn descriptor_type(kind: TreeEntryKind) -> DescriptorType {
    match kind {
        TreeEntryKind::File => DescriptorType::RegularFile,
        TreeEntryKind::Directory => DescriptorType::Directory,
        TreeEntryKind::Link => DescriptorType::SymbolicLink,
    }
}
