//! The file system as a component sees it during one host call.

use super::access_check::{AccessCheck, NameFilter};
use super::grant::Grant;
use super::grant_path::ReadPaths;
use super::handle::Handle;
use super::wasi::types as wasi;
use super::wasi::{Descriptor, Entries, ErrorCode, FsError, FsResult, StreamError, preopens};
#[cfg(feature = "wasi-cli")]
use crate::cli_log::CliLog;
use crate::metering::meter::{Meter, NextEntry};
use wasmtime::Result;
use wasmtime::component::{Resource, ResourceTable};

/// Whether a component can access its grants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Granted,
    /// It gets the names of the grants, but every request about them fails as if the operating
    /// system had denied it. Each dialect has its own words for that, and nothing reveals what
    /// exists.
    Denied,
}

/// The state that a host call uses. All handles of the component are in the table.
pub(crate) struct View<'a> {
    pub(crate) table: &'a mut ResourceTable,
    pub(crate) grants: &'a [Grant],
    pub(crate) access: Access,
    /// `None` if nothing is denied.
    pub(crate) filter: Option<&'a mut (dyn NameFilter + 'static)>,
    /// `None` if the paths that were read are not needed.
    pub(crate) read_paths: Option<&'a mut ReadPaths>,
    pub(crate) meter: &'a mut Meter,
    /// `None` unless the host resolves paths for the component.
    #[cfg(feature = "wasi-cli")]
    pub(crate) cli_log: Option<&'a CliLog>,
}

impl View<'_> {
    /// Returns the value of a descriptor, and the check of the policy. All information about files
    /// passes through here.
    pub(super) fn access(
        &mut self,
        descriptor: &Resource<Descriptor>,
    ) -> FsResult<(&Handle, AccessCheck<'_>)> {
        self.meter.host_call();
        if self.access == Access::Denied {
            return Err(ErrorCode::Access.into());
        }
        let handle = Handle::get(self.table, descriptor)?;
        Ok((handle, AccessCheck::new(self.filter.as_deref_mut())))
    }

    /// Returns whether two descriptors stand for the same file or directory.
    pub(super) fn is_same(
        &self,
        one: &Resource<Descriptor>,
        other: &Resource<Descriptor>,
    ) -> Result<bool> {
        let (one, other) = (Handle::get(self.table, one)?, Handle::get(self.table, other)?);
        Ok(match (one.metadata(), other.metadata()) {
            (Ok(first), Ok(second)) => first.identity(&one.path) == second.identity(&other.path),
            _ => false,
        })
    }

    /// Counts bytes of a file that the component reads, and records its path.
    pub(super) fn record_read(
        &mut self,
        descriptor: &Resource<Descriptor>,
        bytes: &[u8],
    ) -> FsResult<()> {
        self.meter.count_bytes(bytes.len());
        if let Some(paths) = self.read_paths.as_mut().filter(|_| !bytes.is_empty()) {
            paths.add(&Handle::get(self.table, descriptor)?.path);
        }
        Ok(())
    }
}

impl preopens::Host for View<'_> {
    fn get_directories(&mut self) -> Result<Vec<(Resource<Descriptor>, String)>> {
        self.meter.host_call();
        let open = self.grants.iter().enumerate().map(|(number, grant)| {
            let handle = Handle::root(number, grant.directory.clone());
            Ok((handle.push(self.table)?, grant.name.clone()))
        });
        open.collect()
    }
}

impl wasi::Host for View<'_> {
    fn convert_error_code(&mut self, error: FsError) -> Result<wasi::ErrorCode> {
        match error {
            FsError::Code(code) => Ok(code),
            FsError::Trap(error) => Err(error),
        }
    }

    fn filesystem_error_code(
        &mut self,
        error: Resource<StreamError>,
    ) -> Result<Option<wasi::ErrorCode>> {
        #[cfg(feature = "wasi-cli")]
        if self.cli_log.is_some() {
            return Ok(self.table.get(&error)?.downcast_ref().copied());
        }
        let _ = error;
        Err(wasmtime::format_err!("there are no streams that could fail"))
    }
}

impl wasi::HostDirectoryEntryStream for View<'_> {
    fn read_directory_entry(
        &mut self,
        stream: Resource<Entries>,
    ) -> FsResult<Option<wasi::DirectoryEntry>> {
        self.meter.host_call();
        if self.meter.request_entry().map_err(FsError::Trap)? == NextEntry::LimitReached {
            return Err(ErrorCode::Overflow.into());
        }
        let entry = self.table.get_mut(&stream)?.next();
        if entry.is_some() {
            self.meter.count_entry();
        }
        entry.transpose()
    }

    fn drop(&mut self, stream: Resource<Entries>) -> Result<()> {
        self.meter.host_call();
        drop(self.table.delete(stream)?);
        Ok(())
    }
}
