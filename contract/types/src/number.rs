//! Numbers as the contract has them.

/// Returns a number in 32 bits. One that is too large is given as the largest.
pub fn count(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
