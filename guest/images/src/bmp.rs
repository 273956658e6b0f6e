//! Reads BMP files, and converts them to PNG, because models do not accept them.
//!
//! One file: a reader of one format.

use crate::bytes::{u16_le, u32_le};
use crate::encode::png;
use crate::limits::{Limits, Originals};
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
        || (limits.originals == Originals::Decodable && !bmp.is_usual())
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
    /// Whether its compression is the one with an alpha mask.
    is_masked_alpha: bool,
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
        let is_masked_alpha = compression == 6;
        let bmp = Self {
            bytes,
            width,
            height,
            is_top_down,
            depth,
            storage,
            palette,
            color_bytes,
            start,
            is_masked_alpha,
        };
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

    /// Returns whether decoders that are less tolerant take it: the padding of its last row is
    /// there, and the mask of each color is a run of bits of a pixel.
    fn is_usual(&self) -> bool {
        let is_run = |mask: u32| {
            let bits = mask.checked_shr(mask.trailing_zeros()).unwrap_or_default();
            bits & bits.wrapping_add(1) == 0 && u64::from(mask) >> self.depth == 0
        };
        let is_known = match self.storage {
            Storage::Runs => return true,
            Storage::Indexed => true,
            Storage::Direct([colors @ .., alpha]) => {
                colors.iter().all(|mask| *mask != 0 && is_run(*mask)) && is_run(alpha)
            }
        };
        let pixels = self.row_bytes().checked_mul(self.height as usize);
        let is_padded =
            pixels.is_some_and(|pixels| self.bytes.len().saturating_sub(self.start) >= pixels);
        is_known && is_padded && !self.is_masked_alpha
    }

    /// The number of bytes in a stored row, with its padding.
    fn row_bytes(&self) -> usize {
        (self.width as usize * usize::from(self.depth)).div_ceil(32) * 4
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
            let start = row.checked_mul(self.row_bytes())?.checked_add(self.start)?;
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
mod tests;
