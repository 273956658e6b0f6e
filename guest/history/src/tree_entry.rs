//! The entries of a tree object.

use crate::error::HistoryError;
use crate::file_mode::FileMode;
use crate::object_id::{ObjectFormat, ObjectId};
use memchr::memchr;
use readroom_core::Name;
use std::cell::Cell;

/// An entry of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeEntry<'a> {
    /// What it is.
    pub mode: FileMode,
    /// Its name. `None` if it is not Unicode.
    pub name: Option<&'a str>,
    /// The bytes of its name.
    pub raw_name: &'a [u8],
    /// Its object.
    pub id: ObjectId,
}

/// The entries of a tree, in their order.
pub struct TreeEntries<'a> {
    tree: ObjectId,
    rest: &'a [u8],
}

/// Parses the entries of a tree. A name that could lead out of the directory, or into git's own, is
/// damage: git refuses to write it.
pub fn tree_entries(tree: ObjectId, data: &[u8]) -> TreeEntries<'_> {
    TreeEntries { tree, rest: data }
}

/// Returns the entry with a name. `hint` is where the last one was found: names are mostly looked up
/// in their order.
pub(crate) fn find_entry<'a>(
    tree: ObjectId,
    data: &'a [u8],
    name: &str,
    hint: &Cell<usize>,
) -> Result<Option<TreeEntry<'a>>, HistoryError> {
    let start = hint.get();
    let (before, after) = data.split_at_checked(start).unwrap_or((data, &[]));
    for (offset, part) in [(start, after), (0, before)] {
        let mut entries = tree_entries(tree, part);
        while let Some(entry) = entries.next() {
            let entry = entry?;
            if entry.name == Some(name) {
                hint.set(offset + part.len() - entries.rest.len());
                return Ok(Some(entry));
            }
        }
    }
    Ok(None)
}

impl<'a> Iterator for TreeEntries<'a> {
    type Item = Result<TreeEntry<'a>, HistoryError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let Some((entry, rest)) = split_entry(self.tree.format(), self.rest) else {
            self.rest = &[];
            return Some(Err(HistoryError::damaged(
                self.tree,
                "an entry of the tree is malformed",
            )));
        };
        self.rest = rest;
        Some(Ok(entry))
    }
}

fn split_entry(format: ObjectFormat, data: &[u8]) -> Option<(TreeEntry<'_>, &[u8])> {
    let space = memchr(b' ', data.get(..8).unwrap_or(data))?;
    let (digits, rest) = (data.get(..space)?, data.get(space + 1..)?);
    let (raw_name, rest) = (rest.get(..memchr(0, rest)?)?, rest);
    let rest = rest.get(raw_name.len() + 1..)?;
    let (id, rest) = rest.split_at_checked(format.bytes())?;
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
    (is_safe && !raw_name.is_empty()).then_some((entry, rest))
}
