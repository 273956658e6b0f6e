//! Which files differ between two trees.

use crate::change::{Change, Changes, FileState};
use crate::error::HistoryError;
use crate::file_mode::FileMode;
use crate::object::{ObjectKind, Objects};
use crate::object_id::ObjectId;
use crate::tree_entry::{TreeEntry, tree_entries};
use readroom_core::FileKind;
use std::cell::Cell;
use std::cmp::Ordering;
use std::rc::Rc;

/// The maximum number of entries that wait to be compared, and the size of their paths in bytes.
const MAX_PENDING: u64 = 300_000;
const MAX_PENDING_BYTES: u64 = 16 << 20;

/// The maximum number of entries that are compared, of which a long path counts as several. Trees
/// that share their subtrees can have more entries than any disk.
const MAX_ENTRIES: u64 = 1_000_000;
const BYTES_OF_ENTRY: u64 = 256;

/// The maximum depth of a tree.
const MAX_DEPTH: u32 = 4096;

/// Returns whether a path is wanted: a file, or anything below a directory.
pub(crate) type Wanted<'a> = &'a dyn Fn(&str, FileKind) -> bool;

/// Returns the changes between two trees in git's order. `None` is an empty tree. Directories that
/// are not wanted, or that have the same object, are not read.
pub fn tree_changes(
    objects: &dyn Objects,
    from: Option<ObjectId>,
    to: Option<ObjectId>,
    wanted: Wanted<'_>,
) -> Result<Vec<Change>, HistoryError> {
    Ok(counted_changes(objects, from, to, wanted)?.0)
}

/// Returns the same, and the number of entries that differ and are left out because their names are
/// not Unicode.
pub(crate) fn counted_changes(
    objects: &dyn Objects,
    from: Option<ObjectId>,
    to: Option<ObjectId>,
    wanted: Wanted<'_>,
) -> Result<(Vec<Change>, u64), HistoryError> {
    let (mut diff, mut changes) = (TreeDiff::new(objects, from, to, wanted), Changes::default());
    diff.try_for_each(|change| changes.push(change?))?;
    Ok((changes.all, diff.unnamed))
}

/// Returns the files of a tree in git's order, as `git ls-tree -r` does.
pub fn flat_listing<'a>(
    objects: &'a dyn Objects,
    tree: ObjectId,
    wanted: Wanted<'a>,
) -> impl Iterator<Item = Result<FileState, HistoryError>> {
    let diff = TreeDiff::new(objects, None, Some(tree), wanted);
    diff.filter_map(|change| change.map(|change| change.to).transpose())
}

/// Returns the changes between two listings that are sorted by the bytes of their paths. Only the
/// changes are kept.
pub fn listing_changes(
    from: impl Iterator<Item = Result<FileState, HistoryError>>,
    to: impl Iterator<Item = Result<FileState, HistoryError>>,
) -> Result<Vec<Change>, HistoryError> {
    let mut changes = Changes::default();
    let by_path = |from: &Result<FileState, _>, to: &Result<FileState, _>| match (from, to) {
        (Ok(from), Ok(to)) => from.path.cmp(&to.path),
        // A failure comes first.
        (from, to) => from.is_ok().cmp(&to.is_ok()),
    };
    for (from, to) in merged(from, to, by_path) {
        if let Some(change) = Change::between(from.transpose()?, to.transpose()?) {
            changes.push(change)?;
        }
    }
    Ok(changes.all)
}

/// The entries that differ in two trees.
struct TreeDiff<'a> {
    objects: &'a dyn Objects,
    wanted: Wanted<'a>,
    /// The next entries, the first one last.
    pending: Vec<Pair>,
    /// The size of their paths in bytes.
    bytes: u64,
    /// The number of entries that were compared.
    entries: u64,
    /// The number of entries that are left out because their names are not Unicode.
    unnamed: u64,
}

/// Two entries of the same name, of which at least one is there. If one is a directory, so is the
/// other.
struct Pair {
    path: String,
    depth: u32,
    from: Option<(FileMode, ObjectId)>,
    to: Option<(FileMode, ObjectId)>,
}

impl Iterator for TreeDiff<'_> {
    type Item = Result<Change, HistoryError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let pair = self.pending.pop()?;
            self.bytes -= pair.path.len() as u64;
            let is_directory = |entry: Option<(FileMode, ObjectId)>| {
                entry.is_some_and(|(mode, _)| mode == FileMode::Directory)
            };
            if is_directory(pair.from) || is_directory(pair.to) {
                let start = self.pending.len();
                if let Err(error) = self.compare(&pair) {
                    self.pending.clear();
                    return Some(Err(error));
                }
                self.pending.get_mut(start..).unwrap_or_default().reverse();
                continue;
            }
            let Pair { path, from, to, .. } = pair;
            let state = |(mode, id)| FileState { path: path.clone(), mode, id: Some(id) };
            let change = Change::between(from.map(state), to.map(state));
            if change.is_some() {
                return change.map(Ok);
            }
        }
    }
}

impl<'a> TreeDiff<'a> {
    fn new(
        objects: &'a dyn Objects,
        from: Option<ObjectId>,
        to: Option<ObjectId>,
        wanted: Wanted<'a>,
    ) -> Self {
        let root = |tree: ObjectId| (FileMode::Directory, tree);
        let (from, to) = (from.map(root), to.map(root));
        let pending = vec![Pair { path: String::new(), depth: 0, from, to }];
        Self { objects, wanted, pending, bytes: 0, entries: 0, unnamed: 0 }
    }

    /// Adds the wanted entries that differ in two directories.
    fn compare(&mut self, directory: &Pair) -> Result<(), HistoryError> {
        let Some((_, id)) = directory.to.or(directory.from) else { return Ok(()) };
        if directory.depth > MAX_DEPTH {
            let why = format!("it is below more than {MAX_DEPTH} directories");
            return Err(HistoryError::damaged(id, why));
        }
        let (from, to) = (self.data(directory.from)?, self.data(directory.to)?);
        let failure = Cell::new(None);
        let entries = |tree: Option<(FileMode, ObjectId)>, data| {
            tree_entries(tree.map_or(id, |(_, tree)| tree), data)
                .map_while(|entry| entry.map_err(|error| failure.set(Some(error))).ok())
        };
        self.entries += 1;
        for (from, to) in
            merged(entries(directory.from, &from), entries(directory.to, &to), by_name)
        {
            self.entries += 1;
            HistoryError::check_max(self.entries, MAX_ENTRIES, "entries of trees")?;
            let Some(TreeEntry { name, raw_name, mode, .. }) = to.or(from) else { continue };
            let object = |entry: TreeEntry<'_>| (entry.mode, entry.id);
            let (from, to) = (from.map(object), to.map(object));
            if from == to {
                continue;
            }
            let around = if directory.path.is_empty() { "" } else { "/" };
            let path = [&*directory.path, around, &String::from_utf8_lossy(raw_name)].concat();
            if !(self.wanted)(&path, mode.kind()) {
                continue;
            }
            if name.is_none() {
                self.unnamed += 1;
                continue;
            }
            let bytes = path.len() as u64;
            (self.bytes, self.entries) =
                (self.bytes + bytes, self.entries + bytes / BYTES_OF_ENTRY);
            self.pending.push(Pair { path, depth: directory.depth + 1, from, to });
            HistoryError::check_max(self.pending.len() as u64, MAX_PENDING, "entries of trees")?;
            HistoryError::check_max(self.bytes, MAX_PENDING_BYTES, "bytes in paths of trees")?;
        }
        failure.take().map_or(Ok(()), Err)
    }

    fn data(&self, tree: Option<(FileMode, ObjectId)>) -> Result<Rc<[u8]>, HistoryError> {
        tree.map_or(Ok(Rc::default()), |(_, id)| self.objects.data(id, ObjectKind::Tree))
    }
}

/// Compares the names of entries as git sorts them: a directory's ends with a slash.
fn by_name(from: &TreeEntry<'_>, to: &TreeEntry<'_>) -> Ordering {
    let bytes =
        |entry: &TreeEntry<'_>| (entry.mode == FileMode::Directory).then_some(b'/').into_iter();
    let from_bytes = from.raw_name.iter().copied().chain(bytes(from));
    from_bytes.cmp(to.raw_name.iter().copied().chain(bytes(to)))
}

/// Pairs the equal items of two sorted sequences. Ends for any order of them.
pub(crate) fn merged<T>(
    from: impl Iterator<Item = T>,
    to: impl Iterator<Item = T>,
    compare: impl Fn(&T, &T) -> Ordering,
) -> impl Iterator<Item = (Option<T>, Option<T>)> {
    let (mut from, mut to) = (from.peekable(), to.peekable());
    std::iter::from_fn(move || {
        let order = match (from.peek(), to.peek()) {
            (Some(from), Some(to)) => compare(from, to),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return None,
        };
        let from = if order.is_le() { from.next() } else { None };
        Some((from, if order.is_ge() { to.next() } else { None }))
    })
}
