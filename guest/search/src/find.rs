//! Finds files by their names.

use crate::cursor::Cursor;
use crate::deadline::Deadline;
use crate::error::SearchError;
use crate::newest::{Dated, Key, key, newest};
use crate::relative_globs::looked_at;
use crate::skipped::Skipped;
use crate::walk::{Resume, Scope, Walk};
use readroom_core::{FileKind, Metadata, Tree};
use readroom_types::FoundOrder;

/// The default number of entries of a page.
pub const DEFAULT_ENTRIES: u64 = 1000;

/// The maximum number of entries of a page; larger numbers act as this one.
const MAX_ENTRIES: u64 = 100_000;

/// The maximum size of the paths of a page in bytes.
const MAX_PAGE_BYTES: usize = 4 * 1024 * 1024;

/// The number of entries after which the time is looked at.
const ENTRIES_PER_LOOK: u64 = 64;

/// What to find.
#[derive(Clone, Copy, Debug)]
pub struct FindRequest<'a> {
    /// Where.
    pub scope: Scope<'a>,
    /// The kinds of entries. Empty means regular files.
    pub kinds: &'a [FileKind],
    /// In which order.
    pub order: FoundOrder,
    /// Whether to look for sizes and times.
    pub details: bool,
    /// Where the previous page ended.
    pub cursor: Option<&'a str>,
    /// The maximum number of entries.
    pub entries: Option<u64>,
}

/// Consecutive entries that were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFiles {
    /// What the paths of all entries begin with: where the directory is, with a slash behind it.
    pub base: String,
    /// Whether the path that was looked at is a file.
    pub is_one_file: bool,
    /// The entries, in order.
    pub entries: Vec<FoundEntry>,
    /// Where the next page begins. `None` for the last one.
    pub next: Option<String>,
    /// Whether the page ends because time was up.
    pub out_of_time: bool,
    /// What was left out on the way.
    pub skipped: Skipped,
    /// The globs that were used in place of those of the scope, relative to the directory.
    pub globs: Option<Vec<String>>,
}

/// An entry that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundEntry {
    /// Its path: relative to the root, or absolute in another grant.
    pub path: String,
    /// What it is. A link is not followed.
    pub kind: FileKind,
    /// Its metadata, if it was asked for and can be looked at.
    pub metadata: Option<Metadata>,
}

impl FoundFiles {
    fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.next.is_none() && !self.out_of_time
    }
}

/// Finds a page of entries.
pub fn find<T: Tree>(
    tree: &T,
    cwd: Option<&str>,
    request: &FindRequest<'_>,
    deadline: Deadline<'_>,
) -> Result<FoundFiles, SearchError> {
    looked_at(tree, cwd, &request.scope, request.cursor, FoundFiles::is_empty, |scope, globs| {
        let found = find_in(tree, cwd, &FindRequest { scope, ..*request }, deadline)?;
        Ok(FoundFiles { globs, ..found })
    })
}

fn find_in<T: Tree>(
    tree: &T,
    cwd: Option<&str>,
    request: &FindRequest<'_>,
    deadline: Deadline<'_>,
) -> Result<FoundFiles, SearchError> {
    let max = request.entries.unwrap_or(DEFAULT_ENTRIES);
    let max = readroom_read::in_range(readroom_read::Argument::Entries, 1..=u64::MAX, max)?;
    let max = usize::try_from(max.min(MAX_ENTRIES)).unwrap_or(usize::MAX);
    let request_key = format!("{:?}{:?}{:?}", request.scope, request.kinds, request.order);
    let cursor = SearchError::cursor(request.cursor, &request_key)?;
    let resume = match (&cursor, request.order) {
        (Some(cursor), FoundOrder::Path) => {
            Some(Resume { path: cursor.path.clone(), included: false })
        }
        _ => None,
    };
    let kinds = if request.kinds.is_empty() { &[FileKind::File] } else { request.kinds };
    let mut walk = Walk::new(tree, cwd, &request.scope, kinds)?;
    walk.resume(resume);
    let finding = Finding { walk, request, kinds, deadline, key: &request_key };
    match request.order {
        FoundOrder::Path => Ok(finding.by_path(max)),
        FoundOrder::Modified => Ok(finding.by_time(max, cursor)),
    }
}

struct Finding<'a, 't, T: Tree> {
    walk: Walk<'t, T>,
    request: &'a FindRequest<'a>,
    kinds: &'a [FileKind],
    deadline: Deadline<'a>,
    key: &'a str,
}

impl<T: Tree> Finding<'_, '_, T> {
    fn by_path(mut self, max: usize) -> FoundFiles {
        let (base, is_one_file) = (self.walk.base(), self.walk.is_one_file());
        let (mut entries, mut bytes, mut seen) = (Vec::new(), 0, 0);
        let mut last = String::new();
        let (mut next, mut out_of_time) = (None, false);
        let mut skipped = self.walk.skipped;
        while let Some(entry) = self.walk.next() {
            seen += 1;
            out_of_time = seen % ENTRIES_PER_LOOK == 0 && self.deadline.has_passed();
            let is_wanted = entry.is_taken && self.kinds.contains(&entry.kind);
            if out_of_time
                || is_wanted && (entries.len() == max || bytes + entry.path.len() > MAX_PAGE_BYTES)
            {
                let cursor = Cursor { path: last, ..Cursor::default() };
                next = Some(cursor.encode(self.key));
                break;
            }
            if is_wanted {
                bytes += entry.path.len();
                let path = [&*base, &entry.path].concat();
                let metadata = if self.request.details { self.walk.metadata() } else { None };
                entries.push(FoundEntry { path, kind: entry.kind, metadata });
            }
            last = entry.path;
            skipped = self.walk.skipped;
        }
        // What was passed after the last entry belongs to the next page, if there is one.
        let skipped = if next.is_some() { skipped } else { self.walk.skipped };
        FoundFiles { base, is_one_file, entries, next, out_of_time, skipped, globs: None }
    }

    fn by_time(mut self, max: usize, cursor: Option<Cursor>) -> FoundFiles {
        let (base, is_one_file) = (self.walk.base(), self.walk.is_one_file());
        let after = cursor.map(|cursor| key(cursor.modified, cursor.path));
        let is_first = after.is_none();
        let is_behind = |key: &Key| after.as_ref().is_none_or(|after| key > after);
        let kinds = self.kinds;
        let is_wanted = |kind| kinds.contains(&kind);
        let (dated, has_more) = newest(&mut self.walk, is_wanted, is_behind, max, MAX_PAGE_BYTES);
        let next = dated.last().filter(|_| has_more).map(|last| {
            let modified = last.metadata.and_then(|metadata| metadata.modified);
            Cursor { path: last.key.1.clone(), modified, ..Cursor::default() }.encode(self.key)
        });
        let entries =
            dated.into_iter().map(|Dated { key: (_, path), kind, metadata }| FoundEntry {
                path: [&*base, &path].concat(),
                kind,
                metadata: metadata.filter(|_| self.request.details),
            });
        let entries = entries.collect();
        FoundFiles {
            base,
            is_one_file,
            entries,
            next,
            out_of_time: false,
            // Each page walks through everything.
            skipped: if is_first { self.walk.skipped } else { Skipped::default() },
            globs: None,
        }
    }
}
