//! Files of the machine.
//!
//! What a path with several names leads to, and what the operating system says of it, is wasmtime-wasi's work, which
//! keeps every path beneath the directory it starts from. Opening is not: it must not wait, and must find a regular
//! file or a directory.

use super::node::{Entries, Node, Opened};
use super::now;
use wasmtime::component::Resource;
use wasmtime_wasi::filesystem::{Descriptor, WasiFilesystemCtxView};
use wasmtime_wasi::p2::FsResult;
use wasmtime_wasi::p2::bindings::filesystem::types::{self as delegate, ErrorCode, HostDescriptor};
use wasmtime_wasi::p2::bindings::sync::filesystem::types::{
    DescriptorStat, MetadataHashValue, OpenFlags, PathFlags,
};

#[cfg(unix)]
use super::{limited, listing, node::MOST_LINKS, unix};
#[cfg(unix)]
use wasmtime_wasi::filesystem::Dir;

/// An open file or directory of the machine, by its number in the table.
pub(super) struct Local<'a> {
    inner: WasiFilesystemCtxView<'a>,
    number: u32,
}

impl<'a> Local<'a> {
    pub(super) fn new(inner: WasiFilesystemCtxView<'a>, descriptor: &Resource<Descriptor>) -> Self {
        Self { inner, number: descriptor.rep() }
    }

    fn descriptor(&self) -> Resource<Descriptor> {
        Resource::new_borrow(self.number)
    }

    /// The open directory, if this is one.
    #[cfg(unix)]
    fn directory(&self) -> FsResult<Dir> {
        match self.inner.table.get(&self.descriptor())? {
            Descriptor::Dir(directory) => Ok(directory.clone()),
            Descriptor::File(_) => Err(ErrorCode::NotDirectory.into()),
        }
    }

    /// Opens a directory that a path leads to. Opening directories does not wait.
    #[cfg(unix)]
    fn directory_at(&mut self, path: &str, follow: PathFlags) -> FsResult<Descriptor> {
        let (directory, read) = (delegate::OpenFlags::DIRECTORY, delegate::DescriptorFlags::READ);
        let descriptor = self.descriptor();
        let opened = self.inner.open_at(descriptor, follow.into(), path.into(), directory, read);
        let opened = now(opened)?;
        Ok(self.inner.table.delete(opened)?)
    }

    /// Opens what a path of any form leads to: the way to it is wasmtime-wasi's, the last name is opened here.
    #[cfg(unix)]
    fn open(&mut self, path: &str, follow: PathFlags, mut flags: OpenFlags) -> FsResult<Descriptor> {
        let following = follow.contains(PathFlags::SYMLINK_FOLLOW);
        if is_plain(path) && !following {
            return unix::open(&self.directory()?.dir, path, flags);
        }
        let mut path = path.to_string();
        for _ in 0..=MOST_LINKS {
            if path.starts_with('/') {
                return Err(ErrorCode::NotPermitted.into());
            }
            if path.ends_with('/') {
                flags |= OpenFlags::DIRECTORY;
                path.truncate(path.trim_end_matches('/').len());
            }
            let (way, name) = path.rsplit_once('/').unwrap_or((".", &path));
            if matches!(name, "" | "." | "..") {
                return self.directory_at(&path, follow);
            }
            let Descriptor::Dir(directory) = self.directory_at(way, PathFlags::SYMLINK_FOLLOW)? else {
                return Err(ErrorCode::NotDirectory.into());
            };
            if !(following && unix::kind(&directory.dir, name)?.is_symlink()) {
                return unix::open(&directory.dir, name, flags);
            }
            let target = unix::link_target(&directory.dir, name)?;
            path = if target.starts_with('/') { target } else { format!("{way}/{target}") };
            limited(&path)?;
        }
        Err(ErrorCode::Loop.into())
    }

    #[cfg(not(unix))]
    fn open(&mut self, path: &str, follow: PathFlags, flags: OpenFlags) -> FsResult<Descriptor> {
        use wasmtime_wasi::p2::bindings::sync::filesystem::types::DescriptorType;
        // Only the type that the file had a moment ago is known.
        let kind = self.stat_at(path, follow)?.type_;
        if !matches!(kind, DescriptorType::RegularFile | DescriptorType::Directory) {
            return Err(ErrorCode::NoDevice.into());
        }
        let mut only = delegate::OpenFlags::empty();
        if flags.contains(OpenFlags::DIRECTORY) {
            only |= delegate::OpenFlags::DIRECTORY;
        }
        let (descriptor, read) = (self.descriptor(), delegate::DescriptorFlags::READ);
        let opened = now(self.inner.open_at(descriptor, follow.into(), path.into(), only, read))?;
        Ok(self.inner.table.delete(opened)?)
    }
}

/// Whether a path is one plain name: it can lead nowhere else.
fn is_plain(path: &str) -> bool {
    !path.is_empty() && path != "." && path != ".." && !path.contains(['/', '\0'])
}

impl Node for Local<'_> {
    fn open_at(&mut self, path: &str, follow: PathFlags, flags: OpenFlags) -> FsResult<Opened> {
        self.open(path, follow, flags).map(Opened::Local)
    }

    fn link_target(&mut self, path: &str) -> FsResult<String> {
        #[cfg(unix)]
        if is_plain(path) {
            return unix::link_target(&self.directory()?.dir, path);
        }
        let descriptor = self.descriptor();
        now(self.inner.readlink_at(descriptor, path.into()))
    }

    fn read(&mut self, length: u64, offset: u64) -> FsResult<(Vec<u8>, bool)> {
        let descriptor = self.descriptor();
        now(HostDescriptor::read(&mut self.inner, descriptor, length, offset))
    }

    #[cfg(unix)]
    fn list(&mut self) -> FsResult<Entries> {
        listing::entries(&self.directory()?.dir)
    }

    /// Other systems' directories are collected whole by wasmtime-wasi, and nothing cheap tells their size before.
    #[cfg(not(unix))]
    fn list(&mut self) -> FsResult<Entries> {
        let descriptor = self.descriptor();
        let stream = now(self.inner.read_directory(descriptor))?;
        let entries = self.inner.table.delete(stream)?;
        Ok(Box::new(entries.into_iter().map(|entry| entry.map(Into::into))))
    }

    fn stat(&mut self) -> FsResult<DescriptorStat> {
        let descriptor = self.descriptor();
        now(HostDescriptor::stat(&mut self.inner, descriptor)).map(Into::into)
    }

    fn stat_at(&mut self, path: &str, follow: PathFlags) -> FsResult<DescriptorStat> {
        let descriptor = self.descriptor();
        let stat = now(HostDescriptor::stat_at(&mut self.inner, descriptor, follow.into(), path.into()));
        let stays = cfg!(unix) && is_plain(path) && !follow.contains(PathFlags::SYMLINK_FOLLOW);
        match stat {
            // One name leads nowhere, so this is the operating system's no.
            Err(error) if stays && error.downcast_ref() == Some(&ErrorCode::NotPermitted) => {
                Err(ErrorCode::Access.into())
            }
            stat => stat.map(Into::into),
        }
    }

    fn identity(&mut self) -> FsResult<MetadataHashValue> {
        let descriptor = self.descriptor();
        now(HostDescriptor::metadata_hash(&mut self.inner, descriptor)).map(Into::into)
    }

    fn identity_at(&mut self, path: &str, follow: PathFlags) -> FsResult<MetadataHashValue> {
        let descriptor = self.descriptor();
        now(HostDescriptor::metadata_hash_at(&mut self.inner, descriptor, follow.into(), path.into()))
            .map(Into::into)
    }
}
