//! pi's `read`, in two releases, and the code they share.

pub(crate) mod v0;
pub(crate) mod v1_5;

use crate::shared::javascript::hundredths;
use crate::shared::{BasicRequest, lines_of};
use std::fmt;

pub(crate) fn arguments_for(request: &BasicRequest<'_>) -> Option<String> {
    lines_of(request, ["path", "offset", "limit"])
}

/// Returns how to map coordinates of a resized image to the original.
pub(crate) fn dimensions(
    (original_width, original_height): (u32, u32),
    (width, height): (u32, u32),
) -> String {
    let hundredths = hundredths(f64::from(original_width) / f64::from(width.max(1)));
    format!(
        "\n[Image: original {original_width}x{original_height}, displayed at {width}x{height}. \
         Multiply coordinates by {}.{:02} to map to original image.]",
        hundredths / 100,
        hundredths % 100
    )
}

/// Formats a size as the tool does: with one decimal if it is at least 1 KiB, halves rounded up.
pub(crate) struct Size(pub(crate) u64);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const KIB: u64 = 1024;
        const MIB: u64 = 1024 * KIB;
        let (unit, name) = match self.0 {
            ..KIB => return write!(f, "{}B", self.0),
            KIB..MIB => (KIB, "KB"),
            MIB.. => (MIB, "MB"),
        };
        let tenths = (self.0.saturating_mul(20) + unit) / (2 * unit);
        write!(f, "{}.{}{name}", tenths / 10, tenths % 10)
    }
}

#[cfg(test)]
mod tests;
