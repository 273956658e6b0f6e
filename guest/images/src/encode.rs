//! Encodes a picture in the smaller of two formats.

use crate::format::Format;
use crate::limits::{Effort, Limits, Opacity};
use crate::picture::{Layout, Picture};
use jpeg_encoder::{Encoder, ImageBuffer, JpegColorType, SamplingFactor, rgb_to_ycbcr};
use std::borrow::Cow;
use std::io::{self, Write};

/// An encoded file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Encoded {
    pub(crate) bytes: Vec<u8>,
    /// PNG or JPEG.
    pub(crate) format: Format,
}

/// Encodes a picture as PNG or as JPEG of this quality, 1 to 100, whichever is smaller; as PNG if
/// both have the same size.
///
/// A PNG is abandoned at the limit on bytes: the JPEG then wins even if it is larger still. `from`
/// is the format of the original file.
pub(crate) fn smaller(
    picture: &Picture,
    from: Option<Format>,
    quality: u8,
    limits: &Limits,
) -> Option<Encoded> {
    let jpeg = jpeg(picture, quality, limits.opacity)?;
    let png = match (limits.effort, from) {
        (Effort::Least, Some(Format::Jpeg)) => None,
        (effort, _) => png(picture, jpeg.len().min(limits.bytes), effort),
    };
    Some(match png {
        Some(bytes) => Encoded { bytes, format: Format::Png },
        None => Encoded { bytes: jpeg, format: Format::Jpeg },
    })
}

/// Encodes a picture as JPEG, which has no alpha channel.
pub(crate) fn jpeg(picture: &Picture, quality: u8, opacity: Opacity) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, quality);
    // Full chroma resolution keeps colored text sharp.
    encoder.set_sampling_factor(SamplingFactor::F_1_1);
    let (width, height) = (picture.width.try_into().ok()?, picture.height.try_into().ok()?);
    encoder.encode_image(JpegRows { picture, width, height, opacity }).ok()?;
    Some(bytes)
}

/// The rows of a picture for the JPEG encoder. One type serves all layouts, because the encoder is
/// compiled for each type it gets.
struct JpegRows<'a> {
    picture: &'a Picture,
    width: u16,
    height: u16,
    opacity: Opacity,
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
                [red, green, blue, ref opacity @ ..] => {
                    let alpha = match (self.opacity, opacity) {
                        (Opacity::OnWhite, [alpha]) => *alpha,
                        _ => 0xff,
                    };
                    let [red, green, blue] =
                        [red, green, blue].map(|sample| on_white(sample, alpha));
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

/// Blends a sample with this alpha onto white.
fn on_white(sample: u8, alpha: u8) -> u8 {
    let [sample, alpha] = [sample, alpha].map(u32::from);
    ((sample * alpha + 255 * (255 - alpha) + 127) / 255) as u8
}

/// Encodes a picture as a PNG of at most `max_bytes` bytes. `None` if it would be larger; encoding
/// stops as soon as that is known.
pub(crate) fn png(picture: &Picture, max_bytes: usize, effort: Effort) -> Option<Vec<u8>> {
    let mut file = Bounded { bytes: Vec::new(), max_bytes, has_refused: false };
    let mut encoder = png::Encoder::new(&mut file, picture.width, picture.height);
    let (compression, with_alpha) = match effort {
        Effort::Balanced => (png::Compression::Balanced, false),
        Effort::Fast => (png::Compression::Fast, true),
        Effort::Least => (png::Compression::Fast, false),
    };
    encoder.set_color(match picture.layout {
        _ if with_alpha => png::ColorType::Rgba,
        Layout::Gray => png::ColorType::Grayscale,
        Layout::Rgb => png::ColorType::Rgb,
        Layout::Rgba => png::ColorType::Rgba,
    });
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(compression);
    let mut writer = encoder.write_header().ok()?;
    let mut rows = writer.stream_writer().ok()?;
    if with_alpha {
        picture.rows().try_for_each(|row| rows.write_all(&rgba(row, picture.layout))).ok()?;
    } else {
        rows.write_all(&picture.samples).ok()?;
    }
    rows.finish().ok()?;
    writer.finish().ok()?;
    // The library may swallow an error in a `drop`.
    (!file.has_refused).then_some(file.bytes)
}

/// Returns a row with an alpha value for each pixel.
fn rgba(row: &[u8], layout: Layout) -> Cow<'_, [u8]> {
    match layout {
        Layout::Rgba => Cow::Borrowed(row),
        Layout::Gray => row.iter().flat_map(|gray| [*gray, *gray, *gray, 0xff]).collect(),
        Layout::Rgb => {
            let pixels = row.as_chunks().0.iter();
            pixels.flat_map(|[red, green, blue]| [*red, *green, *blue, 0xff]).collect()
        }
    }
}

/// A buffer that refuses to grow beyond a length, and never grows again after that.
struct Bounded {
    bytes: Vec<u8>,
    max_bytes: usize,
    has_refused: bool,
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.has_refused |= self.bytes.len() + bytes.len() > self.max_bytes;
        if self.has_refused {
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
mod tests;
