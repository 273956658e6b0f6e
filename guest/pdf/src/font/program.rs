//! The streams of a font: its program, and maps of its glyphs.

use crate::error::{Outcome, PdfError};
use crate::file::File;
use crate::limits::{Limit, MAX_PROGRAM};
use crate::object::{Dict, Object};
use std::borrow::Cow;

/// Returns a font program, or another stream of a font. `None` if the font has no such stream.
/// Empty if it is unreadable or too large, since the text can have other fonts.
pub(super) fn program<'a>(
    file: &mut File<'a>,
    dict: &Dict,
    name: &str,
) -> Outcome<Option<Cow<'a, [u8]>>> {
    let Object::Stream(program) = file.get(dict, name)? else { return Ok(None) };
    match file.decode(&program, MAX_PROGRAM) {
        Err(PdfError::TooLarge(Limit::Stream)) => Ok(Some(Cow::default())),
        data => Ok(Some(data?.unwrap_or_default())),
    }
}
