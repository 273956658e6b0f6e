//! References in tables, as `extensions.refStorage = reftable` has them.
//!
//! Tables are read from their first record to their last: without their indexes and logs.

use crate::error::HistoryError;
use crate::git_directory::GitDirectory;
use crate::object_id::{ObjectFormat, ObjectId};
use crate::reference_content::Content;
use crate::store::offset_varint;
use readroom_core::Tree;

/// The maximum size of the list of tables, and of all tables together, in bytes.
const MAX_LIST_BYTES: u64 = 64 << 10;
const MAX_TABLES_BYTES: u64 = 32 << 20;

/// The maximum length of a name in bytes.
const MAX_NAME_BYTES: usize = 4096;

/// Takes a name and what it refers to, `None` if the reference was deleted.
type Take<'a> = dyn FnMut(&str, Option<Content>) + 'a;

/// Passes the references of a directory of git to `take`. Of several with the same name, the first
/// is the one that counts.
pub(crate) fn each_reference<T: Tree>(
    git: &GitDirectory<'_, T>,
    format: ObjectFormat,
    take: &mut Take<'_>,
) -> Result<(), HistoryError> {
    let list = git.content("reftable/tables.list", MAX_LIST_BYTES)?.unwrap_or_default();
    let mut left = MAX_TABLES_BYTES;
    let names = list.rsplit(|byte| *byte == b'\n').filter(|name| !name.is_empty());
    for name in names {
        let path = ["reftable/", str::from_utf8(name).unwrap_or_default()].concat();
        let damaged = |why| HistoryError::damaged(&*path, why);
        let table = git.content(&path, left)?.ok_or_else(|| damaged("it is missing"))?;
        left = left.saturating_sub(table.len() as u64);
        each_record(format, &table, take).ok_or_else(|| damaged("it is malformed"))?;
    }
    Ok(())
}

/// Passes the references of a table to `take`. `None` if it is malformed.
fn each_record(format: ObjectFormat, table: &[u8], take: &mut Take<'_>) -> Option<()> {
    let &[b'R', b'E', b'F', b'T', version @ (1 | 2), a, b, c, ..] = table else { return None };
    let (block_bytes, header) = (u24([a, b, c]), if version == 1 { 24 } else { 28 });
    // The footer repeats the header, and has five offsets and a checksum.
    let blocks = table.get(..table.len().checked_sub(header + 44)?)?;
    let mut at = 0;
    while let Some([b'r', length @ ..]) = blocks.get(at + if at == 0 { header } else { 0 }..) {
        let length = u24(*length.first_chunk()?);
        let block = blocks.get(at..)?.get(..length)?;
        let (records, restarts) = block.split_last_chunk()?;
        let end = records.len().checked_sub(3 * usize::from(u16::from_be_bytes(*restarts)))?;
        let start = if at == 0 { header + 4 } else { 4 };
        each_in_block(format, records.get(start..end)?, take)?;
        let is_padded = blocks.get(at + length).is_none_or(|byte| *byte == 0);
        at += if is_padded { length.max(block_bytes) } else { length };
    }
    Some(())
}

fn each_in_block(format: ObjectFormat, mut records: &[u8], take: &mut Take<'_>) -> Option<()> {
    let mut name = Vec::new();
    while !records.is_empty() {
        let mut number = || usize::try_from(offset_varint(&mut records)?).ok();
        let (prefix, suffix) = (number()?, number()?);
        name.truncate(prefix);
        let (suffix, kind) = (suffix >> 3, suffix & 7);
        if name.len() < prefix || prefix.saturating_add(suffix) > MAX_NAME_BYTES {
            return None;
        }
        name.extend_from_slice(records.split_off(..suffix)?);
        // When it was written.
        offset_varint(&mut records)?;
        let content = match kind {
            // Of two objects, the second one is what a tag leads to.
            0..=2 => {
                let ids = records.split_off(..format.bytes() * kind)?;
                let id = ids.get(..format.bytes());
                id.and_then(|id| ObjectId::from_bytes(format, id)).map(Content::Object)
            }
            3 => {
                let length = usize::try_from(offset_varint(&mut records)?).ok()?;
                let target = str::from_utf8(records.split_off(..length)?).ok()?;
                Some(Content::Symbolic(target.into()))
            }
            _ => return None,
        };
        // Others have no name that a caller could write.
        if let Ok(name) = str::from_utf8(&name) {
            take(name, content);
        }
    }
    Some(())
}

fn u24([a, b, c]: [u8; 3]) -> usize {
    usize::from(a) << 16 | usize::from(b) << 8 | usize::from(c)
}
