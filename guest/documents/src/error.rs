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

/// Why reading stops inside this crate, where the type of the source is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Damaged(&'static str),
    Encrypted,
    UnsupportedEncryption(&'static str),
    TooLarge(Limit),
    Unsupported(Format),
    /// The source failed, and holds the error.
    Source,
}

pub(crate) type Outcome<T = ()> = Result<T, Fault>;
