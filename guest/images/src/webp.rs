//! Reads the structure of WebP files: the header, and the chunks.

use crate::bytes::{u16_le, u24_le, u32_le};
use crate::header::Header;
use crate::orientation::Orientation;

/// A chunk of a file: its name and its data. The last one may be truncated.
pub(crate) type Chunk<'a> = ([u8; 4], &'a [u8]);

/// The chunks of a file, or of a frame.
pub(crate) struct Chunks<'a>(pub(crate) &'a [u8]);

impl<'a> Iterator for Chunks<'a> {
    type Item = Chunk<'a>;

    fn next(&mut self) -> Option<Chunk<'a>> {
        let name = self.0.first_chunk().copied()?;
        let length = u32_le(self.0, 4)? as usize;
        let data = self.0.get(8..)?;
        // Each is padded to an even length with a byte that does not count.
        self.0 = data.get(length.saturating_add(length & 1)..).unwrap_or_default();
        Some((name, data.get(..length).unwrap_or(data)))
    }
}

/// Reads width, height and orientation.
pub(crate) fn header(bytes: &[u8]) -> Option<Header> {
    let (name, data) = Chunks(bytes.get(12..)?).next()?;
    let (width, height) = match &name {
        b"VP8 " => lossy_size(data)?,
        b"VP8L" => lossless_size(data)?,
        b"VP8X" => (u24_le(data, 4)? + 1, u24_le(data, 7)? + 1),
        _ => return None,
    };
    let mut chunks = Chunks(bytes.get(12..)?).skip(1);
    let exif = if name == *b"VP8X" { chunks.find(|(name, _)| name == b"EXIF") } else { None };
    let orientation = exif.map(|(_, exif)| Orientation::from_exif(exif)).unwrap_or_default();
    (width > 0 && height > 0).then_some(Header { width, height, orientation })
}

/// Reads the size of a VP8 key frame.
pub(crate) fn lossy_size(data: &[u8]) -> Option<(u32, u32)> {
    // Three bytes of flags, the first bit of which marks an inter frame, and a three-byte start
    // code.
    let is_key_frame = data.first()? & 1 == 0 && data.get(3..6)? == [0x9d, 0x01, 0x2a];
    // The upper two bits request upscaling for display.
    let size = |at| u16_le(data, at).map(|size| u32::from(size & 0x3fff));
    if is_key_frame { Some((size(6)?, size(8)?)) } else { None }
}

/// Reads the size of a VP8L picture.
pub(crate) fn lossless_size(data: &[u8]) -> Option<(u32, u32)> {
    let bits = u32_le(data, 1)?;
    (*data.first()? == 0x2f).then_some(((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1))
}
