//! What a component can call about files, and what it gets.

use super::local::Local;
use super::node::{Entries, Node, Opened};
use super::served::Served;
use super::walk::Judge;
use super::ways::{Way, Ways};
use super::{Access, grant::Place, limited, ready, resources};
use crate::filesystem::Grant;
use crate::guard::Pass;
use crate::meter::{Another, Meter};
use wasmtime::Result;
use wasmtime::component::Resource;
use wasmtime_wasi::filesystem::{Descriptor, WasiFilesystemCtxView};
use wasmtime_wasi::p2::bindings::filesystem::preopens;
use wasmtime_wasi::p2::bindings::filesystem::types::{self as delegate, ErrorCode};
use wasmtime_wasi::p2::bindings::sync::filesystem::types as wasi;
use wasmtime_wasi::p2::bindings::sync::io::streams::{Error as StreamError, InputStream, OutputStream};
use wasmtime_wasi::p2::{FsError, FsResult};

/// The file system as a component sees it during one host call.
pub(super) struct View<'a> {
    pub(super) inner: WasiFilesystemCtxView<'a>,
    pub(super) grants: &'a [Grant],
    pub(super) access: Access,
    pub(super) pass: Option<&'a mut Pass>,
    /// None where nobody needs to know names.
    pub(super) ways: Option<&'a mut Ways>,
    pub(super) meter: &'a mut Meter,
}

impl View<'_> {
    /// Asks what a descriptor stands for. Everything that a component gets to know of files comes through here.
    fn ask<T>(
        &mut self,
        descriptor: &Resource<Descriptor>,
        question: impl FnOnce(&mut dyn Node, &mut Judge<'_>) -> FsResult<T>,
    ) -> FsResult<T> {
        self.meter.host_call();
        if self.access == Access::Denied {
            return Err(ErrorCode::Access.into());
        }
        let way = self.ways.as_deref().and_then(|ways| ways.get(descriptor.rep()));
        let mut judge = match (&mut self.pass, way) {
            (None, None) => Judge::nobody(),
            (None, Some(Way { grant, path })) => Judge { pass: None, grant: *grant, way: path },
            (Some(pass), way) => {
                // Whatever has no name here is none of the component's.
                let Some(Way { grant, path }) = way else { return Err(ErrorCode::Access.into()) };
                Judge { pass: Some(&mut **pass), grant: *grant, way: path }
            }
        };
        if let Ok(served) = resources::get::<Served, _>(self.inner.table, descriptor) {
            return question(&mut served.clone(), &mut judge);
        }
        let inner = WasiFilesystemCtxView { ctx: self.inner.ctx, table: self.inner.table };
        question(&mut Local::new(inner, descriptor), &mut judge)
    }

    /// What a descriptor stands for, if that is no file of the machine.
    fn served(&self, descriptor: &Resource<Descriptor>) -> Option<&Served> {
        resources::get(self.inner.table, descriptor).ok()
    }

    /// Keeps what was opened, and by which name.
    fn push(&mut self, opened: Opened, grant: usize, path: String) -> Result<Resource<Descriptor>> {
        let descriptor = match opened {
            Opened::Local(descriptor) => self.inner.table.push(descriptor)?,
            Opened::Served(served) => resources::push(self.inner.table, served)?,
        };
        if let Some(ways) = &mut self.ways {
            ways.keep(descriptor.rep(), Way { grant, path });
        }
        Ok(descriptor)
    }
}

/// The answer to everything that would change something.
fn read_only<T>() -> FsResult<T> {
    Err(ErrorCode::NotPermitted.into())
}

impl preopens::Host for View<'_> {
    fn get_directories(&mut self) -> Result<Vec<(Resource<Descriptor>, String)>> {
        self.meter.host_call();
        let grants = self.grants;
        let open = grants.iter().enumerate().map(|(number, grant)| {
            let opened = match grant.place.clone() {
                Place::Local(directory) => Opened::Local(Descriptor::Dir(directory)),
                Place::Served(served) => Opened::Served(served),
            };
            Ok((self.push(opened, number, String::new())?, grant.name.clone()))
        });
        open.collect()
    }
}

impl wasi::Host for View<'_> {
    fn convert_error_code(&mut self, error: FsError) -> Result<wasi::ErrorCode> {
        wasi::Host::convert_error_code(&mut self.inner, error)
    }

    fn filesystem_error_code(&mut self, error: Resource<StreamError>) -> Result<Option<wasi::ErrorCode>> {
        wasi::Host::filesystem_error_code(&mut self.inner, error)
    }
}

impl wasi::HostDescriptor for View<'_> {
    fn open_at(
        &mut self,
        descriptor: Resource<Descriptor>,
        follow: wasi::PathFlags,
        path: String,
        open_flags: wasi::OpenFlags,
        flags: wasi::DescriptorFlags,
    ) -> FsResult<Resource<Descriptor>> {
        let creates = wasi::OpenFlags::CREATE | wasi::OpenFlags::EXCLUSIVE | wasi::OpenFlags::TRUNCATE;
        let writes = wasi::DescriptorFlags::WRITE | wasi::DescriptorFlags::MUTATE_DIRECTORY;
        if open_flags.intersects(creates) || flags.intersects(writes) {
            return read_only();
        }
        limited(&path)?;
        let (opened, grant, path) = self.ask(&descriptor, |node, judge| {
            let (opened, path) = node.open_at(&path, follow, open_flags, judge)?;
            Ok((opened, judge.grant, path))
        })?;
        self.push(opened, grant, path).map_err(FsError::trap)
    }

    fn readlink_at(&mut self, descriptor: Resource<Descriptor>, path: String) -> FsResult<String> {
        limited(&path)?;
        let target = self.ask(&descriptor, |node, judge| node.link_target(&path, judge))?;
        if target.starts_with('/') && !self.grants.iter().any(|grant| grant.holds(&target)) {
            return Err(ErrorCode::NotPermitted.into());
        }
        Ok(target)
    }

    fn read(
        &mut self,
        descriptor: Resource<Descriptor>,
        length: u64,
        offset: u64,
    ) -> FsResult<(Vec<u8>, bool)> {
        let number = descriptor.rep();
        let (bytes, ended) = self.ask(&descriptor, |node, _| node.read(length, offset))?;
        self.meter.hand_over(bytes.len());
        if let Some(ways) = self.ways.as_deref_mut().filter(|_| !bytes.is_empty()) {
            ways.was_read(number);
        }
        Ok((bytes, ended))
    }

    fn read_via_stream(&mut self, _: Resource<Descriptor>, _: u64) -> FsResult<Resource<InputStream>> {
        Err(ErrorCode::Unsupported.into())
    }

    fn read_directory(
        &mut self,
        descriptor: Resource<Descriptor>,
    ) -> FsResult<Resource<wasi::DirectoryEntryStream>> {
        let entries = self.ask(&descriptor, |node, judge| {
            judge.listing()?;
            node.list()
        })?;
        Ok(resources::push(self.inner.table, entries)?)
    }

    fn stat(&mut self, descriptor: Resource<Descriptor>) -> FsResult<wasi::DescriptorStat> {
        self.ask(&descriptor, |node, _| node.stat())
    }

    fn stat_at(
        &mut self,
        descriptor: Resource<Descriptor>,
        follow: wasi::PathFlags,
        path: String,
    ) -> FsResult<wasi::DescriptorStat> {
        limited(&path)?;
        self.ask(&descriptor, |node, judge| node.stat_at(&path, follow, judge))
    }

    fn get_type(&mut self, descriptor: Resource<Descriptor>) -> FsResult<wasi::DescriptorType> {
        self.ask(&descriptor, |node, _| node.stat()).map(|stat| stat.type_)
    }

    /// Everything is open to be read and for nothing else.
    fn get_flags(&mut self, descriptor: Resource<Descriptor>) -> FsResult<wasi::DescriptorFlags> {
        self.ask(&descriptor, |node, _| node.stat()).map(|_| wasi::DescriptorFlags::READ)
    }

    fn is_same_object(&mut self, one: Resource<Descriptor>, other: Resource<Descriptor>) -> Result<bool> {
        match (self.served(&one), self.served(&other)) {
            (None, None) => ready(delegate::HostDescriptor::is_same_object(&mut self.inner, one, other))?,
            (one, other) => Ok(one == other),
        }
    }

    fn metadata_hash(&mut self, descriptor: Resource<Descriptor>) -> FsResult<wasi::MetadataHashValue> {
        self.ask(&descriptor, |node, _| node.identity())
    }

    fn metadata_hash_at(
        &mut self,
        descriptor: Resource<Descriptor>,
        follow: wasi::PathFlags,
        path: String,
    ) -> FsResult<wasi::MetadataHashValue> {
        limited(&path)?;
        self.ask(&descriptor, |node, judge| node.identity_at(&path, follow, judge))
    }

    fn drop(&mut self, descriptor: Resource<Descriptor>) -> Result<()> {
        self.meter.host_call();
        if let Some(ways) = &mut self.ways {
            ways.forget(descriptor.rep());
        }
        if self.served(&descriptor).is_some() {
            resources::delete::<Served, _>(self.inner.table, &descriptor)?;
            return Ok(());
        }
        delegate::HostDescriptor::drop(&mut self.inner, descriptor)
    }

    /// Advice is not needed to read, so it is taken and not followed.
    fn advise(&mut self, _: Resource<Descriptor>, _: u64, _: u64, _: wasi::Advice) -> FsResult<()> {
        Ok(())
    }

    fn sync_data(&mut self, _: Resource<Descriptor>) -> FsResult<()> {
        read_only()
    }

    fn set_size(&mut self, _: Resource<Descriptor>, _: u64) -> FsResult<()> {
        read_only()
    }

    fn set_times(
        &mut self,
        _: Resource<Descriptor>,
        _: wasi::NewTimestamp,
        _: wasi::NewTimestamp,
    ) -> FsResult<()> {
        read_only()
    }

    fn write(&mut self, _: Resource<Descriptor>, _: Vec<u8>, _: u64) -> FsResult<u64> {
        read_only()
    }

    fn sync(&mut self, _: Resource<Descriptor>) -> FsResult<()> {
        read_only()
    }

    fn create_directory_at(&mut self, _: Resource<Descriptor>, _: String) -> FsResult<()> {
        read_only()
    }

    fn set_times_at(
        &mut self,
        _: Resource<Descriptor>,
        _: wasi::PathFlags,
        _: String,
        _: wasi::NewTimestamp,
        _: wasi::NewTimestamp,
    ) -> FsResult<()> {
        read_only()
    }

    fn link_at(
        &mut self,
        _: Resource<Descriptor>,
        _: wasi::PathFlags,
        _: String,
        _: Resource<Descriptor>,
        _: String,
    ) -> FsResult<()> {
        read_only()
    }

    fn remove_directory_at(&mut self, _: Resource<Descriptor>, _: String) -> FsResult<()> {
        read_only()
    }

    fn rename_at(
        &mut self,
        _: Resource<Descriptor>,
        _: String,
        _: Resource<Descriptor>,
        _: String,
    ) -> FsResult<()> {
        read_only()
    }

    fn symlink_at(&mut self, _: Resource<Descriptor>, _: String, _: String) -> FsResult<()> {
        read_only()
    }

    fn unlink_file_at(&mut self, _: Resource<Descriptor>, _: String) -> FsResult<()> {
        read_only()
    }

    fn write_via_stream(&mut self, _: Resource<Descriptor>, _: u64) -> FsResult<Resource<OutputStream>> {
        read_only()
    }

    fn append_via_stream(&mut self, _: Resource<Descriptor>) -> FsResult<Resource<OutputStream>> {
        read_only()
    }
}

impl wasi::HostDirectoryEntryStream for View<'_> {
    fn read_directory_entry(
        &mut self,
        stream: Resource<wasi::DirectoryEntryStream>,
    ) -> FsResult<Option<wasi::DirectoryEntry>> {
        self.meter.host_call();
        if self.meter.ask_for_entry().map_err(FsError::trap)? == Another::Enough {
            return Err(ErrorCode::Overflow.into());
        }
        let entry = resources::get_mut::<Entries, _>(self.inner.table, &stream)?.next();
        if entry.is_some() {
            self.meter.hand_out_entry();
        }
        entry.transpose()
    }

    fn drop(&mut self, stream: Resource<wasi::DirectoryEntryStream>) -> Result<()> {
        self.meter.host_call();
        drop(resources::delete::<Entries, _>(self.inner.table, &stream)?);
        Ok(())
    }
}
