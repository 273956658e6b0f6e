//! Why a PDF file is not converted.

use crate::Limit;
use std::fmt;

/// Why a PDF file is not converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PdfError {
    /// The file is not a valid PDF file, for this reason.
    Damaged(&'static str),
    /// The file needs a password: the empty one does not open it.
    Encrypted,
    /// The file is encrypted in a way that is not supported, for this reason.
    UnsupportedEncryption(&'static str),
    /// The file exceeds a limit before any of its text is read.
    TooLarge(Limit),
}

impl fmt::Display for PdfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged(what) => write!(f, "damaged PDF file: {what}"),
            Self::Encrypted => f.write_str("encrypted PDF file: it needs a password"),
            Self::UnsupportedEncryption(what) => write!(f, "encrypted PDF file: {what}"),
            Self::TooLarge(limit) => write!(f, "too large: the {limit} exceeds its limit"),
        }
    }
}

impl std::error::Error for PdfError {}

pub(crate) type Outcome<T = ()> = Result<T, PdfError>;
