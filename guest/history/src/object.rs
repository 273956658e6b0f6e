//! Objects, and where they come from.

use crate::error::HistoryError;
use crate::object_id::ObjectId;
use std::rc::Rc;

/// The size of the largest object that is read, in bytes. A comparison has two of them in memory,
/// and a copy.
pub const MAX_OBJECT_BYTES: u64 = 32 << 20;

/// The size of the largest commit that is read, in bytes: its message is copied several times.
const MAX_COMMIT_BYTES: u64 = 4 << 20;

/// The kind of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectKind {
    /// A commit.
    Commit,
    /// A directory.
    Tree,
    /// The content of a file.
    Blob,
    /// An annotated tag.
    Tag,
}

impl ObjectKind {
    /// Returns the kind with a name in git. `None` if no kind has it.
    pub(crate) fn named(name: &str) -> Option<Self> {
        [Self::Commit, Self::Tree, Self::Blob, Self::Tag].into_iter().find(|it| it.name() == name)
    }

    /// Returns its name in git.
    pub fn name(self) -> &'static str {
        match self {
            Self::Commit => "commit",
            Self::Tree => "tree",
            Self::Blob => "blob",
            Self::Tag => "tag",
        }
    }
}

/// An object.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its kind.
    pub kind: ObjectKind,
    /// Its content.
    pub data: Rc<[u8]>,
}

/// The tree and the parents of a commit, and when it was made.
#[derive(Debug, PartialEq, Eq)]
pub struct Links {
    /// Its tree.
    pub tree: ObjectId,
    /// Its parents.
    pub parents: Vec<ObjectId>,
    /// The committer's date, in seconds since 1970.
    pub date: u64,
}

/// The objects of a repository.
pub trait Objects {
    /// Returns an object. One of more than [`MAX_OBJECT_BYTES`] fails with
    /// [`HistoryError::TooLarge`].
    fn object(&self, id: ObjectId) -> Result<Object, HistoryError>;

    /// Returns the kind and the size of an object, as far as possible without reading it.
    fn header(&self, id: ObjectId) -> Result<(ObjectKind, u64), HistoryError>;

    /// Returns the objects, sorted and at most 10, whose hash begins with these hexadecimal digits,
    /// at least 4.
    fn find_prefix(&self, digits: &str) -> Result<Vec<ObjectId>, HistoryError>;

    /// Returns what a commit refers to, if that is stored apart from the commit.
    fn links(&self, _: ObjectId) -> Option<Links> {
        None
    }

    /// Returns the content of a blob. `None` if it is missing or too large.
    fn data_if_present(&self, id: ObjectId) -> Result<Option<Rc<[u8]>>, HistoryError> {
        match self.data(id, ObjectKind::Blob) {
            Ok(data) => Ok(Some(data)),
            Err(HistoryError::TooLarge { .. }) => Ok(None),
            Err(error) if error.missing().is_some() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns the content of an object that must be of this kind.
    fn data(&self, id: ObjectId, kind: ObjectKind) -> Result<Rc<[u8]>, HistoryError> {
        let object = self.object(id)?;
        let size = object.data.len() as u64;
        if object.kind != kind {
            return Err(HistoryError::damaged(id, format!("it is not a {}", kind.name())));
        }
        if kind == ObjectKind::Commit && size > MAX_COMMIT_BYTES {
            return Err(HistoryError::TooLarge { id, size });
        }
        Ok(object.data)
    }
}
