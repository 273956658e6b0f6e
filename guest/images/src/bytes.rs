//! Reads integers from bytes that may end too soon.

/// Reads two big-endian bytes at `at`.
pub(crate) fn u16_be(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..)?.first_chunk().copied().map(u16::from_be_bytes)
}

/// Reads two little-endian bytes at `at`.
pub(crate) fn u16_le(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..)?.first_chunk().copied().map(u16::from_le_bytes)
}

/// Reads three little-endian bytes at `at`.
pub(crate) fn u24_le(bytes: &[u8], at: usize) -> Option<u32> {
    let [low, middle, high] = bytes.get(at..)?.first_chunk().copied()?;
    Some(u32::from_le_bytes([low, middle, high, 0]))
}

/// Reads four big-endian bytes at `at`.
pub(crate) fn u32_be(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().copied().map(u32::from_be_bytes)
}

/// Reads four little-endian bytes at `at`.
pub(crate) fn u32_le(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().copied().map(u32::from_le_bytes)
}
