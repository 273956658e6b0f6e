//! Pages of a directory, sorted, in bounded memory.
//!
//! A file system returns entries in no particular order. To sort those of any directory in memory
//! of a fixed size, a listing goes over it more than once. The first pass keeps the first entries
//! in order, as many as fit, and a sample of all. From the sample, the second pass finds an entry
//! shortly before the page. The last pass keeps the entries from that one on.

use crate::path::walk::{self, Dots, Resolved, ResolvedEntry};
use crate::{
    Failure, FileError, Links, Location, Metadata, Name, Smallest, TrailingSlash, Tree, TreeError,
};
use readroom_names::sort_by;
use readroom_types::FileKind;
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// The memory for the entries that are kept at a time, in bytes of their names.
const ROOM: usize = 2 * 1024 * 1024;

/// The cost of an entry in addition to its names, in bytes.
const OVERHEAD: usize = 64;

/// The maximum number of steps walked to resolve links, in each pass over a directory. Links after
/// that are not resolved and count as links.
const LINK_STEPS: u32 = 1_000_000;

/// The maximum number of entries in a sample.
const SAMPLE: usize = 1024;

/// A directory that was found and opened.
pub struct Directory<'t, T: Tree> {
    pub(crate) tree: &'t T,
    pub(crate) resolved: Resolved<'t, T>,
}

/// Consecutive entries of a directory, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryPage {
    /// The entries from the requested position on.
    pub entries: Vec<KeyedEntry>,
    /// The number of entries in the directory.
    pub total: u64,
}

/// An entry of a directory, with its sort key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyedEntry {
    /// The sort key. Entries with the same key are sorted by name.
    pub key: String,
    /// The name in the directory, without a path.
    pub name: String,
    /// Its kind, or that of its target if it is a link that stays in the grants.
    pub kind: FileKind,
}

impl Ord for KeyedEntry {
    fn cmp(&self, other: &Self) -> Ordering {
        (&self.key, &self.name).cmp(&(&other.key, &other.name))
    }
}

impl PartialOrd for KeyedEntry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Tree> Directory<'_, T> {
    /// Returns the location of the directory.
    pub fn location(&self) -> &Location {
        &self.resolved.location
    }

    /// Returns an error about the directory.
    pub fn refuse(&self, error: FileError) -> Failure {
        self.resolved.failure(error)
    }

    /// Returns the metadata of the directory.
    pub fn metadata(&self) -> Result<Metadata, FileError> {
        let handle = self.handle().ok_or(TreeError::NotDirectory)?;
        Ok(self.tree.directory_metadata(handle)?)
    }

    /// Passes the entries to `take` in the order of the file system. Links are not followed.
    pub fn each_entry(
        &self,
        take: &mut dyn FnMut(&str, FileKind) -> ControlFlow<()>,
    ) -> Result<(), FileError> {
        let handle = self.handle().ok_or(TreeError::NotDirectory)?;
        self.tree.each_entry(handle, take)?;
        Ok(())
    }

    /// Returns the open directory.
    pub fn handle(&self) -> Option<&T::Directory> {
        match &self.resolved.target {
            ResolvedEntry::Directory(handle) => Some(handle.get()),
            ResolvedEntry::Leaf(..) => None,
        }
    }

    /// Returns whether the host denies access to an entry. Denied names are never suggested.
    pub fn is_denied(&self, name: &str) -> bool {
        match (&self.resolved.target, Name::new(name)) {
            (ResolvedEntry::Directory(handle), Some(name)) => {
                self.tree.entry(handle.get(), name) == Err(TreeError::Denied)
            }
            _ => false,
        }
    }

    /// Returns whether the policy of the tree denies an entry, without reading its metadata.
    pub fn denies(&self, name: &str, kind: FileKind) -> bool {
        match (self.handle(), Name::new(name)) {
            (Some(handle), Some(name)) => self.tree.is_denied(handle, name, kind),
            _ => false,
        }
    }

    /// Returns up to `count` entries after the first `skip` ones, in the order of their keys: fewer
    /// if their names have more than `max_bytes` bytes. Those without a key, and those that the
    /// policy of the tree denies, are left out.
    pub fn page(
        &self,
        key: impl Fn(&str, FileKind) -> Option<String>,
        links: Links,
        skip: u64,
        count: u64,
        max_bytes: usize,
    ) -> Result<EntryPage, FileError> {
        let mut page = PageBuilder { skip, count, room: max_bytes, entries: Vec::new() };
        // The requested entries never start far after the first one kept.
        let mut sample = (skip > 0).then(Sample::default);
        let mut next = NextEntries::after(None);
        let mut total = 0;
        self.each_keyed(&key, links, &mut |entry| {
            total += 1;
            if let Some(sample) = &mut sample {
                sample.offer(&entry);
            }
            next.offer(entry);
        })?;
        let (mut kept, mut more) = next.kept.into_sorted();
        if let Some(sample) = sample
            && more
            && skip >= kept.len() as u64
        {
            let mut ranks = Ranks::of(sample);
            self.each_keyed(&key, links, &mut |entry| ranks.count(&entry))?;
            let (before, passed) = ranks.last_before(skip);
            page.skip -= passed;
            (kept, more) = self.entries_after(before, &key, links)?;
        }
        loop {
            let last = kept.last().cloned();
            if page.take(kept).is_break() || !more || last.is_none() {
                return Ok(EntryPage { entries: page.entries, total });
            }
            (kept, more) = self.entries_after(last, &key, links)?;
        }
    }

    /// Returns the next entries after one in order, as many as fit, and whether there are more.
    fn entries_after(
        &self,
        after: Option<KeyedEntry>,
        key: &dyn Fn(&str, FileKind) -> Option<String>,
        links: Links,
    ) -> Result<(Vec<KeyedEntry>, bool), FileError> {
        let mut next = NextEntries::after(after);
        self.each_keyed(key, links, &mut |entry| next.offer(entry))?;
        Ok(next.kept.into_sorted())
    }

    /// Passes the entries with their keys to `take`.
    fn each_keyed(
        &self,
        key: &dyn Fn(&str, FileKind) -> Option<String>,
        links: Links,
        take: &mut dyn FnMut(KeyedEntry),
    ) -> Result<(), FileError> {
        let mut steps = LINK_STEPS;
        self.each_entry(&mut |name, kind| {
            if self.denies(name, kind) {
                return ControlFlow::Continue(());
            }
            let kind = match (kind, links) {
                (FileKind::Link, Links::Followed) => self.kind_behind_link(name, &mut steps),
                _ => kind,
            };
            if let Some(key) = key(name, kind) {
                take(KeyedEntry { key, name: name.into(), kind });
            }
            ControlFlow::Continue(())
        })
    }

    /// Returns the kind of a link's target, or `Link` if that does not exist or is outside the
    /// grants.
    pub fn kind_behind(&self, name: &str) -> FileKind {
        self.kind_behind_link(name, &mut { walk::MAX_STEPS })
    }

    fn kind_behind_link(&self, name: &str, steps: &mut u32) -> FileKind {
        let mut way = self.location().absolute();
        way.push('/');
        way.push_str(name);
        walk::walk(self.tree, "/", &way, TrailingSlash::Ignored, Dots::Names, steps)
            .map_or(FileKind::Link, |resolved| resolved.kind())
    }
}

/// The next entries after a given one, as many as fit.
struct NextEntries {
    after: Option<KeyedEntry>,
    kept: Smallest<KeyedEntry>,
}

impl NextEntries {
    fn after(after: Option<KeyedEntry>) -> Self {
        Self { after, kept: Smallest::new(usize::MAX, ROOM, KeyedEntry::cost) }
    }

    fn offer(&mut self, entry: KeyedEntry) {
        if self.after.as_ref().is_none_or(|after| entry > *after) {
            self.kept.offer(entry);
        }
    }
}

/// A sample of the entries, spread evenly over the order of arrival.
struct Sample {
    entries: Vec<KeyedEntry>,
    /// The number of entries seen so far.
    came: u64,
    /// Every `stride`-th entry is taken.
    stride: u64,
}

impl Default for Sample {
    fn default() -> Self {
        Self { entries: Vec::new(), came: 0, stride: 1 }
    }
}

impl Sample {
    fn offer(&mut self, entry: &KeyedEntry) {
        if self.came.is_multiple_of(self.stride) && self.entries.len() == SAMPLE {
            // Every second one is kept.
            let mut stays = false;
            self.entries.retain(|_| {
                stays = !stays;
                stays
            });
            self.stride *= 2;
        }
        if self.came.is_multiple_of(self.stride) {
            self.entries.push(entry.clone());
        }
        self.came += 1;
    }
}

/// The number of entries up to each entry of a sample.
struct Ranks {
    sample: Vec<KeyedEntry>,
    /// For each entry of the sample, the number of entries after the previous one and up to it.
    counts: Vec<u64>,
}

impl Ranks {
    fn of(sample: Sample) -> Self {
        let mut sample = sample.entries;
        sort_by(&mut sample, Ord::cmp);
        let counts = vec![0; sample.len()];
        Self { sample, counts }
    }

    fn count(&mut self, entry: &KeyedEntry) {
        let at = self.sample.partition_point(|known| known < entry);
        if let Some(count) = self.counts.get_mut(at) {
            *count += 1;
        }
    }

    /// Returns the last entry of the sample that is among the first `skip` entries, and the number
    /// of entries up to it.
    fn last_before(self, skip: u64) -> (Option<KeyedEntry>, u64) {
        let (mut last, mut passed) = (None, 0);
        for (entry, count) in self.sample.into_iter().zip(self.counts) {
            if passed + count > skip {
                break;
            }
            passed += count;
            last = Some(entry);
        }
        (last, passed)
    }
}

impl KeyedEntry {
    fn cost(&self) -> usize {
        self.key.len() + self.name.len() + OVERHEAD
    }
}

/// The requested entries.
struct PageBuilder {
    skip: u64,
    count: u64,
    room: usize,
    entries: Vec<KeyedEntry>,
}

impl PageBuilder {
    /// Takes the next entries in order. Breaks when no more are needed.
    fn take(&mut self, entries: Vec<KeyedEntry>) -> ControlFlow<()> {
        for entry in entries {
            if self.skip > 0 {
                self.skip -= 1;
                continue;
            }
            if self.entries.len() as u64 >= self.count || entry.name.len() > self.room {
                return ControlFlow::Break(());
            }
            self.room -= entry.name.len();
            self.entries.push(entry);
        }
        if self.entries.len() as u64 >= self.count {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
