//! The working tree, and the content of its files as git would store it.

use crate::attributes::LineEndConversion;
use crate::attributes::{Attributes, FileAttributes, MAX_ATTRIBUTES_BYTES};
use crate::config::AutoCrlf;
use crate::conversion::convert_to_git;
use crate::error::HistoryError;
use crate::file_mode::FileMode;
use crate::git_directory::{GitDirectory, GitEntry};
use crate::index::{Index, IndexEntry};
use crate::layout::Layout;
use crate::object::{MAX_OBJECT_BYTES, Objects};
use readroom_core::{FileError, Metadata, Tree};
use std::cell::RefCell;

/// The beginning of the objects that git-lfs stores in place of large files.
const LFS_POINTER: &[u8] = b"version https://git-lfs.github.com/spec/v1\n";
const MAX_LFS_POINTER_BYTES: u64 = 1024;

/// The maximum size of a file in `.git/info`, in bytes.
const MAX_INFO_BYTES: u64 = 1 << 20;

/// The mode and the content of a file, or those of a link: its target, `None` if the host does not
/// return it.
type StoredFile = (FileMode, Option<Vec<u8>>);

/// A working tree.
///
/// Differences from `git status`:
/// - The index decides which files are executable, because the tree does not say.
/// - Only the commit of a submodule is compared, if its repository is inside the grants.
/// - A file whose size and time changed, but not its content as git would store it, is unchanged,
///   as for `git diff`.
/// - Filters are not run. A file in place of a pointer of git-lfs is unchanged if its size is the
///   one in the pointer.
/// - If an object is missing or too large, its file counts as modified once its time differs. So
///   does a link whose target the host does not return.
/// - Of the files that git finds by its configuration, only those in `.git/info` count. Names match
///   in their case. An ignore file that is only in the index does not count.
/// - A nested repository is recognized by `.git/HEAD`, or by a file `.git` that names a directory.
pub struct WorkTree<'a, 't, T: Tree> {
    pub(crate) layout: &'a Layout<'t, T>,
    pub(crate) top: GitDirectory<'t, T>,
    pub(crate) index: &'a Index,
    objects: &'a dyn Objects,
    /// The content of `.git/info/exclude`.
    pub(crate) exclude: Vec<u8>,
    attributes: RefCell<Attributes>,
}

impl<'a, 't, T: Tree> WorkTree<'a, 't, T> {
    /// Opens the working tree of a repository.
    pub fn open(
        layout: &'a Layout<'t, T>,
        index: &'a Index,
        objects: &'a dyn Objects,
    ) -> Result<Self, HistoryError> {
        let info = |file: &str| {
            let content = layout.common.content(&["info/", file].concat(), MAX_INFO_BYTES);
            Ok::<_, HistoryError>(content?.unwrap_or_default())
        };
        let top = layout.location.absolute();
        let opened = GitDirectory::open(layout.git.tree, &top)?;
        let gone = HistoryError::File { file: top, error: FileError::NotFound };
        let attributes = Attributes::new(&info("attributes")?).into();
        let (top, exclude) = (opened.ok_or(gone)?, info("exclude")?);
        Ok(Self { layout, top, index, objects, exclude, attributes })
    }

    /// Returns whether a file or a link with this metadata has the content of its object. One that
    /// cannot be read does not, except for a link with the size and the time of the index.
    pub(crate) fn is_unmodified(
        &self,
        path: &str,
        entry: &IndexEntry,
        metadata: Metadata,
    ) -> Result<bool, HistoryError> {
        let file = match self.top.entry(path) {
            Ok(Some(GitEntry::File(file))) => file,
            Ok(Some(GitEntry::Link(None))) => return Ok(entry.has_stat_of(metadata)),
            Ok(Some(GitEntry::Link(Some(target)))) => {
                let stored = self.objects.data_if_present(entry.id)?;
                return Ok(stored.is_some_and(|stored| *stored == *target.as_bytes()));
            }
            _ => return Ok(false),
        };
        let stored_size = match self.objects.header(entry.id) {
            Ok((_, size)) => size,
            Err(error) if error.missing().is_some() => return Ok(false),
            Err(error) => return Err(error),
        };
        let attributes = match entry.mode {
            FileMode::Link => FileAttributes::default(),
            _ => self.attributes(path)?,
        };
        let may_be_equal = stored_size == file.size
            || attributes.converts() && stored_size < file.size
            || attributes.encoding.is_some();
        let may_be_pointer = attributes.filter.is_some() && stored_size <= MAX_LFS_POINTER_BYTES;
        if !may_be_equal && !may_be_pointer {
            return Ok(false);
        }
        let Some(stored) = self.objects.data_if_present(entry.id)? else { return Ok(false) };
        let is_equal = || match attributes.converts() {
            false => file.is_equal_to(&stored),
            true => file.bytes(MAX_OBJECT_BYTES).map(|bytes| {
                let as_stored = |bytes| convert_to_git(bytes, &attributes, Some(&stored));
                bytes.is_some_and(|bytes| as_stored(bytes) == *stored)
            }),
        };
        let is_pointer = || lfs_size(&stored) == Some(file.size);
        let is_equal = may_be_equal && is_equal().unwrap_or(false);
        Ok(is_equal || may_be_pointer && is_pointer())
    }

    /// Returns a file or a link as git would store it. Secrets are not masked. `None` if there is
    /// neither.
    pub fn content(&self, path: &str) -> Result<Option<StoredFile>, HistoryError> {
        let failed = |error| HistoryError::File { file: path.into(), error };
        let file = match self.top.entry(path).map_err(failed)? {
            Some(GitEntry::File(file)) => file,
            Some(GitEntry::Link(target)) => {
                return Ok(Some((FileMode::Link, target.map(String::into_bytes))));
            }
            _ => return Ok(None),
        };
        let bytes = file.bytes(MAX_OBJECT_BYTES)?;
        let too_much = HistoryError::TooMuch { what: "bytes in a file", max: MAX_OBJECT_BYTES };
        let bytes = bytes.ok_or(too_much)?;
        let entry = self.index.at(path).iter().find(|entry| matches!(entry.stage, 0 | 2));
        match entry.map(|entry| entry.mode) {
            Some(FileMode::Link) if !self.layout.config.symlinks => {
                Ok(Some((FileMode::Link, Some(bytes))))
            }
            mode => {
                let mode = mode.filter(|mode| *mode == FileMode::Executable);
                let attributes = self.attributes(path)?;
                let stored = match entry {
                    Some(entry) if attributes.line_ends == LineEndConversion::Auto => {
                        self.objects.data_if_present(entry.id)?
                    }
                    _ => None,
                };
                let bytes = convert_to_git(bytes, &attributes, stored.as_deref());
                Ok(Some((mode.unwrap_or(FileMode::File), Some(bytes))))
            }
        }
    }

    /// Returns the attributes of a path.
    pub fn attributes(&self, path: &str) -> Result<FileAttributes, HistoryError> {
        let read = |path: &str| match self.top.entry(path) {
            Ok(Some(GitEntry::File(file))) => {
                Ok(file.bytes(MAX_ATTRIBUTES_BYTES).ok().flatten().unwrap_or_default())
            }
            // Git does not follow links to files of attributes.
            Ok(Some(GitEntry::Link(_) | GitEntry::BelowLink) | None) => {
                let entry = self.index.at(path).iter().find(|entry| entry.stage == 0);
                let stored = entry
                    .map(|entry| self.objects.data_if_present(entry.id))
                    .transpose()?
                    .flatten();
                let stored = stored.filter(|it| it.len() as u64 <= MAX_ATTRIBUTES_BYTES);
                Ok(stored.map(|stored| stored.to_vec()).unwrap_or_default())
            }
            _ => Ok(Vec::new()),
        };
        let converts_auto = self.layout.config.auto_crlf != AutoCrlf::False;
        self.attributes.borrow_mut().of(path, converts_auto, read)
    }
}

/// Returns the size of the file that a pointer of git-lfs stands for.
fn lfs_size(stored: &[u8]) -> Option<u64> {
    let rest = str::from_utf8(stored.strip_prefix(LFS_POINTER)?).ok()?;
    rest.lines().find_map(|line| line.strip_prefix("size "))?.parse().ok()
}
