//! The files that are searched, in order.

use crate::cursor::{Cursor, Inside};
use crate::error::SearchError;
use crate::find::Order;
use crate::newest::{Dated, Key, key, newest};
use crate::walk::{Resume, Scope, Unseen, Walk};
use readroom_core::{File, FileError, FileKind, Opened, TrailingSlash, Tree, find};

/// The maximum number of files that are kept to be searched by time.
const MAX_LISTED: usize = 10_000;

/// The same in bytes of their paths.
const MAX_LISTED_BYTES: usize = 4 << 20;

/// In which order files are searched, and what comes first.
pub(crate) enum Source<'a, 't, T: Tree> {
    /// By path.
    Walk(Box<Walk<'t, T>>),
    /// By time: some of the files, the next one last. A walk for each such list finds them.
    Newest {
        cwd: Option<&'a str>,
        scope: &'a Scope<'a>,
        listed: Vec<Dated>,
        /// The file that the next list begins behind, if there is one.
        next: Option<Key>,
    },
}

/// The files of a search.
pub(crate) struct Files<'a, 't, T: Tree> {
    tree: &'t T,
    source: Source<'a, 't, T>,
    /// What comes before the paths of entries where answers name them, and the same for the tree.
    base: String,
    absolute: String,
    /// Whether it is one file, which was asked for.
    pub(crate) is_one_file: bool,
    /// The file that is searched from somewhere in it.
    inside: Option<(String, Inside)>,
    /// What walks that have ended did not see.
    unseen: Unseen,
}

/// A file to search.
pub(crate) struct NextFile<'t, T: Tree> {
    /// Its path as answers name it.
    pub(crate) path: String,
    /// The cursor that goes on behind it.
    pub(crate) cursor: Cursor,
    /// Where it is searched from. `None` for its beginning.
    pub(crate) inside: Option<Inside>,
    pub(crate) file: Result<File<'t, T>, FileError>,
}

impl<'a, 't, T: Tree> Files<'a, 't, T> {
    /// Returns the files in an order, behind those that a cursor has passed.
    pub(crate) fn begin(
        tree: &'t T,
        cwd: Option<&'a str>,
        scope: &'a Scope<'a>,
        order: Order,
        cursor: Option<&Cursor>,
    ) -> Result<Self, SearchError> {
        let inside = cursor.and_then(|cursor| Some((cursor.path.clone(), cursor.inside?)));
        let is_included = inside.is_some();
        let resume = cursor
            .filter(|_| order == Order::Path)
            .map(|cursor| Resume { path: cursor.path.clone(), included: is_included });
        let walk = Walk::begin(tree, cwd, scope, resume)?;
        let mut files = Self {
            tree,
            base: walk.base(),
            absolute: walk.absolute(),
            is_one_file: walk.is_one_file(),
            inside,
            unseen: Unseen::default(),
            source: Source::Newest { cwd, scope, listed: Vec::new(), next: None },
        };
        match order {
            Order::Path => files.source = Source::Walk(walk.into()),
            Order::Modified => {
                let after = cursor.map(|cursor| key(cursor.modified, cursor.path.clone()));
                files.list(walk, after.as_ref(), is_included);
            }
        }
        Ok(files)
    }

    /// Returns what was not seen so far.
    pub(crate) fn unseen(&self) -> Unseen {
        match &self.source {
            Source::Walk(walk) => walk.unseen,
            Source::Newest { .. } => self.unseen,
        }
    }

    /// Returns the next file.
    pub(crate) fn next(&mut self) -> Option<NextFile<'t, T>> {
        let (path, modified, file) = match &mut self.source {
            Source::Walk(walk) => {
                let entry = loop {
                    match walk.next() {
                        Some(entry) if entry.kind == FileKind::File => break entry,
                        Some(_) => {}
                        None => return None,
                    }
                };
                let file = walk.open();
                (entry.path, None, file)
            }
            Source::Newest { .. } => {
                let Dated { key, metadata, .. } = self.next_listed()?;
                let place = [&*self.absolute, &key.1].concat();
                let file = match find(self.tree, None, &place, TrailingSlash::Ignored) {
                    Ok(Opened::File(file)) => Ok(file),
                    Ok(Opened::Directory(_)) => Err(FileError::NotFound),
                    Err(failure) => Err(failure.error),
                };
                (key.1, metadata.and_then(|metadata| metadata.modified), file)
            }
        };
        let inside = self.inside.take().filter(|(resumed, _)| *resumed == path);
        Some(NextFile {
            path: [&*self.base, &path].concat(),
            inside: inside.map(|(_, inside)| inside),
            cursor: Cursor { path, modified, inside: None },
            file,
        })
    }

    fn next_listed(&mut self) -> Option<Dated> {
        loop {
            let Source::Newest { cwd, scope, listed, next } = &mut self.source else { return None };
            if let Some(dated) = listed.pop() {
                return Some(dated);
            }
            let after = next.take()?;
            let walk = Walk::begin(self.tree, *cwd, scope, None).ok()?;
            self.list(walk, Some(&after), false);
        }
    }

    fn list(&mut self, mut walk: Walk<'t, T>, after: Option<&Key>, included: bool) {
        let Source::Newest { listed, next, .. } = &mut self.source else { return };
        let is_wanted = |kind| kind == FileKind::File;
        let is_behind = |key: &Key| match after {
            Some(after) => key > after || included && key == after,
            None => true,
        };
        let (mut found, has_more) =
            newest(&mut walk, is_wanted, is_behind, MAX_LISTED, MAX_LISTED_BYTES);
        *next = found.last().filter(|_| has_more).map(|last| last.key.clone());
        found.reverse();
        *listed = found;
        self.unseen = walk.unseen;
    }
}
