//! The point where a policy decides about paths.

use super::grant_path::GrantPath;
use super::wasi::ErrorCode;
use readroom_policy::gate::NameAccess;

/// Decides by path what a component may see. A policy implements it.
pub(crate) trait NameFilter: Send {
    /// Returns whether something may be done with a path.
    fn admits(&mut self, path: &GrantPath, access: NameAccess) -> bool;
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

    /// Returns whether anything can be denied.
    pub(super) fn is_needed(&self) -> bool {
        self.filter.is_some()
    }

    pub(super) fn check(&mut self, path: &GrantPath, access: NameAccess) -> Result<(), ErrorCode> {
        let is_admitted = self.filter.as_mut().is_none_or(|filter| filter.admits(path, access));
        if is_admitted { Ok(()) } else { Err(ErrorCode::Access) }
    }
}
