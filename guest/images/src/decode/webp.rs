//! Decodes WebP files with a library, as a whole.

use crate::bytes::{u24_le, u32_le};
use crate::extent::Extent;
use crate::header::Header;
use crate::picture::{Layout, Source};
use crate::webp::{Chunks, header, lossless_size, lossy_size};
use image_webp::WebPDecoder;
use std::io::Cursor;

/// The memory for prefix codes of a lossless image: far more than in files of the usual encoders.
/// The library sets no bound, so a hostile file can take more; see [`WebP::memory`].
const PREFIX_CODES: u64 = 8 << 20;

/// Tables and buffers of the decoder, independent of the image size.
const TABLES: u64 = 64 << 10;

/// A WebP whose structure has been parsed.
pub(crate) struct WebP<'a> {
    bytes: &'a [u8],
    canvas: (u32, u32),
    /// Whether the file declares an alpha channel: the library relies on that.
    has_alpha: bool,
    is_animated: bool,
    /// The first, or the only, frame.
    frame: Frame,
}

/// A frame of a file.
struct Frame {
    size: (u32, u32),
    is_lossy: bool,
    /// Whether lossy pixels have a separate alpha chunk.
    has_alpha_chunk: bool,
    /// The size of its compressed pixels in bytes.
    bytes: usize,
    /// Whether all of them are present.
    is_there: bool,
}

impl Frame {
    /// Finds the frame in these chunks.
    fn find(mut chunks: Chunks<'_>) -> Option<Self> {
        let mut has_alpha_chunk = false;
        loop {
            let length = u32_le(chunks.0, 4)?;
            let (name, data) = chunks.next()?;
            let (size, is_lossy) = match &name {
                b"ALPH" => {
                    has_alpha_chunk = true;
                    continue;
                }
                b"VP8 " => (lossy_size(data)?, true),
                b"VP8L" => (lossless_size(data)?, false),
                _ => continue,
            };
            let is_there = data.len() as u64 == u64::from(length);
            return Some(Self { size, is_lossy, has_alpha_chunk, bytes: data.len(), is_there });
        }
    }

    /// The maximum memory of the library in bytes, in addition to the pixels it returns.
    fn memory(&self) -> u64 {
        let (width, height) = (u64::from(self.size.0), u64::from(self.size.1));
        let pixels = width * height;
        // Transforms, and the map of the codes, have a value for each block of pixels: half a byte
        // per pixel in files of the usual encoders, seven eighths with the smallest possible
        // blocks.
        let lossless = pixels / 2 + PREFIX_CODES;
        if !self.is_lossy {
            return lossless;
        }
        let blocks = width.div_ceil(16) * height.div_ceil(16);
        // Three planes, and a list of blocks that doubles as it grows.
        let planes = blocks * (256 + 2 * 64 + 3 * 32);
        let alpha = if self.has_alpha_chunk { 5 * pixels + lossless } else { 0 };
        planes + alpha + 4 * self.bytes as u64
    }
}

impl<'a> WebP<'a> {
    /// Parses everything before the pixels.
    pub(crate) fn open(bytes: &'a [u8]) -> Option<Self> {
        let Header { width, height, .. } = header(bytes)?;
        let canvas = (width, height);
        let chunks = || bytes.get(12..).map(Chunks);
        let (first, flags) = chunks()?.next()?;
        let has_alpha = match &first {
            b"VP8X" => flags.first()? & 0x10 != 0,
            b"VP8L" => flags.get(4)? & 0x10 != 0,
            _ => false,
        };
        let is_animated = first == *b"VP8X" && flags.first()? & 0x02 != 0;
        let frame = if is_animated {
            let (_, data) = chunks()?.find(|(name, _)| name == b"ANMF")?;
            // The corner, the size, the duration and flags, and chunks like those of a file.
            let frame = Frame::find(Chunks(data.get(16..)?))?;
            let fits = frame.size == (u24_le(data, 6)? + 1, u24_le(data, 9)? + 1)
                && frame.size.0 <= width
                && frame.size.1 <= height;
            fits.then_some(frame)?
        } else {
            Frame::find(chunks()?).filter(|frame| frame.size == canvas)?
        };
        Some(Self { bytes, canvas, has_alpha, is_animated, frame })
    }
}

impl WebP<'_> {
    /// Returns how much of the file is present.
    pub(crate) fn extent(&self) -> Extent {
        let length = u32_le(self.bytes, 4).unwrap_or(u32::MAX);
        match self.frame.is_there {
            true => Extent::ended(self.bytes.len() as u64 >= 8 + u64::from(length)),
            false => Extent::Cut,
        }
    }
}

impl Source for WebP<'_> {
    fn layout(&self) -> Layout {
        if self.has_alpha { Layout::Rgba } else { Layout::Rgb }
    }

    /// A bound for all files but one kind: the prefix codes of a lossless image can take far more
    /// memory than any encoder needs. The component then stops at its memory limit.
    fn memory(&self) -> u64 {
        let pixels = u64::from(self.canvas.0) * u64::from(self.canvas.1);
        let frame_pixels = u64::from(self.frame.size.0) * u64::from(self.frame.size.1);
        let given = pixels * self.layout().channels() as u64;
        let copies = if self.is_animated {
            // The frame, and the canvas it is drawn on.
            4 * frame_pixels + 4 * pixels
        } else if self.frame.is_lossy || self.has_alpha {
            0
        } else {
            4 * pixels
        };
        given + copies + self.frame.memory() + TABLES
    }

    fn decode(self, sink: &mut dyn FnMut(&[u8])) -> Option<()> {
        let mut decoder = WebPDecoder::new(Cursor::new(self.bytes)).ok()?;
        let (columns, rows) = (self.canvas.0 as usize, self.canvas.1 as usize);
        let channels = self.layout().channels();
        // The decoder must agree with the values that the budget assumed.
        if decoder.dimensions() != self.canvas
            || decoder.is_animated() != self.is_animated
            || decoder.output_buffer_size() != Some(columns * rows * channels)
        {
            return None;
        }
        let mut samples = vec![0; columns * rows * channels];
        decoder.read_image(&mut samples).ok()?;
        samples.chunks_exact(columns * channels).for_each(sink);
        Some(())
    }
}
