//! Decodes JPEG files with a library, as a whole.

use crate::extent::Extent;
use crate::jpeg::Outline;
use crate::picture::{Layout, Source};
use crate::scans;
use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;

/// A JPEG whose segments before the first scan have been parsed.
pub(crate) struct Jpeg<'a> {
    bytes: &'a [u8],
    outline: Outline,
}

impl<'a> Jpeg<'a> {
    /// Parses everything before the pixels.
    pub(crate) fn open(bytes: &'a [u8]) -> Option<Self> {
        Some(Self { bytes, outline: Outline::read(bytes)? })
    }

    /// Returns how much of the file is present.
    pub(crate) fn extent(&self) -> Extent {
        scans::extent(self.bytes)
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
        // Some rows of blocks: coefficients, and samples before and after upsampling.
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
        let colors = if layout == Layout::Gray { ColorSpace::Luma } else { ColorSpace::RGB };
        let (columns, rows) = (width as usize, height as usize);
        let options = DecoderOptions::default()
            .set_max_width(columns)
            .set_max_height(rows)
            .jpeg_set_out_colorspace(colors);
        let mut decoder = JpegDecoder::new_with_options(ZCursor::new(self.bytes), options);
        decoder.decode_headers().ok()?;
        let bytes = columns * rows * layout.channels();
        // The decoder must agree with the values that the budget assumed.
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

/// The maximum number of copies of a row of blocks in memory.
const ROW_COPIES: u64 = 2;

/// The decoder's tables.
const TABLES: u64 = 256 << 10;
