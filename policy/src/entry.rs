//! The entries of a policy.

use crate::list::{Case, List, may_meet};
use crate::pattern;
use crate::rule::{Action, Permission};
use std::sync::Arc;

/// One rule of a policy.
#[derive(Clone, Debug)]
pub(crate) enum PolicyEntry {
    /// A wildcard for the absolute path.
    Wildcard(Wildcard),
    /// A list for the path relative to its grant.
    List(Arc<List>),
    /// Masks the paths that earlier entries allow, or that the list of secrets among them asks
    /// about.
    MaskSecrets,
}

impl PolicyEntry {
    /// Returns the action of the entry when followed by [`PolicyEntry::MaskSecrets`].
    pub(crate) fn masked(&self, action: Action) -> Action {
        match (action, self) {
            (Action::Allow, _) => Action::Mask,
            (Action::Ask, Self::List(list)) if list.is_of_secrets() => Action::Mask,
            _ => action,
        }
    }
}

/// A rule in the syntax of opencode.
#[derive(Clone, Debug)]
pub(crate) struct Wildcard {
    pub(crate) permission: Permission,
    pub(crate) pattern: String,
    pub(crate) action: Action,
}

impl Wildcard {
    pub(crate) fn fits(&self, text: &str, home: Option<&str>, case: Case) -> bool {
        if self.fits_everything() {
            return true;
        }
        let pattern = pattern::at_home(&self.pattern, home);
        pattern::fits(&case.folded(&pattern), &case.folded(text))
    }

    /// Returns whether it matches all paths below a directory.
    pub(crate) fn fits_all_below(&self, directory: &str, home: Option<&str>, case: Case) -> bool {
        // The last `*` may match a longer text.
        self.fits_everything()
            || self.pattern.ends_with('*') && self.fits(&format!("{directory}/\0"), home, case)
    }

    /// Returns whether it may match a path below a directory.
    pub(crate) fn may_fit_below(&self, directory: &str, home: Option<&str>, case: Case) -> bool {
        let pattern = pattern::at_home(&self.pattern, home);
        let literal = pattern.split(['*', '?']).next().unwrap_or_default();
        may_meet(literal, directory, case)
    }

    pub(crate) fn fits_everything(&self) -> bool {
        self.pattern == "*"
    }
}
