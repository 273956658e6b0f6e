//! Finds files by name.

use crate::cursor::Cursor;
use crate::files::open;
use crate::measured::{Measured, measure, text_length};
use crate::ranked::{Key, Ranked, Ranking};
use crate::relative_globs::looked_at;
use crate::walk::Resume;
use crate::{Scope, SearchError, Skipped, TextLength, Walk};
use readroom_core::{FileKind, Metadata, Tree};
use readroom_matcher::Deadline;
use readroom_types::FindOrder;
use std::cmp::Reverse;

/// The default number of entries per page.
pub const DEFAULT_ENTRIES: u64 = 1000;

/// The maximum number of entries per page; larger numbers are capped.
const MAX_ENTRIES: u64 = 100_000;

/// The maximum size of the paths of a page in bytes.
const MAX_PAGE_BYTES: usize = 4 * 1024 * 1024;

/// The number of entries between checks of the time.
const ENTRIES_PER_LOOK: u64 = 64;

/// A request for entries.
#[derive(Clone, Copy, Debug)]
pub struct FindRequest<'a> {
    /// The scope.
    pub scope: Scope<'a>,
    /// The kinds of entries. Empty means regular files.
    pub kinds: &'a [FileKind],
    /// The order of the entries.
    pub order: FindOrder,
    /// Whether to fetch sizes and times.
    pub details: bool,
    /// Whether to count the lines and tokens of text files.
    pub lines: bool,
    /// The cursor of the previous page.
    pub cursor: Option<&'a str>,
    /// The maximum number of entries.
    pub entries: Option<u64>,
}

/// Consecutive entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFiles {
    /// The common prefix of all paths: the directory, with a slash at its end.
    pub base: String,
    /// Whether the requested path is a file.
    pub is_one_file: bool,
    /// The entries, in order.
    pub entries: Vec<FoundEntry>,
    /// The cursor of the next page. `None` for the last one.
    pub next: Option<String>,
    /// Whether the page ends because the time limit was reached.
    pub out_of_time: bool,
    /// The entries left out on the way.
    pub skipped: Skipped,
    /// The globs used in place of those of the scope, relative to the directory.
    pub globs: Option<Vec<String>>,
}

/// An entry that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundEntry {
    /// Its path: relative to the root, or absolute in another grant.
    pub path: String,
    /// Its kind. A link is not followed.
    pub kind: FileKind,
    /// Its metadata, if requested and available.
    pub metadata: Option<Metadata>,
    /// The length of its text, if requested and known.
    pub length: Option<TextLength>,
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
    let cursor = Cursor::of(request.cursor, &request_key)?;
    let resume = match (&cursor, request.order) {
        (Some(cursor), FindOrder::Path) => {
            Some(Resume { path: cursor.path.clone(), included: false })
        }
        _ => None,
    };
    let kinds = if request.kinds.is_empty() { &[FileKind::File] } else { request.kinds };
    let mut walk = Walk::new(tree, cwd, &request.scope, kinds)?;
    walk.resume(resume);
    let finding = Finding { tree, walk, request, kinds, deadline, key: &request_key };
    match request.order {
        FindOrder::Path => Ok(finding.by_path(max)),
        FindOrder::Modified | FindOrder::Size | FindOrder::Lines => {
            Ok(finding.by_rank(max, cursor))
        }
    }
}

struct Finding<'a, 't, T: Tree> {
    tree: &'t T,
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
            let is_full = entries.len() == max || bytes + entry.path.len() > MAX_PAGE_BYTES;
            let measured = match is_wanted && !is_full && !out_of_time {
                true => self.measure(entry.kind),
                false => Measured::default(),
            };
            // A file that could not be read in time is the first one of the next page.
            let may_be_unread = self.request.lines && measured.length.is_none();
            out_of_time |= may_be_unread && !entries.is_empty() && self.deadline.has_passed();
            if out_of_time || is_wanted && is_full {
                let cursor = Cursor { path: last, ..Cursor::default() };
                next = Some(cursor.encode(self.key));
                break;
            }
            if is_wanted {
                bytes += entry.path.len();
                let path = [&*base, &entry.path].concat();
                entries.push(self.entry(path, entry.kind, measured));
            }
            last = entry.path;
            skipped = self.walk.skipped;
        }
        // Entries passed after the last returned one belong to the next page, if there is one.
        let skipped = if next.is_some() { skipped } else { self.walk.skipped };
        FoundFiles { base, is_one_file, entries, next, out_of_time, skipped, globs: None }
    }

    fn measure(&mut self, kind: FileKind) -> Measured {
        match self.request {
            FindRequest { details: false, lines: false, .. } => Measured::default(),
            request => measure(&mut self.walk, kind, request.lines, Some(self.deadline)),
        }
    }

    fn entry(&self, path: String, kind: FileKind, measured: Measured) -> FoundEntry {
        let Measured { metadata, length } = measured;
        FoundEntry { path, kind, metadata: metadata.filter(|_| self.request.details), length }
    }

    fn by_rank(mut self, max: usize, cursor: Option<Cursor>) -> FoundFiles {
        let (base, is_one_file) = (self.walk.base(), self.walk.is_one_file());
        let after = cursor.map(|cursor| (Reverse(cursor.rank), cursor.path));
        let is_first = after.is_none();
        let is_behind = |key: &Key| after.as_ref().is_none_or(|after| key > after);
        let ranking = Ranking {
            order: self.request.order,
            kinds: self.kinds,
            max,
            max_bytes: MAX_PAGE_BYTES,
        };
        let (ranked, has_more) = ranking.first(&mut self.walk, is_behind);
        let next = ranked.last().filter(|_| has_more).map(|last| {
            let (Reverse(rank), path) = last.key.clone();
            Cursor { path, rank, ..Cursor::default() }.encode(self.key)
        });
        let absolute = self.walk.absolute();
        let entries = ranked.into_iter().map(|Ranked { key: (_, path), kind, mut measured }| {
            let is_counted = self.request.order == FindOrder::Lines || kind != FileKind::File;
            if self.request.lines && !is_counted {
                let file = open(self.tree, &[&*absolute, &path].concat(), Deadline::NEVER);
                measured.length = file.ok().and_then(|file| text_length(&file, None));
            }
            self.entry([&*base, &path].concat(), kind, measured)
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
