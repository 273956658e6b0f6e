//! Packs: many objects in a file, some of them as deltas of others.

use crate::error::HistoryError;
use crate::object::{MAX_OBJECT_BYTES, Object, ObjectKind};
use crate::object_id::{ObjectFormat, ObjectId};
use crate::store::blocks::BlockFile;
use crate::store::delta::{Delta, varint};
use crate::store::pack_index::PackIndex;
use readroom_core::Tree;
use std::rc::Rc;

/// The size of the header of a pack, in bytes.
const HEADER: u64 = 12;

/// The maximum number of deltas of deltas. Git writes at most 4095.
const MAX_CHAIN: usize = 4096;

/// The maximum number of bytes inflated and copied for one object: some 50 deltas, as many as git
/// makes by itself, of the largest object.
const MAX_CHAIN_BYTES: u64 = 64 * MAX_OBJECT_BYTES;

/// An open pack.
pub(crate) struct Pack<'t, T: Tree> {
    pub(crate) index: PackIndex<'t, T>,
    file: BlockFile<'t, T>,
    /// The offset after the last object.
    end: u64,
}

/// The compressed data of an object or a delta.
#[derive(Clone, Copy)]
struct Entry {
    /// Where its header begins.
    offset: u64,
    /// Where its compressed data begins.
    data: u64,
    size: u64,
}

enum EntryKind {
    Whole(ObjectKind),
    /// A delta of the object at this offset.
    Delta(u64),
}

/// The end of a chain of deltas.
enum Base {
    Cached(Object),
    Stored(ObjectKind, Entry),
}

impl<'t, T: Tree> Pack<'t, T> {
    /// Opens a pack.
    pub(crate) fn open(
        file: BlockFile<'t, T>,
        index: PackIndex<'t, T>,
        format: ObjectFormat,
    ) -> Result<Self, HistoryError> {
        let [b'P', b'A', b'C', b'K', 0, 0, 0, 2 | 3, count @ ..] = file.array::<12>(0)? else {
            return Err(file.damaged("its signature or its version is unknown"));
        };
        let end = file.file.size.saturating_sub(format.bytes() as u64);
        let mut checksum = [0; 32];
        let checksum = checksum.get_mut(..format.bytes()).unwrap_or_default();
        file.fill(end, checksum)?;
        if u32::from_be_bytes(count) != index.count()
            || *checksum != *index.pack_checksum()?.as_bytes()
        {
            return Err(file.damaged("it is not the pack of its index"));
        }
        Ok(Self { index, file, end })
    }

    /// Reads an object, or its kind and size. `None` if the pack does not contain it.
    pub(crate) fn read(
        &self,
        id: ObjectId,
        wants_data: bool,
    ) -> Result<Option<(ObjectKind, u64, Option<Object>)>, HistoryError> {
        let Some(offset) = self.index.find(id)? else { return Ok(None) };
        let header = || self.header(id, offset);
        if !wants_data {
            return header().map(|(kind, size)| Some((kind, size, None)));
        }
        match self.object(id, offset) {
            // The size may be that of the base of a delta.
            Err(HistoryError::TooLarge { .. })
                if let Ok((_, size)) = header()
                    && size > MAX_OBJECT_BYTES =>
            {
                Err(HistoryError::TooLarge { id, size })
            }
            object => object.map(|it| Some((it.kind, it.data.len() as u64, Some(it)))),
        }
    }

    /// Returns the object at an offset.
    fn object(&self, id: ObjectId, offset: u64) -> Result<Object, HistoryError> {
        let (mut deltas, base) = self.chain(id, offset)?;
        let mut object = match base {
            Base::Cached(object) => object,
            Base::Stored(kind, entry) => {
                self.keep(entry.offset, Object { kind, data: self.inflate(id, entry)? })
            }
        };
        let mut copied = 0;
        while let Some(entry) = deltas.pop() {
            let data = self.inflate(id, entry)?;
            let delta = Delta::parse(&data).ok_or_else(|| damaged(id, "a delta has no sizes"))?;
            check_size(id, delta.size)?;
            copied = entry.size.saturating_add(delta.size).saturating_add(copied);
            HistoryError::check_max(copied, MAX_CHAIN_BYTES, "bytes of deltas of an object")?;
            let data = delta.apply(&object.data).map_err(|why| damaged(id, why))?;
            object = self.keep(entry.offset, Object { data, ..object });
        }
        Ok(object)
    }

    /// Returns the kind and the size of the object at an offset.
    fn header(&self, id: ObjectId, offset: u64) -> Result<(ObjectKind, u64), HistoryError> {
        let (deltas, base) = self.chain(id, offset)?;
        let (kind, base_size) = match base {
            Base::Cached(object) => (object.kind, object.data.len() as u64),
            Base::Stored(kind, entry) => (kind, entry.size),
        };
        let Some(delta) = deltas.first() else { return Ok((kind, base_size)) };
        let mut sizes = [0; 20];
        let input = |offset| self.file.block(offset);
        let mut stream = self.file.buffers.inflater.stream(id, &input, delta.data);
        stream.fill(&mut sizes)?;
        let delta = Delta::parse(&sizes).ok_or_else(|| damaged(id, "a delta has no sizes"))?;
        Ok((kind, delta.size))
    }

    /// Returns the deltas that make an object, the last one first, and what they begin with.
    fn chain(&self, id: ObjectId, mut offset: u64) -> Result<(Vec<Entry>, Base), HistoryError> {
        let mut deltas = Vec::new();
        while deltas.len() <= MAX_CHAIN {
            let key = (self.file.number, offset);
            let cached = self.file.buffers.objects.borrow_mut().get(key);
            if let Some(object) = cached {
                return Ok((deltas, Base::Cached(object)));
            }
            match self.entry(id, offset)? {
                (EntryKind::Whole(kind), entry) => return Ok((deltas, Base::Stored(kind, entry))),
                (EntryKind::Delta(base), entry) => {
                    deltas.push(entry);
                    offset = base;
                }
            }
        }
        Err(damaged(id, "its chain of deltas is circular or too long"))
    }

    /// Parses the header of an object.
    fn entry(&self, id: ObjectId, offset: u64) -> Result<(EntryKind, Entry), HistoryError> {
        if offset < HEADER || offset >= self.end {
            return Err(damaged(id, format!("its offset is outside {}", self.file.file.path)));
        }
        // Two numbers of at most ten bytes, or one and a hash.
        let mut bytes = [0; 48];
        let filled = self.file.fill(offset, &mut bytes)?;
        let mut rest = bytes.get(..filled).unwrap_or_default();
        let malformed = || damaged(id, "its header in the pack is malformed");
        let (kind, size) = kind_and_size(&mut rest).ok_or_else(malformed)?;
        let kind = match kind {
            1 => EntryKind::Whole(ObjectKind::Commit),
            2 => EntryKind::Whole(ObjectKind::Tree),
            3 => EntryKind::Whole(ObjectKind::Blob),
            4 => EntryKind::Whole(ObjectKind::Tag),
            6 => {
                let distance = offset_varint(&mut rest).ok_or_else(malformed)?;
                let base = offset.checked_sub(distance).filter(|base| *base < offset);
                EntryKind::Delta(base.ok_or_else(malformed)?)
            }
            7 => {
                let base = rest.split_off(..id.format().bytes()).ok_or_else(malformed)?;
                let base = ObjectId::from_bytes(id.format(), base).ok_or_else(malformed)?;
                let base = self.index.find(base)?;
                EntryKind::Delta(
                    base.ok_or_else(|| damaged(id, "its base is not in the same pack"))?,
                )
            }
            _ => return Err(malformed()),
        };
        let data = offset.saturating_add((filled - rest.len()) as u64);
        Ok((kind, Entry { offset, data, size }))
    }

    fn inflate(&self, id: ObjectId, entry: Entry) -> Result<Rc<[u8]>, HistoryError> {
        let size = check_size(id, entry.size)?;
        let input = |offset| self.file.block(offset);
        self.file.buffers.inflater.stream(id, &input, entry.data).all(size)
    }

    fn keep(&self, offset: u64, object: Object) -> Object {
        let key = (self.file.number, offset);
        self.file.buffers.objects.borrow_mut().insert(key, object.clone());
        object
    }
}

/// Returns the size of an object that may be taken into memory.
pub(crate) fn check_size(id: ObjectId, size: u64) -> Result<usize, HistoryError> {
    let fits = usize::try_from(size).ok().filter(|_| size <= MAX_OBJECT_BYTES);
    fits.ok_or(HistoryError::TooLarge { id, size })
}

/// Reads three bits and a number, the lowest four bits first.
fn kind_and_size(input: &mut &[u8]) -> Option<(u8, u64)> {
    let first = *input.split_off_first()?;
    let high = if first & 0x80 == 0 { 0 } else { varint(input)? };
    Some((first >> 4 & 7, high.checked_mul(16)?.checked_add(u64::from(first & 15))?))
}

/// Reads a number of seven bits a byte, the highest first, that has no second form.
pub(crate) fn offset_varint(input: &mut &[u8]) -> Option<u64> {
    let mut value = 0_u64;
    loop {
        let byte = *input.split_off_first()?;
        value = value.checked_mul(128)?.checked_add(u64::from(byte & 127))?;
        if byte & 128 == 0 {
            return Some(value);
        }
        value = value.checked_add(1)?;
    }
}

fn damaged(id: ObjectId, why: impl Into<String>) -> HistoryError {
    HistoryError::damaged(id, why)
}
