//! Random numbers that are the same in every run.

#![allow(dead_code, unreachable_pub, reason = "each test uses its own part of it")]

/// A generator of pseudorandom numbers (SplitMix64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % end.max(1) as u64) as usize
    }

    pub fn one_of<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// Returns true once in `number` times.
    pub fn once_in(&mut self, number: usize) -> bool {
        self.below(number) == 0
    }

    /// Returns true in some of 100 times.
    pub fn in_percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}
