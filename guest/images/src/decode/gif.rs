//! Decodes the first frame of GIF files with a library, placed on the logical screen.

use crate::extent::Extent;
use crate::gif::Frame;
use crate::picture::{Layout, Source};
use gif::{ColorOutput, DecodeOptions, Decoder, MemoryLimit};

/// The decoder's tables and buffers.
const TABLES: u64 = 64 << 10;

/// The first row and the row step of each pass of an interlaced frame.
const PASSES: [(usize, usize); 4] = [(0, 8), (4, 8), (2, 4), (1, 2)];

/// A GIF whose first frame has been found.
pub(crate) struct Gif<'a>(Frame<'a>);

impl<'a> Gif<'a> {
    /// Parses everything before the pixels.
    pub(crate) fn open(bytes: &'a [u8]) -> Option<Self> {
        Frame::find(bytes).map(Self)
    }

    /// Returns how much of the file is present.
    pub(crate) fn extent(&self) -> Extent {
        Extent::ended(self.0.has_end())
    }

    /// Opens the library's decoder at the frame.
    fn decoder(&self) -> Option<Decoder<&'a [u8]>> {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::Indexed);
        options.set_memory_limit(MemoryLimit::Unlimited);
        options.allow_unknown_blocks(true);
        let mut decoder = options.read_info(self.0.bytes).ok()?;
        let frame = decoder.next_frame_info().ok()??;
        let size = (usize::from(frame.width), usize::from(frame.height));
        let corner = (usize::from(frame.left), usize::from(frame.top));
        // The decoder must agree with the values that the budget assumed.
        let is_same =
            (size, corner, frame.interlaced) == (self.0.size, self.0.corner, self.0.is_interlaced);
        is_same.then_some(decoder)
    }
}

impl Source for Gif<'_> {
    fn layout(&self) -> Layout {
        Layout::Rgba
    }

    fn memory(&self) -> u64 {
        let rows = if self.0.is_interlaced { self.0.size.1 as u64 } else { 1 };
        let indices = self.0.size.0 as u64 * rows;
        indices + 4 * self.0.screen.0 as u64 + 3 * self.0.extension_bytes as u64 + TABLES
    }

    fn decode(self, sink: &mut dyn FnMut(&[u8])) -> Option<()> {
        let mut decoder = self.decoder()?;
        let colors = Colors::of(&decoder)?;
        let mut fill = |indices: &mut [u8]| {
            decoder.fill_buffer(indices).is_ok_and(|is_filled| is_filled).then_some(())
        };
        let (columns, rows) = self.0.size;
        // Rows below the screen need no decoding.
        let rows_shown = rows.min(self.0.screen.1.saturating_sub(self.0.corner.1));
        let mut row = vec![0; self.0.screen.0 * 4];
        let mut place = |indices: &[u8], row: &mut [u8]| {
            let pixels = row.as_chunks_mut().0.iter_mut().skip(self.0.corner.0);
            pixels.zip(indices).for_each(|(pixel, index)| *pixel = colors.pixel(*index));
            sink(row);
        };
        let above = self.0.corner.1.min(self.0.screen.1);
        (0..above).for_each(|_| place(&[], &mut row));
        if columns == 0 {
            (0..rows_shown).for_each(|_| place(&[], &mut row));
        } else if self.0.is_interlaced {
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
        (above + rows_shown..self.0.screen.1).for_each(|_| place(&[], &mut row));
        Some(())
    }
}

/// The colors of a frame by index, transparent where the palette has none.
struct Colors([[u8; 4]; 256]);

impl Colors {
    /// Copies the palette of the decoder's current frame.
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
