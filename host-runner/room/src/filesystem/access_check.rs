//! The point where a policy decides about paths.

use super::grant_path::GrantPath;
use wasmtime_wasi::p2::bindings::filesystem::types::ErrorCode;

/// Decides by path what a component may see. A policy implements it.
pub(crate) trait NameFilter: Send {
    /// Returns whether the file at this path may be opened or looked at. It need not exist.
    fn admits_file(&mut self, path: &GrantPath) -> bool;

    /// Returns whether the directory at this path may be listed.
    fn admits_listing(&mut self, path: &GrantPath) -> bool;
}

/// Asks a [`NameFilter`], if there is one, and converts its refusal to the error of an operating
/// system that does not let a file be read.
pub(super) struct AccessCheck<'a> {
    filter: Option<&'a mut (dyn NameFilter + 'static)>,
}

impl<'a> AccessCheck<'a> {
    /// Returns a check that denies nothing if there is no filter.
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
