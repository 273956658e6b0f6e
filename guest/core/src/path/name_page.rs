//! Pages of the names in a directory, in memory bounded by the page.

use crate::path::walk::ResolvedEntry;
use crate::{Directory, FileError, Metadata, Name, Smallest, Tree};
use readroom_types::FileKind;
use std::ops::ControlFlow;

/// Consecutive entries of a directory, sorted by the bytes of their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePage {
    /// The names and types. Links are not followed.
    pub entries: Vec<(String, FileKind)>,
    /// The number of entries in the directory.
    pub total: u64,
    /// Whether there are more entries after these.
    pub more: bool,
}

impl<T: Tree> Directory<'_, T> {
    /// Returns the first `count` entries whose names come after `after`: fewer if their names have
    /// more than `max_bytes` bytes together. Those that the policy of the tree denies are left out.
    /// Goes over the directory once.
    pub fn names_after(
        &self,
        after: Option<&str>,
        count: usize,
        max_bytes: usize,
    ) -> Result<NamePage, FileError> {
        let mut page = Smallest::new(count, max_bytes, |(name, _): &(String, FileKind)| name.len());
        let mut total = 0;
        self.each_entry(&mut |name, kind| {
            if self.denies(name, kind) {
                return ControlFlow::Continue(());
            }
            total += 1;
            let is_before = after.is_some_and(|after| name <= after);
            let is_behind = page.first_left().is_some_and(|(left, _)| name >= left.as_str());
            if !is_before && !is_behind {
                page.offer((name.into(), kind));
            }
            ControlFlow::Continue(())
        })?;
        let (entries, more) = page.into_sorted();
        Ok(NamePage { entries, total, more })
    }

    /// Returns the metadata of an entry of the directory. A link is not followed.
    pub fn entry(&self, name: &str) -> Option<Metadata> {
        let ResolvedEntry::Directory(handle) = &self.resolved.target else { return None };
        self.tree.entry(handle.get(), Name::new(name)?).ok()
    }
}
