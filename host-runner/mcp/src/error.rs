//! Why a server cannot be started, or ended early.

use std::{fmt, io};

/// Why a server cannot be started, or ended early.
#[derive(Debug)]
pub enum Error {
    /// The room failed, or has no tool with a requested id.
    Room(readroom::Error),
    /// The options cannot be used. The text says what to change.
    Configuration(String),
    /// The operating system refused something: a thread, a signal, an address.
    Io(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Room(error) => error.fmt(f),
            Self::Configuration(reason) => f.write_str(reason),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Room(error) => error.source(),
            Self::Io(error) => error.source(),
            Self::Configuration(_) => None,
        }
    }
}

impl From<readroom::Error> for Error {
    fn from(error: readroom::Error) -> Self {
        Self::Room(error)
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
