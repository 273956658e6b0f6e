//! Objects that have a file each.

use crate::error::HistoryError;
use crate::git_directory::GitFile;
use crate::object::{Object, ObjectKind};
use crate::object_id::ObjectId;
use crate::store::inflate::Inflater;
use crate::store::pack::check_size;
use memchr::memchr;
use readroom_core::{READ_CHUNK, Tree};

/// The number of bytes that are inflated to find the header, which has at most 32.
const HEAD: usize = 128;

/// Reads the kind and the size of an object, and its content if `wants_data`.
pub(crate) fn read<T: Tree>(
    file: &GitFile<'_, T>,
    id: ObjectId,
    inflater: &Inflater,
    wants_data: bool,
) -> Result<(ObjectKind, u64, Option<Object>), HistoryError> {
    let length = READ_CHUNK.min(u32::try_from(file.size).unwrap_or(READ_CHUNK));
    let input = |offset| Ok((file.read_at(offset, length)?.into(), 0));
    let mut stream = inflater.stream(id, &input, 0);
    let mut head = [0; HEAD];
    let filled = stream.fill(&mut head)?;
    let head = head.get(..filled).unwrap_or_default();
    let header = parse(head).ok_or_else(|| HistoryError::damaged(id, "its header is malformed"));
    let (kind, size, start) = header?;
    if !wants_data {
        return Ok((kind, size, None));
    }
    let mut data = vec![0; check_size(id, size)?.saturating_add(start)];
    let larger = || HistoryError::damaged(id, "its content is larger than its size");
    data.get_mut(..filled).ok_or_else(larger)?.copy_from_slice(head);
    stream.finish(&mut data)?;
    let data = data.get(start..).unwrap_or_default().into();
    Ok((kind, size, Some(Object { kind, data })))
}

/// Parses the kind, the size, and the number of bytes of the header.
fn parse(head: &[u8]) -> Option<(ObjectKind, u64, usize)> {
    let header = head.get(..memchr(0, head.get(..32).unwrap_or(head))?)?;
    let (kind, size) = str::from_utf8(header).ok()?.split_once(' ')?;
    let kind = ObjectKind::named(kind)?;
    let is_number = size == "0" || size.starts_with(|digit: char| ('1'..='9').contains(&digit));
    Some((kind, size.parse().ok().filter(|_| is_number)?, header.len() + 1))
}
