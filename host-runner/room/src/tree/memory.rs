//! A tree in memory.

use super::{Tree, TreeEntry, TreeEntryKind, TreeListing};
use std::collections::{BTreeMap, HashMap};
use std::ops::Bound;
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;
use std::{fmt, io};

/// Files, directories and links in memory. It does not change once granted; clones share the bytes
/// of files.
///
/// ```
/// use readroom::tree::MemoryTree;
/// use readroom::{ReadRequest, Room};
///
/// let tree = MemoryTree::new().file("src/main.rs", "fn main() {}\n")?;
/// let tree = tree.link("main", "src/main.rs")?;
/// let room = Room::from_tree("/project", tree)?;
/// assert_eq!(room.read(&ReadRequest::new("main"))?.path, "src/main.rs");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MemoryTree {
    nodes: HashMap<String, Node>,
    memory: usize,
}

/// An upper bound on the overhead of a name besides its bytes and its content, in bytes.
const NODE_BYTES: usize = 256;

#[derive(Clone, Debug)]
struct Node {
    modified: Option<SystemTime>,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    /// Its bytes, and their checksum once it was requested.
    File(Arc<[u8]>, OnceLock<u32>),
    /// Its entries, shared with listings in progress, which then need no copy.
    Directory(Arc<BTreeMap<String, TreeEntryKind>>),
    Link(String),
}

impl Content {
    fn kind(&self) -> TreeEntryKind {
        match self {
            Self::File(..) => TreeEntryKind::File,
            Self::Directory(_) => TreeEntryKind::Directory,
            Self::Link(_) => TreeEntryKind::Link,
        }
    }
}

/// Why an entry could not be added to a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AddError {
    /// The path is not valid in a tree.
    BadPath {
        /// The requested path.
        path: String,
    },
    /// The path exists already, or a name on the way is not a directory.
    Taken {
        /// The path that exists.
        path: String,
    },
    /// There is nothing at the path to set the time of.
    Missing {
        /// The requested path.
        path: String,
    },
}

impl fmt::Display for AddError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadPath { path } => write!(
                f,
                "'{path}' is not a valid path in a tree; name it from the root, without '.', '..', \
                 NUL or empty names"
            ),
            Self::Taken { path } => {
                write!(f, "'{path}' is in the tree already; add each path once")
            }
            Self::Missing { path } => {
                write!(f, "'{path}' is not in the tree; add it before setting its time")
            }
        }
    }
}

impl std::error::Error for AddError {}

impl Default for MemoryTree {
    fn default() -> Self {
        Self::new()
    }
}

impl MemoryTree {
    /// Returns an empty tree.
    pub fn new() -> Self {
        let root = Node { modified: None, content: Content::Directory(Arc::default()) };
        Self { nodes: HashMap::from([(String::new(), root)]), memory: NODE_BYTES }
    }

    /// Adds a file, and the directories on the way to it.
    pub fn file(self, path: &str, bytes: impl Into<Vec<u8>>) -> Result<Self, AddError> {
        self.add(path, Content::File(bytes.into().into(), OnceLock::new()))
    }

    /// Adds a link, and the directories on the way to it.
    ///
    /// The target is relative to the directory of the link, or the absolute path of something in a
    /// grant. It need not exist.
    pub fn link(self, path: &str, target: impl Into<String>) -> Result<Self, AddError> {
        self.add(path, Content::Link(target.into()))
    }

    /// Adds a directory, and those on the way to it. An existing one stays.
    pub fn directory(mut self, path: &str) -> Result<Self, AddError> {
        check(path)?;
        self.make_directory(path)?;
        Ok(self)
    }

    /// Sets the modification time of an entry that was added.
    pub fn modified(mut self, path: &str, time: SystemTime) -> Result<Self, AddError> {
        match self.nodes.get_mut(path) {
            Some(node) => node.modified = Some(time),
            None => return Err(AddError::Missing { path: path.into() }),
        }
        Ok(self)
    }

    /// Returns the memory that the tree takes, in bytes, rounded up.
    pub fn memory(&self) -> usize {
        self.memory
    }

    fn add(mut self, path: &str, content: Content) -> Result<Self, AddError> {
        check(path)?;
        if self.nodes.contains_key(path) {
            return Err(AddError::Taken { path: path.into() });
        }
        self.insert(path, content)?;
        Ok(self)
    }

    fn make_directory(&mut self, path: &str) -> Result<(), AddError> {
        match self.nodes.get(path).map(|node| node.content.kind()) {
            Some(TreeEntryKind::Directory) => Ok(()),
            Some(_) => Err(AddError::Taken { path: path.into() }),
            None => self.insert(path, Content::Directory(Arc::default())),
        }
    }

    /// Adds a node at a free path.
    fn insert(&mut self, path: &str, content: Content) -> Result<(), AddError> {
        let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
        self.make_directory(parent)?;
        if let Some(Node { content: Content::Directory(names), .. }) = self.nodes.get_mut(parent) {
            Arc::make_mut(names).insert(name.into(), content.kind());
        }
        let size = match &content {
            Content::File(bytes, _) => bytes.len(),
            Content::Link(target) => target.len(),
            Content::Directory(_) => 0,
        };
        self.memory = self.memory.saturating_add(NODE_BYTES + path.len() + name.len() + size);
        self.nodes.insert(path.into(), Node { modified: None, content });
        Ok(())
    }

    fn node(&self, path: &str) -> io::Result<&Node> {
        self.nodes.get(path).ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// Fails if a path is not valid in a tree.
fn check(path: &str) -> Result<(), AddError> {
    if path.contains('\0') || path.split('/').any(|name| matches!(name, "" | "." | "..")) {
        return Err(AddError::BadPath { path: path.into() });
    }
    Ok(())
}

impl Tree for MemoryTree {
    fn entry(&self, path: &str) -> io::Result<TreeEntry> {
        let node = self.node(path)?;
        let size = match &node.content {
            Content::File(bytes, _) => bytes.len(),
            Content::Link(target) => target.len(),
            Content::Directory(_) => 0,
        };
        let revision = match &node.content {
            Content::File(bytes, known) => Some(*known.get_or_init(|| crc32fast::hash(bytes))),
            Content::Directory(_) | Content::Link(_) => None,
        };
        let (kind, modified) = (node.content.kind(), node.modified);
        Ok(TreeEntry { kind, size: size as u64, modified, revision })
    }

    fn list(&self, directory: &str) -> io::Result<TreeListing> {
        let Content::Directory(names) = &self.node(directory)?.content else {
            return Err(io::ErrorKind::NotADirectory.into());
        };
        let (names, mut last) = (names.clone(), None::<String>);
        Ok(Box::new(std::iter::from_fn(move || {
            let from = last.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
            let (name, kind) = names.range::<str, _>((from, Bound::Unbounded)).next()?;
            last = Some(name.clone());
            Some(Ok((name.clone(), *kind)))
        })))
    }

    fn read(&self, file: &str, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        let Content::File(bytes, _) = &self.node(file)?.content else {
            return Err(io::ErrorKind::IsADirectory.into());
        };
        let start = usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
        let end = start.saturating_add(length).min(bytes.len());
        Ok(bytes.get(start..end).unwrap_or_default().into())
    }

    fn link_target(&self, link: &str) -> io::Result<String> {
        match &self.node(link)?.content {
            Content::Link(target) => Ok(target.clone()),
            _ => Err(io::ErrorKind::InvalidInput.into()),
        }
    }
}

#[cfg(test)]
mod tests;
