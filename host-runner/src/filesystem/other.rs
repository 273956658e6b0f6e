//! One name in an open directory where the operating system is no Unix: wasmtime-wasi is asked, and never with more than
//! one name.

use super::local::Local;
use super::node::Entries;
use super::now;
use wasmtime::component::Resource;
use wasmtime_wasi::filesystem::{Descriptor, Dir, WasiFilesystemCtxView};
use wasmtime_wasi::p2::FsResult;
use wasmtime_wasi::p2::bindings::filesystem::types::{self as delegate, HostDescriptor};
use wasmtime_wasi::p2::bindings::sync::filesystem::types::{DescriptorStat, MetadataHashValue, OpenFlags};

/// What is known of a name that was looked at.
pub(super) struct Seen {
    pub(super) stat: DescriptorStat,
    identity: MetadataHashValue,
}

impl Seen {
    pub(super) fn identity(&self) -> MetadataHashValue {
        self.identity
    }
}

/// What a name stands for.
pub(super) fn look(ground: &mut Local<'_>, directory: &Dir, name: &str) -> FsResult<Seen> {
    let here = delegate::PathFlags::empty();
    lent(ground, &Descriptor::Dir(directory.clone()), |inner, open| {
        let stat = now(inner.stat_at(Resource::new_borrow(open), here, name.into()))?.into();
        let identity = now(inner.metadata_hash_at(Resource::new_borrow(open), here, name.into()))?.into();
        Ok(Seen { stat, identity })
    })
}

/// What is open.
pub(super) fn look_at(ground: &mut Local<'_>, open: &Descriptor) -> FsResult<Seen> {
    lent(ground, open, |inner, open| {
        let stat = now(HostDescriptor::stat(inner, Resource::new_borrow(open)))?.into();
        let identity = now(inner.metadata_hash(Resource::new_borrow(open)))?.into();
        Ok(Seen { stat, identity })
    })
}

/// Opens a regular file or a directory for reading. Only the type is known that it had a moment ago.
pub(super) fn open(
    ground: &mut Local<'_>,
    directory: &Dir,
    name: &str,
    flags: OpenFlags,
) -> FsResult<Descriptor> {
    let mut only = delegate::OpenFlags::empty();
    if flags.contains(OpenFlags::DIRECTORY) {
        only |= delegate::OpenFlags::DIRECTORY;
    }
    let (here, read) = (delegate::PathFlags::empty(), delegate::DescriptorFlags::READ);
    lent(ground, &Descriptor::Dir(directory.clone()), |inner, open| {
        let opened = now(inner.open_at(Resource::new_borrow(open), here, name.into(), only, read))?;
        Ok(inner.table.delete(opened)?)
    })
}

/// The target of a link.
pub(super) fn link_target(ground: &mut Local<'_>, directory: &Dir, name: &str) -> FsResult<String> {
    lent(ground, &Descriptor::Dir(directory.clone()), |inner, open| {
        now(inner.readlink_at(Resource::new_borrow(open), name.into()))
    })
}

/// The entries of an open directory. wasmtime-wasi collects them whole, and nothing cheap tells their number before.
pub(super) fn list(ground: &mut Local<'_>) -> FsResult<Entries> {
    let descriptor = ground.descriptor();
    let stream = now(ground.inner.read_directory(descriptor))?;
    let entries = ground.inner.table.delete(stream)?;
    Ok(Box::new(entries.into_iter().map(|entry| entry.map(Into::into))))
}

/// Does something with what is open under a number of its own in the table.
fn lent<T>(
    ground: &mut Local<'_>,
    open: &Descriptor,
    act: impl FnOnce(&mut WasiFilesystemCtxView<'_>, u32) -> FsResult<T>,
) -> FsResult<T> {
    let lent = ground.inner.table.push(open.clone())?;
    let done = act(&mut ground.inner, lent.rep());
    ground.inner.table.delete(lent)?;
    done
}
