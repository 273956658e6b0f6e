//! Reads the first frame of GIF files, as it stands on the logical screen.

use crate::Limits;
use crate::bytes::u16_le;
use crate::header::Header;
use crate::orientation::Orientation;
use crate::picture::{Layout, Source};
use weezl::decode::Decoder;
use weezl::{BitOrder, LzwStatus};

/// The decompressor's table and buffer.
const TABLES: u64 = 64 << 10;

/// The first row and the distance of rows in each pass of an interlaced frame.
const PASSES: [(usize, usize); 4] = [(0, 8), (4, 8), (2, 4), (1, 2)];

/// The size of the logical screen, if a frame follows: a text that begins with the signature says nothing of a size.
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

/// A GIF that was read up to the pixels of its first frame.
pub(crate) struct Gif<'a> {
    screen: (usize, usize),
    /// Column and row of the screen where the frame begins.
    corner: (usize, usize),
    frame: (usize, usize),
    interlaced: bool,
    /// Three bytes for each entry.
    palette: &'a [u8],
    /// The entry that is see-through.
    clear: Option<u8>,
    /// The bits of the first codes.
    code_bits: u8,
    data: Blocks<'a>,
}

impl<'a> Gif<'a> {
    /// Reads what comes before the pixels.
    pub(crate) fn open(bytes: &'a [u8]) -> Option<Self> {
        let Header { width, height, .. } = screen(bytes)?;
        let (mut palette, mut rest) = split_palette(bytes.get(10).copied()?, bytes.get(13..)?)?;
        let mut clear = None;
        loop {
            let (kind, after) = rest.split_first()?;
            match kind {
                // An extension: a label, then blocks.
                0x21 => {
                    let (label, blocks) = after.split_first()?;
                    let mut blocks = Blocks(blocks);
                    if *label == 0xf9
                        && let [flags, _, _, index] = *blocks.next()?
                    {
                        clear = (flags & 1 == 1).then_some(index);
                    }
                    blocks.by_ref().for_each(drop);
                    rest = blocks.0;
                }
                0x2c => {
                    let short = |at| u16_le(after, at).map(usize::from);
                    let flags = after.get(8).copied()?;
                    let (own_palette, after_palette) = split_palette(flags, after.get(9..)?)?;
                    palette = if own_palette.is_empty() { palette } else { own_palette };
                    let (code_bits, data) = after_palette.split_first()?;
                    let screen = (width as usize, height as usize);
                    let (corner, frame) = ((short(0)?, short(2)?), (short(4)?, short(6)?));
                    // What lies beside the screen is decoded for nobody, but it may have no more pixels than a picture.
                    if frame.0 as u64 * frame.1 as u64 > Limits::PIXELS {
                        return None;
                    }
                    return Some(Self {
                        screen,
                        corner,
                        frame,
                        interlaced: flags & 0x40 != 0,
                        palette,
                        clear,
                        code_bits: *code_bits,
                        data: Blocks(data),
                    });
                }
                // Zeros between blocks are harmless; anything else is the end or an error.
                0 => rest = after,
                _ => return None,
            }
        }
    }

    /// Hands on a row of the screen, with a row of the frame on it.
    fn place(&self, indices: &[u8], row: &mut [u8], sink: &mut dyn FnMut(&[u8])) {
        row.fill(0);
        for (pixel, index) in row.chunks_exact_mut(4).skip(self.corner.0).zip(indices) {
            let colour = self
                .palette
                .get(usize::from(*index) * 3..)
                .and_then(|rest| rest.first_chunk::<3>());
            if let ([red, green, blue, alpha], Some(colour)) = (pixel, colour)
                && self.clear != Some(*index)
            {
                [*red, *green, *blue] = *colour;
                *alpha = 0xff;
            }
        }
        sink(row);
    }
}

impl Source for Gif<'_> {
    fn layout(&self) -> Layout {
        Layout::Rgba
    }

    fn memory(&self) -> u64 {
        let rows = if self.interlaced { self.frame.1 as u64 } else { 1 };
        self.frame.0 as u64 * rows + 4 * self.screen.0 as u64 + TABLES
    }

    fn decode(self, sink: &mut dyn FnMut(&[u8])) -> Option<()> {
        let (columns, rows) = self.frame;
        // Rows below the screen need not be decoded.
        let rows_shown = rows.min(self.screen.1.saturating_sub(self.corner.1));
        let mut codes = Codes::new(self.code_bits, Blocks(self.data.0))?;
        let mut row = vec![0; self.screen.0 * 4];
        let above = self.corner.1.min(self.screen.1);
        (0..above).for_each(|_| sink(&row));
        if columns == 0 {
            (0..rows_shown).for_each(|_| sink(&row));
        } else if self.interlaced {
            let mut indices = vec![0; columns * rows];
            for (first, distance) in PASSES {
                for indices in indices.chunks_exact_mut(columns).skip(first).step_by(distance) {
                    codes.fill(indices)?;
                }
            }
            indices
                .chunks_exact(columns)
                .take(rows_shown)
                .for_each(|indices| self.place(indices, &mut row, sink));
        } else {
            let mut indices = vec![0; columns];
            for _ in 0..rows_shown {
                codes.fill(&mut indices)?;
                self.place(&indices, &mut row, sink);
            }
        }
        row.fill(0);
        (above + rows_shown..self.screen.1).for_each(|_| sink(&row));
        Some(())
    }
}

/// The palette that these flags announce, if they do, and what comes after it.
fn split_palette(flags: u8, bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let entries = if flags & 0x80 == 0 { 0 } else { 2 << (flags & 7) };
    bytes.split_at_checked(entries * 3)
}

/// Blocks of up to 255 bytes, each after its length, until an empty one.
struct Blocks<'a>(&'a [u8]);

impl<'a> Iterator for Blocks<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let (length, rest) = self.0.split_first()?;
        let (block, rest) = rest.split_at_checked(usize::from(*length)).unwrap_or((rest, &[]));
        self.0 = rest;
        (*length > 0).then_some(block)
    }
}

/// The decompressed indices of a frame.
struct Codes<'a> {
    decoder: Decoder,
    blocks: Blocks<'a>,
    block: &'a [u8],
}

impl<'a> Codes<'a> {
    fn new(bits: u8, blocks: Blocks<'a>) -> Option<Self> {
        // Codes end at twelve bits, and the first ones have one bit more than this.
        (1..=11).contains(&bits).then(|| Self {
            decoder: Decoder::new(BitOrder::Lsb, bits),
            blocks,
            block: &[],
        })
    }

    /// Takes exactly so many indices.
    fn fill(&mut self, mut out: &mut [u8]) -> Option<()> {
        while !out.is_empty() {
            let done = self.decoder.decode_bytes(self.block, out);
            self.block = self.block.get(done.consumed_in..)?;
            out = out.get_mut(done.consumed_out..)?;
            if out.is_empty() {
                // Whatever is wrong after that does not matter.
                break;
            }
            let has_moved = done.consumed_in > 0 || done.consumed_out > 0;
            match done.status.ok()? {
                LzwStatus::Done => return None,
                LzwStatus::Ok if has_moved => {}
                _ if self.block.is_empty() => self.block = self.blocks.next()?,
                _ => return None,
            }
        }
        Some(())
    }
}
