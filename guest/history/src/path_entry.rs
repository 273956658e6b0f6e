//! Looking up paths in tree objects.

use crate::error::HistoryError;
use crate::file_mode::FileMode;
use crate::object::{ObjectKind, Objects};
use crate::object_id::ObjectId;
use crate::tree_entry::tree_entries;
use memchr::memchr;
use std::collections::HashMap;

/// The maximum number of trees whose entry is remembered.
const MAX_CACHED: usize = 1 << 16;

/// The entry of a path in a tree, if there is one.
pub(crate) type Entry = Option<(FileMode, ObjectId)>;

/// Returns the entry of a path in a tree. The empty path is the tree itself, if it has entries.
pub(crate) fn entry_at(
    objects: &dyn Objects,
    tree: ObjectId,
    path: &str,
) -> Result<Entry, HistoryError> {
    PathLookup::new(path).entry(objects, tree)
}

/// Looks up one path in many trees.
pub(crate) struct PathLookup<'p> {
    components: Vec<&'p str>,
    /// The entry of the components from a number on, in a tree.
    cache: HashMap<(ObjectId, usize), Entry>,
}

impl<'p> PathLookup<'p> {
    pub(crate) fn new(path: &'p str) -> Self {
        let components = path.split('/').filter(|name| !matches!(*name, "" | "."));
        Self { components: components.collect(), cache: HashMap::new() }
    }

    /// Returns the entry of the path in a tree.
    pub(crate) fn entry(
        &mut self,
        objects: &dyn Objects,
        tree: ObjectId,
    ) -> Result<Entry, HistoryError> {
        if self.components.is_empty() {
            let is_empty = objects.data(tree, ObjectKind::Tree)?.is_empty();
            return Ok((!is_empty).then_some((FileMode::Directory, tree)));
        }
        let mut entry = Some((FileMode::Directory, tree));
        let mut passed = Vec::new();
        for (depth, name) in self.components.iter().enumerate() {
            let Some((FileMode::Directory, tree)) = entry else {
                entry = None;
                break;
            };
            if let Some(known) = self.cache.get(&(tree, depth)) {
                entry = *known;
                break;
            }
            passed.push((tree, depth));
            entry = find_entry(tree, &objects.data(tree, ObjectKind::Tree)?, name)?;
        }
        if self.cache.len() >= MAX_CACHED {
            self.cache.clear();
        }
        self.cache.extend(passed.into_iter().map(|key| (key, entry)));
        Ok(entry)
    }
}

/// Finds an entry by its name. Only that entry is parsed as a whole.
fn find_entry(tree: ObjectId, mut data: &[u8], name: &str) -> Result<Entry, HistoryError> {
    while !data.is_empty() {
        let split = memchr(0, data).and_then(|end| data.split_at_checked(end));
        let after = split.and_then(|(_, rest)| rest.get(1 + tree.format().bytes()..));
        let (Some((head, _)), Some(after)) = (split, after) else {
            return Err(HistoryError::damaged(tree, "an entry of the tree is malformed"));
        };
        let mode_and_name = head.strip_suffix(name.as_bytes());
        if mode_and_name.is_some_and(|mode| memchr(b' ', mode) == mode.len().checked_sub(1)) {
            let entry = tree_entries(tree, data).next().transpose()?;
            return Ok(entry.map(|entry| (entry.mode, entry.id)));
        }
        data = after;
    }
    Ok(None)
}
