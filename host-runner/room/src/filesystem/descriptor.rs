//! The functions of a component's descriptors: they read, and change nothing.

use super::access_check::AccessCheck;
use super::dir_entry::DirEntry;
use super::handle::Handle;
use super::view::View;
use super::wasi::types as wasi;
use super::wasi::{Descriptor, Entries, ErrorCode, FsError, FsResult, InputStream, OutputStream};
#[cfg(feature = "wasi-cli")]
use super::{path_walk::walk, plain_name::is_plain, stream::FileStream};
use readroom_policy::PathStyle;
use wasmtime::Result;
use wasmtime::component::Resource;

/// Returns the error for everything that would change something.
fn read_only<T>() -> FsResult<T> {
    Err(ErrorCode::NotPermitted.into())
}

fn hash(handle: &Handle) -> FsResult<wasi::MetadataHashValue> {
    Ok(handle.metadata()?.identity(&handle.path).hash())
}

/// Refuses to follow a link: a component resolves links itself.
fn not_following(flags: wasi::PathFlags) -> FsResult<()> {
    if flags.contains(wasi::PathFlags::SYMLINK_FOLLOW) {
        Err(ErrorCode::NotPermitted.into())
    } else {
        Ok(())
    }
}

impl View<'_> {
    /// Looks at one plain name in a directory. Where the host resolves paths for a component, it
    /// looks at the `entry` that the path leads to, or at the directory `itself`.
    fn at<T>(
        &mut self,
        descriptor: &Resource<Descriptor>,
        follow: wasi::PathFlags,
        path: &str,
        entry: impl FnOnce(&mut DirEntry<'_>, &mut AccessCheck<'_>) -> FsResult<T>,
        itself: impl FnOnce(&Handle) -> FsResult<T>,
    ) -> FsResult<T> {
        #[cfg(feature = "wasi-cli")]
        if let Some(log) = self.cli_log {
            let follow = follow.contains(wasi::PathFlags::SYMLINK_FOLLOW);
            if follow || !is_plain(path) {
                log.note_whole_path();
            }
            let (directory, mut check) = self.access(descriptor)?;
            return match walk(directory, path, follow, &mut check)? {
                Some((parent, name)) => entry(&mut DirEntry::new(&parent, &name)?, &mut check),
                None => itself(directory),
            };
        }
        let _ = itself;
        let (directory, mut check) = self.access(descriptor)?;
        not_following(follow)?;
        entry(&mut DirEntry::new(directory, path)?, &mut check)
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
        let open =
            |entry: &mut DirEntry<'_>, check: &mut AccessCheck<'_>| entry.open(open_flags, check);
        let opened = self.at(&descriptor, follow, &name, open, |itself| Ok(itself.clone()))?;
        self.meter.count_open().map_err(FsError::Trap)?;
        Ok(opened.push(self.table)?)
    }

    fn readlink_at(&mut self, descriptor: Resource<Descriptor>, name: String) -> FsResult<String> {
        let target =
            |entry: &mut DirEntry<'_>, check: &mut AccessCheck<'_>| entry.link_target(check);
        let directory = |_: &Handle| Err(ErrorCode::Invalid.into());
        let target = self.at(&descriptor, wasi::PathFlags::empty(), &name, target, directory)?;
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

    #[cfg_attr(not(feature = "wasi-cli"), expect(unused_variables, reason = "no stream is made"))]
    fn read_via_stream(
        &mut self,
        descriptor: Resource<Descriptor>,
        offset: u64,
    ) -> FsResult<Resource<InputStream>> {
        #[cfg(feature = "wasi-cli")]
        if self.cli_log.is_some() {
            let file = self.access(&descriptor)?.0.clone();
            if let Some(paths) = &mut self.read_paths {
                paths.add(&file.path);
            }
            return Ok(self.table.push(Box::new(FileStream { file, offset }) as InputStream)?);
        }
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
        let seen = |entry: &mut DirEntry<'_>, check: &mut AccessCheck<'_>| entry.metadata(check);
        Ok(self.at(&descriptor, follow, &name, seen, Handle::metadata)?.stat)
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
        hash(self.access(&descriptor)?.0)
    }

    fn metadata_hash_at(
        &mut self,
        descriptor: Resource<Descriptor>,
        follow: wasi::PathFlags,
        name: String,
    ) -> FsResult<wasi::MetadataHashValue> {
        let entry_hash = |entry: &mut DirEntry<'_>, check: &mut AccessCheck<'_>| {
            Ok(entry.metadata(check)?.identity(&entry.path).hash())
        };
        self.at(&descriptor, follow, &name, entry_hash, hash)
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
