//! Prefix codes, by which frequent symbols take fewer bits.

use super::bits::Bits;

/// Bits that are looked up at once. Longer codes are rare and found bit by bit.
const LOOKUP_BITS: u32 = 8;
const LONGEST: usize = 15;

/// A canonical prefix code of at most 4095 symbols.
#[derive(Debug, Default)]
pub(crate) struct PrefixCode {
    /// For the next bits, a symbol times 16 and the length of its code; 0 if the code is longer than the lookup.
    lookup: Vec<u16>,
    lookup_bits: u32,
    /// The symbols in the order of their codes.
    symbols: Vec<u16>,
    /// How many codes there are of each length.
    counts: [u16; LONGEST + 1],
}

impl PrefixCode {
    /// The code in which each symbol has a code of such a length; 0 for a symbol that does not occur. None unless every
    /// sequence of bits means something. A single symbol takes no bits.
    pub(crate) fn new(lengths: &[u8]) -> Option<Self> {
        let mut counts = [0_u16; LONGEST + 1];
        for length in lengths.iter().filter(|length| **length > 0) {
            *counts.get_mut(usize::from(*length))? += 1;
        }
        let used = counts.iter().map(|count| usize::from(*count)).sum();
        let mut symbols = Vec::with_capacity(used);
        for length in 1..=LONGEST {
            if counts.get(length).is_some_and(|count| *count > 0) {
                let of_length =
                    lengths.iter().zip(0..).filter(|(known, _)| usize::from(**known) == length);
                symbols.extend(of_length.map(|(_, symbol)| symbol));
            }
        }
        if used < 2 {
            return (used == 1).then_some(Self {
                lookup: Vec::new(),
                lookup_bits: 0,
                symbols,
                counts,
            });
        }
        // Each code uses up its part of all sequences of the longest length.
        let share = |(length, count): (usize, &u16)| usize::from(*count) << (LONGEST - length);
        if counts.iter().enumerate().map(share).sum::<usize>() != 1 << LONGEST {
            return None;
        }
        let longest = counts.iter().rposition(|count| *count > 0)? as u32;
        let lookup_bits = longest.min(LOOKUP_BITS);
        let lookup = fill_lookup(&symbols, &counts, lookup_bits);
        Some(Self { lookup, lookup_bits, symbols, counts })
    }

    /// The bytes that it takes besides itself.
    pub(crate) fn memory(&self) -> usize {
        2 * (self.lookup.len() + self.symbols.len())
    }

    /// Takes a symbol.
    pub(crate) fn read(&self, bits: &mut Bits<'_>) -> u16 {
        let next = bits.peek();
        let Some(entry) = self.lookup.get((next & ((1 << self.lookup_bits) - 1)) as usize) else {
            return self.symbols.first().copied().unwrap_or_default();
        };
        if *entry > 0 {
            bits.skip(u32::from(entry & 15));
            return entry >> 4;
        }
        let (mut code, mut first, mut index) = (0, 0, 0);
        for (length, count) in (1..).zip(self.counts.iter().skip(1)) {
            let count = u32::from(*count);
            code |= next >> (length - 1) & 1;
            if code < first + count {
                bits.skip(length);
                return self
                    .symbols
                    .get((index + code - first) as usize)
                    .copied()
                    .unwrap_or_default();
            }
            index += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        0
    }
}

fn fill_lookup(symbols: &[u16], counts: &[u16; LONGEST + 1], lookup_bits: u32) -> Vec<u16> {
    let mut lookup = vec![0; 1 << lookup_bits];
    let (mut code, mut symbols) = (0_u32, symbols.iter());
    for (length, count) in (1..=lookup_bits).zip(counts.iter().skip(1)) {
        for symbol in symbols.by_ref().take(usize::from(*count)) {
            // The first bit of a code comes first, and so is the lowest.
            let place = code.reverse_bits() >> (32 - length);
            let entries = lookup.iter_mut().skip(place as usize).step_by(1 << length);
            entries.for_each(|entry| *entry = symbol << 4 | length as u16);
            code += 1;
        }
        code <<= 1;
    }
    lookup
}

/// Reads a code for an alphabet of so many symbols.
pub(crate) fn read_code(bits: &mut Bits<'_>, alphabet: usize) -> Option<PrefixCode> {
    let mut lengths = vec![0_u8; alphabet];
    if bits.flag() {
        let has_second = bits.flag();
        let first_bits = if bits.flag() { 8 } else { 1 };
        *lengths.get_mut(bits.take(first_bits) as usize)? = 1;
        if has_second {
            *lengths.get_mut(bits.take(8) as usize)? = 1;
        }
    } else {
        read_lengths(bits, &mut lengths)?;
    }
    if bits.is_overrun() { None } else { PrefixCode::new(&lengths) }
}

/// Reads the lengths of codes, which are themselves coded.
fn read_lengths(bits: &mut Bits<'_>, lengths: &mut [u8]) -> Option<()> {
    const ORDER: [usize; 19] = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    let mut length_lengths = [0; 19];
    let count = 4 + bits.take(4) as usize;
    for symbol in ORDER.iter().take(count) {
        *length_lengths.get_mut(*symbol)? = bits.take(3) as u8;
    }
    let code = PrefixCode::new(&length_lengths)?;
    let most = if bits.flag() {
        let most_bits = 2 + 2 * bits.take(3);
        2 + bits.take(most_bits) as usize
    } else {
        lengths.len()
    };
    if most > lengths.len() {
        return None;
    }
    let (mut at, mut last) = (0, 8);
    for _ in 0..most {
        if at >= lengths.len() {
            break;
        }
        let (length, times) = match code.read(bits) {
            16 => (last, 3 + bits.take(2)),
            17 => (0, 3 + bits.take(3)),
            18 => (0, 11 + bits.take(7)),
            literal => {
                let length = literal as u8;
                last = if length > 0 { length } else { last };
                (length, 1)
            }
        };
        let end = at + times as usize;
        lengths.get_mut(at..end)?.fill(length);
        at = end;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::{Bits, PrefixCode};

    #[test]
    fn short_and_long_codes_are_read() {
        // 1, 2, 3 ... 14, 15, 15: the code of symbol n is n ones and a zero.
        let lengths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15];
        let code = PrefixCode::new(&lengths).unwrap();
        for symbol in 0..16_u16 {
            let bytes = ((1_u32 << symbol) - 1).to_le_bytes();
            let mut bits = Bits::new(&bytes);
            assert_eq!(code.read(&mut bits), symbol);
            assert_eq!(bits.take(1), 0, "nothing more was taken");
        }
    }

    #[test]
    fn a_single_symbol_takes_no_bits() {
        let mut bits = Bits::new(&[0xff]);
        assert_eq!(PrefixCode::new(&[0, 0, 5]).unwrap().read(&mut bits), 2);
        assert_eq!(bits.take(8), 0xff);
    }

    #[test]
    fn codes_that_mean_too_little_or_too_much_are_none() {
        for lengths in [&[][..], &[0, 0], &[1, 2], &[1, 1, 1], &[2, 2, 2], &[16, 16]] {
            assert!(PrefixCode::new(lengths).is_none(), "{lengths:?}");
        }
    }
}
