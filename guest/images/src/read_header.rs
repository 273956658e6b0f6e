//! Reads the header of an image of any format.

use crate::format::Format;
use crate::header::Header;
use crate::{gif, jpeg, png, webp};

/// Reads the header of an image without decoding it. `None` if it is not of a known [`Format`], is
/// broken, or has no pixels.
///
/// Allocates nothing. Time grows with the number of segments or chunks in the file.
pub fn header(bytes: &[u8]) -> Option<Header> {
    match Format::of(bytes)? {
        Format::Jpeg => jpeg::header(bytes),
        Format::Png => png::header(bytes),
        Format::Gif => gif::header(bytes),
        Format::WebP => webp::header(bytes),
    }
}
