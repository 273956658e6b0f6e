//! Finds what the path of a tool that looks around means.

use super::resolved;
use crate::shared::environment::Environment;
use crate::shared::exception::ToolException;
use crate::shared::paths;
use readroom_core::{Failure, FileError, FileKind, Opened, TrailingSlash, Tree, find};

/// Returns the absolute name of a path, which is the working directory by default.
pub(super) fn absolute<T: Tree>(
    env: &Environment<'_, T>,
    path: Option<&str>,
) -> Result<String, ToolException> {
    resolved(env, path.unwrap_or("."))
}

/// Finds what is at an absolute name.
pub(super) fn at<'t, T: Tree>(
    env: &Environment<'t, T>,
    absolute: &str,
) -> Result<Opened<'t, T>, FileError> {
    find(env.tree, None, absolute, TrailingSlash::WantsDirectory)
        .map_err(|failure: Failure| failure.error)
}

/// Returns the kind of what cannot be opened but looked at. `None` if it cannot be looked at
/// either, as what the policy denies.
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

/// Says that nothing is at a path.
pub(super) fn not_found(absolute: &str) -> ToolException {
    ToolException::error(format!("Path not found: {}", paths::for_message(absolute)))
}

/// Checks what becomes an argument of a program, as Node.js does.
pub(super) fn without_nul(argument: &str) -> Result<(), ToolException> {
    match argument.contains('\0') {
        true => Err(ToolException::error(
            "The argument 'args' must be an array of strings without null bytes",
        )),
        false => Ok(()),
    }
}
