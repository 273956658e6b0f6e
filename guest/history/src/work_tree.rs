//! The working tree, and the content of its files as git would store it.

use crate::attributes::{Attributes, FileAttributes, MAX_ATTRIBUTES_BYTES};
use crate::error::HistoryError;
use crate::file_mode::FileMode;
use crate::index::{Index, IndexEntry};
use crate::line_endings::{LineEndConversion, convert_to_git};
use crate::object::{MAX_OBJECT_BYTES, ObjectKind, Objects};
use crate::object_id::ObjectId;
use crate::work_file::WorkFile;
use readroom_core::{Directory, FileError, Opened, TrailingSlash, Tree, find};
use std::cell::RefCell;
use std::rc::Rc;

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

/// A working tree.
///
/// Differences from `git status`:
/// - The index decides which files are executable, because the tree does not say.
/// - Submodules are not entered: only their presence is compared.
/// - A file whose size and time changed, but not its content as git would store it, is unchanged,
///   as for `git diff`.
/// - Filters are not run, `ident` and `working-tree-encoding` are not applied. A file in place of a
///   pointer of git-lfs is unchanged if its size is the one in the pointer.
/// - If an object is missing or too large, its file counts as modified once its time differs.
/// - Of the files that git finds by its configuration, only those in `.git/info` count. Names match
///   in their case. An ignore file that is only in the index does not count.
/// - A nested repository is recognized by `.git/HEAD`, or by a file `.git` that names a directory.
pub struct WorkTree<'a, T: Tree> {
    pub(crate) tree: &'a T,
    pub(crate) grant: usize,
    pub(crate) top: Directory<'a, T>,
    pub(crate) index: &'a Index,
    objects: &'a dyn Objects,
    pub(crate) config: WorkTreeConfig,
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

    /// Returns whether a file or a link has the content of its object. One that cannot be read does
    /// not.
    pub(crate) fn is_unmodified(
        &self,
        path: &str,
        entry: &IndexEntry,
    ) -> Result<bool, HistoryError> {
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
                let stored = stored.filter(|it| it.len() as u64 <= MAX_ATTRIBUTES_BYTES);
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
}

pub(crate) fn open_directory<'t, T: Tree>(
    tree: &'t T,
    path: &str,
) -> Result<Directory<'t, T>, HistoryError> {
    match find(tree, None, path, TrailingSlash::Ignored) {
        Ok(Opened::Directory(directory)) => Ok(directory),
        Ok(Opened::File(_)) => {
            Err(HistoryError::File { file: path.into(), error: FileError::NotDirectory })
        }
        Err(failure) => Err(HistoryError::File { file: path.into(), error: failure.error }),
    }
}

/// Returns the size of the file that a pointer of git-lfs stands for.
fn lfs_size(stored: &[u8]) -> Option<u64> {
    let rest = str::from_utf8(stored.strip_prefix(LFS_POINTER)?).ok()?;
    rest.lines().find_map(|line| line.strip_prefix("size "))?.parse().ok()
}
