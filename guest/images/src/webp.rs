//! Reads WebP files: the structure here, the pixels in the modules below.

mod alpha;
mod bits;
mod bool_decoder;
mod frame_header;
mod loop_filter;
mod lossless;
mod lossy;
mod plane;
mod predict;
mod prefix_code;
mod quantizer;
mod tables;
mod tokens;
mod transform;
mod transform_4x4;
mod upsample;

use crate::bytes::{u16_le, u24_le, u32_le};
use crate::header::Header;
use crate::orientation::Orientation;
use crate::picture::{Layout, Source};

/// A piece of a file: its name and its data. The last one may be cut short.
type Chunk<'a> = ([u8; 4], &'a [u8]);

/// The chunks of a file, or of a frame.
pub(crate) struct Chunks<'a>(pub(crate) &'a [u8]);

impl<'a> Iterator for Chunks<'a> {
    type Item = Chunk<'a>;

    fn next(&mut self) -> Option<Chunk<'a>> {
        let name = self.0.first_chunk().copied()?;
        let length = u32_le(self.0, 4)? as usize;
        let data = self.0.get(8..)?;
        // Each has an even length, if need be with a byte that does not count.
        self.0 = data.get(length.saturating_add(length & 1)..).unwrap_or_default();
        Some((name, data.get(..length).unwrap_or(data)))
    }
}

/// Width, height and orientation.
pub(crate) fn header(bytes: &[u8]) -> Option<Header> {
    let (name, data) = Chunks(bytes.get(12..)?).next()?;
    let (width, height) = match &name {
        b"VP8 " => lossy_size(data)?,
        b"VP8L" => lossless_size(data)?,
        b"VP8X" => (u24_le(data, 4)? + 1, u24_le(data, 7)? + 1),
        _ => return None,
    };
    let mut chunks = Chunks(bytes.get(12..)?).skip(1);
    let exif = if name == *b"VP8X" { chunks.find(|(name, _)| name == b"EXIF") } else { None };
    let orientation = exif.map(|(_, exif)| Orientation::from_exif(exif)).unwrap_or_default();
    (width > 0 && height > 0).then_some(Header { width, height, orientation })
}

/// The size of a VP8 key frame.
fn lossy_size(data: &[u8]) -> Option<(u32, u32)> {
    // Three bytes of flags, the first bit of which says that it depends on nothing, and three that never change.
    let is_key_frame = data.first()? & 1 == 0 && data.get(3..6)? == [0x9d, 0x01, 0x2a];
    // The upper two bits wish for a larger size on the screen.
    let size = |at| u16_le(data, at).map(|size| u32::from(size & 0x3fff));
    if is_key_frame { Some((size(6)?, size(8)?)) } else { None }
}

/// The size of a VP8L picture.
fn lossless_size(data: &[u8]) -> Option<(u32, u32)> {
    let bits = u32_le(data, 1)?;
    (*data.first()? == 0x2f).then_some(((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1))
}

/// A WebP whose structure has been read.
pub(crate) struct WebP<'a> {
    canvas: (usize, usize),
    frame: Frame<'a>,
    /// Whether the frame may leave parts of the canvas clear.
    is_animated: bool,
}

/// The first, or the only, picture of a file.
struct Frame<'a> {
    /// Column and row of the canvas where it begins.
    corner: (usize, usize),
    size: (usize, usize),
    pixels: Pixels<'a>,
    /// The opacity of lossy pixels.
    alpha: Option<&'a [u8]>,
}

enum Pixels<'a> {
    Lossy(&'a [u8]),
    Lossless(&'a [u8]),
}

impl<'a> Frame<'a> {
    /// The picture in these chunks.
    fn find(chunks: Chunks<'a>, corner: (usize, usize)) -> Option<Self> {
        let mut alpha = None;
        for (name, data) in chunks {
            let ((width, height), pixels) = match &name {
                b"ALPH" => {
                    alpha = Some(data);
                    continue;
                }
                b"VP8 " => (lossy_size(data)?, Pixels::Lossy(data)),
                b"VP8L" => (lossless_size(data)?, Pixels::Lossless(data)),
                _ => continue,
            };
            let size = (width as usize, height as usize);
            return (width > 0 && height > 0).then_some(Self { corner, size, pixels, alpha });
        }
        None
    }
}

impl<'a> WebP<'a> {
    /// Reads what comes before the pixels.
    pub(crate) fn open(bytes: &'a [u8]) -> Option<Self> {
        let Header { width, height, .. } = header(bytes)?;
        let canvas = (width as usize, height as usize);
        let chunks = || bytes.get(12..).map(Chunks);
        if let Some((_, data)) = chunks()?.find(|(name, _)| name == b"ANMF") {
            // Half the corner, then the size, the duration and flags, and chunks like those of a file.
            let corner = (2 * u24_le(data, 0)? as usize, 2 * u24_le(data, 3)? as usize);
            let frame = Frame::find(Chunks(data.get(16..)?), corner)?;
            let fits = corner.0 + frame.size.0 <= canvas.0 && corner.1 + frame.size.1 <= canvas.1;
            return fits.then_some(Self { canvas, frame, is_animated: true });
        }
        let frame = Frame::find(chunks()?, (0, 0))?;
        (frame.size == canvas).then_some(Self { canvas, frame, is_animated: false })
    }

    /// Decodes the frame, and hands on its rows.
    fn decode_frame(&self, sink: &mut dyn FnMut(&[u8])) -> Option<()> {
        let (width, height) = self.frame.size;
        let layout = self.layout();
        let mut row = Vec::with_capacity(width * layout.channels());
        match self.frame.pixels {
            Pixels::Lossless(data) => {
                let pixels = lossless::decode(data, width, height)?;
                for pixels in pixels.chunks_exact(width) {
                    row.clear();
                    for pixel in pixels {
                        let [alpha, red, green, blue] = pixel.to_be_bytes();
                        row.extend([red, green, blue]);
                        if layout == Layout::Rgba {
                            row.push(alpha);
                        }
                    }
                    sink(&row);
                }
            }
            Pixels::Lossy(data) => {
                let alpha = match self.frame.alpha {
                    Some(chunk) => Some(alpha::decode(chunk, width, height)?),
                    None => None,
                };
                let frame = lossy::decode(data, width, height)?;
                let mut opaque = Vec::with_capacity(width * 3);
                for y in 0..height {
                    opaque.clear();
                    upsample::row(&frame, (width, height), y, &mut opaque);
                    if layout == Layout::Rgb {
                        sink(&opaque);
                        continue;
                    }
                    let alphas =
                        alpha.as_ref().and_then(|alpha| alpha.get(y * width..)).unwrap_or_default();
                    let alphas = alphas.iter().copied().chain(std::iter::repeat(0xff));
                    row.clear();
                    for (pixel, alpha) in opaque.chunks_exact(3).zip(alphas) {
                        row.extend_from_slice(pixel);
                        row.push(alpha);
                    }
                    sink(&row);
                }
            }
        }
        Some(())
    }
}

impl Source for WebP<'_> {
    fn layout(&self) -> Layout {
        // The fifth bit of the header's last byte says whether opacity is used.
        let has_alpha = match self.frame.pixels {
            Pixels::Lossless(data) => data.get(4).is_some_and(|flags| flags & 0x10 != 0),
            Pixels::Lossy(_) => self.frame.alpha.is_some(),
        };
        if has_alpha || self.is_animated { Layout::Rgba } else { Layout::Rgb }
    }

    fn memory(&self) -> u64 {
        let (width, height) = (self.frame.size.0 as u64, self.frame.size.1 as u64);
        let rows = (self.canvas.0 as u64 + 2 * width) * 4;
        rows + match self.frame.pixels {
            Pixels::Lossless(_) => lossless::memory(width * height),
            Pixels::Lossy(_) if self.frame.alpha.is_some() => {
                // The opacity alone while it is decoded, or the opacity and the colours.
                alpha::memory(width * height).max(width * height + lossy::memory(width, height))
            }
            Pixels::Lossy(_) => lossy::memory(width, height),
        }
    }

    fn decode(self, sink: &mut dyn FnMut(&[u8])) -> Option<()> {
        if !self.is_animated {
            return self.decode_frame(sink);
        }
        // What the first frame does not cover is clear.
        let mut row = vec![0; self.canvas.0 * 4];
        let (left, top) = self.frame.corner;
        (0..top).for_each(|_| sink(&row));
        self.decode_frame(&mut |frame_row| {
            let places = row.iter_mut().skip(left * 4);
            places.zip(frame_row).for_each(|(place, sample)| *place = *sample);
            sink(&row);
        })?;
        row.fill(0);
        (top + self.frame.size.1..self.canvas.1).for_each(|_| sink(&row));
        Some(())
    }
}
