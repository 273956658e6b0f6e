//! What can go wrong in the host library.

use crate::{ErrorCode, ReadError};
use std::path::PathBuf;
use std::{fmt, io};

/// Why a room could not be made, or a call not answered.
#[derive(Debug)]
pub enum Error {
    /// Nothing was read: the component's answer to [`crate::Room::read`]. Errors of a dialect are no errors here but
    /// replies.
    Read(ReadError),
    /// A directory that was to be granted cannot be opened.
    Open {
        /// The directory.
        path: PathBuf,
        /// What the operating system says.
        reason: io::Error,
    },
    /// What was to be granted is no directory.
    NotADirectory {
        /// What is none.
        path: PathBuf,
    },
    /// The name of a directory that was to be granted is not Unicode, so that no agent could name it.
    NotUnicode {
        /// The directory.
        path: PathBuf,
    },
    /// The name of a tree that was to be granted is not absolute, or not clean.
    BadName {
        /// The name.
        name: String,
    },
    /// The name of the home directory is not absolute.
    BadHome {
        /// The name.
        name: String,
    },
    /// A rule of the policy speaks of the home directory, and there is none.
    NoHome,
    /// A tree was to be granted by a name that something else has, or the other way round.
    NameTaken {
        /// The name.
        name: String,
    },
    /// The working directory is in none of the granted directories.
    OutsideRoot {
        /// The working directory.
        path: PathBuf,
    },
    /// The component could not be loaded.
    Component(String),
    /// The component did not answer: it failed, or reached a limit.
    Call(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => write!(f, "{}. {}", error.message, error.hint),
            Self::Open { path, reason } => {
                write!(f, "cannot open the directory '{}': {reason}", path.display())
            }
            Self::NotADirectory { path } => {
                write!(f, "'{}' is not a directory; grant the directory it is in", path.display())
            }
            Self::NotUnicode { path } => {
                write!(f, "the name of the directory '{}' is not Unicode", path.display())
            }
            Self::BadName { name } => write!(
                f,
                "a tree cannot be granted by the name '{name}'; choose an absolute one without '.', '..' or empty \
                 names, such as '/project'"
            ),
            Self::BadHome { name } => {
                write!(
                    f,
                    "'{name}' cannot be the home directory; give an absolute name, such as '/home/agent'"
                )
            }
            Self::NoHome => f.write_str(
                "a rule of the policy begins with '~' or '$HOME'; name the home directory, or write its name there",
            ),
            Self::NameTaken { name } => {
                write!(f, "'{name}' is granted already; grant the tree by another name")
            }
            Self::OutsideRoot { path } => write!(
                f,
                "the working directory '{}' is outside the granted directories; name one inside the root",
                path.display()
            ),
            Self::Component(reason) => write!(f, "cannot load the component: {reason}"),
            Self::Call(reason) => write!(f, "the component did not answer: {reason}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Open { reason, .. } => Some(reason),
            _ => None,
        }
    }
}

impl Error {
    /// The code of a read that failed, or none for every other error.
    pub fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Read(error) => Some(error.code),
            _ => None,
        }
    }
}
