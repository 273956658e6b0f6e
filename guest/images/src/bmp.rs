//! Reads BMP files, and converts them to PNG, because models do not accept them.
//!
//! One file: a reader of one format.

use crate::bytes::{u16_le, u32_le};
use crate::encode::png;
use crate::limits::Limits;
use crate::picture::{Layout, Picture};

/// Returns the width and height of a BMP from its header. `None` if it is of an unknown kind or has
/// no pixels.
pub fn bmp_size(bytes: &[u8]) -> Option<(u32, u32)> {
    Bmp::open(bytes).map(|bmp| (bmp.width, bmp.height))
}

/// Decodes a BMP, and encodes it as PNG. `None` if it is broken, has no pixels, or would exceed the
/// limits on decoding.
pub fn bmp_to_png(bytes: &[u8], limits: &Limits) -> Option<Vec<u8>> {
    let bmp = Bmp::open(bytes)?;
    let (width, height) = (bmp.width, bmp.height);
    let pixels = u64::from(width) * u64::from(height);
    let layout = bmp.layout();
    let samples = pixels.checked_mul(layout.channels() as u64)?;
    // The PNG is at most slightly larger than the samples, and its buffer doubles.
    let memory = samples.checked_mul(4)?.checked_add(pixels)? + bytes.len() as u64;
    if width > limits.side
        || height > limits.side
        || pixels > limits.pixels
        || memory > limits.memory
    {
        return None;
    }
    let mut picture = Picture { width, height, layout, samples: Vec::new() };
    picture.samples.reserve_exact(samples as usize);
    bmp.decode(&mut picture.samples)?;
    png(&picture, usize::MAX, limits.effort)
}

/// The storage of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Storage {
    /// Rows, padded to four bytes, of palette indices with 1, 4 or 8 bits per pixel.
    Indexed,
    /// Runs of 4-bit or 8-bit indices.
    Runs,
    /// Rows, padded to four bytes, with 16, 24 or 32 bits per pixel, of which red, green, blue and
    /// alpha have these masks.
    Direct([u32; 4]),
}

/// A BMP whose header has been read.
struct Bmp<'a> {
    bytes: &'a [u8],
    width: u32,
    height: u32,
    is_top_down: bool,
    depth: u16,
    storage: Storage,
    /// The colors as blue, green, red, and in some files an unused byte.
    palette: &'a [u8],
    color_bytes: usize,
    /// The offset of the pixels.
    start: usize,
}

impl<'a> Bmp<'a> {
    fn open(bytes: &'a [u8]) -> Option<Self> {
        let (start, header) = (u32_le(bytes, 10)? as usize, u32_le(bytes, 14)? as usize);
        if !bytes.starts_with(b"BM") {
            return None;
        }
        let short = |at| u16_le(bytes, at).map(u32::from);
        let is_old = header == 12;
        let (width, height, depth) = match header {
            12 => (short(18)?, short(20)?, u16_le(bytes, 24)?),
            16..=124 => (u32_le(bytes, 18)?, u32_le(bytes, 22)?, u16_le(bytes, 28)?),
            _ => return None,
        };
        let field = |at: usize| if at + 4 <= 14 + header { u32_le(bytes, at) } else { Some(0) };
        let compression = if is_old { 0 } else { field(30)? };
        let mask = |at| u32_le(bytes, at);
        let (mut masks, mut masks_bytes) = ([0; 4], 0);
        if matches!(compression, 3 | 6) {
            let has_alpha = header >= 56 || compression == 6;
            masks = [mask(54)?, mask(58)?, mask(62)?, if has_alpha { mask(66)? } else { 0 }];
            masks_bytes = if header == 40 { 4 * (3 + usize::from(has_alpha)) } else { 0 };
        }
        let storage = match (compression, depth) {
            (0, 1 | 4 | 8) => Storage::Indexed,
            (1, 8) | (2, 4) => Storage::Runs,
            (0, 16) => Storage::Direct([0x7c00, 0x03e0, 0x001f, 0]),
            (0, 24 | 32) => Storage::Direct([0x00ff_0000, 0xff00, 0xff, 0]),
            (3 | 6, 16 | 32) => Storage::Direct(masks),
            _ => return None,
        };
        let color_bytes = if is_old { 3 } else { 4 };
        let palette = match storage {
            Storage::Direct(_) => &[],
            _ => {
                let most = 1 << depth;
                let colors = match if is_old { 0 } else { field(46)? as usize } {
                    0 => most,
                    used => used.min(most),
                };
                // Some files have fewer colors than declared, and pixels where the others would be.
                let rest = bytes.get(14 + header + masks_bytes..start)?;
                rest.get(..colors * color_bytes).unwrap_or(rest)
            }
        };
        let (width, height) = (width.cast_signed(), height.cast_signed());
        let is_top_down = height < 0;
        let (width, height) = (u32::try_from(width).ok()?, height.unsigned_abs());
        let bmp =
            Self { bytes, width, height, is_top_down, depth, storage, palette, color_bytes, start };
        (width > 0 && height > 0).then_some(bmp)
    }
}

impl Bmp<'_> {
    fn layout(&self) -> Layout {
        match self.storage {
            Storage::Direct([.., alpha]) if alpha > 0 => Layout::Rgba,
            _ => Layout::Rgb,
        }
    }

    /// Appends the samples of all rows, top to bottom.
    fn decode(&self, samples: &mut Vec<u8>) -> Option<()> {
        let (columns, height) = (self.width as usize, self.height as usize);
        let indices = match self.storage {
            Storage::Runs => self.runs()?,
            _ => Vec::new(),
        };
        let bits = columns * usize::from(self.depth);
        for row in 0..height {
            let row = if self.is_top_down { row } else { height - 1 - row };
            if self.storage == Storage::Runs {
                let row = indices.get(row * columns..)?.get(..columns)?;
                row.iter().for_each(|index| self.color(*index, samples));
                continue;
            }
            // The padding of the last row may be missing.
            let start = row.checked_mul(bits.div_ceil(32) * 4)?.checked_add(self.start)?;
            let data = self.bytes.get(start..)?.get(..bits.div_ceil(8))?;
            match self.storage {
                Storage::Direct(masks) => {
                    let pixels = data.chunks_exact(usize::from(self.depth) / 8);
                    let pixels = pixels.map(|pixel| {
                        pixel.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte))
                    });
                    let masks = masks.get(..self.layout().channels())?;
                    samples.extend(
                        pixels.flat_map(|pixel| masks.iter().map(move |mask| sample(pixel, *mask))),
                    );
                }
                _ => {
                    let depth = usize::from(self.depth);
                    for column in 0..columns {
                        let bit = column * depth;
                        let byte = data.get(bit / 8)?;
                        let index = byte << (bit % 8) >> (8 - depth);
                        self.color(index, samples);
                    }
                }
            }
        }
        Some(())
    }

    /// Appends a color, or black if the palette has none with this index.
    fn color(&self, index: u8, samples: &mut Vec<u8>) {
        let at = usize::from(index) * self.color_bytes;
        match self.palette.get(at..at + 3) {
            Some([blue, green, red]) => samples.extend([*red, *green, *blue]),
            _ => samples.extend([0; 3]),
        }
    }

    /// Decodes runs into indices, in file order. Skipped pixels have index 0.
    fn runs(&self) -> Option<Vec<u8>> {
        let (columns, rows) = (self.width as usize, self.height as usize);
        let mut indices = vec![0; columns * rows];
        let (mut x, mut y) = (0, 0);
        let mut data = self.bytes.get(self.start..)?;
        let is_half = self.depth == 4;
        let mut put = |x: &mut usize, y: usize, index: u8| {
            if *x < columns
                && let Some(place) = indices.get_mut(y * columns + *x)
            {
                *place = index;
            }
            *x += 1;
        };
        // A byte holds one index, or two 4-bit ones.
        let index = |byte: u8, at: usize| match (is_half, at % 2) {
            (false, _) => byte,
            (true, 0) => byte >> 4,
            (true, _) => byte & 15,
        };
        loop {
            match *data {
                // Some files lack the end marker.
                _ if y >= rows || (y + 1 == rows && x >= columns) => return Some(indices),
                [0, 0, ref rest @ ..] => {
                    (x, y, data) = (0, y + 1, rest);
                }
                [0, 1, ..] => return Some(indices),
                [0, 2, right, down, ref rest @ ..] => {
                    (x, y, data) = (x + usize::from(right), y + usize::from(down), rest);
                }
                [0, count, ref rest @ ..] => {
                    let count = usize::from(count);
                    let bytes = if is_half { count.div_ceil(2) } else { count };
                    let literal = rest.get(..bytes)?;
                    for at in 0..count {
                        let byte = literal.get(if is_half { at / 2 } else { at })?;
                        put(&mut x, y, index(*byte, at));
                    }
                    data = rest.get(bytes.next_multiple_of(2)..).unwrap_or_default();
                }
                [count, byte, ref rest @ ..] => {
                    (0..usize::from(count)).for_each(|at| put(&mut x, y, index(byte, at)));
                    data = rest;
                }
                _ => return None,
            }
        }
    }
}

/// Returns the 8-bit sample of a pixel under a mask.
fn sample(pixel: u32, mask: u32) -> u8 {
    let shift = mask.trailing_zeros().min(31);
    let (value, max) = (u64::from((pixel & mask) >> shift), u64::from(mask >> shift));
    (value * 255 + max / 2).checked_div(max).unwrap_or_default() as u8
}

#[cfg(test)]
mod tests {
    use super::{bmp_size, bmp_to_png, sample};
    use crate::limits::Limits;

    /// A BMP of 24 bits per pixel, two columns and two rows, bottom-up.
    const BMP: &[u8] =
        b"BMF\0\0\0\0\0\0\x006\0\0\0(\0\0\0\x02\0\0\0\x02\0\0\0\x01\0\x18\0\0\0\0\0\x10\0\0\0\
        \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x02\x03\x04\x05\x06\0\0\x07\x08\x09\x0a\x0b\x0c\0\0";

    /// Converts a BMP, and returns the pixels of the PNG.
    fn pixels(bmp: &[u8]) -> Option<image::RgbaImage> {
        let png = bmp_to_png(bmp, &Limits::default())?;
        Some(image::load_from_memory(&png).unwrap().to_rgba8())
    }

    #[test]
    fn a_png_has_the_pixels_of_the_bmp() {
        assert_eq!(bmp_size(BMP), Some((2, 2)));
        let rows = [[9, 8, 7, 255], [12, 11, 10, 255], [3, 2, 1, 255], [6, 5, 4, 255]];
        assert_eq!(pixels(BMP).unwrap().into_raw(), rows.as_flattened());
    }

    #[test]
    fn broken_or_oversized_images_are_not_converted() {
        for length in 0..BMP.len() - 2 {
            assert_eq!(bmp_to_png(&BMP[..length], &Limits::default()), None);
        }
        // Padding at the end may be missing.
        assert_eq!(pixels(&BMP[..BMP.len() - 2]), pixels(BMP));
        assert_eq!(bmp_to_png(BMP, &Limits { pixels: 3, ..Limits::default() }), None);
        assert_eq!(bmp_to_png(BMP, &Limits { side: 1, ..Limits::default() }), None);
        assert_eq!(bmp_to_png(BMP, &Limits { memory: 60, ..Limits::default() }), None);
        for at in 0..BMP.len() {
            for bit in 0..8 {
                let mut broken = BMP.to_vec();
                broken[at] ^= 1 << bit;
                let _ = bmp_to_png(&broken, &Limits::default());
            }
        }
    }

    #[test]
    fn samples_of_any_width_fill_eight_bits() {
        for (pixel, mask, expected) in [
            (0x7fff, 0x7c00, 255),
            (0x0400, 0x7c00, 8),
            (0x0c00, 0x7c00, 25),
            (0x0020, 0x07e0, 4),
            (0xff00, 0xff00, 255),
            (1, 1, 255),
            (u32::MAX, u32::MAX, 255),
            (5, 0, 0),
        ] {
            assert_eq!(sample(pixel, mask), expected, "{pixel:x} {mask:x}");
        }
    }

    /// Returns a pseudorandom value for a column and a row.
    fn value(x: usize, y: usize) -> u32 {
        let place = (x as u32).wrapping_mul(2_654_435_761) ^ (y as u32).wrapping_mul(2_246_822_519);
        place.wrapping_mul(3_266_489_917) >> 3
    }

    /// Makes a BMP of any depth the naive way, bit by bit.
    fn bmp(width: usize, height: usize, depth: usize, is_top_down: bool, is_old: bool) -> Vec<u8> {
        let colors = if depth <= 8 { 1 << depth } else { 0 };
        let (header, color_bytes) = if is_old { (12, 3) } else { (40, 4) };
        let start = 14 + header + colors * color_bytes;
        let mut file = b"BM\0\0\0\0\0\0\0\0".to_vec();
        file.extend((start as u32).to_le_bytes());
        file.extend((header as u32).to_le_bytes());
        if is_old {
            let fields = [width as u16, height as u16, 1, depth as u16];
            file.extend(fields.map(u16::to_le_bytes).as_flattened());
        } else {
            let rows = if is_top_down { -(height as i32) } else { height as i32 };
            file.extend([(width as i32).to_le_bytes(), rows.to_le_bytes()].as_flattened());
            file.extend([1_u16.to_le_bytes(), (depth as u16).to_le_bytes()].as_flattened());
            file.resize(14 + header, 0);
        }
        for color in 0..colors {
            file.extend(palette(color).iter().rev());
            file.resize(file.len() + color_bytes - 3, 0);
        }
        for row in 0..height {
            let y = if is_top_down { row } else { height - 1 - row };
            let mut bits = Vec::new();
            for x in 0..width {
                let value = value(x, y);
                if depth < 8 {
                    bits.extend((0..depth).rev().map(|bit| value >> bit & 1));
                } else {
                    let bytes = (0..depth / 8).flat_map(|byte| {
                        (0..8).rev().map(move |bit| value >> (8 * byte) >> bit & 1)
                    });
                    bits.extend(bytes);
                }
            }
            bits.resize(bits.len().next_multiple_of(32), 0);
            let byte = |bits: &[u32]| bits.iter().fold(0, |byte, bit| byte << 1 | *bit as u8);
            file.extend(bits.chunks(8).map(byte));
        }
        file
    }

    fn palette(index: usize) -> [u8; 3] {
        let [red, green, blue, _] = value(index, 1000).to_le_bytes();
        [red, green, blue]
    }

    #[test]
    fn every_width_and_depth_has_the_pixels_that_were_written() {
        for depth in [1, 4, 8, 16, 24, 32] {
            for width in 1..=40 {
                for (height, is_top_down, is_old) in
                    [(1, false, false), (3, false, false), (3, true, false), (2, false, true)]
                {
                    if is_old && matches!(depth, 16 | 32) {
                        continue;
                    }
                    let file = bmp(width, height, depth, is_top_down, is_old);
                    let picture = pixels(&file).unwrap();
                    let (width, height) = (width as u32, height as u32);
                    assert_eq!(picture.dimensions(), (width, height));
                    for (x, y, pixel) in picture.enumerate_pixels() {
                        let value = value(x as usize, y as usize);
                        let five = |shift: u32| ((value >> shift & 31) * 255 + 15) / 31;
                        let [red, green, blue] = match depth {
                            1 | 4 | 8 => palette((value & ((1 << depth) - 1)) as usize),
                            16 => [10, 5, 0].map(|shift| five(shift) as u8),
                            _ => [16, 8, 0].map(|shift| (value >> shift) as u8),
                        };
                        let expected = [red, green, blue, 255];
                        assert_eq!(pixel.0, expected, "{depth} bits, {width} wide, at {x}, {y}");
                    }
                }
            }
        }
    }

    #[test]
    fn runs_are_decoded() {
        // Four columns and three rows, bottom-up: a run and its end; a delta and a literal; a run
        // that is cut at the edge.
        let runs: [&[u8]; 2] = [
            b"\x03\x01\0\0\0\x02\x01\0\0\x03\x01\0\x01\0\0\0\x09\x01\0\x01",
            b"\x03\x11\0\0\0\x02\x01\0\0\x03\x10\x10\0\0\x09\x11\0\x01",
        ];
        for (depth, runs) in [8, 4].into_iter().zip(runs) {
            let mut file = bmp(4, 3, depth, false, false);
            let start = 54 + (4 << depth);
            file.truncate(start);
            file[30] = if depth == 8 { 1 } else { 2 };
            file.extend(runs);
            let picture = pixels(&file).unwrap();
            let rows: Vec<u32> =
                picture.pixels().map(|pixel| u32::from(pixel.0[..3] == palette(1))).collect();
            assert_eq!(rows, [1, 1, 1, 1, 0, 1, 0, 1, 1, 1, 1, 0], "{depth} bits");
            for length in start..file.len() - 2 {
                // The end marker may be missing only if all rows are complete.
                let _ = pixels(&file[..length]);
            }
            assert_eq!(pixels(&file[..start + 4]), None);
        }
    }

    #[test]
    fn masks_say_where_samples_are() {
        // 5, 6 and 5 bits after a short header.
        let mut file = bmp(1, 1, 16, false, false);
        file[10] += 12;
        file[30] = 3;
        let at = file.len() - 4;
        file.splice(
            at..at,
            [0xf800_u32, 0x07e0, 0x001f].iter().flat_map(|mask| mask.to_le_bytes()),
        );
        let at = file.len() - 4;
        file[at..at + 2].copy_from_slice(&(31_u16 << 11 | 1 << 5).to_le_bytes());
        assert_eq!(pixels(&file).unwrap().into_raw(), [255, 4, 0, 255]);
        // Alpha in a long header.
        let mut file = bmp(1, 1, 32, false, false);
        let at = file.len() - 4;
        file.splice(at..at, vec![0; 84]);
        (file[10], file[14], file[30]) = (138, 124, 3);
        let masks = [0xff_u32, 0xff00, 0xff_0000, 0xff00_0000].map(u32::to_le_bytes);
        file[54..70].copy_from_slice(masks.as_flattened());
        let at = file.len() - 4;
        file[at..].copy_from_slice(&[1, 2, 3, 4]);
        assert_eq!(pixels(&file).unwrap().into_raw(), [1, 2, 3, 4]);
    }
}
