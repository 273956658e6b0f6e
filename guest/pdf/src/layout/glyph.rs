//! The position of a glyph.

/// The minimum gap between words, in parts of the font size.
pub(super) const MIN_GAP: f64 = 0.12;

/// The position of a glyph on the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glyph {
    /// Its origin.
    pub(crate) start: (f64, f64),
    /// The origin of the next glyph of its word.
    pub(crate) end: (f64, f64),
    /// The direction of the line, as a unit vector.
    pub(crate) direction: (f64, f64),
    /// The size of the font.
    pub(crate) size: f64,
    /// Whether letters are drawn mirrored.
    pub(crate) is_mirrored: bool,
}

impl Glyph {
    /// Returns a point around which its letter is drawn.
    pub(crate) fn middle(&self) -> (f64, f64) {
        let up = self.size / 4.0;
        let ((x, y), (to_x, to_y), (along, across)) = (self.start, self.end, self.direction);
        ((x + to_x) / 2.0 - across * up, (y + to_y) / 2.0 + along * up)
    }
}
