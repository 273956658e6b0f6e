//! What decides about names in one call.

use readroom_policy::gate::CallPermit;
use readroom_policy::list::Case;
use std::cell::{OnceCell, RefCell};

/// The permit of a call, and what is known about its path.
pub(crate) struct Guard {
    pub(crate) permit: RefCell<CallPermit>,
    pub(crate) is_case_sensitive: bool,
    /// Whether the host has decided about the requested path.
    pub(crate) is_judged: bool,
    /// Whether the permit denies the requested path. Unless the host has decided, everything is
    /// denied then: nothing must tell whether it exists.
    pub(crate) is_requested_denied: OnceCell<bool>,
}

impl Guard {
    /// Returns how names may be compared.
    pub(crate) fn cases(&self) -> &'static [Case] {
        match self.is_case_sensitive {
            true => &[Case::Sensitive],
            false => &[Case::Sensitive, Case::Insensitive],
        }
    }
}
