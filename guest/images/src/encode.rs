//! Turns a picture into the smaller of two files.

use crate::format::Format;
use crate::limits::{Effort, Limits};
use crate::picture::{Layout, Picture};
use jpeg_encoder::{Encoder, ImageBuffer, JpegColorType, SamplingFactor, rgb_to_ycbcr};
use std::borrow::Cow;
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
/// A PNG is given up at the limit on bytes: the JPEG wins even if it is larger still. `from` is the
/// kind of the file that the picture was made of.
pub(crate) fn smaller(
    picture: &Picture,
    from: Option<Format>,
    quality: u8,
    limits: &Limits,
) -> Option<Encoded> {
    let jpeg = jpeg(picture, quality)?;
    let png = match (limits.effort, from) {
        (Effort::Least, Some(Format::Jpeg)) => None,
        (effort, _) => png(picture, jpeg.len().min(limits.bytes), effort),
    };
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
pub(crate) fn png(picture: &Picture, max_bytes: usize, effort: Effort) -> Option<Vec<u8>> {
    let mut file = Bounded { bytes: Vec::new(), max_bytes };
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
    Some(file.bytes)
}

/// Returns a row with an opacity for each pixel.
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
    use super::{jpeg, png, rgba, smaller};
    use crate::format::Format;
    use crate::limits::{Effort, Limits};
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
        let limits = Limits::default();
        assert_eq!(smaller(&noise, None, 80, &limits).unwrap().format, Format::Jpeg);
        let plain = Picture { samples: [7].repeat(64 * 64 * 3), ..noise };
        assert_eq!(smaller(&plain, None, 80, &limits).unwrap().format, Format::Png);
        let (from, least) = (Some(Format::Jpeg), Limits { effort: Effort::Least, ..limits });
        assert_eq!(smaller(&plain, from, 80, &limits).unwrap().format, Format::Png);
        assert_eq!(smaller(&plain, from, 80, &least).unwrap().format, Format::Jpeg);
        assert_eq!(smaller(&plain, None, 80, &least).unwrap().format, Format::Png);
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
        let layouts = [Layout::Gray, Layout::Rgb, Layout::Rgba];
        for (layout, effort) in
            layouts.map(|layout| [(layout, Effort::Balanced), (layout, Effort::Fast)]).concat()
        {
            let picture = noise(layout);
            let bytes = png(&picture, usize::MAX, effort).unwrap();
            let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
            let mut samples = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut samples).unwrap();
            let rows = picture.rows().flat_map(|row| match effort {
                Effort::Balanced | Effort::Least => row.to_vec(),
                Effort::Fast => rgba(row, layout).into_owned(),
            });
            assert_eq!(samples, rows.collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_png_that_would_be_too_long_is_given_up() {
        let picture = noise(Layout::Rgb);
        let within = |max_bytes| png(&picture, max_bytes, Effort::Balanced);
        let length = within(usize::MAX).unwrap().len();
        assert!(within(length).is_some());
        for max_bytes in [0, 1, 60, length - 13, length - 1] {
            assert!(within(max_bytes).is_none());
        }
    }
}
