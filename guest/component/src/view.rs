//! The granted directories, as they are or as they were.

use crate::bindings::exports::readroom::read::types::ReadError;
use crate::guarded::Guarded;
use readroom_dialects::InWords;
use readroom_history::{Historic, Timeline};

/// The granted directories as a call sees them: now, or at a revision.
pub(crate) type View<'t> = Timeline<'t, Guarded<'t>>;

/// Returns the granted directories as they were at a revision, or as they are.
pub(crate) fn at<'t>(
    tree: &'t Guarded<'t>,
    path: &str,
    revision: Option<&str>,
) -> Result<View<'t>, ReadError> {
    let now = Timeline::now(tree);
    match revision {
        None => Ok(now),
        Some(revision) => now.at(tree.cwd, path, revision).map_err(|error| tree.explained(error)),
    }
}

/// Returns an error of a read of the tree in words.
pub(crate) fn explained(view: &View<'_>, error: impl InWords) -> ReadError {
    match view.take_failure() {
        Some(failure) => view.present().explained(failure),
        None => view.present().explained(error),
    }
}
