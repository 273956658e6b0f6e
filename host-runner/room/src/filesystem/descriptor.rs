//! The functions of a component's descriptors: they read, and change nothing.

use super::dir_entry::DirEntry;
use super::handle::Handle;
use super::view::View;
use super::wasi::types as wasi;
use super::wasi::{Descriptor, Entries, ErrorCode, FsError, FsResult, InputStream, OutputStream};
use readroom_policy::PathStyle;
use wasmtime::Result;
use wasmtime::component::Resource;

/// Returns the error for everything that would change something.
fn read_only<T>() -> FsResult<T> {
    Err(ErrorCode::NotPermitted.into())
}

/// Refuses to follow a link: a component resolves links itself.
fn not_following(flags: wasi::PathFlags) -> FsResult<()> {
    if flags.contains(wasi::PathFlags::SYMLINK_FOLLOW) {
        Err(ErrorCode::NotPermitted.into())
    } else {
        Ok(())
    }
}

impl wasi::HostDescriptor for View<'_> {
    fn open_at(
        &mut self,
        descriptor: Resource<Descriptor>,
        follow: wasi::PathFlags,
        name: String,
        open_flags: wasi::OpenFlags,
        flags: wasi::DescriptorFlags,
    ) -> FsResult<Resource<Descriptor>> {
        let creates =
            wasi::OpenFlags::CREATE | wasi::OpenFlags::EXCLUSIVE | wasi::OpenFlags::TRUNCATE;
        let writes = wasi::DescriptorFlags::WRITE | wasi::DescriptorFlags::MUTATE_DIRECTORY;
        if open_flags.intersects(creates) || flags.intersects(writes) {
            return read_only();
        }
        let (directory, mut check) = self.access(&descriptor)?;
        not_following(follow)?;
        let opened = DirEntry::new(directory, &name)?.open(open_flags, &mut check)?;
        self.meter.count_open().map_err(FsError::Trap)?;
        Ok(opened.push(self.table)?)
    }

    fn readlink_at(&mut self, descriptor: Resource<Descriptor>, name: String) -> FsResult<String> {
        let (directory, mut check) = self.access(&descriptor)?;
        let target = DirEntry::new(directory, &name)?.link_target(&mut check)?;
        let style = self.grants.first().map_or(PathStyle::Posix, |root| PathStyle::of(&root.name));
        let target = style.with_slashes(&target).into_owned();
        if style.is_absolute(&target) && !self.grants.iter().any(|grant| grant.holds(&target)) {
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
        let (bytes, ended) = self.access(&descriptor)?.0.read(length, offset)?;
        self.record_read(&descriptor, &bytes)?;
        Ok((bytes, ended))
    }

    fn read_via_stream(
        &mut self,
        _: Resource<Descriptor>,
        _: u64,
    ) -> FsResult<Resource<InputStream>> {
        Err(ErrorCode::Unsupported.into())
    }

    fn read_directory(&mut self, descriptor: Resource<Descriptor>) -> FsResult<Resource<Entries>> {
        let (directory, mut check) = self.access(&descriptor)?;
        let entries = directory.list(&mut check)?;
        Ok(self.table.push(entries)?)
    }

    fn stat(&mut self, descriptor: Resource<Descriptor>) -> FsResult<wasi::DescriptorStat> {
        Ok(self.access(&descriptor)?.0.metadata()?.stat)
    }

    fn stat_at(
        &mut self,
        descriptor: Resource<Descriptor>,
        follow: wasi::PathFlags,
        name: String,
    ) -> FsResult<wasi::DescriptorStat> {
        let (directory, mut check) = self.access(&descriptor)?;
        not_following(follow)?;
        Ok(DirEntry::new(directory, &name)?.metadata(&mut check)?.stat)
    }

    fn get_type(&mut self, descriptor: Resource<Descriptor>) -> FsResult<wasi::DescriptorType> {
        Ok(self.access(&descriptor)?.0.metadata()?.stat.type_)
    }

    /// Every descriptor is open for reading only.
    fn get_flags(&mut self, descriptor: Resource<Descriptor>) -> FsResult<wasi::DescriptorFlags> {
        self.access(&descriptor)?;
        Ok(wasi::DescriptorFlags::READ)
    }

    fn is_same_object(
        &mut self,
        one: Resource<Descriptor>,
        other: Resource<Descriptor>,
    ) -> Result<bool> {
        self.is_same(&one, &other)
    }

    fn metadata_hash(
        &mut self,
        descriptor: Resource<Descriptor>,
    ) -> FsResult<wasi::MetadataHashValue> {
        let (handle, _) = self.access(&descriptor)?;
        Ok(handle.metadata()?.identity(&handle.path).hash())
    }

    fn metadata_hash_at(
        &mut self,
        descriptor: Resource<Descriptor>,
        follow: wasi::PathFlags,
        name: String,
    ) -> FsResult<wasi::MetadataHashValue> {
        let (directory, mut check) = self.access(&descriptor)?;
        not_following(follow)?;
        let mut entry = DirEntry::new(directory, &name)?;
        Ok(entry.metadata(&mut check)?.identity(&entry.path).hash())
    }

    fn drop(&mut self, descriptor: Resource<Descriptor>) -> Result<()> {
        self.meter.host_call();
        drop(Handle::delete(self.table, &descriptor)?);
        Ok(())
    }

    /// Accepts advice and ignores it: reading does not need it.
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

    fn write_via_stream(
        &mut self,
        _: Resource<Descriptor>,
        _: u64,
    ) -> FsResult<Resource<OutputStream>> {
        read_only()
    }

    fn append_via_stream(&mut self, _: Resource<Descriptor>) -> FsResult<Resource<OutputStream>> {
        read_only()
    }
}
