//! Turns a picture into the smaller of two files.

use crate::format::Format;
use crate::picture::{Layout, Picture};
use jpeg_encoder::{Encoder, ImageBuffer, JpegColorType, SamplingFactor, rgb_to_ycbcr};
use std::io::{self, Write};

/// A file that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Encoded {
    pub(crate) bytes: Vec<u8>,
    /// PNG or JPEG.
    pub(crate) format: Format,
}

/// Encodes a picture as PNG or as JPEG of this quality, 1 to 100, whichever is smaller; as PNG if
/// both are equally long.
///
/// A PNG is given up at `max_bytes`: the JPEG wins even if it is larger still.
pub(crate) fn smaller(picture: &Picture, quality: u8, max_bytes: usize) -> Option<Encoded> {
    let jpeg = jpeg(picture, quality)?;
    let png = png(picture, jpeg.len().min(max_bytes));
    Some(match png {
        Some(bytes) => Encoded { bytes, format: Format::Png },
        None => Encoded { bytes: jpeg, format: Format::Jpeg },
    })
}

/// Encodes a picture as JPEG, without its opacity.
pub(crate) fn jpeg(picture: &Picture, quality: u8) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, quality);
    // Colored text stays sharp.
    encoder.set_sampling_factor(SamplingFactor::F_1_1);
    let (width, height) = (picture.width.try_into().ok()?, picture.height.try_into().ok()?);
    encoder.encode_image(JpegRows { picture, width, height }).ok()?;
    Some(bytes)
}

/// The rows of a picture for the JPEG encoder. One type for all layouts, because the encoder is
/// compiled for each type that it is given.
struct JpegRows<'a> {
    picture: &'a Picture,
    width: u16,
    height: u16,
}

impl ImageBuffer for JpegRows<'_> {
    fn get_jpeg_color_type(&self) -> JpegColorType {
        match self.picture.layout {
            Layout::Gray => JpegColorType::Luma,
            Layout::Rgb | Layout::Rgba => JpegColorType::Ycbcr,
        }
    }

    fn width(&self) -> u16 {
        self.width
    }

    fn height(&self) -> u16 {
        self.height
    }

    fn fill_buffers(&self, y: u16, [first, second, third, _]: &mut [Vec<u8>; 4]) {
        let row = self.picture.row(y.into());
        for pixel in row.chunks_exact(self.picture.layout.channels()) {
            match *pixel {
                [gray] => first.push(gray),
                [red, green, blue, ..] => {
                    let (luma, cb, cr) = rgb_to_ycbcr(red, green, blue);
                    first.push(luma);
                    second.push(cb);
                    third.push(cr);
                }
                _ => {}
            }
        }
    }
}

/// Encodes a picture as a PNG of at most `max_bytes` bytes. `None` if it would be larger; encoding
/// stops as soon as that is known.
fn png(picture: &Picture, max_bytes: usize) -> Option<Vec<u8>> {
    let mut file = Bounded { bytes: Vec::new(), max_bytes };
    let mut encoder = png::Encoder::new(&mut file, picture.width, picture.height);
    encoder.set_color(match picture.layout {
        Layout::Gray => png::ColorType::Grayscale,
        Layout::Rgb => png::ColorType::Rgb,
        Layout::Rgba => png::ColorType::Rgba,
    });
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().ok()?;
    let mut rows = writer.stream_writer().ok()?;
    rows.write_all(&picture.samples).ok()?;
    rows.finish().ok()?;
    writer.finish().ok()?;
    Some(file.bytes)
}

/// Bytes that fail to grow beyond a length.
struct Bounded {
    bytes: Vec<u8>,
    max_bytes: usize,
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.max_bytes {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{jpeg, png, smaller};
    use crate::format::Format;
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
    fn noise_is_smaller_as_jpeg_and_one_color_as_png() {
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
    #[test]
    fn a_png_has_the_pixels_of_the_picture() {
        for layout in [Layout::Gray, Layout::Rgb, Layout::Rgba] {
            let picture = noise(layout);
            let bytes = png(&picture, usize::MAX).unwrap();
            let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
            let mut samples = vec![0; picture.samples.len()];
            reader.next_frame(&mut samples).unwrap();
            assert_eq!(samples, picture.samples);
        }
    }

    #[test]
    fn a_png_that_would_be_too_long_is_given_up() {
        let picture = noise(Layout::Rgb);
        let length = png(&picture, usize::MAX).unwrap().len();
        assert!(png(&picture, length).is_some());
        for max_bytes in [0, 1, 60, length - 13, length - 1] {
            assert!(png(&picture, max_bytes).is_none());
        }
    }
}
