//! Facts about an image that can be had without decoding it.

use crate::orientation::Orientation;

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
