//! How similar two files are, as git estimates it to find renames.

use memchr::memchr;

/// The number of hashes of chunks.
const HASHES: u32 = 107_927;

/// The maximum length of a chunk, in bytes.
const MAX_CHUNK: u32 = 64;

/// The number of bytes at the start of a file in which a NUL byte makes it binary.
const BINARY_PREFIX: usize = 8000;

/// The score of equal files.
pub(crate) const MAX_SCORE: u64 = 60_000;

/// Returns whether git takes content for binary.
pub fn is_binary(content: &[u8]) -> bool {
    memchr(0, content.get(..BINARY_PREFIX).unwrap_or(content)).is_some()
}

/// The chunks of a file: its lines, in parts of at most 64 bytes.
pub(crate) struct Chunks {
    /// The size of the file in bytes.
    size: u64,
    /// The hashes of the chunks, in order, with the number of bytes of each.
    bytes: Vec<(u32, u32)>,
}

impl Chunks {
    pub(crate) fn new(content: &[u8]) -> Self {
        let is_text = !is_binary(content);
        let mut bytes = Vec::new();
        let (mut low, mut high, mut length) = (0_u32, 0_u32, 0_u32);
        let mut rest = content.iter().copied().peekable();
        while let Some(byte) = rest.next() {
            if is_text && byte == b'\r' && rest.peek() == Some(&b'\n') {
                continue;
            }
            (low, high) = ((low << 7) ^ (high >> 25), (high << 7) ^ (low >> 25));
            low = low.wrapping_add(byte.into());
            length += 1;
            if length == MAX_CHUNK || byte == b'\n' {
                bytes.push((hash(low, high), length));
                (low, high, length) = (0, 0, 0);
            }
            if bytes.len() >= 2 * HASHES as usize {
                merge(&mut bytes);
            }
        }
        if length > 0 {
            bytes.push((hash(low, high), length));
        }
        merge(&mut bytes);
        bytes.shrink_to_fit();
        Self { size: content.len() as u64, bytes }
    }

    /// Returns the number of chunks.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the part of the larger file that both have, of [`MAX_SCORE`]. Zero for files whose
    /// sizes differ too much to reach a score.
    pub(crate) fn score(&self, other: &Self, min_score: u64) -> u64 {
        let (min, max) = (self.size.min(other.size), self.size.max(other.size));
        if min == 0 || max * (MAX_SCORE - min_score) < (max - min) * MAX_SCORE {
            return 0;
        }
        let mut others = other.bytes.iter().peekable();
        let mut common = 0;
        for (hash, bytes) in &self.bytes {
            while others.next_if(|(other, _)| other < hash).is_some() {}
            if let Some((_, other)) = others.next_if(|(other, _)| other == hash) {
                common += u64::from(*bytes.min(other));
            }
        }
        common * MAX_SCORE / max
    }
}

fn hash(low: u32, high: u32) -> u32 {
    low.wrapping_add(high.wrapping_mul(0x61)) % HASHES
}

/// Sorts chunks by their hashes, and adds up the bytes of the same hash.
fn merge(bytes: &mut Vec<(u32, u32)>) {
    bytes.sort_unstable();
    bytes.dedup_by(|(later, more), (hash, sum)| {
        let is_same = later == hash;
        if is_same {
            *sum = sum.saturating_add(*more);
        }
        is_same
    });
}
