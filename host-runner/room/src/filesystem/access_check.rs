//! Where a policy decides about names.

use super::grant_path::GrantPath;
use wasmtime_wasi::p2::bindings::filesystem::types::ErrorCode;

/// Decides by name what a component may see. A policy implements it.
pub(crate) trait NameFilter: Send {
    /// Returns whether a file of this name may be opened or looked at. There need not be one.
    fn admits_file(&mut self, path: &GrantPath) -> bool;

    /// Returns whether the directory of this name may be listed.
    fn admits_listing(&mut self, path: &GrantPath) -> bool;
}

/// Asks a [`NameFilter`], if there is one, and turns its refusal into the error of an operating system that does not
/// let a file be read.
pub(super) struct AccessCheck<'a> {
    filter: Option<&'a mut (dyn NameFilter + 'static)>,
}

impl<'a> AccessCheck<'a> {
    /// Denies nothing if there is no filter.
    pub(super) fn new(filter: Option<&'a mut (dyn NameFilter + 'static)>) -> Self {
        Self { filter }
    }

    pub(super) fn file(&mut self, path: &GrantPath) -> Result<(), ErrorCode> {
        access(self.filter.as_mut().is_none_or(|filter| filter.admits_file(path)))
    }

    pub(super) fn listing(&mut self, path: &GrantPath) -> Result<(), ErrorCode> {
        access(self.filter.as_mut().is_none_or(|filter| filter.admits_listing(path)))
    }
}

fn access(admitted: bool) -> Result<(), ErrorCode> {
    if admitted { Ok(()) } else { Err(ErrorCode::Access) }
}
