//! Reads the structure of GIF files up to the pixels of the first frame.

use crate::bytes::u16_le;
use crate::header::Header;
use crate::limits::Limits;
use crate::orientation::Orientation;

/// Returns the size of the logical screen, if a frame follows: text that starts with the signature
/// has no size.
pub(crate) fn header(bytes: &[u8]) -> Option<Header> {
    Frame::find(bytes).and_then(|_| screen(bytes))
}

fn screen(bytes: &[u8]) -> Option<Header> {
    if !matches!(bytes.get(3..6)?, b"87a" | b"89a") {
        return None;
    }
    let (width, height) = (u32::from(u16_le(bytes, 6)?), u32::from(u16_le(bytes, 8)?));
    (width > 0 && height > 0).then_some(Header { width, height, orientation: Orientation::Upright })
}

/// Skips blocks up to an empty one. `None` if the file ends first.
fn after_blocks(mut blocks: &[u8]) -> Option<&[u8]> {
    loop {
        let (length, after) = blocks.split_first()?;
        if *length == 0 {
            return Some(after);
        }
        blocks = after.get(usize::from(*length)..)?;
    }
}

/// Returns the size of a palette in bytes, by the flags before it.
fn palette_bytes(flags: u8) -> usize {
    if flags & 0x80 == 0 { 0 } else { 3 * (2 << (flags & 7)) }
}

/// A GIF whose first frame has been found.
pub(crate) struct Frame<'a> {
    pub(crate) bytes: &'a [u8],
    /// Width and height of the screen.
    pub(crate) screen: (usize, usize),
    /// Left column and top row of the frame on the screen.
    pub(crate) corner: (usize, usize),
    /// Width and height of the frame.
    pub(crate) size: (usize, usize),
    pub(crate) is_interlaced: bool,
    /// The size of the extensions before the frame in bytes, some of which the decoder keeps.
    pub(crate) extension_bytes: usize,
    /// The bytes starting at the frame.
    rest: &'a [u8],
}

impl<'a> Frame<'a> {
    /// Finds the first frame.
    pub(crate) fn find(bytes: &'a [u8]) -> Option<Self> {
        let Header { width, height, .. } = screen(bytes)?;
        let palette = palette_bytes(bytes.get(10).copied()?);
        let (mut rest, mut extension_bytes) = (bytes.get(13 + palette..)?, 0);
        loop {
            let (kind, after) = rest.split_first()?;
            match kind {
                // An extension: a label, then blocks up to an empty one.
                0x21 => {
                    let blocks = after_blocks(after.get(1..)?)?;
                    extension_bytes += rest.len() - blocks.len();
                    rest = blocks;
                }
                0x2c => {
                    let short = |at| u16_le(after, at).map(usize::from);
                    let flags = after.get(8).copied()?;
                    let (corner, size) = ((short(0)?, short(2)?), (short(4)?, short(6)?));
                    // Parts outside the screen are not shown, but take as long to decode.
                    let is_too_large = size.0 as u64 * size.1 as u64 > Limits::PIXELS;
                    return (!is_too_large).then_some(Self {
                        bytes,
                        screen: (width as usize, height as usize),
                        corner,
                        size,
                        is_interlaced: flags & 0x40 != 0,
                        extension_bytes,
                        rest,
                    });
                }
                // Zeros between blocks are harmless; anything else is the end or an error.
                0 => rest = after,
                _ => return None,
            }
        }
    }

    /// Returns whether all frames and extensions, and the end of the file, are present.
    pub(crate) fn has_end(&self) -> bool {
        let mut rest = self.rest;
        loop {
            let blocks = match rest {
                [0x3b, ..] => return true,
                [0, after @ ..] => {
                    rest = after;
                    continue;
                }
                [0x21, _, blocks @ ..] => Some(blocks),
                // A palette may follow, and one byte before the blocks.
                [0x2c, _, _, _, _, _, _, _, _, flags, after @ ..] => {
                    after.get(palette_bytes(*flags) + 1..)
                }
                _ => None,
            };
            match blocks.and_then(after_blocks) {
                Some(after) => rest = after,
                None => return false,
            }
        }
    }
}
