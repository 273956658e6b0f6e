//! Directories and files as they were.

use super::PastError;
use super::listing::Listing;
use crate::error::HistoryError;
use crate::file_mode::FileMode;
use crate::object::{ObjectKind, Objects};
use crate::object_id::ObjectId;
use crate::tree_entry::{find_entry, tree_entries};
use readroom_core::{FileKind, Metadata, Name, Timestamp, TreeError, ValueFormat};
use std::cell::{Cell, OnceCell};
use std::ops::ControlFlow;
use std::rc::Rc;

/// Where a work tree lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkTreePlace {
    /// The number of its grant.
    pub grant: usize,
    /// Its path in the grant: names with `/` between them, empty for the grant itself.
    pub path: String,
}

/// The files of a revision.
#[derive(Clone)]
pub enum RevisionTree {
    /// Those of a tree object.
    Object(ObjectId),
    /// Those in the index.
    Listing(Listing),
}

/// The files of a revision, and where they lie.
pub(super) struct Past<'t> {
    objects: Rc<dyn Objects + 't>,
    place: WorkTreePlace,
    tree: RevisionTree,
    top: OnceCell<Node>,
}

/// A directory as it was.
pub struct Node {
    grant: usize,
    /// Its path in the grant.
    path: String,
    content: Content,
}

enum Content {
    /// Nothing.
    Nothing,
    /// A directory on the way to the work tree: the only name in it.
    Around(String),
    /// A tree object, and where the entry was that was looked up last.
    Tree(ObjectId, Rc<[u8]>, Cell<usize>),
    /// The entries of the index below a path, which ends with a slash unless it is empty.
    Listed(String),
}

/// An entry of a directory as it was.
pub(super) enum Entry {
    /// A directory on the way to the work tree.
    Around,
    /// A directory of the index.
    Listed,
    /// An object.
    Object(FileMode, ObjectId),
}

/// A file as it was.
pub struct PastFile {
    data: Rc<[u8]>,
    /// `None` if it is not an object.
    id: Option<ObjectId>,
    pub(super) masked_as: Option<ValueFormat>,
}

impl<'t> Past<'t> {
    pub(super) fn new(
        objects: Rc<dyn Objects + 't>,
        place: WorkTreePlace,
        tree: RevisionTree,
    ) -> Self {
        Self { objects, place, tree, top: OnceCell::new() }
    }

    /// Returns a granted directory.
    pub(super) fn grant(&self, grant: usize) -> Node {
        if grant == self.place.grant {
            // It is opened when something is looked at in it.
            self.around(String::new())
        } else {
            Node { grant, path: String::new(), content: Content::Nothing }
        }
    }

    /// Returns the directory at a path on the way to the work tree.
    fn around(&self, path: String) -> Node {
        let below = match &*path {
            "" => Some(&*self.place.path),
            path => self.place.path.strip_prefix(path).and_then(|rest| rest.strip_prefix('/')),
        };
        let next = below.and_then(|below| below.split('/').next()).unwrap_or_default();
        Node { grant: self.place.grant, content: Content::Around(next.into()), path }
    }

    /// Returns the top of the work tree in place of a directory on the way that is that.
    fn opened<'n>(&'n self, node: &'n Node) -> Result<&'n Node, HistoryError> {
        if !matches!(&node.content, Content::Around(next) if next.is_empty()) {
            return Ok(node);
        }
        if let Some(top) = self.top.get() {
            return Ok(top);
        }
        let content = match &self.tree {
            RevisionTree::Object(id) => self.tree(*id)?,
            RevisionTree::Listing(_) => Content::Listed(String::new()),
        };
        let WorkTreePlace { grant, path } = self.place.clone();
        Ok(self.top.get_or_init(|| Node { grant, path, content }))
    }

    fn tree(&self, id: ObjectId) -> Result<Content, HistoryError> {
        Ok(Content::Tree(id, self.objects.data(id, ObjectKind::Tree)?, Cell::new(0)))
    }

    pub(super) fn entry(&self, node: &Node, name: Name<'_>) -> Result<Option<Entry>, PastError> {
        match &self.opened(node)?.content {
            Content::Nothing => Ok(None),
            Content::Around(next) => Ok((next == name.as_str()).then_some(Entry::Around)),
            Content::Tree(id, data, hint) => {
                let found = find_entry(*id, data, name.as_str(), hint)?;
                Ok(found.map(|(mode, id)| Entry::Object(mode, id)))
            }
            Content::Listed(prefix) => {
                let RevisionTree::Listing(listing) = &self.tree else { return Ok(None) };
                let path = [&**prefix, name.as_str()].concat();
                Ok(match listing.file(&path) {
                    Some((mode, id)) => Some(Entry::Object(mode, id)),
                    None => listing.has_directory(&path).then_some(Entry::Listed),
                })
            }
        }
    }

    pub(super) fn metadata(&self, entry: &Entry) -> Result<Metadata, HistoryError> {
        match entry {
            Entry::Object(mode, id) if mode.kind() != FileKind::Directory => {
                let (_, size) = self.objects.header(*id)?;
                Ok(metadata_of(mode.kind(), size, Some(*id)))
            }
            Entry::Around | Entry::Listed | Entry::Object(..) => {
                Ok(metadata_of(FileKind::Directory, 0, None))
            }
        }
    }

    pub(super) fn open_directory(
        &self,
        node: &Node,
        name: Name<'_>,
        entry: &Entry,
    ) -> Result<Node, PastError> {
        let path = node.path_of(name);
        let content = match entry {
            Entry::Around => return Ok(self.around(path)),
            Entry::Listed => {
                let top = self.place.path.len();
                let below = path.get(top..).unwrap_or_default().trim_start_matches('/');
                Content::Listed([below, "/"].concat())
            }
            Entry::Object(FileMode::Directory, id) => self.tree(*id)?,
            Entry::Object(FileMode::Submodule, _) => Content::Nothing,
            Entry::Object(..) => return Err(TreeError::NotDirectory.into()),
        };
        Ok(Node { grant: node.grant, path, content })
    }

    pub(super) fn open_file(
        &self,
        entry: &Entry,
        masked_as: Option<ValueFormat>,
    ) -> Result<PastFile, PastError> {
        match entry {
            Entry::Object(mode, id) if mode.kind() == FileKind::File => {
                let data = self.objects.data(*id, ObjectKind::Blob)?;
                Ok(PastFile { data, id: Some(*id), masked_as })
            }
            _ => Err(TreeError::Special.into()),
        }
    }

    pub(super) fn link_target(&self, entry: &Entry) -> Result<String, PastError> {
        match entry {
            Entry::Object(FileMode::Link, id) => {
                let data = self.objects.data(*id, ObjectKind::Blob)?;
                let target = str::from_utf8(&data).map_err(|_| TreeError::NotText)?;
                Ok(target.into())
            }
            _ => Err(TreeError::Failed.into()),
        }
    }

    pub(super) fn each_entry(
        &self,
        node: &Node,
        take: &mut dyn FnMut(&str, FileKind) -> ControlFlow<()>,
    ) -> Result<u64, PastError> {
        let mut unnamed = 0;
        match &self.opened(node)?.content {
            Content::Nothing => {}
            Content::Around(next) => {
                // Nothing follows it.
                let _ = take(next, FileKind::Directory);
            }
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
            Content::Listed(prefix) => {
                if let RevisionTree::Listing(listing) = &self.tree {
                    listing.each_entry(prefix, take);
                }
            }
        }
        Ok(unnamed)
    }
}

impl Node {
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

impl Entry {
    pub(super) fn kind(&self) -> FileKind {
        match self {
            Self::Object(mode, _) => mode.kind(),
            Self::Around | Self::Listed => FileKind::Directory,
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
