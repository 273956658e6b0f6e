//! Why a PDF file is not converted.

use crate::Limit;

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

pub(crate) type Outcome<T = ()> = Result<T, PdfError>;
