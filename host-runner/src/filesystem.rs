//! The seam between a component and the operating system: all that a component can do to the world goes through here.
//!
//! Reading is delegated to wasmtime-wasi, which keeps every path beneath the directory it starts from. What is added:
//!
//! - Nothing that writes is delegated at all, on top of wasmtime-wasi's own read-only grants.
//! - An open never waits and never succeeds on a pipe, socket or device: the type is looked at before and checked on
//!   the opened file.
//! - The target of an absolute link is shown if it lies in a grant, so that a component can walk there; wasmtime-wasi
//!   shows none.
//! - Paths have limits, because each name in one can cost a descriptor.
//! - Directories are not listed and files are not read as streams: wasmtime-wasi would collect a directory whole in
//!   memory, and start threads for a stream. The embedded component asks for neither.
//! - Everything happens on the calling thread; no asynchronous runtime is needed or started.

#[cfg(unix)]
pub(crate) mod unix;

use crate::limits;
use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll, Waker};
use std::time::{SystemTime, UNIX_EPOCH};
use wasmtime::component::{HasData, HasSelf, Linker, Resource, ResourceTable};
use wasmtime::{Result, StoreLimits};
use wasmtime_wasi::filesystem::{Descriptor, Dir, WasiFilesystemCtx, WasiFilesystemCtxView};
use wasmtime_wasi::p2::bindings::clocks::wall_clock;
use wasmtime_wasi::p2::bindings::filesystem::types as delegate;
use wasmtime_wasi::p2::bindings::sync::filesystem::types as wasi;
use wasmtime_wasi::p2::bindings::sync::io::streams::{self, Error as StreamError, InputStream, OutputStream};
use wasmtime_wasi::p2::bindings::sync::io::{error, poll};
use wasmtime_wasi::p2::bindings::{cli::environment, filesystem::preopens};
use wasmtime_wasi::p2::{FsError, FsResult};
use wasmtime_wasi::{FsPerms, OpenMode, WasiCtx};

/// An open directory and the absolute name that the component knows it by.
#[derive(Clone)]
pub(crate) struct Grant {
    pub(crate) name: String,
    directory: Dir,
}

impl Grant {
    /// Grants an open directory for reading.
    pub(crate) fn new(name: String, directory: std::fs::File) -> Self {
        Self { name, directory: Dir::new(directory, FsPerms::ReadOnly, OpenMode::READ, true) }
    }

    /// Whether an absolute name lies in the grant, as far as names tell.
    pub(crate) fn holds(&self, absolute: &str) -> bool {
        let mut parts: Vec<&str> = Vec::new();
        for part in absolute.split('/') {
            match part {
                "" | "." => {}
                ".." => drop(parts.pop()),
                part => parts.push(part),
            }
        }
        let own: Vec<&str> = self.name.split('/').filter(|part| !part.is_empty()).collect();
        parts.starts_with(&own)
    }
}

/// What the host keeps for one call.
pub(crate) struct State {
    table: ResourceTable,
    filesystem: WasiFilesystemCtx,
    grants: Arc<[Grant]>,
    cwd: Option<String>,
    pub(crate) limits: StoreLimits,
}

/// What wasmtime-wasi wants to know for every call: that it may block the thread.
static FILESYSTEM: LazyLock<WasiFilesystemCtx> = LazyLock::new(|| {
    let mut wasi = WasiCtx::builder().allow_blocking_current_thread(true).build();
    std::mem::take(wasi.filesystem())
});

impl State {
    pub(crate) fn new(grants: Arc<[Grant]>, cwd: Option<String>) -> Self {
        let mut table = ResourceTable::new();
        table.set_max_capacity(grants.len() + limits::RESOURCES);
        Self { table, filesystem: FILESYSTEM.clone(), grants, cwd, limits: limits::store() }
    }

    /// The most handles that a component may hold: two to everything that is open for it.
    pub(crate) fn most_handles(&self) -> usize {
        2 * (self.grants.len() + limits::RESOURCES)
    }

    /// Offers to a component what the contract grants, and nothing else.
    pub(crate) fn link(linker: &mut Linker<Self>) -> Result<()> {
        wasi::add_to_linker::<Self, Seam>(linker, Self::seam)?;
        preopens::add_to_linker::<Self, Seam>(linker, Self::seam)?;
        wall_clock::add_to_linker::<Self, HasSelf<Self>>(linker, |state| state)?;
        environment::add_to_linker::<Self, HasSelf<Self>>(linker, |state| state)?;
        // The types of streams belong to those of files. No stream is ever handed out.
        error::add_to_linker::<Self, Streams>(linker, |state| &mut state.table)?;
        poll::add_to_linker::<Self, Streams>(linker, |state| &mut state.table)?;
        streams::add_to_linker::<Self, Streams>(linker, |state| &mut state.table)
    }

    fn seam(&mut self) -> View<'_> {
        let inner = WasiFilesystemCtxView { ctx: &mut self.filesystem, table: &mut self.table };
        View { inner, grants: &self.grants }
    }
}

impl wall_clock::Host for State {
    fn now(&mut self) -> Result<wall_clock::Datetime> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(wall_clock::Datetime { seconds: now.as_secs(), nanoseconds: now.subsec_nanos() })
    }

    fn resolution(&mut self) -> Result<wall_clock::Datetime> {
        Ok(wall_clock::Datetime { seconds: 0, nanoseconds: 1 })
    }
}

impl environment::Host for State {
    fn get_environment(&mut self) -> Result<Vec<(String, String)>> {
        Ok(Vec::new())
    }

    fn get_arguments(&mut self) -> Result<Vec<String>> {
        Ok(Vec::new())
    }

    fn initial_cwd(&mut self) -> Result<Option<String>> {
        Ok(self.cwd.clone())
    }
}

/// Names the type of [`View`] to the linker.
struct Seam;

impl HasData for Seam {
    type Data<'a> = View<'a>;
}

/// Names the implementation of streams to the linker, which is wasmtime-wasi's.
struct Streams;

impl HasData for Streams {
    type Data<'a> = &'a mut ResourceTable;
}

/// The file system as a component sees it during one host call.
struct View<'a> {
    inner: WasiFilesystemCtxView<'a>,
    grants: &'a [Grant],
}

impl View<'_> {
    /// The open directory, if the path is one plain name in it: such a path can lead nowhere else.
    fn directory_of(&self, descriptor: &Resource<Descriptor>, path: &str) -> Result<Option<Dir>, FsError> {
        let plain = !path.is_empty() && path != "." && path != ".." && !path.contains(['/', '\0']);
        match self.inner.table.get(descriptor)? {
            Descriptor::Dir(directory) if plain && cfg!(unix) => Ok(Some(directory.clone())),
            _ => Ok(None),
        }
    }

    /// Opens a directory that a path leads to. Opening directories does not wait.
    #[cfg(unix)]
    fn directory_at(
        &mut self,
        from: &Resource<Descriptor>,
        path: &str,
        flags: wasi::PathFlags,
    ) -> FsResult<Descriptor> {
        let opened = now(delegate::HostDescriptor::open_at(
            &mut self.inner,
            Resource::new_borrow(from.rep()),
            flags.into(),
            path.into(),
            delegate::OpenFlags::DIRECTORY,
            delegate::DescriptorFlags::READ,
        ))?;
        Ok(self.inner.table.delete(opened)?)
    }

    /// Opens what a path of any form leads to: the way to it is wasmtime-wasi's, the last name is opened here.
    #[cfg(unix)]
    fn open_path(
        &mut self,
        from: &Resource<Descriptor>,
        path_flags: wasi::PathFlags,
        path: &str,
        mut open_flags: wasi::OpenFlags,
    ) -> FsResult<Descriptor> {
        let mut path = path.to_string();
        for _ in 0..=MOST_LINKS {
            if path.starts_with('/') {
                return Err(delegate::ErrorCode::NotPermitted.into());
            }
            if path.ends_with('/') {
                open_flags |= wasi::OpenFlags::DIRECTORY;
                path.truncate(path.trim_end_matches('/').len());
            }
            let (way, name) = path.rsplit_once('/').unwrap_or((".", &path));
            if matches!(name, "" | "." | "..") {
                return self.directory_at(from, &path, path_flags);
            }
            let Descriptor::Dir(directory) = self.directory_at(from, way, wasi::PathFlags::SYMLINK_FOLLOW)?
            else {
                return Err(delegate::ErrorCode::NotDirectory.into());
            };
            let follow = path_flags.contains(wasi::PathFlags::SYMLINK_FOLLOW);
            if !(follow && unix::kind(&directory.dir, name)?.is_symlink()) {
                return unix::open(&directory.dir, name, open_flags.contains(wasi::OpenFlags::DIRECTORY));
            }
            let target = unix::link_target(&directory.dir, name)?;
            path = if target.starts_with('/') { target } else { format!("{way}/{target}") };
            limited(&path)?;
        }
        Err(delegate::ErrorCode::Loop.into())
    }
}

/// The most links that are followed at the end of a path, as on Linux.
#[cfg(unix)]
const MOST_LINKS: u32 = 40;

/// Refuses paths that would cost too much.
fn limited(path: &str) -> FsResult<()> {
    if path.len() > limits::PATH_BYTES || path.split('/').count() > limits::PATH_NAMES {
        return Err(delegate::ErrorCode::NameTooLong.into());
    }
    Ok(())
}

/// The answer to everything that would change something.
fn read_only<T>() -> FsResult<T> {
    Err(delegate::ErrorCode::NotPermitted.into())
}

/// The value of a future that never waits, as those of wasmtime-wasi do not when they may block the thread.
fn ready<T>(future: impl Future<Output = T>) -> Result<T> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Ok(value),
        Poll::Pending => Err(wasmtime::format_err!("a file operation wanted to wait")),
    }
}

/// The same for an operation on files.
fn now<T>(future: impl Future<Output = FsResult<T>>) -> FsResult<T> {
    ready(future).map_err(FsError::trap)?
}

impl preopens::Host for View<'_> {
    fn get_directories(&mut self) -> Result<Vec<(Resource<Descriptor>, String)>> {
        let grants = self.grants.iter();
        grants
            .map(|grant| {
                Ok((self.inner.table.push(Descriptor::Dir(grant.directory.clone()))?, grant.name.clone()))
            })
            .collect()
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
        path_flags: wasi::PathFlags,
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
        #[cfg(unix)]
        let opened = match self.directory_of(&descriptor, &path)? {
            Some(directory) if !path_flags.contains(wasi::PathFlags::SYMLINK_FOLLOW) => {
                unix::open(&directory.dir, &path, open_flags.contains(wasi::OpenFlags::DIRECTORY))?
            }
            _ => self.open_path(&descriptor, path_flags, &path, open_flags)?,
        };
        #[cfg(not(unix))]
        let opened = {
            // Only the type that the file had a moment ago is known.
            let same = Resource::new_borrow(descriptor.rep());
            let kind = self.stat_at(same, path_flags, path.clone())?.type_;
            if !matches!(kind, wasi::DescriptorType::RegularFile | wasi::DescriptorType::Directory) {
                return Err(delegate::ErrorCode::NoDevice.into());
            }
            let mut only = delegate::OpenFlags::empty();
            if open_flags.contains(wasi::OpenFlags::DIRECTORY) {
                only |= delegate::OpenFlags::DIRECTORY;
            }
            let (flags, how) = (path_flags.into(), delegate::DescriptorFlags::READ);
            let open = delegate::HostDescriptor::open_at(&mut self.inner, descriptor, flags, path, only, how);
            let opened = now(open)?;
            self.inner.table.delete(opened)?
        };
        Ok(self.inner.table.push(opened)?)
    }

    fn readlink_at(&mut self, descriptor: Resource<Descriptor>, path: String) -> FsResult<String> {
        limited(&path)?;
        #[cfg(unix)]
        if let Some(directory) = self.directory_of(&descriptor, &path)? {
            let target = unix::link_target(&directory.dir, &path)?;
            if target.starts_with('/') && !self.grants.iter().any(|grant| grant.holds(&target)) {
                return Err(delegate::ErrorCode::NotPermitted.into());
            }
            return Ok(target);
        }
        now(delegate::HostDescriptor::readlink_at(&mut self.inner, descriptor, path))
    }

    fn read(
        &mut self,
        descriptor: Resource<Descriptor>,
        length: u64,
        offset: u64,
    ) -> FsResult<(Vec<u8>, bool)> {
        now(delegate::HostDescriptor::read(&mut self.inner, descriptor, length, offset))
    }

    fn read_via_stream(&mut self, _: Resource<Descriptor>, _: u64) -> FsResult<Resource<InputStream>> {
        Err(delegate::ErrorCode::Unsupported.into())
    }

    fn read_directory(&mut self, _: Resource<Descriptor>) -> FsResult<Resource<wasi::DirectoryEntryStream>> {
        Err(delegate::ErrorCode::Unsupported.into())
    }

    fn stat(&mut self, descriptor: Resource<Descriptor>) -> FsResult<wasi::DescriptorStat> {
        now(delegate::HostDescriptor::stat(&mut self.inner, descriptor)).map(Into::into)
    }

    fn stat_at(
        &mut self,
        descriptor: Resource<Descriptor>,
        path_flags: wasi::PathFlags,
        path: String,
    ) -> FsResult<wasi::DescriptorStat> {
        limited(&path)?;
        let follow = path_flags.contains(wasi::PathFlags::SYMLINK_FOLLOW);
        let plain = !follow && self.directory_of(&descriptor, &path)?.is_some();
        let stat =
            now(delegate::HostDescriptor::stat_at(&mut self.inner, descriptor, path_flags.into(), path));
        match stat {
            // One name leads nowhere, so this is the operating system's no.
            Err(error) if plain && error.downcast_ref() == Some(&delegate::ErrorCode::NotPermitted) => {
                Err(delegate::ErrorCode::Access.into())
            }
            stat => stat.map(Into::into),
        }
    }

    fn get_type(&mut self, descriptor: Resource<Descriptor>) -> FsResult<wasi::DescriptorType> {
        now(delegate::HostDescriptor::get_type(&mut self.inner, descriptor)).map(Into::into)
    }

    fn get_flags(&mut self, descriptor: Resource<Descriptor>) -> FsResult<wasi::DescriptorFlags> {
        now(delegate::HostDescriptor::get_flags(&mut self.inner, descriptor)).map(Into::into)
    }

    fn is_same_object(&mut self, one: Resource<Descriptor>, other: Resource<Descriptor>) -> Result<bool> {
        ready(delegate::HostDescriptor::is_same_object(&mut self.inner, one, other))?
    }

    fn metadata_hash(&mut self, descriptor: Resource<Descriptor>) -> FsResult<wasi::MetadataHashValue> {
        now(delegate::HostDescriptor::metadata_hash(&mut self.inner, descriptor)).map(Into::into)
    }

    fn metadata_hash_at(
        &mut self,
        descriptor: Resource<Descriptor>,
        path_flags: wasi::PathFlags,
        path: String,
    ) -> FsResult<wasi::MetadataHashValue> {
        limited(&path)?;
        now(delegate::HostDescriptor::metadata_hash_at(&mut self.inner, descriptor, path_flags.into(), path))
            .map(Into::into)
    }

    fn drop(&mut self, descriptor: Resource<Descriptor>) -> Result<()> {
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

/// No stream is ever handed out, so none of this is reached.
impl wasi::HostDirectoryEntryStream for View<'_> {
    fn read_directory_entry(
        &mut self,
        _: Resource<wasi::DirectoryEntryStream>,
    ) -> FsResult<Option<wasi::DirectoryEntry>> {
        Err(delegate::ErrorCode::Unsupported.into())
    }

    fn drop(&mut self, stream: Resource<wasi::DirectoryEntryStream>) -> Result<()> {
        delegate::HostDirectoryEntryStream::drop(&mut self.inner, stream)
    }
}
