//! The text of a binary Word document: pieces of a stream, in one of two encodings.

use crate::error::{Fault, Outcome};
use crate::zip::{u16_at, u32_at, u32s};

/// Consecutive characters of the text, in a row in the stream.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    /// The positions of its first character, and after its last one.
    pub(super) first: u32,
    pub(super) end: u32,
    /// The offset in the stream.
    pub(super) offset: u32,
    /// The size of a character in bytes.
    pub(super) bytes: u32,
}

const DAMAGED: Fault = Fault::Damaged("the table of its text is malformed");

/// Parses the table of the pieces, which comes after tables of properties.
pub(super) fn parse(mut table: &[u8]) -> Outcome<Vec<Piece>> {
    while let [1, rest @ ..] = table {
        let size = u16_at(rest, 0).ok_or(DAMAGED)?;
        table = rest.get(2 + usize::from(size)..).ok_or(DAMAGED)?;
    }
    let [2, rest @ ..] = table else { return Err(DAMAGED) };
    let size = u32_at(rest, 0).ok_or(DAMAGED)? as usize;
    let table = rest.get(4..).ok_or(DAMAGED)?;
    let table = table.get(..size).unwrap_or(table);
    let (positions, pieces) = positions(table, 8);
    if !positions.is_sorted() {
        return Err(DAMAGED);
    }
    let pieces = pieces.chunks_exact(8).zip(positions.iter().zip(positions.iter().skip(1)));
    let pieces = pieces.map(|(piece, (first, end))| {
        let offset = u32_at(piece, 2).unwrap_or_default();
        let (offset, is_wide) = (offset & 0x3fff_ffff, offset & 0x4000_0000 == 0);
        let (offset, bytes) = if is_wide { (offset, 2) } else { (offset / 2, 1) };
        Piece { first: *first, end: *end, offset, bytes }
    });
    Ok(pieces.filter(|piece| piece.first < piece.end).collect())
}

/// Splits a table of positions and of data with this size for each but the last one.
pub(super) fn positions(table: &[u8], size: usize) -> (Vec<u32>, &[u8]) {
    let count = table.len().saturating_sub(4) / (4 + size);
    let (positions, data) = table.split_at_checked(4 * (count + 1)).unwrap_or_default();
    (u32s(positions).collect(), data)
}
