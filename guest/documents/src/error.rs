//! Why a document is not converted.

use crate::{Format, Limit};
use std::fmt;

/// Why a document is not converted. `E` is the error of its [`Source`](crate::Source).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error<E> {
    /// The file is not a valid document, for this reason.
    Damaged(&'static str),
    /// The document is encrypted.
    Encrypted,
    /// The document is encrypted in a way that is not supported, for this reason.
    UnsupportedEncryption(&'static str),
    /// The document exceeds a limit before any of its text is read.
    TooLarge(Limit),
    /// The format is recognized but not supported.
    Unsupported(Format),
    /// The bytes of the file could not be read.
    Source(E),
}

impl<E: fmt::Display> fmt::Display for Error<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged(what) => write!(f, "damaged document: {what}"),
            Self::Encrypted => f.write_str("encrypted document"),
            Self::UnsupportedEncryption(what) => write!(f, "encrypted document: {what}"),
            Self::TooLarge(limit) => write!(f, "too large: the {limit} exceeds its limit"),
            Self::Unsupported(format) => {
                write!(f, "unsupported format: {}", format.unsupported_name())
            }
            Self::Source(error) => error.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for Error<E> {}

/// Why reading stops inside this crate, where the type of the source is unknown, and holds its
/// error.
pub(crate) type Fault = Error<()>;

pub(crate) type Outcome<T = ()> = Result<T, Fault>;

impl Fault {
    /// Returns the error, with that of the source if it failed.
    pub(crate) fn of_source<E>(self, source: Option<E>) -> Error<E> {
        match (self, source) {
            (Self::Source(()), Some(error)) => Error::Source(error),
            (Self::Source(()), None) => Error::Damaged("the file could not be read"),
            (Self::Damaged(what), _) => Error::Damaged(what),
            (Self::Encrypted, _) => Error::Encrypted,
            (Self::UnsupportedEncryption(what), _) => Error::UnsupportedEncryption(what),
            (Self::TooLarge(limit), _) => Error::TooLarge(limit),
            (Self::Unsupported(format), _) => Error::Unsupported(format),
        }
    }
}
