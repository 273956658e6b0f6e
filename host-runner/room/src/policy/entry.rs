//! What a policy is made of.

use crate::policy::list::List;
use crate::policy::pattern;
use crate::policy::rule::{Action, Permission};
use std::sync::Arc;

/// One rule of a policy.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    /// A wildcard for the absolute name.
    Wildcard(Wildcard),
    /// A list for the name in the directory that was granted.
    List(Arc<List>),
}

/// A rule as opencode writes them.
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
