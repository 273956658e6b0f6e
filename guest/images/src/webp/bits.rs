//! Numbers of any few bits, least significant first.

/// Reads bits from the front of bytes. After the end come zeros; [`Bits::is_overrun`] tells.
pub(crate) struct Bits<'a> {
    bytes: &'a [u8],
    /// The next bits, the first of them lowest.
    value: u64,
    /// How many bits of `value` count.
    count: u32,
    /// How many of them were made up.
    invented: u32,
}

impl<'a> Bits<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, value: 0, count: 0, invented: 0 }
    }

    /// Makes sure that 32 bits are there.
    fn refill(&mut self) {
        if self.count >= 32 {
            return;
        }
        if let Some((next, rest)) = self.bytes.split_first_chunk::<4>() {
            self.value |= u64::from(u32::from_le_bytes(*next)) << self.count;
            self.bytes = rest;
            self.count += 32;
            return;
        }
        while self.count < 32 {
            match self.bytes.split_first() {
                Some((next, rest)) => {
                    self.value |= u64::from(*next) << self.count;
                    self.bytes = rest;
                }
                None => self.invented = self.invented.saturating_add(8),
            }
            self.count += 8;
        }
    }

    /// The next 32 bits, which are not taken yet.
    pub(crate) fn peek(&mut self) -> u32 {
        self.refill();
        self.value as u32
    }

    /// Takes bits that were looked at, up to 32.
    pub(crate) fn skip(&mut self, count: u32) {
        self.value >>= count;
        self.count = self.count.saturating_sub(count);
    }

    /// Takes up to 31 bits.
    pub(crate) fn take(&mut self, count: u32) -> u32 {
        let bits = self.peek() & ((1 << count) - 1);
        self.skip(count);
        bits
    }

    /// Takes one bit.
    pub(crate) fn flag(&mut self) -> bool {
        self.take(1) == 1
    }

    /// Whether more bits were taken than there are.
    pub(crate) fn is_overrun(&self) -> bool {
        self.invented > self.count
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn bits_come_lowest_first() {
        let mut bits = Bits::new(&[0b1010_0110, 0xff, 1, 2, 3]);
        assert_eq!((bits.take(3), bits.take(5), bits.flag()), (0b110, 0b10100, true));
        assert_eq!((bits.take(7), bits.take(16), bits.take(8)), (0x7f, 0x0201, 3));
        assert!(!bits.is_overrun());
    }

    #[test]
    fn the_end_is_noticed() {
        let mut bits = Bits::new(&[0xff, 0xff]);
        assert_eq!(bits.take(16), 0xffff);
        assert!(!bits.is_overrun());
        assert_eq!(bits.take(1), 0);
        assert!(bits.is_overrun());
    }
}
