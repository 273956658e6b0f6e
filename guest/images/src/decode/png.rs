//! Decodes PNG files with a library, row by row.

use crate::extent::Extent;
use crate::picture::{Layout, Source};
use crate::png::{Chunks, Color, Start, has_end, start};
use png::{
    ColorType, DecodeOptions, Decoder, DecodingError, InterlaceInfo, Limits, Reader,
    Transformations,
};
use std::io::Cursor;

/// Tables and buffers of the decoder, independent of the image size.
const BUFFERS: u64 = 768 << 10;

/// The maximum memory for chunks other than EXIF and pixels, in bytes.
const SMALL_CHUNKS: usize = 4096;

/// Which checksums must be correct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Checksums {
    /// All of them.
    All,
    /// Those of the critical chunks, as users of the library expect.
    Usual,
    None,
}

/// A PNG whose chunks before the pixels have been parsed.
pub(crate) struct Png<'a> {
    bytes: &'a [u8],
    start: Start,
    /// Whether a color, or each palette entry, has an alpha value.
    has_transparency: bool,
    /// The longest EXIF chunk before the pixels, in bytes: the decoder keeps it.
    exif_bytes: usize,
}

impl<'a> Png<'a> {
    /// Parses everything before the pixels.
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

    /// The number of bytes in a stored row.
    fn row_bytes(&self) -> u64 {
        let samples = match self.start.color {
            Color::Gray | Color::Indexed => 1,
            Color::GrayAlpha => 2,
            Color::Rgb => 3,
            Color::Rgba => 4,
        };
        let bits = samples * u64::from(self.start.depth);
        (u64::from(self.start.width) * bits).div_ceil(8)
    }

    /// Returns how much of the file is present.
    pub(crate) fn extent(&self) -> Extent {
        Extent::ended(has_end(self.bytes))
    }

    /// Returns whether the whole file can be decoded with correct checksums.
    pub(crate) fn decodes(&self, checksums: Checksums) -> bool {
        let Some(mut reader) = self.decoder(checksums) else { return false };
        loop {
            match reader.next_interlaced_row() {
                Ok(Some(_)) => {}
                Ok(None) => {
                    return match reader.finish() {
                        // The checksum of its end may be missing.
                        Err(DecodingError::IoError(_)) => checksums == Checksums::Usual,
                        finished => finished.is_ok(),
                    };
                }
                Err(_) => return false,
            }
        }
    }

    /// Opens the library's decoder, which outputs 8-bit samples.
    fn decoder(&self, checksums: Checksums) -> Option<Reader<Cursor<&'a [u8]>>> {
        // A decoded row, and a chunk, which is collected in a buffer that doubles.
        let row_bytes = self.start.width as usize * self.layout().channels();
        let limits = Limits { bytes: row_bytes + 2 * self.exif_bytes + SMALL_CHUNKS };
        let mut options = DecodeOptions::default();
        match checksums {
            Checksums::All => {
                options.set_ignore_adler32(false);
                options.set_skip_ancillary_crc_failures(false);
            }
            Checksums::Usual => {}
            Checksums::None => options.set_ignore_checksums(true),
        }
        let mut decoder = Decoder::new_with_options(Cursor::new(self.bytes), options);
        decoder.set_limits(limits);
        decoder.set_transformations(Transformations::normalize_to_color8());
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
            Color::Gray => Layout::Gray,
            Color::Rgb | Color::Indexed => Layout::Rgb,
            Color::GrayAlpha | Color::Rgba => Layout::Rgba,
        }
    }

    fn memory(&self) -> u64 {
        let (width, height) = (u64::from(self.start.width), u64::from(self.start.height));
        let decoded_row = width * self.layout().channels() as u64;
        // Several stored rows are decompressed at once, into a buffer that doubles.
        let rows = 12 * self.row_bytes() + 2 * decoded_row;
        let whole = if self.start.is_interlaced { height * decoded_row } else { 0 };
        rows + whole + 3 * self.exif_bytes as u64 + BUFFERS
    }

    fn decode(self, sink: &mut dyn FnMut(&[u8])) -> Option<()> {
        let mut reader = self.decoder(Checksums::None)?;
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
        // No row is requested after the last one: the data after it may be missing.
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

/// Returns the total number of rows in the passes of an interlaced image.
fn pass_rows(width: usize, height: usize) -> usize {
    // The first column and row of each pass, and the column and row steps.
    const PASSES: [(usize, usize, usize); 7] =
        [(0, 0, 8), (4, 0, 8), (0, 4, 8), (2, 0, 4), (0, 2, 4), (1, 0, 2), (0, 1, 2)];
    PASSES
        .iter()
        .filter(|(left, ..)| *left < width)
        .map(|(_, top, distance)| height.saturating_sub(*top).div_ceil(*distance))
        .sum()
}

/// Expands pixels without alpha, or in gray, to RGBA.
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
