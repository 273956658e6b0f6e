//! The colors of text and of its background, as far as they are distinguished.

use crate::error::Outcome;
use crate::file::File;
use crate::object::Object;

/// The maximum difference, in each component, of colors that are not distinguished.
const NEAR: f64 = 0.03;

/// Red, green and blue, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Color([f64; 3]);

impl Color {
    pub(super) const BLACK: Self = Self([0.0; 3]);
    pub(super) const WHITE: Self = Self([1.0; 3]);

    pub(super) fn is_like(&self, other: Self) -> bool {
        self.0.iter().zip(other.0).all(|(one, other)| (one - other).abs() < NEAR)
    }
}

/// The meaning of a color's components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    Gray,
    Rgb,
    Cmyk,
    /// A separation, a pattern, or another.
    Unknown,
}

impl Space {
    /// Returns the color with these components. `None` if it is unknown.
    pub(super) fn color(self, numbers: &[f64]) -> Option<Color> {
        let parts = match (self, numbers) {
            (Self::Gray, [gray]) => [*gray; 3],
            (Self::Rgb, [red, green, blue]) => [*red, *green, *blue],
            (Self::Cmyk, [inks @ .., black]) if inks.len() == 3 => {
                let mut parts = [0.0; 3];
                for (part, ink) in parts.iter_mut().zip(inks) {
                    *part = 1.0 - (ink + black).min(1.0);
                }
                parts
            }
            _ => return None,
        };
        Some(Color(parts))
    }

    /// Returns the space with a name, or the one that the resources define for it.
    pub(super) fn of(space: &Object, file: &mut File<'_>) -> Outcome<Self> {
        let name = match space {
            Object::Array(parts) => match parts.first() {
                Some(Object::Name(kind)) if **kind == *b"ICCBased" => {
                    let profile = parts.get(1).cloned().unwrap_or_default();
                    let profile = file.resolve(&profile)?;
                    let parts = profile.as_dict().map(|profile| profile.get("N"));
                    return Ok(match parts.and_then(|parts| parts.as_int()) {
                        Some(1) => Self::Gray,
                        Some(3) => Self::Rgb,
                        Some(4) => Self::Cmyk,
                        _ => Self::Unknown,
                    });
                }
                first => first,
            },
            other => Some(other),
        };
        Ok(match name.and_then(Object::as_name) {
            Some(b"DeviceGray" | b"CalGray" | b"G") => Self::Gray,
            Some(b"DeviceRGB" | b"CalRGB" | b"RGB") => Self::Rgb,
            Some(b"DeviceCMYK" | b"CMYK") => Self::Cmyk,
            _ => Self::Unknown,
        })
    }
}
