//! The working tree: what changed in it since it was added to the index.

use crate::attributes::{Attributes, FileAttributes, MAX_ATTRIBUTES_BYTES};
use crate::error::HistoryError;
use crate::file_mode::FileMode;
use crate::index::{Index, IndexEntry};
use crate::line_endings::{LineEndConversion, convert_to_git};
use crate::object::{MAX_OBJECT_BYTES, ObjectKind, Objects};
use crate::object_id::ObjectId;
use crate::work_file::WorkFile;
use crate::work_tree_selection::{UntrackedEntries, Walked, WorkTreeSelection, is_below};
use readroom_core::{
    Directory, FileError, FileKind, MAX_PATH_BYTES, Metadata, Opened, TrailingSlash, Tree, find,
};
use readroom_search::{Walk, WalkEntry};
use std::cell::RefCell;
use std::rc::Rc;

/// The maximum number of changes, and the size of the paths of untracked entries in bytes.
const MAX_CHANGES: usize = 100_000;
const MAX_UNTRACKED_BYTES: usize = 16 << 20;

/// The beginning of the objects that git-lfs stores in place of large files.
const LFS_POINTER: &[u8] = b"version https://git-lfs.github.com/spec/v1\n";
const MAX_LFS_POINTER_BYTES: u64 = 1024;

/// The configuration that decides about files of the working tree.
#[derive(Clone, Debug)]
pub struct WorkTreeConfig {
    /// Whether `core.autocrlf` is `true` or `input`: CRLF of files without attributes is stored as
    /// LF.
    pub converts_line_ends: bool,
    /// `core.symlinks`: without it, links are files that contain their targets.
    pub has_links: bool,
    /// `core.sparseCheckout`: files that should not be there are compared if they are.
    pub is_sparse: bool,
    /// The content of `.git/info/exclude`.
    pub exclude: Vec<u8>,
    /// The content of `.git/info/attributes`.
    pub attributes: Vec<u8>,
}

impl Default for WorkTreeConfig {
    fn default() -> Self {
        Self {
            converts_line_ends: false,
            has_links: true,
            is_sparse: false,
            exclude: Vec::new(),
            attributes: Vec::new(),
        }
    }
}

/// What differs between the working tree and the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkTreeStatus {
    /// A file of which only the path is in the index (`intent-to-add`).
    Added,
    /// Other content.
    Modified,
    /// The file is absent.
    Deleted,
    /// A link in place of a file, for example.
    TypeChanged,
    /// A conflict.
    Unmerged,
    /// The file, or the whole directory, is not in the index.
    Untracked,
}

impl WorkTreeStatus {
    /// Returns its letter in the output of git.
    pub fn letter(self) -> char {
        match self {
            Self::Added => 'A',
            Self::Modified => 'M',
            Self::Deleted => 'D',
            Self::TypeChanged => 'T',
            Self::Unmerged => 'U',
            Self::Untracked => '?',
        }
    }
}

/// A difference between the working tree and the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkTreeChange {
    /// The path from the top of the working tree. That of a directory ends with a slash.
    pub path: String,
    /// What differs.
    pub status: WorkTreeStatus,
    /// The mode and the object in the index, without a conflict.
    pub index: Option<(FileMode, ObjectId)>,
    /// The mode in the working tree. `None` if nothing is there that git stores.
    pub mode: Option<FileMode>,
}

/// A working tree.
///
/// Differences from `git status`:
/// - The index decides which files are executable, because the tree does not say.
/// - Submodules are not entered: only their presence is compared.
/// - A file whose size and time changed, but not its content as git would store it, is unchanged, as
///   for `git diff`.
/// - Filters are not run, `ident` and `working-tree-encoding` are not applied. A file in place of a
///   pointer of git-lfs is unchanged if its size is the one in the pointer.
/// - If an object is missing or too large, its file counts as modified once its time differs.
/// - Of the files that git finds by its configuration, only those in `.git/info` count. Names match
///   in their case. An ignore file that is only in the index does not count.
/// - A nested repository is recognized by `.git/HEAD`, or by a file `.git` that names a directory.
pub struct WorkTree<'a, T: Tree> {
    tree: &'a T,
    grant: usize,
    top: Directory<'a, T>,
    index: &'a Index,
    objects: &'a dyn Objects,
    config: WorkTreeConfig,
    attributes: RefCell<Attributes>,
}

impl<'a, T: Tree> WorkTree<'a, T> {
    /// Opens a working tree in a grant by its absolute name.
    pub fn open(
        tree: &'a T,
        grant: usize,
        path: &str,
        index: &'a Index,
        objects: &'a dyn Objects,
        config: WorkTreeConfig,
    ) -> Result<Self, HistoryError> {
        let top = open_directory(tree, path)?;
        let attributes = Attributes::new(&config.attributes).into();
        Ok(Self { tree, grant, top, index, objects, config, attributes })
    }

    /// Returns the changes at a path and below it, all if it is empty, sorted by path. Entries that
    /// the policy of the tree denies are left out.
    pub fn changes(
        &self,
        below: &str,
        untracked: UntrackedEntries,
    ) -> Result<Vec<WorkTreeChange>, HistoryError> {
        let walked = Walked::new(self.index, below.trim_matches('/'), untracked);
        let mut changes = Vec::new();
        let seen = self.walk(&walked, &mut changes)?;
        let unlisted = walked.unlisted.into_inner();
        for ((path, entry), is_seen) in self.index.entries().zip(seen) {
            let is_unknown = || {
                let mut directories = path.match_indices('/').map(|(at, _)| path.get(..at));
                unlisted.contains("")
                    || directories.any(|it| it.is_some_and(|it| unlisted.contains(it)))
                    || path.len() > MAX_PATH_BYTES
            };
            let status = match entry.stage {
                0 if is_seen || entry.is_assumed_valid || entry.skips_work_tree => continue,
                0 if is_unknown() => continue,
                0 => WorkTreeStatus::Deleted,
                _ => WorkTreeStatus::Unmerged,
            };
            let is_again = changes.last().is_some_and(|last: &WorkTreeChange| last.path == path);
            if is_below(path, walked.below) && !is_again && !self.denies(path, entry.mode.kind()) {
                changes.push(change(path, status, Some(entry), None));
                check_count(changes.len())?;
            }
        }
        for (path, mode) in walked.found.into_inner() {
            changes.push(change(&path, WorkTreeStatus::Untracked, None, Some(mode)));
        }
        check_count(changes.len())?;
        changes.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(changes)
    }

    /// Adds the changes of tracked files that are there. Returns for each entry of the index
    /// whether it is.
    fn walk(
        &self,
        walked: &Walked<'_>,
        changes: &mut Vec<WorkTreeChange>,
    ) -> Result<Vec<bool>, HistoryError> {
        let name = self.name();
        let selection = WorkTreeSelection::new(walked, &self.config.exclude, self.length_in_tree());
        let top = open_directory(self.tree, &name)?;
        let mut walk = Walk::through(self.tree, top, Box::new(selection));
        let mut seen = vec![false; self.index.entries().count()];
        while let Some(WalkEntry { path, kind, .. }) = walk.next() {
            let (number, _) = self.index.numbers_at(&path);
            let Some(entry) = self.index.at(&path).first() else {
                if kind != FileKind::Directory {
                    let is_link = kind == FileKind::Link;
                    let mode = if is_link { FileMode::Link } else { FileMode::File };
                    walked.add_untracked(&path, mode);
                    let is_full = walked.found_bytes.get() > MAX_UNTRACKED_BYTES;
                    check_count(if is_full { usize::MAX } else { walked.found.borrow().len() })?;
                }
                continue;
            };
            // Git takes a file in place of which there is a directory for deleted.
            if kind == FileKind::Directory && entry.mode != FileMode::Submodule {
                continue;
            }
            if let Some(seen) = seen.get_mut(number) {
                *seen = true;
            }
            let metadata = walk.metadata();
            let is_compared = entry.stage == 0
                && !entry.is_assumed_valid
                && (!entry.skips_work_tree || self.config.is_sparse);
            if let Some(metadata) = metadata.filter(|_| is_compared)
                && let Some((status, mode)) = self.compare(&path, entry, kind, metadata)?
            {
                changes.push(change(&path, status, Some(entry), mode));
                check_count(changes.len())?;
            }
        }
        Ok(seen)
    }

    /// Compares a tracked entry that is there. `None` if it is unchanged.
    fn compare(
        &self,
        path: &str,
        entry: &IndexEntry,
        kind: FileKind,
        metadata: Metadata,
    ) -> Result<Option<(WorkTreeStatus, Option<FileMode>)>, HistoryError> {
        let mode = match kind {
            FileKind::File if entry.mode == FileMode::Executable => Some(FileMode::Executable),
            FileKind::File if entry.mode == FileMode::Link && !self.config.has_links => {
                Some(FileMode::Link)
            }
            FileKind::File => Some(FileMode::File),
            FileKind::Link => Some(FileMode::Link),
            FileKind::Directory => Some(FileMode::Submodule),
            FileKind::Special => None,
        };
        let status = if entry.is_intent_to_add {
            WorkTreeStatus::Added
        } else if mode != Some(entry.mode) {
            WorkTreeStatus::TypeChanged
        } else if entry.mode == FileMode::Submodule
            || self.index.is_fresh(entry, metadata.size, metadata.modified)
            || self.is_unmodified(path, entry)?
        {
            return Ok(None);
        } else {
            WorkTreeStatus::Modified
        };
        Ok(Some((status, mode)))
    }

    /// Returns whether a file or a link has the content of its object. One that cannot be read does
    /// not.
    fn is_unmodified(&self, path: &str, entry: &IndexEntry) -> Result<bool, HistoryError> {
        let file = match WorkFile::open(self.tree, &self.top, path) {
            Ok(Some(WorkFile::File(file))) => file,
            Ok(Some(WorkFile::Link(target))) => {
                let stored = self.stored(entry.id)?;
                return Ok(stored.is_some_and(|stored| *stored == *target.as_bytes()));
            }
            Ok(Some(WorkFile::Other) | None) | Err(HistoryError::File { .. }) => return Ok(false),
            Err(error) => return Err(error),
        };
        let stored_size = match self.objects.header(entry.id) {
            Ok((_, size)) => size,
            Err(HistoryError::MissingObject(_)) => return Ok(false),
            Err(error) => return Err(error),
        };
        let (line_ends, filter) = match entry.mode {
            FileMode::Link => (LineEndConversion::Unchanged, None),
            _ => {
                let attributes = self.attributes(path)?;
                (attributes.line_ends, attributes.filter)
            }
        };
        let converts = line_ends != LineEndConversion::Unchanged;
        let may_be_equal = stored_size == file.size || converts && stored_size < file.size;
        let may_be_pointer = filter.is_some() && stored_size <= MAX_LFS_POINTER_BYTES;
        if !may_be_equal && !may_be_pointer {
            return Ok(false);
        }
        let Some(stored) = self.stored(entry.id)? else { return Ok(false) };
        let is_equal = || match converts {
            false => file.is_equal_to(&stored),
            true => file.bytes(MAX_OBJECT_BYTES).map(|bytes| {
                let as_stored = |bytes| convert_to_git(bytes, line_ends, Some(&stored));
                bytes.is_some_and(|bytes| as_stored(bytes) == *stored)
            }),
        };
        let is_pointer = || lfs_size(&stored) == Some(file.size);
        let is_equal = may_be_equal && is_equal().unwrap_or(false);
        Ok(is_equal || may_be_pointer && is_pointer())
    }

    /// Returns the content of a file as git would store it, or the target of a link, and its mode.
    /// Secrets are not masked. `None` if there is neither.
    pub fn content(&self, path: &str) -> Result<Option<(FileMode, Vec<u8>)>, HistoryError> {
        let file = match WorkFile::open(self.tree, &self.top, path)? {
            Some(WorkFile::File(file)) => file,
            Some(WorkFile::Link(target)) => return Ok(Some((FileMode::Link, target.into_bytes()))),
            Some(WorkFile::Other) | None => return Ok(None),
        };
        let failed = |error| HistoryError::File { file: path.into(), error };
        let bytes = file.bytes(MAX_OBJECT_BYTES).map_err(failed)?;
        let too_much = HistoryError::TooMuch { what: "bytes in a file", max: MAX_OBJECT_BYTES };
        let bytes = bytes.ok_or(too_much)?;
        let entry = self.index.at(path).iter().find(|entry| matches!(entry.stage, 0 | 2));
        match entry.map(|entry| entry.mode) {
            Some(FileMode::Link) if !self.config.has_links => Ok(Some((FileMode::Link, bytes))),
            mode => {
                let mode = mode.filter(|mode| *mode == FileMode::Executable);
                let conversion = self.attributes(path)?.line_ends;
                let stored = match entry {
                    Some(entry) if conversion == LineEndConversion::Auto => {
                        self.stored(entry.id)?
                    }
                    _ => None,
                };
                let bytes = convert_to_git(bytes, conversion, stored.as_deref());
                Ok(Some((mode.unwrap_or(FileMode::File), bytes)))
            }
        }
    }

    /// Returns the attributes of a path.
    pub fn attributes(&self, path: &str) -> Result<FileAttributes, HistoryError> {
        let read = |path: &str| match WorkFile::open(self.tree, &self.top, path) {
            Ok(Some(WorkFile::File(file))) => {
                Ok(file.bytes(MAX_ATTRIBUTES_BYTES).ok().flatten().unwrap_or_default())
            }
            // Git does not follow links to files of attributes.
            Ok(Some(WorkFile::Link(_)) | None) => {
                let entry = self.index.at(path).iter().find(|entry| entry.stage == 0);
                let stored = entry.map(|entry| self.stored(entry.id)).transpose()?.flatten();
                Ok(stored.map(|stored| stored.to_vec()).unwrap_or_default())
            }
            Ok(Some(WorkFile::Other)) | Err(HistoryError::File { .. }) => Ok(Vec::new()),
            Err(error) => Err(error),
        };
        self.attributes.borrow_mut().of(path, self.config.converts_line_ends, read)
    }

    /// Returns the content of an object. `None` if it is missing or too large.
    fn stored(&self, id: ObjectId) -> Result<Option<Rc<[u8]>>, HistoryError> {
        match self.objects.data(id, ObjectKind::Blob) {
            Ok(data) => Ok(Some(data)),
            Err(HistoryError::MissingObject(_) | HistoryError::TooLarge { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn name(&self) -> String {
        self.top.location().absolute()
    }

    /// Returns the length of the path of the top from the outermost grant around it, with a slash
    /// at its end.
    fn length_in_tree(&self) -> usize {
        let name = self.name();
        let grants = self.tree.grants().iter().map(|grant| grant.name.trim_end_matches('/'));
        let around = grants.filter(|grant| is_below(&name, grant)).map(str::len).min();
        let below = name.get(around.unwrap_or_default()..).unwrap_or_default();
        below.trim_start_matches('/').len() + usize::from(below.len() > 1)
    }

    fn denies(&self, path: &str, kind: FileKind) -> bool {
        let (name, grant) = (self.name(), self.tree.grants().get(self.grant));
        let below = grant.and_then(|it| name.strip_prefix(it.name.trim_end_matches('/')));
        let path = [below.unwrap_or_default(), "/", path].concat();
        self.tree.denies_path(self.grant, path.trim_start_matches('/'), kind)
    }
}

fn open_directory<'t, T: Tree>(tree: &'t T, path: &str) -> Result<Directory<'t, T>, HistoryError> {
    match find(tree, None, path, TrailingSlash::Ignored) {
        Ok(Opened::Directory(directory)) => Ok(directory),
        Ok(Opened::File(_)) => {
            Err(HistoryError::File { file: path.into(), error: FileError::NotDirectory })
        }
        Err(failure) => Err(HistoryError::File { file: path.into(), error: failure.error }),
    }
}

fn check_count(count: usize) -> Result<(), HistoryError> {
    let max = MAX_CHANGES as u64;
    match count <= MAX_CHANGES {
        true => Ok(()),
        false => Err(HistoryError::TooMuch { what: "changes in the working tree", max }),
    }
}

fn change(
    path: &str,
    status: WorkTreeStatus,
    entry: Option<&IndexEntry>,
    mode: Option<FileMode>,
) -> WorkTreeChange {
    let index = entry.filter(|entry| entry.stage == 0 && !entry.is_intent_to_add);
    WorkTreeChange { path: path.into(), status, index: index.map(|it| (it.mode, it.id)), mode }
}

/// Returns the size of the file that a pointer of git-lfs stands for.
fn lfs_size(stored: &[u8]) -> Option<u64> {
    let rest = str::from_utf8(stored.strip_prefix(LFS_POINTER)?).ok()?;
    rest.lines().find_map(|line| line.strip_prefix("size "))?.parse().ok()
}
