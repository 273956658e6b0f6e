//! VP8's arithmetic decoder: booleans that take less than a bit if they are likely.

/// Reads booleans. After the end come zeros.
#[derive(Default)]
pub(crate) struct BoolDecoder<'a> {
    bytes: &'a [u8],
    /// What has not been used up, less than `range` at its place above `bits`.
    value: u64,
    range: u32,
    /// Bits of `value` below the eight that are compared; negative if it must be refilled.
    bits: i32,
    invented: u32,
}

impl<'a> BoolDecoder<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, value: 0, range: 255, bits: -8, invented: 0 }
    }

    fn refill(&mut self) {
        if let Some((next, rest)) = self.bytes.split_first_chunk::<4>() {
            self.value = self.value << 32 | u64::from(u32::from_be_bytes(*next));
            self.bits += 32;
            self.bytes = rest;
            return;
        }
        let next = match self.bytes.split_first() {
            Some((next, rest)) => {
                self.bytes = rest;
                *next
            }
            None => {
                self.invented = self.invented.saturating_add(1);
                0
            }
        };
        self.value = self.value << 8 | u64::from(next);
        self.bits += 8;
    }

    /// Takes a boolean that is false with a probability of so many 256ths.
    #[inline(always)]
    pub(crate) fn read(&mut self, probability: u8) -> bool {
        if self.bits < 0 {
            self.refill();
        }
        let split = 1 + (((self.range - 1) * u32::from(probability)) >> 8);
        let place = u64::from(split) << self.bits;
        let is_true = self.value >= place;
        if is_true {
            self.value -= place;
            self.range -= split;
        } else {
            self.range = split;
        }
        let shift = self.range.leading_zeros() - 24;
        self.range <<= shift;
        self.bits -= shift as i32;
        is_true
    }

    /// Takes a boolean that is as likely true as false.
    pub(crate) fn flag(&mut self) -> bool {
        self.read(128)
    }

    /// Takes a number of so many bits, up to 8, the highest first.
    pub(crate) fn number(&mut self, bits: u32) -> u8 {
        (0..bits).fold(0, |number, _| number << 1 | u8::from(self.flag()))
    }

    /// Takes a number and its sign.
    pub(crate) fn signed(&mut self, bits: u32) -> i32 {
        let number = i32::from(self.number(bits));
        if self.flag() { -number } else { number }
    }

    /// Takes a number and its sign if they are there.
    pub(crate) fn optional(&mut self, bits: u32) -> Option<i32> {
        if self.flag() { Some(self.signed(bits)) } else { None }
    }

    /// Whether much more was taken than there is: encoders leave out zeros at the end.
    pub(crate) fn is_overrun(&self) -> bool {
        self.invented > 4
    }
}

#[cfg(test)]
mod tests {
    use super::BoolDecoder;

    #[test]
    fn even_chances_are_almost_bits() {
        let mut zeros = BoolDecoder::new(&[0; 20]);
        assert!((0..100).all(|_| !zeros.flag()));
        let mut ones = BoolDecoder::new(&[0xff; 20]);
        assert!((0..100).all(|_| ones.flag()));
        assert!(!ones.is_overrun());
    }

    #[test]
    fn the_end_is_noticed() {
        let mut decoder = BoolDecoder::new(&[0x12]);
        decoder.number(8);
        assert!(!decoder.is_overrun());
        (0..10).for_each(|_| _ = decoder.number(8));
        assert!(decoder.is_overrun());
    }
}
