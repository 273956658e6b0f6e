//! Files of the machine.
//!
//! Bytes are read by wasmtime-wasi. Paths are walked here, see [`super::walk`], and opening is done here, for it must not
//! wait, and must find a regular file or a directory.

use super::node::{Entries, Node, Opened};
use super::now;
#[cfg(not(unix))]
use super::other as system;
#[cfg(unix)]
use super::unix as system;
use super::walk::{Arrival, Ground, Judge, Kind, Place, walk};
use wasmtime::component::Resource;
use wasmtime_wasi::filesystem::{Descriptor, Dir, WasiFilesystemCtxView};
use wasmtime_wasi::p2::FsResult;
use wasmtime_wasi::p2::bindings::filesystem::types::{ErrorCode, HostDescriptor};
use wasmtime_wasi::p2::bindings::sync::filesystem::types::{
    DescriptorStat, DescriptorType, MetadataHashValue, OpenFlags, PathFlags,
};

/// An open file or directory of the machine, by its number in the table.
pub(super) struct Local<'a> {
    pub(super) inner: WasiFilesystemCtxView<'a>,
    number: u32,
}

impl<'a> Local<'a> {
    pub(super) fn new(inner: WasiFilesystemCtxView<'a>, descriptor: &Resource<Descriptor>) -> Self {
        Self { inner, number: descriptor.rep() }
    }

    pub(super) fn descriptor(&self) -> Resource<Descriptor> {
        Resource::new_borrow(self.number)
    }

    /// What lies under the number.
    pub(super) fn open(&self) -> FsResult<&Descriptor> {
        Ok(self.inner.table.get(&self.descriptor())?)
    }

    /// The open directory, if this is one.
    pub(super) fn directory(&self) -> FsResult<Dir> {
        match self.open()? {
            Descriptor::Dir(directory) => Ok(directory.clone()),
            Descriptor::File(_) => Err(ErrorCode::NotDirectory.into()),
        }
    }

    fn walk(&mut self, path: &str, follow: PathFlags, judge: &mut Judge<'_>) -> FsResult<Arrival<Self>> {
        let (start, way) = (self.directory()?, judge.way);
        walk(self, start, way, path, follow, judge)
    }
}

/// What is walked on. How one name is looked at and opened is the operating system's affair.
impl Ground for Local<'_> {
    type Directory = Dir;
    type Entry = system::Seen;

    fn look(&mut self, directory: &Dir, path: &str) -> FsResult<system::Seen> {
        system::look(self, directory, super::walk::name(path))
    }

    fn look_at(&mut self, directory: &Dir, _: &str) -> FsResult<system::Seen> {
        system::look_at(self, &Descriptor::Dir(directory.clone()))
    }

    fn kind(entry: &system::Seen) -> Kind {
        match entry.stat.type_ {
            DescriptorType::Directory => Kind::Directory,
            DescriptorType::SymbolicLink => Kind::Link,
            _ => Kind::Other,
        }
    }

    fn enter(&mut self, directory: &Dir, path: &str) -> FsResult<Dir> {
        match system::open(self, directory, super::walk::name(path), OpenFlags::DIRECTORY)? {
            Descriptor::Dir(directory) => Ok(directory),
            Descriptor::File(_) => Err(ErrorCode::NotDirectory.into()),
        }
    }

    fn target(&mut self, directory: &Dir, path: &str) -> FsResult<String> {
        system::link_target(self, directory, super::walk::name(path))
    }
}

impl Node for Local<'_> {
    fn open_at(
        &mut self,
        path: &str,
        follow: PathFlags,
        flags: OpenFlags,
        judge: &mut Judge<'_>,
    ) -> FsResult<(Opened, String)> {
        let Arrival { directory, place, path, entry } = self.walk(path, follow, judge)?;
        if place == Place::Itself {
            return Ok((Opened::Local(Descriptor::Dir(directory)), path));
        }
        match entry.stat.type_ {
            DescriptorType::Directory => {}
            DescriptorType::RegularFile if !flags.contains(OpenFlags::DIRECTORY) => {}
            DescriptorType::RegularFile => return Err(ErrorCode::NotDirectory.into()),
            DescriptorType::SymbolicLink => return Err(ErrorCode::Loop.into()),
            // Opening a pipe or a device already does something.
            _ => return Err(ErrorCode::NoDevice.into()),
        }
        let opened = system::open(self, &directory, super::walk::name(&path), flags)?;
        if matches!(opened, Descriptor::File(_)) {
            // It may have been a directory when it was looked at.
            judge.name(&path)?;
        }
        Ok((Opened::Local(opened), path))
    }

    fn link_target(&mut self, path: &str, judge: &mut Judge<'_>) -> FsResult<String> {
        let Arrival { directory, path, entry, .. } = self.walk(path, PathFlags::empty(), judge)?;
        if entry.stat.type_ != DescriptorType::SymbolicLink {
            return Err(ErrorCode::Invalid.into());
        }
        self.target(&directory, &path)
    }

    fn read(&mut self, length: u64, offset: u64) -> FsResult<(Vec<u8>, bool)> {
        let descriptor = self.descriptor();
        now(HostDescriptor::read(&mut self.inner, descriptor, length, offset))
    }

    fn list(&mut self) -> FsResult<Entries> {
        system::list(self)
    }

    fn stat(&mut self) -> FsResult<DescriptorStat> {
        let open = self.open()?.clone();
        system::look_at(self, &open).map(|seen| seen.stat)
    }

    fn stat_at(&mut self, path: &str, follow: PathFlags, judge: &mut Judge<'_>) -> FsResult<DescriptorStat> {
        self.walk(path, follow, judge).map(|arrival| arrival.entry.stat)
    }

    fn identity(&mut self) -> FsResult<MetadataHashValue> {
        let open = self.open()?.clone();
        system::look_at(self, &open).map(|seen| seen.identity())
    }

    fn identity_at(
        &mut self,
        path: &str,
        follow: PathFlags,
        judge: &mut Judge<'_>,
    ) -> FsResult<MetadataHashValue> {
        self.walk(path, follow, judge).map(|arrival| arrival.entry.identity())
    }
}
