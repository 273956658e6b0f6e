//! Areas of a page.

use crate::matrix::Matrix;

/// An axis-aligned rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rectangle {
    pub(crate) left: f64,
    pub(crate) bottom: f64,
    pub(crate) right: f64,
    pub(crate) top: f64,
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

    /// Returns the smallest one around its transformed corners.
    pub(crate) fn transformed(&self, matrix: &Matrix) -> Self {
        let Self { left, bottom, right, top } = *self;
        Self::between(matrix.point(left, bottom), matrix.point(right, top))
            .with(matrix.point(left, top))
            .with(matrix.point(right, bottom))
    }

    /// Returns the matrix that moves it to another one, and scales it.
    pub(crate) fn moved_to(&self, to: &Self) -> Matrix {
        let scale = |from: f64, to: f64| if from > 0.0 { to / from } else { 1.0 };
        let a = scale(self.right - self.left, to.right - to.left);
        let d = scale(self.top - self.bottom, to.top - to.bottom);
        let (e, f) = (to.left - a * self.left, to.bottom - d * self.bottom);
        Matrix { a, d, e, f, ..Matrix::IDENTITY }
    }

    /// Returns its part within another one. It may be empty.
    pub(crate) fn within(&self, other: &Self) -> Self {
        Self {
            left: self.left.max(other.left),
            bottom: self.bottom.max(other.bottom),
            right: self.right.min(other.right),
            top: self.top.min(other.top),
        }
    }

    /// Returns the area of its part within another one.
    pub(crate) fn area_within(&self, other: &Self) -> f64 {
        let part = self.within(other);
        (part.right - part.left).max(0.0) * (part.top - part.bottom).max(0.0)
    }

    pub(crate) fn middle(&self) -> (f64, f64) {
        (f64::midpoint(self.left, self.right), f64::midpoint(self.bottom, self.top))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.left >= self.right || self.bottom >= self.top
    }

    pub(crate) fn has(&self, (x, y): (f64, f64)) -> bool {
        (self.left..=self.right).contains(&x) && (self.bottom..=self.top).contains(&y)
    }

    /// Returns whether a line from a point in a direction may have a part within it.
    pub(crate) fn reaches(&self, (x, y): (f64, f64), (along, up): (f64, f64)) -> bool {
        const STEEP: f64 = 0.1;
        (x >= self.left || along > STEEP)
            && (x <= self.right || along < -STEEP)
            && (y >= self.bottom || up > STEEP)
            && (y <= self.top || up < -STEEP)
    }
}
