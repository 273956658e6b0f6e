//! Splits paths into steps.

use crate::error::FileError;
use crate::name::MAX_NAME_BYTES;
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
/// Fails if the path is empty, too long, contains a NUL, or contains a name that is too long.
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
        "" | "." => Ok(Step::Stay),
        ".." => Ok(Step::Up),
        name if name.len() > MAX_NAME_BYTES => Err(FileError::NameTooLong),
        name => Ok(Step::Into(name.into())),
    };
    let (top, path) = match (style, drive(&path)) {
        (PathStyle::Windows, Some((letter, rest))) => {
            (Some(Step::Into(format!("{letter}:/"))), rest)
        }
        _ => (None, &*path),
    };
    let steps = path.split('/').map(step);
    Ok((anchor, top.map(Ok).into_iter().chain(steps).collect::<Result<_, _>>()?))
}

#[cfg(test)]
mod tests {
    use super::{Anchor, FileError, PathStyle, Step};

    fn steps(path: &str) -> Result<(Anchor, Vec<Step>), FileError> {
        super::steps(path, PathStyle::Posix)
    }

    #[test]
    fn a_path_is_split_into_steps() {
        let into = |name: &str| Step::Into(name.into());
        assert_eq!(steps("a/../b"), Ok((Anchor::Here, vec![into("a"), Step::Up, into("b")])));
        assert_eq!(
            steps("/a//"),
            Ok((Anchor::Top, vec![Step::Stay, into("a"), Step::Stay, Step::Stay]))
        );
        assert_eq!(steps("./.."), Ok((Anchor::Here, vec![Step::Stay, Step::Up])));
    }

    #[test]
    fn a_drive_is_a_name_at_the_top() {
        let into = |name: &str| Step::Into(name.into());
        let expected = vec![into("C:/"), Step::Stay, into("a"), Step::Up, into("b")];
        let steps = super::steps(r"c:\a/..\b", PathStyle::Windows);
        assert_eq!(steps, Ok((Anchor::Top, expected)));
    }

    #[test]
    fn invalid_paths_are_refused() {
        assert_eq!(steps(""), Err(FileError::EmptyPath));
        assert_eq!(steps("a\0b"), Err(FileError::NulInPath));
        assert_eq!(steps(&"a/".repeat(2049)), Err(FileError::PathTooLong));
        assert_eq!(steps(&"x".repeat(256)), Err(FileError::NameTooLong));
        assert!(steps(&"x".repeat(255)).is_ok());
        assert!(steps(&"./".repeat(2048)).is_ok());
    }
}
