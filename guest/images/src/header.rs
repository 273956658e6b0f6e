//! Facts about an image that can be had without decoding it.

use crate::{Format, Orientation, gif, jpeg, png, webp};

/// What an image says about itself before its pixels come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Columns of pixels as stored, before turning; at least 1.
    pub width: u32,
    /// Rows of pixels as stored, before turning; at least 1.
    pub height: u32,
    /// How it is to be turned before it is shown.
    pub orientation: Orientation,
}

impl Header {
    /// Width and height in pixels after turning.
    pub fn shown(&self) -> (u32, u32) {
        self.orientation.turn_size((self.width, self.height))
    }
}

/// Reads the header of an image, and decodes nothing. None if it is of no known [`Format`], or broken, or has no pixels.
///
/// Takes no memory. Time grows with the number of segments or chunks in the file.
pub fn header(bytes: &[u8]) -> Option<Header> {
    match Format::of(bytes)? {
        Format::Jpeg => jpeg::header(bytes),
        Format::Png => png::header(bytes),
        Format::Gif => gif::header(bytes),
        Format::WebP => webp::header(bytes),
    }
}
