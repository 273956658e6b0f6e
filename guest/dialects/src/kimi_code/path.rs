//! Resolves a path, and refuses files that are withheld from a model.

use super::error::{ToolError, failure};
use crate::shared::{Environment, paths};
use readroom_core::{
    File, FileError, GrantRole, Opened, PathEnd, TrailingSlash, Tree, find, real_path,
};

const SECRET: &str = "matches a sensitive-file pattern (env / credential / SSH key). Access is \
                      blocked to protect secrets.";

/// Returns the absolute name of a path, without accessing files.
pub(super) fn absolute<T: Tree>(env: &Environment<'_, T>, path: &str) -> String {
    env.absolute(&expanded(env, path))
}

/// Returns a path with slashes only, and with the home directory for `~`.
fn expanded<T: Tree>(env: &Environment<'_, T>, path: &str) -> String {
    env.at_home(&path.replace('\\', "/")).into_owned()
}

/// Opens the file at a path. Also returns its absolute name, with links unresolved.
pub(super) fn open<'t, T: Tree>(
    env: &Environment<'t, T>,
    path: &str,
) -> Result<(String, File<'t, T>), ToolError> {
    let absolute = absolute(env, path);
    if is_sensitive(&absolute) {
        return Err(ToolError::about(path, SECRET));
    }
    let in_workspace = is_in_workspace(env, &absolute);
    if !in_workspace && !env.is_absolute(&expanded(env, path)) {
        return Err(ToolError::about(
            path,
            "is not an absolute path. You must provide an absolute path to read a file outside \
             the working directory.",
        ));
    }
    if is_file_with_slash(env, path, &absolute) {
        return Err(failure(FileError::NotDirectory, path));
    }
    let found = real_path(env.tree, &absolute).map_err(|error| unresolved(error, path))?;
    let real = found.absolute;
    let resolves = |what: &str| {
        let real = paths::for_message(&real);
        ToolError::about(
            &absolute,
            &format!("resolves to \"{real}\" through a symbolic link{what}"),
        )
    };
    if is_sensitive(&real) {
        return Err(resolves(&format!(", which {SECRET}")));
    }
    // A broken link stands for itself: its missing target may be anywhere.
    if found.end == PathEnd::BrokenLink {
        return Err(ToolError::about(
            broken_link(env, &absolute),
            "is a symbolic link whose target does not exist. Access is blocked.",
        ));
    }
    if in_workspace && !is_in_workspace(env, &real) {
        return Err(resolves(
            " that points outside the working directory. Access is blocked; use the real path \
             directly or add the target directory to the workspace.",
        ));
    }
    match found.end {
        PathEnd::Outside { .. } => Err(failure(FileError::OutsideRoot, path)),
        PathEnd::Missing { .. } => Err(failure(FileError::NotFound, path)),
        PathEnd::Exists | PathEnd::BrokenLink => {
            match find(env.tree, None, &real, TrailingSlash::Ignored) {
                Ok(Opened::File(file)) => Ok((absolute, file)),
                Ok(Opened::Directory(_)) => Err(failure(FileError::IsDirectory, path)),
                Err(error) => Err(failure(error.error, path)),
            }
        }
    }
}

/// Returns whether a path is a file's with a slash at the end, which an absolute one keeps.
fn is_file_with_slash<T: Tree>(env: &Environment<'_, T>, path: &str, absolute: &str) -> bool {
    let path = expanded(env, path);
    let name = [absolute, "/"].concat();
    path.ends_with('/')
        && env.is_absolute(&path)
        && find(env.tree, None, &name, TrailingSlash::WantsDirectory)
            .is_err_and(|failure| failure.error == FileError::NotDirectory)
}

/// Returns whether an absolute name is in the working directory or an additional one.
fn is_in_workspace<T: Tree>(env: &Environment<'_, T>, absolute: &str) -> bool {
    let directory = env.working_directory();
    let grants = || env.tree.grants().iter();
    // The root may have several names.
    let is_at_root = grants().any(|grant| grant.role == GrantRole::Root && grant.name == directory);
    paths::is_inside(directory, absolute)
        || grants()
            .filter(|grant| is_at_root || grant.role == GrantRole::Further)
            .any(|grant| paths::is_inside(&grant.name, absolute))
}

/// Returns the error for a path whose links cannot be resolved.
fn unresolved(error: FileError, path: &str) -> ToolError {
    let why = match error {
        FileError::NotDirectory | FileError::OutsideRoot => return failure(error, path),
        FileError::Denied => "permission denied",
        _ => "unrecognized filesystem error",
    };
    ToolError::new(format!("Tool \"Read\" failed: realpath failed: {why}"))
}

/// Returns the part of an absolute name that ends with its broken link.
fn broken_link<'p, T: Tree>(env: &Environment<'_, T>, absolute: &'p str) -> &'p str {
    let ends = absolute.match_indices('/').map(|(at, _)| at).filter(|at| *at > 0);
    let mut parts = ends.filter_map(|at| absolute.get(..at));
    let is_broken =
        |part: &&str| real_path(env.tree, part).is_ok_and(|real| real.end == PathEnd::BrokenLink);
    parts.find(is_broken).unwrap_or(absolute)
}

/// Returns whether a file with this absolute name is assumed to hold secrets.
fn is_sensitive(path: &str) -> bool {
    const FREE: [&str; 3] = [".env.example", ".env.sample", ".env.template"];
    const KEYS: [&str; 4] = ["id_rsa", "id_ed25519", "id_ecdsa", "credentials"];
    const COPIES: [&str; 10] =
        [".bak", ".backup", ".copy", ".disabled", ".key", ".old", ".orig", ".pem", ".save", ".tmp"];
    let path = path.to_lowercase();
    let (_, name) = paths::split(&path);
    let is_key = |key: &str| {
        name.strip_prefix(key).is_some_and(|rest| {
            rest.is_empty() || rest.starts_with(['-', '_']) || COPIES.contains(&rest)
        })
    };
    let is_environment = name == ".env" || name.starts_with(".env.") && !FREE.contains(&name);
    // As whole names.
    let below = [&*path, "/"].concat();
    is_environment
        || KEYS.into_iter().any(is_key)
        || ["/.aws/credentials/", "/.gcp/credentials/"].into_iter().any(|part| below.contains(part))
}

#[cfg(test)]
mod tests;
