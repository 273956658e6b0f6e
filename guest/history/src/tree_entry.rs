//! The entries of a tree object.

use crate::error::HistoryError;
use crate::file_mode::FileMode;
use crate::object_id::{ObjectFormat, ObjectId};
use memchr::memchr;
use readroom_core::Name;
use std::cell::Cell;

/// An entry of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TreeEntry<'a> {
    /// Its kind.
    pub(crate) mode: FileMode,
    /// Its name. `None` if it is not Unicode.
    pub(crate) name: Option<&'a str>,
    /// The bytes of its name.
    pub(crate) raw_name: &'a [u8],
    /// Its object.
    pub(crate) id: ObjectId,
}

/// The entries of a tree, in their order.
pub(crate) struct TreeEntries<'a> {
    tree: ObjectId,
    rest: &'a [u8],
}

/// Parses the entries of a tree. A name that could lead out of the directory, or into git's own, is
/// damage: git refuses to write it.
pub(crate) fn tree_entries(tree: ObjectId, data: &[u8]) -> TreeEntries<'_> {
    TreeEntries { tree, rest: data }
}

/// Returns the entry with a name. Only that entry is parsed as a whole. `hint` is where the last
/// one was found: names are mostly looked up in their order.
pub(crate) fn find_entry(
    tree: ObjectId,
    data: &[u8],
    name: &str,
    hint: &Cell<usize>,
) -> Result<Option<(FileMode, ObjectId)>, HistoryError> {
    let start = hint.get();
    let (before, after) = data.split_at_checked(start).unwrap_or((data, &[]));
    for (offset, part) in [(start, after), (0, before)] {
        let mut rest = part;
        while !rest.is_empty() {
            let split = memchr(0, rest).and_then(|end| rest.split_at_checked(end));
            let next = split.and_then(|(_, id)| id.get(1 + tree.format().bytes()..));
            let (Some((head, _)), Some(next)) = (split, next) else {
                return Err(malformed(tree));
            };
            let mode_of_name = head.strip_suffix(name.as_bytes());
            if mode_of_name.is_some_and(|mode| memchr(b' ', mode) == mode.len().checked_sub(1)) {
                hint.set(offset + part.len() - next.len());
                let entry = tree_entries(tree, rest).next().transpose()?;
                return Ok(entry.map(|entry| (entry.mode, entry.id)));
            }
            rest = next;
        }
    }
    Ok(None)
}

fn malformed(tree: ObjectId) -> HistoryError {
    HistoryError::damaged(tree, "an entry of the tree is malformed")
}

impl<'a> Iterator for TreeEntries<'a> {
    type Item = Result<TreeEntry<'a>, HistoryError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let entry = split_off_entry(self.tree.format(), &mut self.rest);
        if entry.is_none() {
            self.rest = &[];
        }
        Some(entry.ok_or_else(|| malformed(self.tree)))
    }
}

fn split_off_entry<'a>(format: ObjectFormat, rest: &mut &'a [u8]) -> Option<TreeEntry<'a>> {
    let digits = rest.split_off(..memchr(b' ', rest.get(..8).unwrap_or(rest))?)?;
    let raw_name = rest.split_off(..memchr(0, rest)?)?.strip_prefix(b" ")?;
    let id = rest.split_off(..=format.bytes())?.strip_prefix(b"\0")?;
    let mut bits = 0;
    for digit in digits {
        bits = bits * 8 + char::from(*digit).to_digit(8)?;
    }
    let name = str::from_utf8(raw_name).ok();
    let is_safe = match name {
        Some(name) => Name::new(name).is_some() && !name.eq_ignore_ascii_case(".git"),
        None => !raw_name.contains(&b'/'),
    };
    let mode = FileMode::from_bits(bits)?;
    let entry = TreeEntry { mode, name, raw_name, id: ObjectId::from_bytes(format, id)? };
    (is_safe && !raw_name.is_empty()).then_some(entry)
}
