//! The file `commit-graph`: what walks need of commits, without reading their objects.
//!
//! Like git, it is believed. A chain of such files is not read, nor is a large or a damaged one;
//! then the objects are.

use crate::object::Links;
use crate::object_id::{ObjectFormat, ObjectId};

/// The maximum size of a file that is read, in bytes: about 280,000 commits.
pub(crate) const MAX_GRAPH_BYTES: u64 = 16 << 20;

/// The size of the header, and of an entry in the table of chunks.
const HEADER_BYTES: usize = 8;
const CHUNK_BYTES: usize = 12;

/// The maximum number of further parents: of a merge with more, the object is read.
const MAX_PARENTS: usize = 1024;

/// Stands for a parent that is not there.
const NO_PARENT: u32 = 0x7000_0000;
/// In the second parent: the rest are in a list. There: this is the last one.
const LIST: u32 = 1 << 31;

/// The content of such a file.
pub(crate) struct GraphFile {
    bytes: Vec<u8>,
    format: ObjectFormat,
    /// Where the numbers of commits by their first byte begin, the hashes, the data, and the
    /// further parents of merges.
    fan_out: usize,
    ids: usize,
    data: usize,
    edges: Option<usize>,
}

impl GraphFile {
    /// `None` if it is of another kind.
    pub(crate) fn new(bytes: Vec<u8>, format: ObjectFormat) -> Option<Self> {
        let hash = if format == ObjectFormat::Sha1 { 1 } else { 2 };
        let header = bytes.first_chunk()?;
        let [b'C', b'G', b'P', b'H', 1, version, chunks, 0] = *header else { return None };
        let chunk = |name: &[u8; 4]| {
            let mut table = bytes.get(HEADER_BYTES..)?.chunks_exact(CHUNK_BYTES);
            let entry = table.by_ref().take(chunks.into()).find(|entry| entry.starts_with(name))?;
            usize::try_from(u64::from_be_bytes(*entry.last_chunk()?)).ok()
        };
        let (fan_out, ids, data) = (chunk(b"OIDF")?, chunk(b"OIDL")?, chunk(b"CDAT")?);
        let edges = chunk(b"EDGE");
        (version == hash).then_some(Self { bytes, format, fan_out, ids, data, edges })
    }

    /// Returns what a commit refers to. `None` if the file does not contain it, or is damaged.
    pub(crate) fn links(&self, id: ObjectId) -> Option<Links> {
        let first = usize::from(*id.as_bytes().first()?);
        let (mut low, mut high) = (0, self.number(self.fan_out, first)?);
        if let Some(before) = first.checked_sub(1) {
            low = self.number(self.fan_out, before)?;
        }
        while low < high {
            let middle = low.midpoint(high);
            if self.id(middle)? < id {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if self.id(low)? != id {
            return None;
        }
        let hash = self.format.bytes();
        let data = self.data.checked_add(usize::try_from(low).ok()?.checked_mul(hash + 16)?)?;
        let tree = ObjectId::from_bytes(self.format, self.bytes.get(data..data + hash)?)?;
        let numbers = data.checked_add(hash)?;
        let mut parents = Vec::new();
        for parent in [self.number(numbers, 0)?, self.number(numbers, 1)?] {
            match parent {
                NO_PARENT => {}
                parent if parent & LIST == 0 => parents.push(self.id(parent)?),
                list => {
                    let start = usize::try_from(list & !LIST).ok()?;
                    let edge = |at| self.number(self.edges?, start.checked_add(at)?);
                    let count =
                        (0..MAX_PARENTS).find(|at| edge(*at).is_none_or(|it| it & LIST != 0));
                    for at in 0..=count? {
                        parents.push(self.id(edge(at)? & !LIST)?);
                    }
                }
            }
        }
        // Its generation has the upper bits.
        let date = u64::from(self.number(numbers, 2)? & 3) << 32;
        Some(Links { tree, parents, date: date | u64::from(self.number(numbers, 3)?) })
    }

    fn id(&self, number: u32) -> Option<ObjectId> {
        let hash = self.format.bytes();
        let at = self.ids.checked_add(usize::try_from(number).ok()?.checked_mul(hash)?)?;
        ObjectId::from_bytes(self.format, self.bytes.get(at..at.checked_add(hash)?)?)
    }

    /// Returns a number in a table.
    fn number(&self, table: usize, position: usize) -> Option<u32> {
        let at = table.checked_add(position.checked_mul(4)?)?;
        self.bytes.get(at..)?.first_chunk().copied().map(u32::from_be_bytes)
    }
}
