//! Reads PNG files, row by row.

use crate::bytes::u32_be;
use crate::format::PNG_SIGNATURE;
use crate::header::Header;
use crate::orientation::Orientation;
use crate::picture::{Layout, Source};
use crate::png_filter::{Filter, unfilter};
use crate::png_pixels::{Colour, Pixels, row_bytes};
use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZFlush};

/// Decompression and its window take this, and a little more.
const INFLATE_BYTES: u64 = 64 << 10;

/// The passes of an interlaced picture: first column and row, and the distances between columns and rows.
const PASSES: [[usize; 4]; 7] = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
];

/// What the header says, and the EXIF chunk, wherever it is.
pub(crate) fn header(bytes: &[u8]) -> Option<Header> {
    let Start { width, height, .. } = start(bytes)?;
    let exif = Chunks::of(bytes).find(|chunk| chunk.name == *b"eXIf");
    let orientation = exif.map(|chunk| Orientation::from_exif(chunk.data)).unwrap_or_default();
    Some(Header { width, height, orientation })
}

/// What the first chunk says.
struct Start {
    width: u32,
    height: u32,
    depth: u8,
    colour: Colour,
    interlaced: bool,
}

/// The first chunk, if a PNG can begin with it.
fn start(bytes: &[u8]) -> Option<Start> {
    let first = Chunks::of(bytes).next().filter(|chunk| chunk.name == *b"IHDR")?;
    let size = |at| u32_be(first.data, at).filter(|size| (1..=i32::MAX as u32).contains(size));
    let &[depth, colour, compression, filters, interlaced] = first.data.get(8..13)? else {
        return None;
    };
    let colour = Colour::from_number(colour)?;
    let known = colour.allows(depth) && compression == 0 && filters == 0 && interlaced <= 1;
    known.then_some(Start {
        width: size(0)?,
        height: size(4)?,
        depth,
        colour,
        interlaced: interlaced == 1,
    })
}

/// A piece of a file.
struct Chunk<'a> {
    name: [u8; 4],
    data: &'a [u8],
}

/// The chunks of a file. The last one may be cut short; checksums are not looked at.
struct Chunks<'a>(&'a [u8]);

impl<'a> Chunks<'a> {
    fn of(bytes: &'a [u8]) -> Self {
        Self(bytes.strip_prefix(&PNG_SIGNATURE).unwrap_or_default())
    }
}

impl<'a> Iterator for Chunks<'a> {
    type Item = Chunk<'a>;

    fn next(&mut self) -> Option<Chunk<'a>> {
        let length = u32_be(self.0, 0)? as usize;
        let name = self.0.get(4..)?.first_chunk().copied()?;
        let data = self.0.get(8..)?;
        let data = data.get(..length).unwrap_or(data);
        self.0 = self.0.get(length.saturating_add(12)..).unwrap_or_default();
        Some(Chunk { name, data })
    }
}

/// A PNG whose header, palette and transparency have been read.
pub(crate) struct Png<'a> {
    width: usize,
    height: usize,
    pixels: Pixels<'a>,
    interlaced: bool,
    chunks: Chunks<'a>,
}

impl<'a> Png<'a> {
    /// Reads what comes before the pixels.
    pub(crate) fn open(bytes: &'a [u8]) -> Option<Self> {
        let Start { width, height, depth, colour, interlaced } = start(bytes)?;
        let (mut palette, mut transparency) = (None, None);
        let mut chunks = Chunks::of(bytes);
        loop {
            let rest = Chunks(chunks.0);
            let chunk = chunks.next()?;
            match &chunk.name {
                b"PLTE" => palette = Some(chunk.data),
                b"tRNS" => transparency = Some(chunk.data),
                b"IDAT" => {
                    let pixels = Pixels::new(colour, depth, palette, transparency)?;
                    let (width, height) = (width as usize, height as usize);
                    return Some(Self { width, height, pixels, interlaced, chunks: rest });
                }
                _ => {}
            }
        }
    }

    /// The bytes of a row of so many pixels, and of one pixel, at least 1.
    fn row_bytes(&self, width: usize) -> (usize, usize) {
        (row_bytes(width, self.pixels.bits()), (self.pixels.bits() / 8).max(1))
    }

    /// Decodes the passes of an interlaced picture, and puts them together.
    fn decode_passes(self, sink: &mut dyn FnMut(&[u8])) -> Option<()> {
        let channels = self.pixels.layout().channels();
        let mut samples = vec![0; self.width * self.height * channels];
        let mut data = Inflated::new(Chunks(self.chunks.0));
        for [left, top, step, distance] in PASSES {
            let width = self.width.saturating_sub(left).div_ceil(step);
            let height = self.height.saturating_sub(top).div_ceil(distance);
            if width == 0 {
                continue;
            }
            let mut rows =
                samples.chunks_exact_mut(self.width * channels).skip(top).step_by(distance);
            self.decode_rows(&mut data, width, height, &mut |pass_row| {
                let Some(row) = rows.next() else { return };
                let places = row.chunks_exact_mut(channels).skip(left).step_by(step);
                places
                    .zip(pass_row.chunks_exact(channels))
                    .for_each(|(place, pixel)| place.copy_from_slice(pixel));
            })?;
        }
        samples.chunks_exact(self.width * channels).for_each(sink);
        Some(())
    }

    /// Decodes rows of the same width.
    fn decode_rows(
        &self,
        data: &mut Inflated<'_>,
        width: usize,
        height: usize,
        sink: &mut dyn FnMut(&[u8]),
    ) -> Option<()> {
        let (length, step) = self.row_bytes(width);
        // Each begins with the number of its filter.
        let (mut row, mut above) = (vec![0; 1 + length], vec![0; 1 + length]);
        let mut samples = Vec::with_capacity(width * self.pixels.layout().channels());
        for _ in 0..height {
            data.fill(&mut row)?;
            let ([filter, bytes @ ..], [_, bytes_above @ ..]) = (&mut row[..], &above[..]) else {
                return None;
            };
            unfilter(Filter::from_number(*filter)?, bytes, bytes_above, step);
            samples.clear();
            self.pixels.convert(bytes, width, &mut samples);
            sink(&samples);
            std::mem::swap(&mut row, &mut above);
        }
        Some(())
    }
}

impl Source for Png<'_> {
    fn layout(&self) -> Layout {
        self.pixels.layout()
    }

    fn memory(&self) -> u64 {
        let channels = self.layout().channels() as u64;
        let (width, height) = (self.width as u64, self.height as u64);
        let rows = width * (2 * 8 + channels);
        rows + INFLATE_BYTES + if self.interlaced { width * height * channels } else { 0 }
    }

    fn decode(self, sink: &mut dyn FnMut(&[u8])) -> Option<()> {
        if self.interlaced {
            return self.decode_passes(sink);
        }
        let mut data = Inflated::new(Chunks(self.chunks.0));
        self.decode_rows(&mut data, self.width, self.height, sink)
    }
}

/// The decompressed data of all IDAT chunks.
struct Inflated<'a> {
    chunks: Chunks<'a>,
    data: &'a [u8],
    state: Box<InflateState>,
}

impl<'a> Inflated<'a> {
    fn new(chunks: Chunks<'a>) -> Self {
        Self { chunks, data: &[], state: InflateState::new_boxed(DataFormat::Zlib) }
    }

    /// Takes exactly so many bytes.
    fn fill(&mut self, mut out: &mut [u8]) -> Option<()> {
        while !out.is_empty() {
            let done = inflate(&mut self.state, self.data, out, MZFlush::None);
            self.data = self.data.get(done.bytes_consumed..)?;
            out = out.get_mut(done.bytes_written..)?;
            if done.bytes_written == 0 && done.bytes_consumed == 0 {
                // It stands still. If it did not want more input, it has ended or is broken.
                if !self.data.is_empty() {
                    return None;
                }
                self.data = self.chunks.next().filter(|chunk| chunk.name == *b"IDAT")?.data;
            }
        }
        Some(())
    }
}
