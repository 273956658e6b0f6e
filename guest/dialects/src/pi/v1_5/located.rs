//! Resolves the path argument of `ls`, `find` and `grep`.

use super::resolved;
use crate::shared::{Environment, ToolException, paths};
use readroom_core::{Failure, FileError, FileKind, Opened, TrailingSlash, Tree, find};

/// Returns the absolute name of a path, which is the working directory by default.
pub(super) fn absolute<T: Tree>(
    env: &Environment<'_, T>,
    path: Option<&str>,
) -> Result<String, ToolException> {
    resolved(env, path.unwrap_or("."))
}

/// Opens the entry at an absolute name.
pub(super) fn at<'t, T: Tree>(
    env: &Environment<'t, T>,
    absolute: &str,
) -> Result<Opened<'t, T>, FileError> {
    find(env.tree, None, absolute, TrailingSlash::WantsDirectory)
        .map_err(|failure: Failure| failure.error)
}

/// Returns the kind of an entry that exists but cannot be opened. `None` if it cannot be accessed
/// at all, like one that the policy denies.
pub(super) fn kind_of_denied<T: Tree>(
    env: &Environment<'_, T>,
    absolute: &str,
) -> Option<FileKind> {
    let (around, name) = paths::split(absolute);
    match at(env, around).ok()? {
        Opened::Directory(directory) => Some(directory.entry(name)?.kind),
        Opened::File(_) => None,
    }
}

/// Returns the error that a path does not exist.
pub(super) fn not_found(absolute: &str) -> ToolException {
    ToolException::error(format!("Path not found: {}", paths::for_message(absolute)))
}

/// Checks an argument for a program, as Node.js does.
pub(super) fn without_nul(argument: &str) -> Result<(), ToolException> {
    match argument.contains('\0') {
        true => Err(ToolException::error(
            "The argument 'args' must be an array of strings without null bytes",
        )),
        false => Ok(()),
    }
}
