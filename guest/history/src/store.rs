//! The objects of a repository on disk: loose, in packs, and in the stores of other repositories.

mod blocks;
mod cache;
mod delta;
mod graph_file;
mod inflate;
mod loose;
mod pack;
mod pack_index;

use crate::error::HistoryError;
use crate::git_directory::GitDirectory;
use crate::object::{Links, Object, ObjectKind, Objects};
use crate::object_id::{ObjectFormat, ObjectId};
use crate::store::blocks::{BlockFile, Buffers};
use crate::store::graph_file::{GraphFile, MAX_GRAPH_BYTES};
use crate::store::pack::Pack;
pub(crate) use crate::store::pack::offset_varint;
use crate::store::pack_index::PackIndex;
use readroom_core::{FileError, PathStyle, Tree};
use std::cell::{Cell, OnceCell};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::rc::Rc;

/// How far stores refer to each other, as for git.
const MAX_DEPTH: usize = 5;

/// The maximum number of stores that others refer to.
const MAX_ALTERNATES: u64 = 64;

/// The maximum size of a list of alternates, in bytes.
const MAX_LIST_BYTES: u64 = 1 << 20;

/// The maximum number of packs.
const MAX_PACKS: usize = 4096;

/// The maximum number of objects that are found by their first digits.
const MAX_FOUND: usize = 10;

/// The minimum number of digits of an abbreviated hash.
const MIN_DIGITS: usize = 4;

/// The objects of a repository on disk.
pub struct ObjectStore<'t, T: Tree> {
    format: ObjectFormat,
    /// The directory of the repository, and those of its alternates.
    directories: Vec<GitDirectory<'t, T>>,
    packs: Vec<PackSlot<'t, T>>,
    /// The pack that had the last object.
    last_pack: Cell<usize>,
    graph: OnceCell<Option<GraphFile>>,
    buffers: Rc<Buffers>,
    empty_tree: Option<ObjectId>,
    /// An alternate outside the grants, which may contain what is missing.
    outside: Option<String>,
    /// The error about the first pack that could not be opened because it is damaged.
    damage: OnceCell<HistoryError>,
    /// Whether git fetches objects when they are needed.
    is_partial: bool,
}

/// A pack that is opened when it is first searched.
struct PackSlot<'t, T: Tree> {
    /// The number of its directory.
    directory: usize,
    /// Its path without the extension.
    path: String,
    /// `None` inside if it was removed since it was listed, or is damaged.
    pack: OnceCell<Option<Pack<'t, T>>>,
}

impl<'t, T: Tree> ObjectStore<'t, T> {
    /// Opens the store in a directory, an absolute name that ends with `.git/objects`, and its
    /// alternates inside the grants. The absence of an object is an error about an alternate
    /// outside, if there is one.
    pub fn open_at(tree: &'t T, path: &str, format: ObjectFormat) -> Result<Self, HistoryError> {
        let objects = GitDirectory::open(tree, path)?;
        let objects = objects.ok_or_else(|| HistoryError::damaged(path, "it is missing"))?;
        let mut store = Self {
            format,
            directories: vec![objects],
            packs: Vec::new(),
            last_pack: Cell::new(0),
            graph: OnceCell::new(),
            buffers: Rc::new(Buffers::new()),
            empty_tree: format.empty_tree(),
            outside: None,
            damage: OnceCell::new(),
            is_partial: false,
        };
        store.add_alternates()?;
        for directory in 0..store.directories.len() {
            store.list_packs(directory)?;
        }
        Ok(store)
    }

    fn add_alternates(&mut self) -> Result<(), HistoryError> {
        let mut seen = BTreeSet::new();
        seen.extend(self.directories.iter().map(GitDirectory::name));
        let mut from = 0;
        for _ in 0..=MAX_DEPTH {
            let mut found = Vec::new();
            for directory in self.directories.iter().skip(from) {
                let list = directory.content("info/alternates", MAX_LIST_BYTES)?;
                let list = list.unwrap_or_default();
                for line in list.split(|byte| *byte == b'\n') {
                    let Ok(line) = str::from_utf8(line) else { continue };
                    if line.is_empty() || line.starts_with('#') {
                        continue;
                    }
                    let name = directory.name();
                    let is_absolute = PathStyle::of(&name).is_absolute(line);
                    let path = if is_absolute { line.into() } else { [&*name, "/", line].concat() };
                    match GitDirectory::open(directory.tree, &path) {
                        Ok(Some(other)) if seen.insert(other.name()) => found.push(other),
                        Ok(_) => {}
                        Err(HistoryError::File { error: FileError::OutsideRoot, .. }) => {
                            self.outside.get_or_insert(path);
                        }
                        Err(error) => return Err(error),
                    }
                    HistoryError::check_max(seen.len() as u64, MAX_ALTERNATES, "alternates")?;
                }
            }
            from = self.directories.len();
            self.directories.append(&mut found);
        }
        Ok(())
    }

    fn list_packs(&mut self, directory: usize) -> Result<(), HistoryError> {
        let (mut indexes, mut packs) = (BTreeSet::new(), BTreeSet::new());
        let Some(objects) = self.directories.get(directory) else { return Ok(()) };
        let is_partial = &mut self.is_partial;
        let max = MAX_PACKS.saturating_sub(self.packs.len());
        objects.each_name("pack", &mut |name, _| {
            // Their names vary: `git maintenance` writes `loose-…`.
            let path = |stem: &str| ["pack/", stem].concat();
            match name.rsplit_once('.') {
                Some((stem, "idx")) => drop(indexes.insert(path(stem))),
                Some((stem, "pack")) => drop(packs.insert(path(stem))),
                Some((_, "promisor")) => *is_partial = true,
                _ => {}
            }
            let count = indexes.len().max(packs.len());
            if count > max { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        let count = self.packs.len() + indexes.len().max(packs.len());
        HistoryError::check_max(count as u64, MAX_PACKS as u64, "packs")?;
        let whole = packs.into_iter().filter(|path| indexes.contains(path));
        let slot = |path| PackSlot { directory, path, pack: OnceCell::new() };
        self.packs.extend(whole.map(slot));
        Ok(())
    }

    /// Returns the pack in a slot. `None` if it was removed or is damaged.
    fn pack<'s>(&self, slot: &'s PackSlot<'t, T>) -> Result<Option<&'s Pack<'t, T>>, HistoryError> {
        if let Some(pack) = slot.pack.get() {
            return Ok(pack.as_ref());
        }
        let pack = match self.open_pack(slot) {
            Err(error @ HistoryError::Damaged { .. }) => {
                self.damage.get_or_init(|| error);
                None
            }
            pack => pack?,
        };
        Ok(slot.pack.get_or_init(|| pack).as_ref())
    }

    fn open_pack(&self, slot: &PackSlot<'t, T>) -> Result<Option<Pack<'t, T>>, HistoryError> {
        let open = |extension: &str| {
            let path = [&*slot.path, extension].concat();
            self.directories.get(slot.directory).map_or(Ok(None), |objects| objects.file(&path))
        };
        let (Some(index), Some(pack)) = (open(".idx")?, open(".pack")?) else { return Ok(None) };
        let index = PackIndex::open(BlockFile::new(index, &self.buffers), self.format)?;
        Pack::open(BlockFile::new(pack, &self.buffers), index, self.format).map(Some)
    }

    /// Reads an object, or its kind and size, from a pack or its own file. A damaged copy is left
    /// out, as by git: it is an error only if no other one is whole.
    fn read(
        &self,
        id: ObjectId,
        wants_data: bool,
    ) -> Result<(ObjectKind, u64, Option<Object>), HistoryError> {
        if Some(id) == self.empty_tree {
            let tree = Object { kind: ObjectKind::Tree, data: Rc::default() };
            return Ok((tree.kind, 0, Some(tree)));
        }
        let mut damage = None;
        let last = self.last_pack.get();
        let others = (0..self.packs.len()).filter(|number| *number != last);
        for number in std::iter::once(last).chain(others) {
            let Some(slot) = self.packs.get(number) else { continue };
            let Some(pack) = self.pack(slot)? else { continue };
            match pack.read(id, wants_data) {
                Ok(None) => {}
                Err(error @ HistoryError::Damaged { .. }) => drop(damage.get_or_insert(error)),
                Err(error) => return Err(error),
                Ok(Some(found)) => {
                    self.last_pack.set(number);
                    return Ok(found);
                }
            }
        }
        let digits = id.to_string();
        let (first, rest) = digits.split_at_checked(2).unwrap_or_default();
        let path = [first, "/", rest].concat();
        for directory in &self.directories {
            if let Some(file) = directory.file(&path)? {
                return loose::read(&file, id, &self.buffers.inflater, wants_data);
            }
        }
        Err(match (damage.or_else(|| self.damage.get().cloned()), &self.outside) {
            (Some(error), _) => error,
            (_, Some(directory)) => HistoryError::OutsideRoot { directory: directory.clone() },
            _ if self.is_partial => HistoryError::NotFetched(id),
            _ => HistoryError::MissingObject(id),
        })
    }
}

impl<T: Tree> Objects for ObjectStore<'_, T> {
    fn object(&self, id: ObjectId) -> Result<Object, HistoryError> {
        let (_, _, object) = self.read(id, true)?;
        object.ok_or(HistoryError::MissingObject(id))
    }

    fn header(&self, id: ObjectId) -> Result<(ObjectKind, u64), HistoryError> {
        let (kind, size, _) = self.read(id, false)?;
        Ok((kind, size))
    }

    fn links(&self, id: ObjectId) -> Option<Links> {
        let open = || {
            let file = self.directories.first()?.file("info/commit-graph").ok()??;
            GraphFile::new(file.bytes(MAX_GRAPH_BYTES).ok()??, self.format)
        };
        self.graph.get_or_init(open).as_ref()?.links(id)
    }

    fn find_prefix(&self, digits: &str) -> Result<Vec<ObjectId>, HistoryError> {
        let (digits, length) = (digits.to_ascii_lowercase(), 2 * self.format.bytes());
        let padded = format!("{digits:0<length$}");
        let start = ObjectId::from_hex(self.format, padded.as_bytes());
        let Some(start) = start.filter(|_| digits.len() >= MIN_DIGITS) else {
            return Ok(Vec::new());
        };
        let mut found = BTreeSet::new();
        for slot in &self.packs {
            let Some(pack) = self.pack(slot)? else { continue };
            // The same objects may be in every pack: the limit holds in each of them.
            let mut left = MAX_FOUND;
            pack.index.each_from(start, &mut |id| {
                if left == 0 || !id.to_string().starts_with(&digits) {
                    return ControlFlow::Break(());
                }
                left -= 1;
                found.insert(id);
                ControlFlow::Continue(())
            })?;
        }
        let (first, rest) = digits.split_at_checked(2).unwrap_or_default();
        for directory in &self.directories {
            directory.each_name(first, &mut |name, _| {
                if name.starts_with(rest) {
                    let name = [first, name].concat();
                    found.extend(ObjectId::from_hex(self.format, name.as_bytes()));
                    if found.len() > MAX_FOUND {
                        found.pop_last();
                    }
                }
                ControlFlow::Continue(())
            })?;
        }
        match self.damage.get().filter(|_| found.is_empty()) {
            Some(error) => Err(error.clone()),
            None => Ok(found.into_iter().take(MAX_FOUND).collect()),
        }
    }
}
