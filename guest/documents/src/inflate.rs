//! Reads the bytes of a ZIP entry, a window at a time.

use crate::Limit;
use crate::error::{Fault, Outcome};
use crate::zip::{Archive, DIRECTORY, LOCAL_BYTES, SIGNATURE, u16_at};
use zlib_rs::{Inflate, InflateFlush, Status};

/// The number of bytes that are read, and that are inflated, at once.
const WINDOW: usize = 32 << 10;

/// The size of the window of a stream, as a power of two: the largest there is.
const WINDOW_BITS: u8 = 15;

impl<'s> Archive<'s> {
    /// Opens an entry for reading. `None` if there is no entry with this name.
    pub(crate) fn read(&mut self, name: &str) -> Outcome<Option<EntryReader<'_, 's>>> {
        let Some(entry) = self.find(name).cloned() else { return Ok(None) };
        if entry.is_encrypted {
            return Err(Fault::Encrypted);
        }
        let is_deflated = match entry.method {
            0 if entry.compressed != entry.size => {
                return Err(Fault::Damaged("a stored entry has two sizes"));
            }
            0 => false,
            8 => true,
            _ => return Err(Fault::Damaged("an entry is neither stored nor deflated")),
        };
        let mut header = [0; LOCAL_BYTES as usize];
        self.input.read_exact(entry.header, &mut header)?;
        if !header.starts_with(&SIGNATURE) {
            return Err(Fault::Damaged("an entry does not begin where the directory says"));
        }
        let name_and_extra =
            (|| Some(u64::from(u16_at(&header, 26)?) + u64::from(u16_at(&header, 28)?)))();
        let offset = entry.header + LOCAL_BYTES + name_and_extra.ok_or(DIRECTORY)?;
        let compressed = entry.compressed;
        if offset.checked_add(compressed).is_none_or(|end| end > self.input.size) {
            return Err(Fault::Damaged("an entry ends after the file"));
        }
        Ok(Some(EntryReader {
            archive: self,
            state: is_deflated.then(|| Inflate::new(false, WINDOW_BITS)),
            offset,
            compressed,
            input: Vec::new(),
            used: 0,
            output: Vec::new(),
            left: entry.size,
            wanted_crc: entry.crc,
            crc: crc32fast::Hasher::new(),
            has_ended: false,
            is_done: false,
        }))
    }

    /// Returns up to `most` leading bytes of an entry. `None` if there is no entry with this name.
    pub(crate) fn read_start(&mut self, name: &str, most: usize) -> Outcome<Option<Vec<u8>>> {
        let Some(mut reader) = self.read(name)? else { return Ok(None) };
        let mut bytes = Vec::new();
        while bytes.len() < most {
            let chunk = reader.next_chunk()?;
            if chunk.is_empty() {
                break;
            }
            bytes.extend_from_slice(chunk.get(..most - bytes.len()).unwrap_or(chunk));
        }
        Ok(Some(bytes))
    }
}

/// An entry that is read once, front to back.
pub(crate) struct EntryReader<'a, 's> {
    pub(crate) archive: &'a mut Archive<'s>,
    /// `None` if the entry is stored.
    state: Option<Inflate>,
    /// The offset of the unread compressed bytes, and their number.
    offset: u64,
    compressed: u64,
    input: Vec<u8>,
    /// The part of the input that has been inflated.
    used: usize,
    output: Vec<u8>,
    /// The number of remaining bytes, according to the directory.
    left: u64,
    wanted_crc: u32,
    crc: crc32fast::Hasher,
    /// Whether the compressed stream has ended.
    has_ended: bool,
    is_done: bool,
}

impl EntryReader<'_, '_> {
    /// Returns the next bytes; none at the end.
    pub(crate) fn next_chunk(&mut self) -> Outcome<&[u8]> {
        if self.is_done {
            return Ok(&[]);
        }
        let written = match self.state {
            _ if self.has_ended => 0,
            None => self.copy()?,
            Some(_) => self.inflate()?,
        };
        let archive = &mut *self.archive;
        archive.inflatable = archive
            .inflatable
            .checked_sub(written as u64)
            .ok_or(Fault::TooLarge(Limit::Inflated))?;
        self.left = self
            .left
            .checked_sub(written as u64)
            .ok_or(Fault::Damaged("an entry is larger than the directory says"))?;
        let chunk = self.output.get(..written).unwrap_or_default();
        self.crc.update(chunk);
        if chunk.is_empty() {
            self.is_done = true;
            if self.left > 0 {
                return Err(Fault::Damaged("an entry is smaller than the directory says"));
            }
            if self.crc.clone().finalize() != self.wanted_crc {
                return Err(Fault::Damaged("the checksum of an entry is wrong"));
            }
        }
        Ok(chunk)
    }

    fn copy(&mut self) -> Outcome<usize> {
        let length = self.compressed.min(WINDOW as u64) as usize;
        self.output.resize(length, 0);
        self.archive.input.read_exact(self.offset, &mut self.output)?;
        self.offset += length as u64;
        self.compressed -= length as u64;
        Ok(length)
    }

    fn inflate(&mut self) -> Outcome<usize> {
        self.output.resize(WINDOW, 0);
        let Some(state) = &mut self.state else { return Ok(0) };
        let mut written = 0;
        while written < WINDOW {
            if self.used == self.input.len() && self.compressed > 0 {
                let length = self.compressed.min(WINDOW as u64) as usize;
                self.input.resize(length, 0);
                self.archive.input.read_exact(self.offset, &mut self.input)?;
                self.offset += length as u64;
                self.compressed -= length as u64;
                self.used = 0;
            }
            let input = self.input.get(self.used..).unwrap_or_default();
            let output = self.output.get_mut(written..).unwrap_or_default();
            let before = (state.total_in(), state.total_out());
            let status = state.decompress(input, output, InflateFlush::NoFlush);
            self.used += (state.total_in() - before.0) as usize;
            written += (state.total_out() - before.1) as usize;
            match status {
                Ok(Status::StreamEnd) => {
                    self.has_ended = true;
                    break;
                }
                Ok(Status::Ok) => {}
                _ => return Err(Fault::Damaged("an entry cannot be inflated")),
            }
        }
        Ok(written)
    }
}
