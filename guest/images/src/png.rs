//! Reads the structure of PNG files: the header, and the chunks.

use crate::bytes::u32_be;
use crate::format::PNG_SIGNATURE;
use crate::header::Header;
use crate::orientation::Orientation;

/// Reads the header, and the EXIF chunk wherever it is.
pub(crate) fn header(bytes: &[u8]) -> Option<Header> {
    let Start { width, height, .. } = start(bytes)?;
    let exif = Chunks::of(bytes).find(|chunk| chunk.name == *b"eXIf");
    let orientation = exif.map(|chunk| Orientation::from_exif(chunk.data)).unwrap_or_default();
    Some(Header { width, height, orientation })
}

/// The content of the first chunk.
pub(crate) struct Start {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Bits per sample.
    pub(crate) depth: u8,
    pub(crate) color: Color,
    pub(crate) is_interlaced: bool,
}

/// The color type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Color {
    Gray,
    Rgb,
    Indexed,
    GrayAlpha,
    Rgba,
}

/// Parses the first chunk, if a PNG can start with it.
pub(crate) fn start(bytes: &[u8]) -> Option<Start> {
    let first = Chunks::of(bytes).next().filter(|chunk| chunk.name == *b"IHDR")?;
    let size = |at| u32_be(first.data, at).filter(|size| (1..=i32::MAX as u32).contains(size));
    let &[depth, color, compression, filters, interlaced] = first.data.get(8..13)? else {
        return None;
    };
    let (color, depths): (_, &[u8]) = match color {
        0 => (Color::Gray, &[1, 2, 4, 8, 16]),
        2 => (Color::Rgb, &[8, 16]),
        3 => (Color::Indexed, &[1, 2, 4, 8]),
        4 => (Color::GrayAlpha, &[8, 16]),
        6 => (Color::Rgba, &[8, 16]),
        _ => return None,
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

/// A chunk of a file.
pub(crate) struct Chunk<'a> {
    pub(crate) name: [u8; 4],
    pub(crate) data: &'a [u8],
}

/// Returns whether the last chunk, and so all before it, is present.
pub(crate) fn has_end(bytes: &[u8]) -> bool {
    Chunks::of(bytes).any(|chunk| chunk.name == *b"IEND")
}

/// The chunks of a file. The last one may be truncated; checksums are ignored.
pub(crate) struct Chunks<'a>(&'a [u8]);

impl<'a> Chunks<'a> {
    pub(crate) fn of(bytes: &'a [u8]) -> Self {
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
