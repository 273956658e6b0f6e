//! Splits paths into steps.

pub(crate) mod directory;
pub(crate) mod failure;
pub(crate) mod find;
pub(crate) mod location;
pub(crate) mod name;
pub(crate) mod name_page;
pub(crate) mod real_path;
pub(crate) mod walk;

use crate::FileError;
use readroom_names::{PathStyle, drive};

/// The maximum length of a path in bytes: the limit of Linux (`PATH_MAX`).
pub const MAX_PATH_BYTES: usize = 4096;

/// A step of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// To the entry with this name.
    Into(String),
    /// To the parent: `..`.
    Up,
    /// To the same directory: `.`, or an empty name between slashes. After the name of a file it
    /// requires a directory.
    Stay,
}

/// Whether a path is absolute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// It is.
    Top,
    /// It is not.
    Here,
}

/// Splits a path into steps. A drive is a name that ends with a slash; no other name does.
///
/// Fails if the path is empty, too long, or contains a NUL.
pub(crate) fn steps(path: &str, style: PathStyle) -> Result<(Anchor, Vec<Step>), FileError> {
    if path.is_empty() {
        return Err(FileError::EmptyPath);
    }
    if path.len() > MAX_PATH_BYTES {
        return Err(FileError::PathTooLong);
    }
    if path.contains('\0') {
        return Err(FileError::NulInPath);
    }
    let path = style.with_slashes(path);
    let anchor = if style.is_absolute(&path) { Anchor::Top } else { Anchor::Here };
    let step = |part: &str| match part {
        "" | "." => Step::Stay,
        ".." => Step::Up,
        name => Step::Into(name.into()),
    };
    let (top, path) = match (style, drive(&path)) {
        (PathStyle::Windows, Some((letter, rest))) => {
            (Some(Step::Into(format!("{letter}:/"))), rest)
        }
        _ => (None, &*path),
    };
    let steps = path.split('/').map(step);
    Ok((anchor, top.into_iter().chain(steps).collect()))
}

#[cfg(test)]
mod tests;
