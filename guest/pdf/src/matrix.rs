//! Transformations of the plane.

/// `[a b c d e f]` in PDF notation: x' = a x + c y + e, y' = b x + d y + f.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Matrix {
    pub(crate) a: f64,
    pub(crate) b: f64,
    pub(crate) c: f64,
    pub(crate) d: f64,
    pub(crate) e: f64,
    pub(crate) f: f64,
}

impl Matrix {
    pub(crate) const IDENTITY: Self = Self { a: 1.0, b: 0.0, c: 0.0, d: 1.0, e: 0.0, f: 0.0 };

    pub(crate) fn from_numbers(numbers: &[f64]) -> Option<Self> {
        let [a, b, c, d, e, f] = *numbers else { return None };
        Some(Self { a, b, c, d, e, f })
    }

    /// Returns the rotation that makes a direction, as a unit vector, horizontal, and its inverse.
    pub(crate) fn turns((x, y): (f64, f64)) -> (Self, Self) {
        let turn = |y: f64| Self { a: x, b: -y, c: y, d: x, ..Self::IDENTITY };
        (turn(y), turn(-y))
    }

    pub(crate) fn translation(e: f64, f: f64) -> Self {
        Self { e, f, ..Self::IDENTITY }
    }

    /// Returns the composition that applies `self` first.
    pub(crate) fn then(&self, other: &Self) -> Self {
        Self {
            a: self.a * other.a + self.b * other.c,
            b: self.a * other.b + self.b * other.d,
            c: self.c * other.a + self.d * other.c,
            d: self.c * other.b + self.d * other.d,
            e: self.e * other.a + self.f * other.c + other.e,
            f: self.e * other.b + self.f * other.d + other.f,
        }
    }

    pub(crate) fn point(&self, x: f64, y: f64) -> (f64, f64) {
        let (along, up) = self.vector(x, y);
        (along + self.e, up + self.f)
    }

    /// Returns whether axis-aligned rectangles remain axis-aligned.
    pub(crate) fn keeps_axes(&self) -> bool {
        (self.b == 0.0 && self.c == 0.0) || (self.a == 0.0 && self.d == 0.0)
    }

    /// Transforms a vector, ignoring the translation.
    pub(crate) fn vector(&self, x: f64, y: f64) -> (f64, f64) {
        (self.a * x + self.c * y, self.b * x + self.d * y)
    }
}
