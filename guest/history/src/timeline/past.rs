//! Directories and files as they were.

use super::listing::Listing;
use crate::error::HistoryError;
use crate::file_mode::FileMode;
use crate::object::{ObjectKind, Objects};
use crate::object_id::ObjectId;
use crate::tree_entry::{find_entry, tree_entries};
use readroom_core::{FileKind, Metadata, Name, Timestamp, TreeError, ValueFormat};
use std::cell::Cell;
use std::ops::ControlFlow;
use std::rc::Rc;

/// The files of a revision, and where they lie.
pub(super) struct Past<'t> {
    pub(super) objects: Rc<dyn Objects + 't>,
    /// By their paths in the grant, the files of the index or the tree of a commit.
    pub(super) listing: Listing,
}

/// A directory as it was.
pub struct Node {
    grant: usize,
    /// Its path in the grant.
    path: String,
    content: Content,
}

enum Content {
    Nothing,
    /// The part of the listing below the path.
    Listed,
    /// A tree object, and where the entry was that was looked up last.
    Tree(ObjectId, Rc<[u8]>, Cell<usize>),
}

/// An entry of a directory as it was: a directory of the listing has no object.
pub(super) type Entry = (FileMode, Option<ObjectId>);

/// A file as it was.
pub struct PastFile {
    data: Rc<[u8]>,
    /// `None` if it is not an object.
    id: Option<ObjectId>,
    pub(super) masked_as: Option<ValueFormat>,
}

impl Past<'_> {
    /// Returns the granted directory that contains the work tree. If it is the work tree, it is the
    /// tree of a commit.
    pub(super) fn top(&self, grant: usize) -> Result<Node, HistoryError> {
        let content = match self.listing.file("") {
            Some((_, id)) => self.tree(id)?,
            None => Content::Listed,
        };
        Ok(Node { content, ..Node::empty(grant) })
    }

    fn tree(&self, id: ObjectId) -> Result<Content, HistoryError> {
        Ok(Content::Tree(id, self.objects.data(id, ObjectKind::Tree)?, Cell::new(0)))
    }

    pub(super) fn entry(&self, node: &Node, name: Name<'_>) -> Result<Option<Entry>, PastError> {
        let found = match &node.content {
            Content::Nothing => None,
            Content::Listed => {
                let path = node.path_of(name);
                let directory = || (FileMode::Directory, None);
                return Ok(match self.listing.file(&path) {
                    Some((mode, id)) => Some((mode, Some(id))),
                    None => self.listing.has_directory(&path).then(directory),
                });
            }
            Content::Tree(id, data, hint) => find_entry(*id, data, name.as_str(), hint)?,
        };
        Ok(found.map(|(mode, id)| (mode, Some(id))))
    }

    pub(super) fn metadata(&self, (mode, id): Entry) -> Result<Metadata, HistoryError> {
        match id.filter(|_| mode.kind() != FileKind::Directory) {
            Some(id) => Ok(metadata_of(mode.kind(), self.objects.header(id)?.1, Some(id))),
            None => Ok(metadata_of(FileKind::Directory, 0, None)),
        }
    }

    pub(super) fn open_directory(
        &self,
        node: &Node,
        name: Name<'_>,
        entry: Entry,
    ) -> Result<Node, PastError> {
        let content = match entry {
            (FileMode::Directory, Some(id)) => self.tree(id)?,
            (FileMode::Directory, None) => Content::Listed,
            (FileMode::Submodule, _) => Content::Nothing,
            _ => return Err(TreeError::NotDirectory.into()),
        };
        Ok(Node { grant: node.grant, path: node.path_of(name), content })
    }

    pub(super) fn open_file(
        &self,
        (mode, id): Entry,
        masked_as: Option<ValueFormat>,
    ) -> Result<PastFile, PastError> {
        let id = id.filter(|_| mode.kind() == FileKind::File).ok_or(TreeError::Special)?;
        let data = self.objects.data(id, ObjectKind::Blob)?;
        Ok(PastFile { data, id: Some(id), masked_as })
    }

    pub(super) fn link_target(&self, (mode, id): Entry) -> Result<String, PastError> {
        let id = id.filter(|_| mode == FileMode::Link).ok_or(TreeError::Failed)?;
        let data = self.objects.data(id, ObjectKind::Blob)?;
        Ok(str::from_utf8(&data).map_err(|_| TreeError::NotText)?.into())
    }

    pub(super) fn each_entry(
        &self,
        node: &Node,
        take: &mut dyn FnMut(&str, FileKind) -> ControlFlow<()>,
    ) -> Result<u64, PastError> {
        let mut unnamed = 0;
        match &node.content {
            Content::Nothing => {}
            Content::Listed => self.listing.each_entry(&node.path, take),
            Content::Tree(id, data, _) => {
                for entry in tree_entries(*id, data) {
                    let entry = entry?;
                    match entry.name {
                        Some(name) if take(name, entry.mode.kind()).is_break() => break,
                        Some(_) => {}
                        None => unnamed += 1,
                    }
                }
            }
        }
        Ok(unnamed)
    }
}

impl Node {
    /// Returns a granted directory without files.
    pub(super) fn empty(grant: usize) -> Self {
        Self { grant, path: String::new(), content: Content::Nothing }
    }

    pub(super) fn grant(&self) -> usize {
        self.grant
    }

    /// Returns the path of an entry in the grant.
    pub(super) fn path_of(&self, name: Name<'_>) -> String {
        match &*self.path {
            "" => name.as_str().into(),
            path => [path, "/", name.as_str()].concat(),
        }
    }
}

impl PastFile {
    /// Returns a file with this content, whose values are masked as in a format.
    pub(crate) fn new(data: Rc<[u8]>, masked_as: Option<ValueFormat>) -> Self {
        Self { data, id: None, masked_as }
    }

    pub(super) fn metadata(&self) -> Metadata {
        metadata_of(FileKind::File, self.data.len() as u64, self.id)
    }

    pub(super) fn read_at(&self, offset: u64, length: u32) -> Vec<u8> {
        let begin = usize::try_from(offset).unwrap_or(usize::MAX);
        let bytes = self.data.get(begin..).unwrap_or_default();
        bytes.get(..length as usize).unwrap_or(bytes).to_vec()
    }
}

/// Returns the metadata of an entry. The time of its last change, from which its version is made,
/// stands for its content: the first bytes of its hash.
pub(super) fn metadata_of(kind: FileKind, size: u64, id: Option<ObjectId>) -> Metadata {
    let changed = id.and_then(|id| {
        let (seconds, rest) = id.as_bytes().split_first_chunk::<8>()?;
        let (nanoseconds, _) = rest.split_first_chunk::<4>()?;
        let nanoseconds = u32::from_le_bytes(*nanoseconds) % 1_000_000_000;
        Some(Timestamp { seconds: u64::from_le_bytes(*seconds), nanoseconds })
    });
    Metadata { kind, size, modified: None, changed }
}

/// Why an operation on what was failed.
pub(super) enum PastError {
    Tree(TreeError),
    History(HistoryError),
}

impl From<TreeError> for PastError {
    fn from(error: TreeError) -> Self {
        Self::Tree(error)
    }
}

impl From<HistoryError> for PastError {
    fn from(error: HistoryError) -> Self {
        Self::History(error)
    }
}
