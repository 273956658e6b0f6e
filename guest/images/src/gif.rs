//! Reads the first frame of GIF files, as it stands on the logical screen: the structure here, the
//! pixels with a library.

use crate::bytes::u16_le;
use crate::header::Header;
use crate::limits::Limits;
use crate::orientation::Orientation;
use crate::picture::{Layout, Source};
use gif::{ColorOutput, DecodeOptions, Decoder, MemoryLimit};

/// The decoder's tables and buffers.
const TABLES: u64 = 64 << 10;

/// The first row and the distance of rows in each pass of an interlaced frame.
const PASSES: [(usize, usize); 4] = [(0, 8), (4, 8), (2, 4), (1, 2)];

/// Returns the size of the logical screen, if a frame follows: a text that begins with the signature
/// says nothing of a size.
pub(crate) fn header(bytes: &[u8]) -> Option<Header> {
    Gif::open(bytes).and_then(|_| screen(bytes))
}

fn screen(bytes: &[u8]) -> Option<Header> {
    if !matches!(bytes.get(3..6)?, b"87a" | b"89a") {
        return None;
    }
    let (width, height) = (u32::from(u16_le(bytes, 6)?), u32::from(u16_le(bytes, 8)?));
    (width > 0 && height > 0).then_some(Header { width, height, orientation: Orientation::Upright })
}

/// A GIF whose first frame has been found.
pub(crate) struct Gif<'a> {
    bytes: &'a [u8],
    /// Columns and rows of the screen.
    screen: (usize, usize),
    /// Column and row of the screen where the frame begins.
    corner: (usize, usize),
    /// Columns and rows of the frame.
    frame: (usize, usize),
    is_interlaced: bool,
    /// The bytes of extensions before the frame, some of which the decoder keeps.
    extension_bytes: usize,
}

impl<'a> Gif<'a> {
    /// Reads what comes before the pixels.
    pub(crate) fn open(bytes: &'a [u8]) -> Option<Self> {
        let Header { width, height, .. } = screen(bytes)?;
        let flags = bytes.get(10).copied()?;
        let palette = if flags & 0x80 == 0 { 0 } else { 3 * (2 << (flags & 7)) };
        let (mut rest, mut extension_bytes) = (bytes.get(13 + palette..)?, 0);
        loop {
            let (kind, after) = rest.split_first()?;
            match kind {
                // An extension: a label, then blocks until an empty one.
                0x21 => {
                    let mut blocks = after.get(1..)?;
                    while let Some((length, after)) = blocks.split_first() {
                        blocks = after.get(usize::from(*length)..).unwrap_or_default();
                        if *length == 0 {
                            break;
                        }
                    }
                    extension_bytes += rest.len() - blocks.len();
                    rest = blocks;
                }
                0x2c => {
                    let short = |at| u16_le(after, at).map(usize::from);
                    let flags = after.get(8).copied()?;
                    let (corner, frame) = ((short(0)?, short(2)?), (short(4)?, short(6)?));
                    // What lies beside the screen is not shown, but takes as long as a picture.
                    let is_too_large = frame.0 as u64 * frame.1 as u64 > Limits::PIXELS;
                    return (!is_too_large).then_some(Self {
                        bytes,
                        screen: (width as usize, height as usize),
                        corner,
                        frame,
                        is_interlaced: flags & 0x40 != 0,
                        extension_bytes,
                    });
                }
                // Zeros between blocks are harmless; anything else is the end or an error.
                0 => rest = after,
                _ => return None,
            }
        }
    }

    /// Opens the library's decoder at the frame.
    fn decoder(&self) -> Option<Decoder<&'a [u8]>> {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::Indexed);
        options.set_memory_limit(MemoryLimit::Unlimited);
        options.allow_unknown_blocks(true);
        let mut decoder = options.read_info(self.bytes).ok()?;
        let frame = decoder.next_frame_info().ok()??;
        let size = (usize::from(frame.width), usize::from(frame.height));
        let corner = (usize::from(frame.left), usize::from(frame.top));
        // Nothing may differ from what was reckoned with.
        let is_same =
            (size, corner, frame.interlaced) == (self.frame, self.corner, self.is_interlaced);
        is_same.then_some(decoder)
    }
}

impl Source for Gif<'_> {
    fn layout(&self) -> Layout {
        Layout::Rgba
    }

    fn memory(&self) -> u64 {
        let rows = if self.is_interlaced { self.frame.1 as u64 } else { 1 };
        let indices = self.frame.0 as u64 * rows;
        indices + 4 * self.screen.0 as u64 + 3 * self.extension_bytes as u64 + TABLES
    }

    fn decode(self, sink: &mut dyn FnMut(&[u8])) -> Option<()> {
        let mut decoder = self.decoder()?;
        let colors = Colors::of(&decoder)?;
        let mut fill = |indices: &mut [u8]| {
            decoder.fill_buffer(indices).is_ok_and(|is_filled| is_filled).then_some(())
        };
        let (columns, rows) = self.frame;
        // Rows below the screen need not be decoded.
        let rows_shown = rows.min(self.screen.1.saturating_sub(self.corner.1));
        let mut row = vec![0; self.screen.0 * 4];
        let mut place = |indices: &[u8], row: &mut [u8]| {
            let pixels = row.as_chunks_mut().0.iter_mut().skip(self.corner.0);
            pixels.zip(indices).for_each(|(pixel, index)| *pixel = colors.pixel(*index));
            sink(row);
        };
        let above = self.corner.1.min(self.screen.1);
        (0..above).for_each(|_| place(&[], &mut row));
        if columns == 0 {
            (0..rows_shown).for_each(|_| place(&[], &mut row));
        } else if self.is_interlaced {
            let mut indices = vec![0; columns * rows];
            for (first, distance) in PASSES {
                for indices in indices.chunks_exact_mut(columns).skip(first).step_by(distance) {
                    fill(indices)?;
                }
            }
            let indices = indices.chunks_exact(columns).take(rows_shown);
            indices.for_each(|indices| place(indices, &mut row));
        } else {
            let mut indices = vec![0; columns];
            for _ in 0..rows_shown {
                fill(&mut indices)?;
                place(&indices, &mut row);
            }
        }
        row.fill(0);
        (above + rows_shown..self.screen.1).for_each(|_| place(&[], &mut row));
        Some(())
    }
}

/// The colors of a frame, by their index: clear where the palette has none.
struct Colors([[u8; 4]; 256]);

impl Colors {
    /// Copies the palette of the frame that a decoder has come to.
    fn of(decoder: &Decoder<&[u8]>) -> Option<Self> {
        let mut colors = [[0; 4]; 256];
        for (color, entry) in colors.iter_mut().zip(decoder.palette().ok()?.chunks_exact(3)) {
            if let [red, green, blue] = *entry {
                *color = [red, green, blue, 0xff];
            }
        }
        let transparent = decoder.current_frame_info()?.transparent;
        if let Some(clear) = transparent.and_then(|index| colors.get_mut(usize::from(index))) {
            *clear = [0; 4];
        }
        Some(Self(colors))
    }

    fn pixel(&self, index: u8) -> [u8; 4] {
        self.0.get(usize::from(index)).copied().unwrap_or_default()
    }
}
