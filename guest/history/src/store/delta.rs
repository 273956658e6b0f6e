//! Deltas: an object as changes of another one.

use crate::store::inflate::zeros;
use std::rc::Rc;

/// A delta.
pub(crate) struct Delta<'a> {
    base_size: u64,
    /// The size of its result, in bytes.
    pub(crate) size: u64,
    instructions: &'a [u8],
}

impl<'a> Delta<'a> {
    /// Parses its sizes, which need at most 20 bytes.
    pub(crate) fn parse(mut data: &'a [u8]) -> Option<Self> {
        let (base_size, size) = (varint(&mut data)?, varint(&mut data)?);
        Some(Self { base_size, size, instructions: data })
    }

    /// Returns its result. The caller bounds [`Self::size`].
    pub(crate) fn apply(&self, base: &[u8]) -> Result<Rc<[u8]>, &'static str> {
        if self.base_size != base.len() as u64 {
            return Err("a delta is of an object of another size");
        }
        let mut result = zeros(usize::try_from(self.size).map_err(|_| "a delta is too large")?);
        let rest = Rc::get_mut(&mut result).unwrap_or_default();
        if self.write(base, rest).is_some_and(|rest| rest.is_empty()) {
            Ok(result)
        } else {
            Err("the instructions of a delta are malformed")
        }
    }

    /// Writes the result. Returns the part of it that the instructions leave out.
    fn write<'r>(&self, base: &[u8], mut rest: &'r mut [u8]) -> Option<&'r mut [u8]> {
        let mut input = self.instructions;
        while let Some(&instruction) = input.split_off_first() {
            let from = if instruction & 0x80 != 0 {
                let offset = number(&mut input, instruction, 4)?;
                let size = number(&mut input, instruction >> 4, 3)?;
                let size = if size == 0 { 0x10000 } else { size };
                base.get(offset..)?.get(..size)?
            } else if instruction != 0 {
                input.split_off(..usize::from(instruction))?
            } else {
                return None;
            };
            rest.split_off_mut(..from.len())?.copy_from_slice(from);
        }
        Some(rest)
    }
}

/// Reads a number of up to `count` bytes: those whose bits are set, the lowest first.
fn number(input: &mut &[u8], bits: u8, count: u32) -> Option<usize> {
    let mut value = 0;
    for at in (0..count).filter(|at| bits >> at & 1 == 1) {
        value |= usize::from(*input.split_off_first()?) << (8 * at);
    }
    Some(value)
}

/// Reads a number of seven bits a byte, the lowest first.
pub(crate) fn varint(input: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..63).step_by(7) {
        let byte = *input.split_off_first()?;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::Delta;

    fn applied(base: &[u8], delta: &[u8]) -> Result<Vec<u8>, &'static str> {
        let delta = Delta::parse(delta).ok_or("no sizes")?;
        delta.apply(base).map(|result| result.to_vec())
    }

    #[test]
    fn instructions_copy_and_insert() {
        let delta = [5, 6, 0x91, 1, 3, 3, b'x', b'y', b'z'];
        assert_eq!(applied(b"abcde", &delta), Ok(b"bcdxyz".to_vec()));
        let base = vec![7; 0x10000];
        let whole = [0x80, 0x80, 4, 0x80, 0x80, 4, 0x80];
        assert_eq!(applied(&base, &whole), Ok(base), "a size of 0 stands for 64 KiB");
        assert_eq!(applied(b"", &[0, 0]), Ok(Vec::new()));
    }

    #[test]
    fn hostile_deltas_fail() {
        let malformed = "the instructions of a delta are malformed";
        let cases: [(&[u8], &str); 11] = [
            (&[], "no sizes"),
            (&[5], "no sizes"),
            (&[0xff; 30], "no sizes"),
            (&[4, 1, 1, b'a'], "a delta is of an object of another size"),
            (&[5, 1], malformed),
            (&[5, 1, 0, b'a'], malformed),
            (&[5, 2, 2, b'a'], malformed),
            (&[5, 1, 2, b'a', b'b'], malformed),
            (&[5, 3, 0x91, 3, 3], malformed),
            (&[5, 3, 0x9f, 0xff, 0xff, 0xff, 0xff, 3], malformed),
            (&[5, 3, 0x91, 3], malformed),
        ];
        for (delta, why) in cases {
            assert_eq!(applied(b"abcde", delta), Err(why), "{delta:?}");
        }
    }
}
