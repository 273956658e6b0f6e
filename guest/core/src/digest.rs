//! Digests by which content is recognized. They are not a security measure.

/// Returns a digest of bytes, eight at a time.
pub(crate) fn digest(bytes: &[u8]) -> u32 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    let mixed = |state: u64, word: &[u8; 8]| {
        (state.rotate_left(23) ^ u64::from_le_bytes(*word)).wrapping_mul(FACTOR)
    };
    let state = mixed(words.iter().fold(bytes.len() as u64, mixed), &last);
    // Not `as`: the upper half is better mixed.
    u32::try_from(state >> 32).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::digest;

    #[test]
    fn a_digest_depends_on_every_byte_and_its_offset() {
        let bytes: Vec<u8> = (0..=255).cycle().take(1000).collect();
        let known = digest(&bytes);
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut other = bytes.clone();
                other[at] ^= 1 << bit;
                assert_ne!(digest(&other), known, "bit {bit} of byte {at}");
            }
        }
        assert_ne!(digest(&bytes[..999]), known);
        assert_ne!(digest(b"ab\n"), digest(b"a\nb"));
        assert_ne!(digest(b""), digest(b"\0"));
        assert_eq!(digest(&bytes), known);
    }
}
