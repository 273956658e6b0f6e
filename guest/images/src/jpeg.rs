//! Reads JPEG files: the structure here, the pixels with a library.

use crate::bytes::u16_be;
use crate::header::Header;
use crate::orientation::Orientation;
use crate::picture::{Layout, Source};
use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;

/// Width, height and orientation.
pub(crate) fn header(bytes: &[u8]) -> Option<Header> {
    let Outline { width, height, orientation, .. } = Outline::read(bytes)?;
    Some(Header { width, height, orientation })
}

/// What comes before the first scan.
struct Outline {
    width: u32,
    height: u32,
    orientation: Orientation,
    /// The number of components: 1 is gray.
    components: u8,
    /// Samples of all components in a block of the picture, by which it grows.
    block_samples: u64,
    /// The width and height of such a block.
    block: (u32, u32),
    /// Whether the coefficients of the whole picture come before the first pixel is known.
    several_scans: bool,
    /// The bytes of all segments, some of which are copied.
    segments: usize,
}

/// A marker with what belongs to it.
struct Segment<'a> {
    marker: u8,
    data: &'a [u8],
}

/// The segments before the entropy-coded data of the first scan.
struct Segments<'a>(&'a [u8]);

impl<'a> Iterator for Segments<'a> {
    type Item = Segment<'a>;

    fn next(&mut self) -> Option<Segment<'a>> {
        loop {
            // What is no marker does not matter, nor do the 0xff that fill up.
            let start = self.0.iter().position(|byte| *byte == 0xff)?;
            let length = self.0.get(start..)?.iter().position(|byte| *byte != 0xff)?;
            let marker = self.0.get(start + length).copied()?;
            self.0 = self.0.get(start + length + 1..)?;
            match marker {
                // An escaped 0xff, or a marker without a segment.
                0x00 | 0x01 | 0xd0..=0xd8 => {}
                // The end.
                0xd9 => return None,
                _ => {
                    let length = usize::from(u16_be(self.0, 0)?);
                    let data = self.0.get(2..length)?;
                    self.0 = if marker == 0xda { &[] } else { self.0.get(length..)? };
                    return Some(Segment { marker, data });
                }
            }
        }
    }
}

impl Outline {
    fn read(bytes: &[u8]) -> Option<Self> {
        let (mut frame, mut orientation, mut segments) = (None, None, 0);
        for segment in Segments(bytes) {
            segments += segment.data.len();
            match segment.marker {
                // Frames of all kinds; the three left out are tables and an extension.
                0xc0..=0xcf if !matches!(segment.marker, 0xc4 | 0xc8 | 0xcc) && frame.is_none() => {
                    frame = Some(segment);
                }
                0xe1 if segment.data.starts_with(b"Exif\0\0") && orientation.is_none() => {
                    orientation = Some(Orientation::from_exif(segment.data));
                }
                0xda => {
                    let Segment { marker, data: frame } = frame?;
                    return Self::of_frame(
                        marker,
                        frame,
                        orientation,
                        segments,
                        segment.data.first().copied()?,
                    );
                }
                _ => {}
            }
        }
        None
    }

    fn of_frame(
        marker: u8,
        frame: &[u8],
        orientation: Option<Orientation>,
        segments: usize,
        components_in_scan: u8,
    ) -> Option<Self> {
        let (height, width) = (u32::from(u16_be(frame, 1)?), u32::from(u16_be(frame, 3)?));
        let components = frame.get(5).copied()?;
        let factors = frame.get(6..6 + 3 * usize::from(components))?.chunks_exact(3);
        let factors = factors
            .filter_map(|component| component.get(1))
            .map(|factor| (factor >> 4, factor & 15));
        let (mut block_samples, mut across, mut down) = (0, 1, 1);
        for (horizontal, vertical) in factors {
            block_samples += 64 * u64::from(horizontal) * u64::from(vertical);
            across = across.max(horizontal.into());
            down = down.max(vertical.into());
        }
        let progressive = !matches!(marker, 0xc0 | 0xc1);
        (width > 0 && height > 0 && components > 0).then_some(Self {
            width,
            height,
            orientation: orientation.unwrap_or_default(),
            components,
            block_samples,
            block: (8 * across, 8 * down),
            several_scans: progressive || components_in_scan < components,
            segments,
        })
    }
}

/// A JPEG whose segments before the first scan have been read.
pub(crate) struct Jpeg<'a> {
    bytes: &'a [u8],
    outline: Outline,
}

impl<'a> Jpeg<'a> {
    /// Reads what comes before the pixels.
    pub(crate) fn open(bytes: &'a [u8]) -> Option<Self> {
        Some(Self { bytes, outline: Outline::read(bytes)? })
    }
}

impl Source for Jpeg<'_> {
    fn layout(&self) -> Layout {
        if self.outline.components == 1 { Layout::Gray } else { Layout::Rgb }
    }

    fn memory(&self) -> u64 {
        let outline = &self.outline;
        let (across, down) =
            (outline.width.div_ceil(outline.block.0), outline.height.div_ceil(outline.block.1));
        let (across, down) = (u64::from(across), u64::from(down));
        let pixels =
            u64::from(outline.width) * u64::from(outline.height) * self.layout().channels() as u64;
        // A coefficient takes two bytes.
        let coefficients =
            if outline.several_scans { 2 * across * down * outline.block_samples } else { 0 };
        // Some rows of blocks: coefficients, samples before and after they are spread to full size.
        let rows = ROW_COPIES
            * across
            * u64::from(outline.block.0)
            * u64::from(outline.block.1)
            * 2
            * u64::from(outline.components);
        pixels + coefficients + rows + outline.segments as u64 + TABLES
    }

    fn decode(self, sink: &mut dyn FnMut(&[u8])) -> Option<()> {
        let Outline { width, height, .. } = self.outline;
        let layout = self.layout();
        let colours = if layout == Layout::Gray { ColorSpace::Luma } else { ColorSpace::RGB };
        let (columns, rows) = (width as usize, height as usize);
        let options = DecoderOptions::default()
            .set_max_width(columns)
            .set_max_height(rows)
            .jpeg_set_out_colorspace(colours);
        let mut decoder = JpegDecoder::new_with_options(ZCursor::new(self.bytes), options);
        decoder.decode_headers().ok()?;
        let bytes = columns * rows * layout.channels();
        // Nothing may differ from what was reckoned with.
        if decoder.dimensions() != Some((columns, rows))
            || decoder.output_buffer_size() != Some(bytes)
        {
            return None;
        }
        let mut samples = vec![0; bytes];
        decoder.decode_into(&mut samples).ok()?;
        samples.chunks_exact(columns * layout.channels()).for_each(sink);
        Some(())
    }
}

/// How often a row of blocks is in memory, at most.
const ROW_COPIES: u64 = 2;

/// The decoder's tables.
const TABLES: u64 = 256 << 10;
