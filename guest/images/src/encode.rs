//! Turns a picture into the smaller of two files.

use crate::Format;
use crate::picture::{Layout, Picture};
use crate::png_write;
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

/// A file that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Encoded {
    pub(crate) bytes: Vec<u8>,
    /// PNG or JPEG.
    pub(crate) format: Format,
}

/// A picture as PNG or as JPEG of this quality, 1 to 100, whichever is smaller, and PNG if they are equally long.
///
/// A PNG of more than `most` bytes is not tried to its end: the JPEG wins even if it is larger still.
pub(crate) fn smaller(picture: &Picture, quality: u8, most: usize) -> Option<Encoded> {
    let jpeg = jpeg(picture, quality)?;
    let png = png_write::encode(picture, jpeg.len().min(most));
    Some(match png {
        Some(bytes) => Encoded { bytes, format: Format::Png },
        None => Encoded { bytes: jpeg, format: Format::Jpeg },
    })
}

/// A picture as JPEG, whose opacity is dropped.
pub(crate) fn jpeg(picture: &Picture, quality: u8) -> Option<Vec<u8>> {
    let colours = match picture.layout {
        Layout::Gray => ColorType::Luma,
        Layout::Rgb => ColorType::Rgb,
        Layout::Rgba => ColorType::Rgba,
    };
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, quality);
    // Coloured text stays sharp.
    encoder.set_sampling_factor(SamplingFactor::F_1_1);
    let (width, height) = (picture.width.try_into().ok()?, picture.height.try_into().ok()?);
    encoder.encode(&picture.samples, width, height, colours).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::{jpeg, smaller};
    use crate::Format;
    use crate::picture::{Layout, Picture};

    fn noise(layout: Layout) -> Picture {
        let mut state = 1_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        let samples = (0..64 * 64 * layout.channels()).map(|_| next()).collect::<Vec<_>>();
        Picture { width: 64, height: 64, layout, samples }
    }

    #[test]
    fn noise_is_smaller_as_jpeg_and_one_colour_as_png() {
        let noise = noise(Layout::Rgb);
        assert_eq!(smaller(&noise, 80, usize::MAX).unwrap().format, Format::Jpeg);
        let plain = Picture { samples: [7].repeat(64 * 64 * 3), ..noise };
        assert_eq!(smaller(&plain, 80, usize::MAX).unwrap().format, Format::Png);
    }

    #[test]
    fn opacity_is_dropped_for_jpeg() {
        let rgba = noise(Layout::Rgba);
        let rgb =
            rgba.samples.chunks_exact(4).flat_map(|pixel| pixel[..3].iter().copied()).collect();
        let rgb = Picture { layout: Layout::Rgb, samples: rgb, ..rgba.clone() };
        assert_eq!(jpeg(&rgba, 70), jpeg(&rgb, 70));
    }
}
