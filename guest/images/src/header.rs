//! Facts about an image that are available without decoding it.

use crate::orientation::Orientation;

/// The facts that an image declares before its pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Width in pixels as stored, before rotation; at least 1.
    pub width: u32,
    /// Height in pixels as stored, before rotation; at least 1.
    pub height: u32,
    /// The transformation required for display.
    pub orientation: Orientation,
}

impl Header {
    /// Width and height in pixels after rotation.
    pub fn shown(&self) -> (u32, u32) {
        self.orientation.turn_size((self.width, self.height))
    }
}
