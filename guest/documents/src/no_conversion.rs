//! Takes no file for a document.

use crate::{Document, Error, Format, Limits, Source};

/// The number of bytes by which a document is known.
pub const SNIFFED_BYTES: usize = 0;

/// Returns `false`.
#[must_use]
pub fn may_be_document(_: &[u8]) -> bool {
    false
}

/// Returns `None`.
///
/// # Errors
///
/// None.
pub fn recognize<S: Source>(_: &mut S) -> Result<Option<Format>, Error<S::Error>> {
    Ok(None)
}

/// Refuses any document.
///
/// # Errors
///
/// [`Error::Unsupported`].
pub fn convert<S: Source>(
    _: &mut S,
    format: Format,
    _: &Limits,
) -> Result<Document, Error<S::Error>> {
    Err(Error::Unsupported(format))
}
