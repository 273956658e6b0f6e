//! Numbers out of bytes that may end too soon.

/// The two bytes from `at` on, most significant first.
pub(crate) fn u16_be(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..)?.first_chunk().copied().map(u16::from_be_bytes)
}

/// The two bytes from `at` on, least significant first.
pub(crate) fn u16_le(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..)?.first_chunk().copied().map(u16::from_le_bytes)
}

/// The three bytes from `at` on, least significant first.
pub(crate) fn u24_le(bytes: &[u8], at: usize) -> Option<u32> {
    let [low, middle, high] = bytes.get(at..)?.first_chunk().copied()?;
    Some(u32::from_le_bytes([low, middle, high, 0]))
}

/// The four bytes from `at` on, most significant first.
pub(crate) fn u32_be(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().copied().map(u32::from_be_bytes)
}

/// The four bytes from `at` on, least significant first.
pub(crate) fn u32_le(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().copied().map(u32::from_le_bytes)
}
