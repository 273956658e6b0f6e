//! Colors that cannot be distinguished from white paper, or from the ground under them.

/// The color of text, or of the ground under it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Paint {
    /// Transparent. Of text: a color that is readable.
    #[default]
    Clear,
    /// A number such as 0xrrggbb.
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

    /// Returns whether text of this color cannot be distinguished from the first of these paints
    /// that is not clear. The last resort is white paper.
    pub(crate) fn is_lost_on(self, under: impl IntoIterator<Item = Self>) -> bool {
        let ground = under.into_iter().find(|paint| *paint != Self::Clear);
        let (Self::Rgb(text), Self::Rgb(ground)) = (self, ground.unwrap_or(Self::WHITE)) else {
            return false;
        };
        let channels = [16, 8, 0].map(|shift| (text >> shift & 0xff, ground >> shift & 0xff));
        channels.iter().all(|(text, ground)| text.abs_diff(*ground) < 8)
    }
}

/// Returns whether a color, as `#rrggbb`, `rrggbb` or `aarrggbb`, looks white.
pub(crate) fn is_white(color: &str) -> bool {
    Paint::of(color).is_lost_on([])
}

/// Same for a color by its red, green and blue.
pub(crate) fn is_white_rgb([red, green, blue]: [u8; 3]) -> bool {
    Paint::Rgb(u32::from_be_bytes([0, red, green, blue])).is_lost_on([])
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
