//! Resolves a path of version 2.

use crate::shared::{Environment, ToolException, paths, suggest};
use readroom_core::{FileError, FileKind, Location, Opened, TrailingSlash, Tree, find};
use readroom_names::nfd;
use std::ops::ControlFlow;

/// The target of a path.
pub(super) struct Target<'t, T: Tree> {
    pub(super) opened: Opened<'t, T>,
    /// The path as displayed in a header.
    pub(super) shown: String,
    /// Its name in errors: relative to the working directory, if it is in there.
    pub(super) resource: String,
    /// The absolute name; links are not resolved in the working directory.
    pub(super) absolute: String,
}

/// Returns the absolute name of a path, without accessing files.
pub(super) fn absolute<T: Tree>(env: &Environment<'_, T>, path: &str) -> String {
    env.absolute(&env.at_home(path))
}

impl<'t, T: Tree> Target<'t, T> {
    /// Finds the target of a path, or a file next to it whose name differs only in spelling.
    pub(super) fn find(env: &Environment<'t, T>, path: &str) -> Result<Self, ToolException> {
        let name = absolute(env, path);
        let open = |name: &str| find(env.tree, None, name, TrailingSlash::Ignored);
        let failed = |error: FileError, name: &str| match error {
            FileError::NotAFile => {
                let resource = relative(env, name).unwrap_or_else(|| name.into());
                ToolException::message(format!("Path is not a file or directory: {resource}"))
            }
            _ => unreadable(error, path),
        };
        let (opened, shown, name) = match open(&name) {
            Ok(opened) => (opened, path.to_string(), name),
            Err(failure) => match failure.error {
                FileError::NotFound | FileError::NotDirectory => {
                    let other =
                        other_spelling(env, &name).ok_or_else(|| missing(env, path, &name))?;
                    let absolute = paths::entry(paths::split(&name).0, &other);
                    let opened =
                        open(&absolute).map_err(|failure| failed(failure.error, &absolute))?;
                    (opened, beside(path, &other), absolute)
                }
                error => return Err(failed(error, &name)),
            },
        };
        let location = match &opened {
            Opened::File(file) => &file.location,
            Opened::Directory(directory) => directory.location(),
        };
        let cwd = Location::of(env.tree.grants(), env.working_directory());
        let is_inside = cwd.is_some_and(|cwd| location.below(&cwd).is_some());
        let (resource, absolute) = match relative(env, &name).filter(|_| is_inside) {
            Some(resource) => (resource, name),
            None => (with_slashes(&location.absolute()), location.absolute()),
        };
        Ok(Self { opened, shown, resource, absolute })
    }
}

/// Returns a name relative to the working directory, if it is in there.
fn relative<T: Tree>(env: &Environment<'_, T>, name: &str) -> Option<String> {
    let cwd = env.absolute("");
    if !paths::is_inside(&cwd, name) {
        return None;
    }
    let relative = paths::relative(&cwd, name);
    Some(if relative.is_empty() { ".".into() } else { with_slashes(&relative) })
}

/// Returns a name in errors. It has slashes for backslashes, even in the names of files.
fn with_slashes(name: &str) -> String {
    name.replace('\\', "/")
}

/// Returns the path of another name in the directory of an argument.
fn beside(path: &str, name: &str) -> String {
    paths::normalized(&paths::entry(paths::split(path).0, name))
}

/// Returns the only file next to a missing one whose name differs only in Unicode normalization,
/// kinds of spaces and apostrophes.
fn other_spelling<T: Tree>(env: &Environment<'_, T>, missing: &str) -> Option<String> {
    let (parent, name) = paths::split(missing);
    let Ok(Opened::Directory(directory)) = find(env.tree, None, parent, TrailingSlash::Ignored)
    else {
        return None;
    };
    let wanted = plain(name);
    let mut found = Vec::new();
    let listed = directory.each_entry(&mut |name, kind| {
        if kind == FileKind::File && plain(name) == wanted {
            found.push(name.to_string());
        }
        if found.len() > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match (listed, found.as_slice()) {
        (Ok(()), [only]) if !directory.is_denied(only) => Some(only.clone()),
        _ => None,
    }
}

/// Returns a name with plain spaces and apostrophes. Names that are equal in one normalization form
/// are equal in any.
fn plain(name: &str) -> String {
    nfd(&name.replace(['\u{a0}', '\u{202f}'], " ").replace(['\u{2018}', '\u{2019}'], "'"))
}

/// Returns the exception for a missing file, with similar names in its directory.
fn missing<T: Tree>(env: &Environment<'_, T>, path: &str, absolute: &str) -> ToolException {
    let opened = find(env.tree, None, paths::split(absolute).0, TrailingSlash::Ignored);
    let (parent, name) = paths::split(path);
    let similar = suggest::similar(opened, parent, name, None);
    let similar: Vec<String> = similar.iter().map(|path| paths::normalized(path)).collect();
    ToolException::message(suggest::not_found(path, &similar))
}

/// Returns the exception for a file or directory that exists but cannot be read.
pub(super) fn unreadable(error: FileError, path: &str) -> ToolException {
    let path = paths::for_message(path);
    ToolException::message(match error {
        FileError::OutsideRoot => {
            format!("Access denied: {path} is outside the granted directories")
        }
        _ => format!("Unable to read {path}"),
    })
}
