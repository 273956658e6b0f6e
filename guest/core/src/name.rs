//! Names and paths, before anything looks at a file system.

use crate::FileError;
use alloc::string::String;
use alloc::vec::Vec;

/// The longest path that is looked at, in bytes. The limit of Linux (`PATH_MAX`).
pub const MAX_PATH_BYTES: usize = 4096;

/// The longest name in a path, in bytes. The limit of nearly every file system.
pub const MAX_NAME_BYTES: usize = 255;

/// The name of one entry of a directory: not empty, not `.` or `..`, without `/` and NUL, at most
/// [`MAX_NAME_BYTES`] long.
///
/// A [`crate::Tree`] is asked about nothing else, so no path that could lead anywhere ever reaches a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name<'a>(&'a str);

impl<'a> Name<'a> {
    /// The text as a name, if it is one.
    pub fn new(text: &'a str) -> Option<Self> {
        let plain = !text.is_empty() && text != "." && text != ".." && text.len() <= MAX_NAME_BYTES;
        (plain && memchr::memchr2(b'/', 0, text.as_bytes()).is_none()).then_some(Self(text))
    }

    /// The name as text.
    pub fn as_str(self) -> &'a str {
        self.0
    }
}

/// One step of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// To the entry of this name.
    Into(String),
    /// To the parent: `..`.
    Up,
    /// Nowhere: `.` or nothing between two slashes. After a file's name it says that the file should be a directory.
    Stay,
}

/// Whether a path starts at the top or where the walk stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// It begins with `/`.
    Top,
    /// It does not.
    Here,
}

/// Takes a path apart.
///
/// Fails for a path that is empty or too long, holds a NUL, or has a name in it that is too long.
pub(crate) fn steps(path: &str) -> Result<(Anchor, Vec<Step>), FileError> {
    if path.is_empty() {
        return Err(FileError::EmptyPath);
    }
    if path.len() > MAX_PATH_BYTES {
        return Err(FileError::PathTooLong);
    }
    if path.contains('\0') {
        return Err(FileError::NulInPath);
    }
    let anchor = if path.starts_with('/') { Anchor::Top } else { Anchor::Here };
    let step = |part: &str| match part {
        "" | "." => Ok(Step::Stay),
        ".." => Ok(Step::Up),
        name if name.len() > MAX_NAME_BYTES => Err(FileError::NameTooLong),
        name => Ok(Step::Into(name.into())),
    };
    Ok((anchor, path.split('/').map(step).collect::<Result<_, _>>()?))
}

#[cfg(test)]
mod tests {
    use super::{Anchor, Name, Step, steps};
    use crate::FileError;
    use alloc::vec;

    #[test]
    fn a_name_is_one_plain_component() {
        for name in ["a", "...", ".hidden", "a b", "~", "\\", "é", &"x".repeat(255)] {
            assert!(Name::new(name).is_some(), "{name}");
        }
        for other in ["", ".", "..", "a/b", "/", "a\0", &"x".repeat(256)] {
            assert!(Name::new(other).is_none(), "{other}");
        }
    }

    #[test]
    fn a_path_comes_apart_into_steps() {
        let into = |name: &str| Step::Into(name.into());
        assert_eq!(steps("a/../b"), Ok((Anchor::Here, vec![into("a"), Step::Up, into("b")])));
        assert_eq!(
            steps("/a//"),
            Ok((Anchor::Top, vec![Step::Stay, into("a"), Step::Stay, Step::Stay]))
        );
        assert_eq!(steps("./.."), Ok((Anchor::Here, vec![Step::Stay, Step::Up])));
    }

    #[test]
    fn what_is_no_path_is_refused() {
        assert_eq!(steps(""), Err(FileError::EmptyPath));
        assert_eq!(steps("a\0b"), Err(FileError::NulInPath));
        assert_eq!(steps(&"a/".repeat(2049)), Err(FileError::PathTooLong));
        assert_eq!(steps(&"x".repeat(256)), Err(FileError::NameTooLong));
        assert!(steps(&"x".repeat(255)).is_ok());
        assert!(steps(&"./".repeat(2048)).is_ok());
    }
}
