//! Looking up paths in tree objects.

use crate::error::HistoryError;
use crate::file_mode::FileMode;
use crate::object::{ObjectKind, Objects};
use crate::object_id::ObjectId;
use crate::tree_entry::find_entry;
use std::cell::Cell;
use std::collections::HashMap;

/// The maximum number of trees whose entry is remembered.
const MAX_CACHED: usize = 1 << 16;

/// The entry of a path in a tree, if there is one.
type Entry = Option<(FileMode, ObjectId)>;

/// Returns the entry of a path in a tree. The empty path is the tree itself, if it has entries.
pub fn entry_at(objects: &dyn Objects, tree: ObjectId, path: &str) -> Result<Entry, HistoryError> {
    PathLookup::new(path).entry(objects, tree)
}

/// Looks up one path in many trees.
pub(crate) struct PathLookup {
    components: Vec<Box<str>>,
    /// The entry of the components from a number on, in a tree.
    cache: HashMap<(ObjectId, usize), Entry>,
}

impl PathLookup {
    pub(crate) fn new(path: &str) -> Self {
        let components = path.split('/').filter(|name| !matches!(*name, "" | "."));
        Self { components: components.map(Box::from).collect(), cache: HashMap::new() }
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
            entry = find_entry(tree, &objects.data(tree, ObjectKind::Tree)?, name, &Cell::new(0))?;
        }
        if self.cache.len() >= MAX_CACHED {
            self.cache.clear();
        }
        self.cache.extend(passed.into_iter().map(|key| (key, entry)));
        Ok(entry)
    }
}
