//! The files to search, in order.

use crate::cursor::{Cursor, Inside};
use crate::ranked::{Key, Rank, Ranked, Ranking};
use crate::results::Tally;
use crate::shard::ScannedFile;
use crate::walk::{Resume, compare};
use crate::{Scan, Scope, SearchError, Shard, Walk};
use readroom_core::{File, FileError, FileKind, Opened, Tree, find_within};
use readroom_matcher::Deadline;
use readroom_types::{FindOrder, FoundOrder};
use std::cmp::{Ordering, Reverse};

/// The kinds of entries searched.
const FILES: [FileKind; 1] = [FileKind::File];

/// The files listed at once for a search by time.
const LISTED: Ranking<'_> =
    Ranking { order: FindOrder::Modified, kinds: &FILES, max: 10_000, max_bytes: 4 << 20 };

/// The source of the files.
enum Source<'a, 't, T: Tree> {
    /// By path.
    Walk(Box<Walk<'t, T>>),
    /// By path: those in which scans found a match, followed by the rest after the scans.
    Scanned {
        files: std::vec::IntoIter<ScannedFile>,
        /// The entries that the scans passed.
        passed: Tally,
        rest: Option<Box<Walk<'t, T>>>,
    },
    /// By time: a list of files, the next one last. Each list is made by a walk.
    Newest {
        cwd: Option<&'a str>,
        scope: &'a Scope<'a>,
        listed: Vec<Ranked>,
        /// The file after which the next list starts, if there is one.
        next: Option<Key>,
    },
}

pub(crate) struct Files<'a, 't, T: Tree> {
    tree: &'t T,
    source: Source<'a, 't, T>,
    /// The prefix of entry paths in responses, and in the tree.
    base: String,
    absolute: String,
    /// Whether it is a single requested file.
    pub(crate) is_one_file: bool,
    /// The file that is searched from a position in it.
    inside: Option<(String, Inside)>,
    /// The entries passed without being returned, except in the current walk.
    passed: Tally,
    /// Until when files are masked.
    deadline: Deadline<'a>,
}

pub(crate) struct NextFile<'t, T: Tree> {
    /// Its path in responses.
    pub(crate) path: String,
    /// The cursor that continues after it.
    pub(crate) cursor: Cursor,
    /// Where its search starts. `None` for its beginning.
    pub(crate) inside: Option<Inside>,
    pub(crate) file: Result<File<'t, T>, FileError>,
}

impl<'a, 't, T: Tree> Files<'a, 't, T> {
    /// Returns the files in an order, after those that a cursor has passed. If they are ordered by
    /// path, those that scans have passed are left out.
    pub(crate) fn begin(
        tree: &'t T,
        cwd: Option<&'a str>,
        scope: &'a Scope<'a>,
        order: FoundOrder,
        cursor: Option<&Cursor>,
        scan: Option<Scan>,
        deadline: Deadline<'a>,
    ) -> Result<Self, SearchError> {
        let scan = scan.filter(|_| order != FoundOrder::Modified);
        let until = scan.as_ref().map(|scan| &*scan.until).filter(|until| !until.is_empty());
        let has_rest = until.is_some();
        let resume = go_on(until, cursor.filter(|_| order != FoundOrder::Modified));
        let mut walk = Walk::new(tree, cwd, scope, &FILES)?;
        walk.resume(resume);
        let mut files = Self::of(tree, cwd, scope, &walk, cursor, deadline);
        match (order, scan) {
            (FoundOrder::Path | FoundOrder::Matches, Some(scan)) => {
                let Scan { files: scanned, passed, .. } = scan;
                let rest = has_rest.then(|| walk.into());
                files.source = Source::Scanned { files: scanned.into_iter(), passed, rest };
            }
            (FoundOrder::Path | FoundOrder::Matches, None) => {
                files.source = Source::Walk(walk.into())
            }
            (FoundOrder::Modified, _) => {
                let after = cursor.map(|cursor| (Reverse(cursor.rank), cursor.path.clone()));
                let is_included = files.inside.is_some();
                files.list(walk, after.as_ref(), is_included);
            }
        }
        Ok(files)
    }

    /// Returns the files of a shard by path, after those that a cursor has passed, and the ends of
    /// the shard as paths from the start.
    pub(crate) fn of_shard(
        tree: &'t T,
        cwd: Option<&'a str>,
        scope: &'a Scope<'a>,
        shard: Shard<'_>,
        cursor: Option<&Cursor>,
        deadline: Deadline<'a>,
    ) -> Result<(Self, Option<String>, Option<String>), SearchError> {
        let mut walk = Walk::new(tree, cwd, scope, &FILES)?;
        let base = walk.base();
        let below = |entry: Option<&str>| Some(entry?.strip_prefix(&*base)?.to_string());
        let (from, end) = (below(shard.from), below(shard.to));
        walk.resume(go_on(from.as_deref(), cursor));
        walk.end_before(end.clone());
        let mut files = Self::of(tree, cwd, scope, &walk, cursor, deadline);
        files.source = Source::Walk(walk.into());
        Ok((files, from, end))
    }

    fn of(
        tree: &'t T,
        cwd: Option<&'a str>,
        scope: &'a Scope<'a>,
        walk: &Walk<'t, T>,
        cursor: Option<&Cursor>,
        deadline: Deadline<'a>,
    ) -> Self {
        Self {
            tree,
            source: Source::Newest { cwd, scope, listed: Vec::new(), next: None },
            base: walk.base(),
            absolute: walk.absolute(),
            is_one_file: walk.is_one_file(),
            inside: cursor.and_then(|cursor| Some((cursor.path.clone(), cursor.inside?))),
            passed: Tally::default(),
            deadline,
        }
    }

    /// Returns the entries passed so far without being returned.
    pub(crate) fn passed(&self) -> Tally {
        match &self.source {
            Source::Walk(walk) => self.passed + Tally { skipped: walk.skipped, ..Tally::default() },
            Source::Scanned { .. } | Source::Newest { .. } => self.passed,
        }
    }

    pub(crate) fn next(&mut self) -> Option<NextFile<'t, T>> {
        if let Source::Scanned { files, passed, rest } = &mut self.source {
            if let Some(ScannedFile { path, passed }) = files.next() {
                self.passed = passed;
                let file = self.open(&path);
                return Some(self.file(path, None, file));
            }
            self.passed = *passed;
            self.source = Source::Walk(rest.take()?);
        }
        let (path, rank, file) = match &mut self.source {
            Source::Walk(walk) => {
                let entry = loop {
                    let entry = walk.next()?;
                    if entry.kind == FileKind::File {
                        break entry;
                    }
                };
                let file = walk.open(&|read| self.deadline.masks(read));
                (entry.path, None, file)
            }
            Source::Scanned { .. } => return None,
            Source::Newest { .. } => {
                let (Reverse(rank), path) = self.next_listed()?.key;
                let file = self.open(&path);
                (path, rank, file)
            }
        };
        Some(self.file(path, rank, file))
    }

    /// Opens a file once more, by its path in responses.
    pub(crate) fn reopen(&self, path: &str) -> Result<File<'t, T>, FileError> {
        self.open(path.strip_prefix(&*self.base).unwrap_or(path))
    }

    /// Opens a file by its path from the start.
    fn open(&self, path: &str) -> Result<File<'t, T>, FileError> {
        open(self.tree, &[&*self.absolute, path].concat(), self.deadline)
    }

    fn file(
        &mut self,
        path: String,
        rank: Option<Rank>,
        file: Result<File<'t, T>, FileError>,
    ) -> NextFile<'t, T> {
        let inside = self.inside.take().filter(|(resumed, _)| *resumed == path);
        NextFile {
            path: [&*self.base, &path].concat(),
            inside: inside.map(|(_, inside)| inside),
            cursor: Cursor { path, rank, ..Cursor::default() },
            file,
        }
    }

    fn next_listed(&mut self) -> Option<Ranked> {
        loop {
            let Source::Newest { cwd, scope, listed, next } = &mut self.source else { return None };
            if let Some(ranked) = listed.pop() {
                return Some(ranked);
            }
            let after = next.take()?;
            let walk = Walk::new(self.tree, *cwd, scope, &FILES).ok()?;
            self.list(walk, Some(&after), false);
        }
    }

    fn list(&mut self, mut walk: Walk<'t, T>, after: Option<&Key>, included: bool) {
        let Source::Newest { listed, next, .. } = &mut self.source else { return };
        let is_behind = |key: &Key| match after {
            Some(after) => key > after || included && key == after,
            None => true,
        };
        let (mut found, has_more) = LISTED.first(&mut walk, is_behind);
        *next = found.last().filter(|_| has_more).map(|last| last.key.clone());
        found.reverse();
        *listed = found;
        // Each list comes from a walk through everything, and so does each page.
        self.passed.skipped = if after.is_some() { self.passed.skipped } else { walk.skipped };
    }
}

/// Opens a file by its absolute path, masked until a time.
pub(crate) fn open<'t, T: Tree>(
    tree: &'t T,
    path: &str,
    deadline: Deadline<'_>,
) -> Result<File<'t, T>, FileError> {
    match find_within(tree, path, &|read| deadline.masks(read)) {
        Ok(Opened::File(file)) => Ok(file),
        Ok(Opened::Directory(_)) => Err(FileError::NotFound),
        Err(failure) => Err(failure.error),
    }
}

/// Returns where a walk continues: at an entry, but after everything that a cursor has passed.
fn go_on(from: Option<&str>, cursor: Option<&Cursor>) -> Option<Resume> {
    let passed = cursor
        .map(|Cursor { path, inside, .. }| (path, inside.is_some()))
        .filter(|(path, _)| from.is_none_or(|from| compare(path, from) != Ordering::Less));
    match passed {
        Some((path, included)) => Some(Resume { path: path.clone(), included }),
        None => from.map(|from| Resume { path: from.into(), included: true }),
    }
}
