//! Reads PNG files: the header here, the pixels with a library, row by row.

use crate::bytes::u32_be;
use crate::format::PNG_SIGNATURE;
use crate::header::Header;
use crate::orientation::Orientation;
use crate::picture::{Layout, Source};
use png::{ColorType, Decoder, InterlaceInfo, Limits, Reader, Transformations};
use std::io::Cursor;

/// Tables and buffers of the decoder, whatever the size of the picture.
const BUFFERS: u64 = 768 << 10;

/// The most bytes that the decoder may keep of chunks other than EXIF and the pixels.
const SMALL_CHUNKS: usize = 4096;

/// Reads the header, and the EXIF chunk, wherever it is.
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
    /// Bits of a sample.
    depth: u8,
    color: ColorType,
    is_interlaced: bool,
}

/// Reads the first chunk, if a PNG can begin with it.
fn start(bytes: &[u8]) -> Option<Start> {
    let first = Chunks::of(bytes).next().filter(|chunk| chunk.name == *b"IHDR")?;
    let size = |at| u32_be(first.data, at).filter(|size| (1..=i32::MAX as u32).contains(size));
    let &[depth, color, compression, filters, interlaced] = first.data.get(8..13)? else {
        return None;
    };
    let color = ColorType::from_u8(color)?;
    let depths: &[u8] = match color {
        ColorType::Grayscale => &[1, 2, 4, 8, 16],
        ColorType::Indexed => &[1, 2, 4, 8],
        ColorType::Rgb | ColorType::GrayscaleAlpha | ColorType::Rgba => &[8, 16],
    };
    let is_known = depths.contains(&depth) && compression == 0 && filters == 0 && interlaced <= 1;
    is_known.then_some(Start {
        width: size(0)?,
        height: size(4)?,
        depth,
        color,
        is_interlaced: interlaced == 1,
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

/// A PNG whose chunks before the pixels have been found.
pub(crate) struct Png<'a> {
    bytes: &'a [u8],
    start: Start,
    /// Whether a color, or each entry of the palette, has an opacity.
    has_transparency: bool,
    /// The longest EXIF chunk before the pixels, in bytes: the decoder keeps it.
    exif_bytes: usize,
}

impl<'a> Png<'a> {
    /// Reads what comes before the pixels.
    pub(crate) fn open(bytes: &'a [u8]) -> Option<Self> {
        let start = start(bytes)?;
        let (mut has_transparency, mut exif_bytes) = (false, 0);
        for chunk in Chunks::of(bytes) {
            match &chunk.name {
                b"tRNS" => has_transparency = true,
                b"eXIf" => exif_bytes = exif_bytes.max(chunk.data.len()),
                b"IDAT" => return Some(Self { bytes, start, has_transparency, exif_bytes }),
                _ => {}
            }
        }
        None
    }

    /// The bytes of a row as it is stored.
    fn row_bytes(&self) -> u64 {
        let bits = self.start.color.samples() as u64 * u64::from(self.start.depth);
        (u64::from(self.start.width) * bits).div_ceil(8)
    }

    /// Opens the library's decoder, which gives samples of 8 bits.
    fn decoder(&self) -> Option<Reader<Cursor<&'a [u8]>>> {
        // A decoded row, and a chunk, which is gathered in a buffer that doubles.
        let row_bytes = self.start.width as usize * self.layout().channels();
        let limits = Limits { bytes: row_bytes + 2 * self.exif_bytes + SMALL_CHUNKS };
        let mut decoder = Decoder::new_with_limits(Cursor::new(self.bytes), limits);
        decoder.set_transformations(Transformations::normalize_to_color8());
        decoder.ignore_checksums(true);
        decoder.set_ignore_text_chunk(true);
        decoder.set_ignore_iccp_chunk(true);
        let reader = decoder.read_info().ok()?;
        (reader.info().size() == (self.start.width, self.start.height)).then_some(reader)
    }
}

impl Source for Png<'_> {
    fn layout(&self) -> Layout {
        match self.start.color {
            _ if self.has_transparency => Layout::Rgba,
            ColorType::Grayscale => Layout::Gray,
            ColorType::Rgb | ColorType::Indexed => Layout::Rgb,
            ColorType::GrayscaleAlpha | ColorType::Rgba => Layout::Rgba,
        }
    }

    fn memory(&self) -> u64 {
        let (width, height) = (u64::from(self.start.width), u64::from(self.start.height));
        let decoded_row = width * self.layout().channels() as u64;
        // Stored rows are decompressed several at once, into a buffer that doubles.
        let rows = 12 * self.row_bytes() + 2 * decoded_row;
        let whole = if self.start.is_interlaced { height * decoded_row } else { 0 };
        rows + whole + 3 * self.exif_bytes as u64 + BUFFERS
    }

    fn decode(self, sink: &mut dyn FnMut(&[u8])) -> Option<()> {
        let mut reader = self.decoder()?;
        let (color, _) = reader.output_color_type();
        let layout = self.layout();
        let mut spread = Vec::new();
        let mut take = |row: &[u8]| {
            if color.samples() == layout.channels() {
                sink(row);
            } else {
                spread.clear();
                spread_to_rgba(row, color, &mut spread);
                sink(&spread);
            }
        };
        if color.samples() != layout.channels() && layout != Layout::Rgba {
            return None;
        }
        // The last row is not followed by asking for another: what comes after it may be missing.
        if self.start.is_interlaced {
            let (width, height) = (self.start.width as usize, self.start.height as usize);
            let row_bytes = width * color.samples();
            let mut samples = vec![0; row_bytes * height];
            for _ in 0..pass_rows(width, height) {
                let row = reader.next_interlaced_row().ok()??;
                let InterlaceInfo::Adam7(pass) = row.interlace() else { return None };
                let bits = 8 * color.samples() as u8;
                png::expand_interlaced_row(&mut samples, row_bytes, row.data(), pass, bits);
            }
            samples.chunks_exact(row_bytes).for_each(take);
        } else {
            for _ in 0..self.start.height {
                take(reader.next_row().ok()??.data());
            }
        }
        Some(())
    }
}

/// Returns how many rows the passes of an interlaced picture have.
fn pass_rows(width: usize, height: usize) -> usize {
    // The first column and row of each pass, and the distances between columns and rows.
    const PASSES: [(usize, usize, usize); 7] =
        [(0, 0, 8), (4, 0, 8), (0, 4, 8), (2, 0, 4), (0, 2, 4), (1, 0, 2), (0, 1, 2)];
    PASSES
        .iter()
        .filter(|(left, ..)| *left < width)
        .map(|(_, top, distance)| height.saturating_sub(*top).div_ceil(*distance))
        .sum()
}

/// Makes pixels with opacity of those without, and colors of gray.
fn spread_to_rgba(row: &[u8], color: ColorType, to: &mut Vec<u8>) {
    for pixel in row.chunks_exact(color.samples()) {
        match *pixel {
            [gray] => to.extend([gray, gray, gray, 0xff]),
            [gray, alpha] => to.extend([gray, gray, gray, alpha]),
            [red, green, blue] => to.extend([red, green, blue, 0xff]),
            _ => to.extend_from_slice(pixel),
        }
    }
}
