//! pi's `read`, in two releases, and the code they share.

pub(crate) mod v0;
pub(crate) mod v1_5;

use crate::shared::basic_request::{BasicRequest, arguments_of, first_line_of};
use crate::shared::javascript::hundredths;
use std::fmt;

pub(crate) fn arguments_for(request: &BasicRequest<'_>) -> Option<String> {
    let offset = first_line_of(request)?;
    Some(arguments_of(["path", request.path], [("offset", offset), ("limit", request.lines)]))
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
mod tests {
    use super::{Size, dimensions};

    #[test]
    fn factors_are_rounded_as_in_javascript() {
        for (width, expected) in [
            (2010, "1.00"),
            (2001, "1.00"),
            (16_384, "8.19"),
            (2230, "1.11"),
            (2030, "1.01"),
            (2250, "1.13"),
            (2750, "1.38"),
            (3000, "1.50"),
            (2333, "1.17"),
        ] {
            let note = dimensions((width, 10), (2000, 9));
            assert!(note.contains(&std::format!("by {expected} to")), "{note}");
        }
    }

    #[test]
    fn sizes_are_rounded_as_in_javascript() {
        for (bytes, expected) in [
            (0, "0B"),
            (1023, "1023B"),
            (1024, "1.0KB"),
            (262_400, "256.3KB"),
            (262_144, "256.0KB"),
            (1_048_575, "1024.0KB"),
            (1_048_576, "1.0MB"),
        ] {
            assert_eq!(Size(bytes).to_string(), expected);
        }
    }
}
