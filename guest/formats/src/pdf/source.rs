//! The bytes of a file, read where they are needed and no more than so many.

use super::Stop;

/// The most bytes of one read.
pub const MAX_READ_BYTES: u32 = 64 << 10;

/// The most reads of one file: 4 MiB in all. A file in order takes some five.
pub const MAX_READS: u32 = 64;

const BLOCK: u64 = MAX_READ_BYTES as u64;

/// A file. Blocks that were read are kept.
pub(crate) struct Source<'a, E> {
    read_at: &'a mut dyn FnMut(u64, u32) -> Result<Vec<u8>, E>,
    size: u64,
    /// Where the header stands. Offsets in the file count from there.
    pub(crate) origin: u64,
    /// How many reads are left, and how many of them are not for now.
    reads: u32,
    pub(crate) spared: u32,
    blocks: Vec<(u64, Vec<u8>)>,
}

impl<'a, E> Source<'a, E> {
    pub(crate) fn new(
        size: u64,
        read_at: &'a mut dyn FnMut(u64, u32) -> Result<Vec<u8>, E>,
    ) -> Self {
        Self { read_at, size, origin: 0, reads: MAX_READS, spared: 0, blocks: Vec::new() }
    }

    /// How many bytes there are from the header on.
    pub(crate) fn size(&self) -> u64 {
        self.size.saturating_sub(self.origin)
    }

    /// Up to so many bytes from an offset on; fewer where the file ends, none after that.
    pub(crate) fn bytes(&mut self, offset: u64, length: usize) -> Result<Vec<u8>, Stop<E>> {
        let mut bytes = Vec::new();
        let mut at = offset.checked_add(self.origin).ok_or(Stop::Broken)?;
        while bytes.len() < length && at < self.size {
            let block = self.block(at / BLOCK)?;
            let part = block.get((at % BLOCK) as usize..).unwrap_or_default();
            let part = part.get(..length - bytes.len()).unwrap_or(part);
            if part.is_empty() {
                // The file has become shorter.
                break;
            }
            bytes.extend_from_slice(part);
            at += part.len() as u64;
        }
        Ok(bytes)
    }

    fn block(&mut self, number: u64) -> Result<&[u8], Stop<E>> {
        let known = self.blocks.iter().position(|(known, _)| *known == number);
        let index = match known {
            Some(index) => index,
            None => {
                let block = self.read(number)?;
                self.blocks.push((number, block));
                self.blocks.len() - 1
            }
        };
        Ok(self.blocks.get(index).map(|(_, block)| &**block).unwrap_or_default())
    }

    /// Reads a block, again and again if the reads are short.
    fn read(&mut self, number: u64) -> Result<Vec<u8>, Stop<E>> {
        let start = number * BLOCK;
        let length = (self.size - start).min(BLOCK) as usize;
        let mut block = Vec::new();
        while block.len() < length {
            if self.reads <= self.spared {
                return Err(Stop::Broken);
            }
            self.reads -= 1;
            let rest = length - block.len();
            let mut part =
                (self.read_at)(start + block.len() as u64, rest as u32).map_err(Stop::Read)?;
            if part.is_empty() {
                break;
            }
            part.truncate(rest);
            if block.is_empty() {
                block = part;
            } else {
                block.append(&mut part);
            }
        }
        Ok(block)
    }
}
