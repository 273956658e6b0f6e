//! Where a glyph is drawn.

/// How wide a gap between words is at least, in parts of the size of the font.
pub(super) const MIN_GAP: f64 = 0.12;

/// Where a glyph is, on the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glyph {
    /// Where it begins.
    pub(crate) start: (f64, f64),
    /// Where the next one of its word begins.
    pub(crate) end: (f64, f64),
    /// The direction of the line: a vector of length 1.
    pub(crate) direction: (f64, f64),
    /// The size of the font.
    pub(crate) size: f64,
    /// Whether letters are drawn as in a mirror.
    pub(crate) is_mirrored: bool,
}

impl Glyph {
    /// Returns a point that its letter is drawn around.
    pub(crate) fn middle(&self) -> (f64, f64) {
        let up = self.size / 4.0;
        let ((x, y), (to_x, to_y), (along, across)) = (self.start, self.end, self.direction);
        ((x + to_x) / 2.0 - across * up, (y + to_y) / 2.0 + along * up)
    }
}
