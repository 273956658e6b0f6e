//! The index of a pack: where its objects are.

use crate::error::HistoryError;
use crate::object_id::{ObjectFormat, ObjectId};
use crate::store::blocks::BlockFile;
use readroom_core::Tree;
use std::ops::ControlFlow;

/// The first bytes of every version but the first.
const SIGNATURE: [u8; 4] = *b"\xfftOc";

/// The size of the fan-out, in bytes.
const FAN_OUT_BYTES: u64 = 1024;

/// An open index.
pub(crate) struct PackIndex<'t, T: Tree> {
    file: BlockFile<'t, T>,
    format: ObjectFormat,
    is_first_version: bool,
    /// The number of objects whose first byte is at most the position.
    fan_out: Vec<u32>,
    /// The number of offsets of 8 bytes.
    large_offsets: u64,
}

impl<'t, T: Tree> PackIndex<'t, T> {
    /// Opens an index.
    pub(crate) fn open(file: BlockFile<'t, T>, format: ObjectFormat) -> Result<Self, HistoryError> {
        let is_first_version = file.array(0)? != SIGNATURE;
        if !is_first_version && file.array(4)? != [0, 0, 0, 2] {
            return Err(file.damaged("its version is unknown"));
        }
        let table: [u8; FAN_OUT_BYTES as usize] =
            file.array(if is_first_version { 0 } else { 8 })?;
        let fan_out: Vec<_> =
            table.as_chunks().0.iter().map(|count| u32::from_be_bytes(*count)).collect();
        if !fan_out.is_sorted() {
            return Err(file.damaged("its fan-out is not sorted"));
        }
        let mut index = Self { file, format, is_first_version, fan_out, large_offsets: 0 };
        let hash = format.bytes() as u64;
        let per_object = hash + if is_first_version { 4 } else { 8 };
        let tables = index.names() + u64::from(index.count()) * per_object + 2 * hash;
        let size = index.file.file.size;
        index.large_offsets = match size.checked_sub(tables) {
            Some(0) => 0,
            Some(large) if !is_first_version && large % 8 == 0 => large / 8,
            _ => return Err(index.file.damaged("its size does not fit the number of objects")),
        };
        Ok(index)
    }

    /// Returns the number of objects.
    pub(crate) fn count(&self) -> u32 {
        self.fan_out.last().copied().unwrap_or_default()
    }

    /// Returns the checksum of the pack.
    pub(crate) fn pack_checksum(&self) -> Result<ObjectId, HistoryError> {
        self.id_at(self.file.file.size.saturating_sub(2 * self.format.bytes() as u64))
    }

    /// Returns the offset of an object in the pack. `None` if the pack does not contain it.
    pub(crate) fn find(&self, id: ObjectId) -> Result<Option<u64>, HistoryError> {
        let position = self.lower_bound(id)?;
        if position < self.count() && self.id(position)? == id {
            self.offset(position).map(Some)
        } else {
            Ok(None)
        }
    }

    /// Passes the objects from the first one not below `start` on, in order, to `take`.
    pub(crate) fn each_from(
        &self,
        start: ObjectId,
        take: &mut dyn FnMut(ObjectId) -> ControlFlow<()>,
    ) -> Result<(), HistoryError> {
        for position in self.lower_bound(start)?..self.count() {
            if take(self.id(position)?).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Returns the position of the first object that is not below `id`, among those with the same
    /// first byte.
    fn lower_bound(&self, id: ObjectId) -> Result<u32, HistoryError> {
        let first = usize::from(id.as_bytes().first().copied().unwrap_or_default());
        let bound = |at: usize| self.fan_out.get(at).copied().unwrap_or_default();
        let (mut low, mut high) = (first.checked_sub(1).map_or(0, bound), bound(first));
        // Hashes are spread evenly, so that the next bytes say where this one is, nearly.
        let next = id.as_bytes().get(1..).and_then(<[u8]>::first_chunk).copied();
        let share = u64::from(u32::from_be_bytes(next.unwrap_or_default()));
        let count = high.saturating_sub(low);
        let near = low + ((u64::from(count) * share) >> 32) as u32;
        let error = 2 * count.isqrt();
        let mut guesses = [near.saturating_sub(error), near.saturating_add(error)].into_iter();
        while low < high {
            let guess = guesses.next().filter(|guess| (low..high).contains(guess));
            let middle = guess.unwrap_or(low.midpoint(high));
            if self.id(middle)? < id {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    /// Returns the offset of the first name, or offset and name.
    fn names(&self) -> u64 {
        FAN_OUT_BYTES + if self.is_first_version { 0 } else { 8 }
    }

    fn id(&self, position: u32) -> Result<ObjectId, HistoryError> {
        let (position, hash) = (u64::from(position), self.format.bytes() as u64);
        self.id_at(if self.is_first_version {
            self.names() + position * (4 + hash) + 4
        } else {
            self.names() + position * hash
        })
    }

    fn id_at(&self, offset: u64) -> Result<ObjectId, HistoryError> {
        let mut bytes = [0; 32];
        let bytes = bytes.get_mut(..self.format.bytes()).unwrap_or_default();
        let filled = self.file.fill(offset, bytes)?;
        let bytes = bytes.get(..filled).unwrap_or_default();
        ObjectId::from_bytes(self.format, bytes).ok_or_else(|| self.file.damaged("it ends early"))
    }

    fn offset(&self, position: u32) -> Result<u64, HistoryError> {
        let (position, hash) = (u64::from(position), self.format.bytes() as u64);
        if self.is_first_version {
            let offset = self.file.array(self.names() + position * (4 + hash))?;
            return Ok(u32::from_be_bytes(offset).into());
        }
        let count = u64::from(self.count());
        // A checksum of 4 bytes of each object follows the names.
        let offset = self.file.array(self.names() + count * (hash + 4) + position * 4)?;
        let offset = u32::from_be_bytes(offset);
        if offset < 1 << 31 {
            return Ok(offset.into());
        }
        let large = u64::from(offset & !(1 << 31));
        if large >= self.large_offsets {
            return Err(self.file.damaged("an offset is outside its table"));
        }
        Ok(u64::from_be_bytes(self.file.array(self.names() + count * (hash + 8) + large * 8)?))
    }
}
