//! Numbers in font programs.

pub(super) fn u8_at(data: &[u8], at: usize) -> Option<usize> {
    data.get(at).map(|byte| usize::from(*byte))
}

pub(super) fn u16_at(data: &[u8], at: usize) -> Option<usize> {
    number_at(data, at, 2)
}

pub(super) fn u32_at(data: &[u8], at: usize) -> Option<usize> {
    number_at(data, at, 4)
}

/// Larger numbers are past the end of any file. A sum of a few such numbers fits into 32 bits.
const MAX_NUMBER: u32 = 1 << 29;

/// Returns a big-endian number of up to 4 bytes, capped.
pub(super) fn number_at(data: &[u8], at: usize, length: usize) -> Option<usize> {
    let bytes = data.get(at..at.checked_add(length)?)?;
    let number = bytes.iter().fold(0_u32, |number, byte| number << 8 | u32::from(*byte));
    Some(number.min(MAX_NUMBER) as usize)
}
