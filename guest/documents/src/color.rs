//! Colors that cannot be distinguished from white paper, or from the ground under them.

use crate::xml::Element;

/// The color of text, or of the ground under it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Paint {
    /// Transparent. Of text: a color that is readable.
    #[default]
    Clear,
    /// A number such as 0xrrggbb. Others are colors that only equal themselves.
    Rgb(u32),
    /// A pattern, a picture, or a color that is not known here.
    Unknown,
}

impl Paint {
    pub(crate) const WHITE: Self = Self::Rgb(0xff_ffff);

    /// Returns the paint with this name: `#rrggbb`, `#rgb`, `rrggbb`, `aarrggbb`, `auto`.
    pub(crate) fn of(name: &str) -> Self {
        match rgb(name) {
            Some(color) => Self::Rgb(color),
            None => match name {
                "" | "auto" | "transparent" | "none" => Self::Clear,
                "white" | "rgb(255,255,255)" => Self::WHITE,
                "black" => Self::Rgb(0),
                _ => Self::Unknown,
            },
        }
    }

    /// Returns the color with this red, green and blue.
    pub(crate) fn of_parts([red, green, blue]: [u8; 3]) -> Self {
        Self::Rgb(u32::from_be_bytes([0, red, green, blue]))
    }

    /// Returns the color with this number in a theme, where 0 is white and 1 is black, and with a
    /// tint from -1 to 1.
    pub(crate) fn of_theme(number: u64, tint: f64) -> Self {
        match number {
            0 if tint == 0.0 => Self::WHITE,
            1 if tint == 0.0 => Self::Rgb(0),
            // Tints are as far apart as components that can be distinguished.
            0..16 => {
                let tint = (tint.clamp(-1.0, 1.0) + 1.0) * 127.0;
                Self::Rgb(0x8000_0000 | (number as u32) << 20 | tint as u32)
            }
            _ => Self::Unknown,
        }
    }

    /// Returns the paint that an element of a drawing is, or `None` for other elements.
    pub(crate) fn of_drawing(element: &Element<'_>) -> Option<Self> {
        let value = element.short("val");
        // Parts of light are linear: their square root is about as bright as they look.
        let part = |name| {
            let part = element.decimal(name).unwrap_or_default();
            (part / if part > 100.0 { 100_000.0 } else { 100.0 }).sqrt() * 255.0
        };
        Some(match (element.name(), &*value) {
            ("sysClr", "window") => Self::WHITE,
            ("sysClr", "windowText") => Self::Rgb(0),
            ("srgbClr" | "prstClr", color) => Self::of(color),
            ("scrgbClr", _) => Self::of_parts(["r", "g", "b"].map(|name| part(name) as u8)),
            ("schemeClr", name) => Self::Rgb(0).changed("", name),
            ("gradFill" | "pattFill" | "blipFill" | "grpFill" | "sysClr" | "hslClr", _) => {
                Self::Unknown
            }
            _ => return None,
        })
    }

    /// Returns a color after a change of its light, which only equals itself.
    pub(crate) fn changed(self, change: &str, value: &str) -> Self {
        let Self::Rgb(color) = self else { return self };
        let bytes = change.bytes().chain(value.bytes());
        let hash =
            bytes.fold(color, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        Self::Rgb(hash | 0x8000_0000)
    }

    /// Returns whether text of this color cannot be distinguished from the first of these paints
    /// that is not clear. The last resort is white paper.
    pub(crate) fn is_lost_on(self, under: impl IntoIterator<Item = Self>) -> bool {
        let ground = under.into_iter().find(|paint| *paint != Self::Clear);
        let (Self::Rgb(text), Self::Rgb(ground)) = (self, ground.unwrap_or(Self::WHITE)) else {
            return false;
        };
        let channels = [24, 16, 8, 0].map(|shift| (text >> shift & 0xff, ground >> shift & 0xff));
        channels.iter().all(|(text, ground)| text.abs_diff(*ground) < 8)
    }
}

/// Returns whether a color by its red, green and blue looks white.
pub(crate) fn is_white_rgb(color: [u8; 3]) -> bool {
    Paint::of_parts(color).is_lost_on([])
}

fn rgb(color: &str) -> Option<u32> {
    if let Some(short) = color.strip_prefix('#').filter(|digits| digits.len() == 3) {
        let digits = u32::from_str_radix(short, 16).ok()?;
        let channels = [8, 4, 0].map(|shift| (digits >> shift & 0xf) * 0x11);
        return Some(channels.iter().fold(0, |color, channel| color << 8 | channel));
    }
    let digits = color.get(color.len().checked_sub(6)?..)?;
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(())?;
    u32::from_str_radix(digits, 16).ok()
}
