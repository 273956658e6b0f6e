//! A file whose secrets are masked: the replacements that one pass found, and reads through them.

use crate::FileError;
use std::ops::Range;

/// The maximum memory for replacements, in bytes.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// The replacements in a file, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Masked {
    edits: Vec<Edit>,
    /// The replacement bytes of all edits, concatenated.
    bytes: Vec<u8>,
    /// The size of the file as stored.
    stored_end: u64,
    /// The number of masked values.
    values: u64,
}

/// One replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Edit {
    /// The replaced byte range of the stored file.
    stored: Range<u64>,
    /// The offset of its replacement in the masked file.
    at: u64,
    /// The replacement, in [`Masked::bytes`].
    bytes: Range<usize>,
}

impl Edit {
    /// Returns the end of the replacement in the masked file.
    fn end(&self) -> u64 {
        self.at + self.bytes.len() as u64
    }
}

impl Masked {
    /// Sets the size of the stored file and the number of masked values.
    pub(crate) fn finish(&mut self, stored_end: u64, values: u64) {
        (self.stored_end, self.values) = (stored_end, values);
    }

    /// Returns the number of masked values. A key that spans lines counts once.
    pub(crate) fn values(&self) -> u64 {
        self.values
    }

    /// Returns whether all sentinels are ASCII already.
    pub(crate) fn is_ascii(&self) -> bool {
        self.bytes.is_ascii()
    }

    /// Returns the size of the stored file.
    pub(crate) fn stored_end(&self) -> u64 {
        self.stored_end
    }

    /// Replaces a byte range after all earlier ones. A common prefix and suffix of the old and new
    /// bytes are left out.
    pub(crate) fn replace(
        &mut self,
        at: u64,
        stored: &[u8],
        bytes: &[u8],
    ) -> Result<(), FileError> {
        let common =
            |one: &mut dyn Iterator<Item = (&u8, &u8)>| one.take_while(|(a, b)| a == b).count();
        let before = common(&mut stored.iter().zip(bytes));
        let (stored, bytes) = (&stored.get(before..), &bytes.get(before..));
        let (stored, bytes) = (stored.unwrap_or_default(), bytes.unwrap_or_default());
        let after = common(&mut stored.iter().rev().zip(bytes.iter().rev()));
        let bytes = bytes.get(..bytes.len() - after).unwrap_or_default();
        let begin = at + before as u64;
        let stored = begin..begin + (stored.len() - after) as u64;
        if stored.is_empty() && bytes.is_empty() {
            return Ok(());
        }
        let place = self.masked_offset(stored.start);
        let from = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        self.edits.push(Edit { stored, at: place, bytes: from..self.bytes.len() });
        match self.bytes.len() + self.edits.len() * size_of::<Edit>() > MAX_BYTES {
            true => Err(FileError::TooManySecrets),
            false => Ok(()),
        }
    }

    /// Maps an offset after all replacements from the stored to the masked file.
    fn masked_offset(&self, stored: u64) -> u64 {
        self.edits.last().map_or(stored, |last| last.end() + (stored - last.stored.end))
    }

    /// Returns the size of the masked file.
    pub(crate) fn end(&self) -> u64 {
        self.masked_offset(self.stored_end)
    }

    /// Reads up to `length` bytes of the masked file. Empty only at the end.
    pub(crate) fn read_at(
        &self,
        mut offset: u64,
        length: u32,
        read: &dyn Fn(u64, u32) -> Result<Vec<u8>, FileError>,
    ) -> Result<Vec<u8>, FileError> {
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let mut all = Vec::new();
        let mut next = self.edits.partition_point(|edit| edit.at <= offset);
        loop {
            let last = next.checked_sub(1).and_then(|last| self.edits.get(last));
            if let Some(edit) = last.filter(|edit| offset < edit.end()) {
                let from = usize::try_from(offset - edit.at).unwrap_or_default();
                let bytes = self.bytes.get(edit.bytes.clone()).and_then(|bytes| bytes.get(from..));
                let bytes = bytes.unwrap_or_default();
                let taken = bytes.len().min(length - all.len());
                all.extend_from_slice(bytes.get(..taken).unwrap_or_default());
                offset += taken as u64;
            }
            let until = self.edits.get(next).map_or(self.stored_end, |edit| edit.stored.start);
            let stored =
                last.map_or(offset, |edit| edit.stored.end + offset.saturating_sub(edit.end()));
            let left = usize::try_from(until.saturating_sub(stored)).unwrap_or(usize::MAX);
            let wanted = left.min(length - all.len());
            if wanted > 0 {
                let bytes = read(stored, u32::try_from(wanted).unwrap_or(u32::MAX))?;
                let is_short = bytes.len() < wanted;
                offset += bytes.len() as u64;
                all.extend_from_slice(&bytes);
                if is_short {
                    return Ok(all);
                }
            }
            if all.len() == length || next == self.edits.len() {
                return Ok(all);
            }
            next += 1;
        }
    }
}
