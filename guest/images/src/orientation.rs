//! The orientation of an image according to EXIF.

use crate::bytes::{u16_be, u16_le, u32_be, u32_le};

/// How a stored image is transformed for display, numbered as in EXIF.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Orientation {
    /// 1: unchanged.
    #[default]
    Upright,
    /// 2: mirrored left to right.
    Mirrored,
    /// 3: rotated by 180°.
    HalfTurn,
    /// 4: mirrored top to bottom.
    Flipped,
    /// 5: transposed.
    Transposed,
    /// 6: rotated clockwise by 90°.
    Clockwise,
    /// 7: transposed along the other diagonal.
    Transversed,
    /// 8: rotated counterclockwise by 90°.
    Anticlockwise,
}

impl Orientation {
    /// The orientation with this number, 1 to 8.
    pub fn from_number(number: u16) -> Option<Self> {
        Some(match number {
            1 => Self::Upright,
            2 => Self::Mirrored,
            3 => Self::HalfTurn,
            4 => Self::Flipped,
            5 => Self::Transposed,
            6 => Self::Clockwise,
            7 => Self::Transversed,
            8 => Self::Anticlockwise,
            _ => return None,
        })
    }

    /// Width and height after the transformation, or before it: applying it twice restores them.
    pub fn turn_size(self, (width, height): (u32, u32)) -> (u32, u32) {
        match self {
            Self::Upright | Self::Mirrored | Self::HalfTurn | Self::Flipped => (width, height),
            _ => (height, width),
        }
    }

    /// Reads the orientation from an EXIF block, with or without the six-byte prefix used in JPEG.
    /// Upright if the block is broken.
    pub(crate) fn from_exif(block: &[u8]) -> Self {
        Self::find(block.strip_prefix(b"Exif\0\0").unwrap_or(block)).unwrap_or_default()
    }

    /// Searches the first directory of a TIFF structure.
    fn find(tiff: &[u8]) -> Option<Self> {
        const TAG: u16 = 0x0112;
        const SHORT: u16 = 3;
        type Read<T> = fn(&[u8], usize) -> Option<T>;
        let (short, long): (Read<u16>, Read<u32>) = match tiff {
            [b'I', b'I', 42, 0, ..] => (u16_le, u32_le),
            [b'M', b'M', 0, 42, ..] => (u16_be, u32_be),
            _ => return None,
        };
        let directory = tiff.get(long(tiff, 4)? as usize..)?;
        let entries = directory.get(2..)?.chunks_exact(12).take(short(directory, 0)?.into());
        for entry in entries {
            if short(entry, 0)? == TAG {
                return if short(entry, 2)? == SHORT {
                    Self::from_number(short(entry, 8)?)
                } else {
                    None
                };
            }
        }
        None
    }
}

#[cfg(test)]
mod tests;
