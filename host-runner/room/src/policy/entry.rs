//! The rules that a policy is made of.

use crate::policy::list::List;
use crate::policy::pattern;
use crate::policy::rule::{Action, Permission};
use std::sync::Arc;

/// One rule of a policy.
#[derive(Clone, Debug)]
pub(super) enum PolicyEntry {
    /// A wildcard for the absolute path.
    Wildcard(Wildcard),
    /// A list for the path in the granted directory.
    List(Arc<List>),
}

/// A rule in the syntax of opencode.
#[derive(Clone, Debug)]
pub(super) struct Wildcard {
    pub(super) permission: Permission,
    pub(super) pattern: String,
    pub(super) action: Action,
}

impl Wildcard {
    pub(super) fn fits(&self, text: &str, home: Option<&str>) -> bool {
        if self.fits_everything() {
            return true;
        }
        pattern::fits(&pattern::at_home(&self.pattern, home), text)
    }

    pub(super) fn fits_everything(&self) -> bool {
        self.pattern == "*"
    }
}
