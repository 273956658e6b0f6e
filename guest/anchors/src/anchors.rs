//! The rarest characters of many prefixes, which are looked for in one pass.
//!
//! The pass looks up every second pair of characters, which is the first or the last pair of any
//! anchor on it, together with the character next to it.

/// A prefix of a rule, by its anchor.
#[derive(Clone, Copy, Debug)]
pub struct Trigger {
    /// Three characters of the prefix, as [`anchor`] writes them.
    pub anchor: u32,
    /// The number of the rule.
    pub rule: u8,
    /// The number of the prefix in the rule.
    pub start: u8,
    /// The offset of the anchor in the prefix.
    pub offset: u8,
}

/// Triggers, and tables of their anchors.
#[derive(Debug)]
pub struct Anchors {
    /// By their anchors.
    triggers: &'static [Trigger],
    /// For each pair: the low four bits of the characters after it in anchors that start with it,
    /// and in the upper bits those of the characters before it in anchors that end with it.
    pairs: Box<[u32; 1 << 12]>,
    /// The hashes of anchors, a bit each.
    hashes: [u64; 64],
}

/// The number of offsets examined at once.
const STEP: usize = 6;

impl Anchors {
    /// Makes the tables of triggers that are sorted by their anchors.
    pub fn new(triggers: &'static [Trigger]) -> Self {
        let mut tables = Self { triggers, pairs: Box::new([0; 1 << 12]), hashes: [0; 64] };
        for trigger in triggers {
            let [_, first, second, third] = trigger.anchor.to_be_bytes();
            for (pair, bit) in
                [(pair(first, second), third & 15), (pair(second, third), 16 + (first & 15))]
            {
                if let Some(bits) = tables.pairs.get_mut(pair) {
                    *bits |= 1 << bit;
                }
            }
            let hash = hash(trigger.anchor);
            if let Some(bits) = tables.hashes.get_mut(hash >> 6) {
                *bits |= 1 << (hash & 63);
            }
        }
        tables
    }

    /// Returns the next offset, at or after `at`, of an anchor, and the triggers that have it.
    pub fn next(&self, bytes: &[u8], mut at: usize) -> Option<(usize, &'static [Trigger])> {
        while let Some(chunk) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
            let chunk = u64::from_le_bytes(*chunk);
            let may_begin = |shift| self.may_begin(chunk >> (8 * shift)) << shift;
            let mut starts: u32 = may_begin(0) | may_begin(2) | may_begin(4);
            while starts != 0 {
                let found = self.at_offset(bytes, at + starts.trailing_zeros() as usize);
                if found.is_some() {
                    return found;
                }
                starts &= starts - 1;
            }
            at += STEP;
        }
        (at..bytes.len()).find_map(|at| self.at_offset(bytes, at))
    }

    fn at_offset(&self, bytes: &[u8], at: usize) -> Option<(usize, &'static [Trigger])> {
        Some((at, self.triggers(bytes.get(at..)?.first_chunk()?)?))
    }

    /// Returns a bit for the first and one for the second of four characters at which an anchor may
    /// start.
    #[inline]
    fn may_begin(&self, four: u64) -> u32 {
        let four = four as u32;
        let pair = pair((four >> 8) as u8, (four >> 16) as u8);
        let pair = self.pairs.get(pair).copied().unwrap_or(0);
        (pair >> 16 >> (four & 15)) & 1 | (pair >> (four >> 24 & 15) & 1) << 1
    }

    fn triggers(&self, &[first, second, third]: &[u8; 3]) -> Option<&'static [Trigger]> {
        let anchor = anchor(first, second, third);
        let hash = hash(anchor);
        if self.hashes.get(hash >> 6)? >> (hash & 63) & 1 == 0 {
            return None;
        }
        let from = self.triggers.partition_point(|trigger| trigger.anchor < anchor);
        let triggers = self.triggers.get(from..)?;
        let count = triggers.iter().take_while(|trigger| trigger.anchor == anchor).count();
        triggers.get(..count).filter(|found| !found.is_empty())
    }
}

/// Returns three characters as an anchor.
pub const fn anchor(first: u8, second: u8, third: u8) -> u32 {
    u32::from_be_bytes([0, first, second, third])
}

const fn pair(first: u8, second: u8) -> usize {
    (first & 63) as usize | ((second & 63) as usize) << 6
}

const fn hash(anchor: u32) -> usize {
    (anchor.wrapping_mul(0x9E37_79B1) >> 20) as usize
}
