//! The syntax of a number, byte by byte.

/// The part of a number that the last byte belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Beginning,
    Minus,
    Zero,
    Digits,
    Point,
    Fraction,
    Letter,
    Sign,
    Exponent,
    /// It is not a number.
    Wrong,
}

impl Number {
    /// Returns the part that the next byte belongs to.
    pub(super) fn with(self, byte: u8) -> Self {
        match (self, byte) {
            (Self::Beginning, b'-') => Self::Minus,
            (Self::Beginning | Self::Minus, b'0') => Self::Zero,
            (Self::Beginning | Self::Minus, b'1'..=b'9') | (Self::Digits, b'0'..=b'9') => {
                Self::Digits
            }
            (Self::Zero | Self::Digits, b'.') => Self::Point,
            (Self::Point | Self::Fraction, b'0'..=b'9') => Self::Fraction,
            (Self::Zero | Self::Digits | Self::Fraction, b'e' | b'E') => Self::Letter,
            (Self::Letter, b'+' | b'-') => Self::Sign,
            (Self::Letter | Self::Sign | Self::Exponent, b'0'..=b'9') => Self::Exponent,
            _ => Self::Wrong,
        }
    }

    /// Returns whether the number may end here.
    pub(super) fn is_complete(self) -> bool {
        matches!(self, Self::Zero | Self::Digits | Self::Fraction | Self::Exponent)
    }
}
