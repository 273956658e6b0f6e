//! Paths as text, as an agent's own tool treats them before it accesses a file.

use super::clip::clipped;
use readroom_core::{MAX_PATH_BYTES, PathStyle};
use std::borrow::Cow;

pub(crate) use readroom_read::paths::{entry, split};

/// Returns a path as an absolute name without `.`, `..`, empty components and a slash at the end. A
/// relative path starts at `cwd`. Both are in this style.
///
/// Links are not resolved: `link/..` is the directory of the link. Several agents treat it that
/// way.
pub(crate) fn absolute(style: PathStyle, cwd: &str, path: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    let path = style.with_slashes(path);
    let start = if style.is_absolute(&path) { &*path } else { cwd };
    let cwd = if style.is_absolute(&path) { "" } else { cwd };
    for name in cwd.split('/').chain(path.split('/')) {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()),
            name => names.push(name),
        }
    }
    let names = names.join("/");
    let has_drive = |name: &str| PathStyle::of(name) == PathStyle::Windows;
    match style {
        PathStyle::Windows if has_drive(start) && has_drive(&names) => {
            style.with_slashes(&names).into_owned()
        }
        // A device named like a drive is in no grant.
        PathStyle::Windows if has_drive(&names) => format!("//{names}"),
        _ => format!("/{names}"),
    }
}

/// Returns a path without `.`, empty components and slashes at the end, and without `..` where
/// something precedes it, as Node.js normalizes paths.
pub(crate) fn normalized(path: &str) -> String {
    if path.starts_with('/') {
        return absolute(PathStyle::Posix, "/", path);
    }
    let mut names: Vec<&str> = Vec::new();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." if names.last().is_some_and(|last| *last != "..") => drop(names.pop()),
            name => names.push(name),
        }
    }
    if names.is_empty() { ".".into() } else { names.join("/") }
}

/// Returns the relative path from one absolute name to another, both without `.` and `..`: empty if
/// they are equal.
pub(crate) fn relative(from: &str, to: &str) -> String {
    let from: Vec<&str> = from.split('/').filter(|name| !name.is_empty()).collect();
    let to: Vec<&str> = to.split('/').filter(|name| !name.is_empty()).collect();
    let same = from.iter().zip(&to).take_while(|(from, to)| from == to).count();
    let up = from.iter().skip(same).map(|_| "..");
    up.chain(to.into_iter().skip(same)).collect::<Vec<_>>().join("/")
}

/// Returns whether an absolute name is a directory or below it.
pub(crate) fn is_inside(directory: &str, path: &str) -> bool {
    let directory = directory.trim_end_matches('/');
    path.strip_prefix(directory).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns a path for a message, clipped only if it is longer than any path.
pub(crate) fn for_message(path: &str) -> Cow<'_, str> {
    if path.len() > MAX_PATH_BYTES { clipped(path) } else { Cow::Borrowed(path) }
}

/// Returns the extension of the last name in lower case, with its dot. A name whose only dot is the
/// first character has none.
pub(crate) fn extension(path: &str) -> Cow<'_, str> {
    let (_, name) = split(path);
    match name.rfind('.') {
        Some(at) if name.get(..at).is_some_and(|stem| !stem.is_empty()) => {
            let extension = name.get(at..).unwrap_or_default();
            if extension.chars().any(char::is_uppercase) {
                Cow::Owned(extension.to_lowercase())
            } else {
                Cow::Borrowed(extension)
            }
        }
        _ => Cow::Borrowed(""),
    }
}

#[cfg(test)]
mod tests;
