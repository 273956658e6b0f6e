//! Areas of a page.

/// An axis-aligned rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rectangle {
    left: f64,
    bottom: f64,
    right: f64,
    top: f64,
}

impl Rectangle {
    /// Returns the smallest one with these corners.
    pub(crate) fn between((x, y): (f64, f64), (to_x, to_y): (f64, f64)) -> Self {
        Self { left: x.min(to_x), bottom: y.min(to_y), right: x.max(to_x), top: y.max(to_y) }
    }

    /// Returns the smallest one that also contains this point.
    pub(crate) fn with(&self, (x, y): (f64, f64)) -> Self {
        Self {
            left: self.left.min(x),
            bottom: self.bottom.min(y),
            right: self.right.max(x),
            top: self.top.max(y),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.left >= self.right || self.bottom >= self.top
    }

    pub(crate) fn has(&self, (x, y): (f64, f64)) -> bool {
        (self.left..=self.right).contains(&x) && (self.bottom..=self.top).contains(&y)
    }
}
