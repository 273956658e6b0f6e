//! A tree of files as it is, or as it was at a revision.

mod listing;
mod past;

use crate::error::HistoryError;
use crate::object::Objects;
use past::{Node, Past, PastError};
use readroom_core::{FileKind, Grant, Metadata, Name, Tree, TreeError, ValueFormat};
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;

pub(crate) use listing::Listing;
pub(crate) use past::PastFile;

/// A tree of files as it is, or as it was at a revision of a repository in it.
///
/// At a revision it has the same grants, and in them only the files of the repository: directories
/// are tree objects, files are blobs. What the present tree denies is denied at every revision, and
/// what it masks is masked, by the same paths.
pub struct Timeline<'t, T: Tree> {
    pub(crate) present: &'t T,
    grants: Vec<Grant<TimeDirectory<T::Directory>>>,
    past: Option<Past<'t>>,
    /// The first failure to read an object. Operations of a tree have no room for it.
    pub(crate) failure: RefCell<Option<HistoryError>>,
}

/// An open directory.
pub enum TimeDirectory<D> {
    /// The granted directory with this number, as it is.
    Granted(usize),
    /// A directory as it is.
    Present(D),
    /// A directory as it was.
    Past(Node),
}

/// An open file.
pub enum TimeFile<F> {
    /// A file as it is.
    Present(F),
    /// A file as it was.
    Past(PastFile),
}

impl<'t, T: Tree> Timeline<'t, T> {
    /// Returns the tree as it is.
    pub fn now(present: &'t T) -> Self {
        Self::new(present, None, TimeDirectory::Granted)
    }

    /// Returns the tree without files.
    pub(crate) fn empty(present: &'t T, objects: Rc<dyn Objects + 't>) -> Self {
        let past = Past { objects, listing: Listing(Vec::new()) };
        Self::new(present, Some(past), |at| TimeDirectory::Past(Node::empty(at)))
    }

    /// Returns the tree as it was, with files by their paths in a grant.
    pub(crate) fn past(
        present: &'t T,
        objects: Rc<dyn Objects + 't>,
        grant: usize,
        listing: Listing,
    ) -> Result<Self, HistoryError> {
        let past = Past { objects, listing };
        let mut top = Some(past.top(grant)?);
        Ok(Self::new(present, Some(past), |at| {
            let top = top.take_if(|_| at == grant);
            TimeDirectory::Past(top.unwrap_or_else(|| Node::empty(at)))
        }))
    }

    /// Returns a tree whose granted directories, which have these numbers, are those of `open`.
    fn new(
        present: &'t T,
        past: Option<Past<'t>>,
        mut open: impl FnMut(usize) -> TimeDirectory<T::Directory>,
    ) -> Self {
        let grants = present.grants().iter().enumerate();
        let grants = grants.map(|(at, grant)| Grant {
            name: grant.name.clone(),
            role: grant.role,
            directory: open(at),
        });
        Self { present, grants: grants.collect(), past, failure: RefCell::default() }
    }

    /// Returns the tree as it is.
    pub fn present(&self) -> &'t T {
        self.present
    }

    /// Returns a directory of the tree as it is.
    fn present_directory<'d>(
        &'d self,
        directory: &'d TimeDirectory<T::Directory>,
    ) -> Option<&'d T::Directory> {
        match directory {
            TimeDirectory::Granted(at) => {
                self.present.grants().get(*at).map(|grant| &grant.directory)
            }
            TimeDirectory::Present(directory) => Some(directory),
            TimeDirectory::Past(_) => None,
        }
    }

    /// Calls one of two functions with a directory: as it is, or as it was.
    fn with<R>(
        &self,
        directory: &TimeDirectory<T::Directory>,
        present: impl FnOnce(&T::Directory) -> Result<R, TreeError>,
        past: impl FnOnce(&Past<'t>, &Node) -> Result<R, PastError>,
    ) -> Result<R, TreeError> {
        let Some(at) = &self.past else {
            return present(self.present_directory(directory).ok_or(TreeError::Failed)?);
        };
        let TimeDirectory::Past(node) = directory else { return Err(TreeError::Failed) };
        past(at, node).map_err(|error| match error {
            PastError::Tree(error) => error,
            PastError::History(error) => {
                self.failure.borrow_mut().get_or_insert(error);
                TreeError::Failed
            }
        })
    }

    /// Refuses a path that the present tree denies.
    fn check(&self, node: &Node, name: Name<'_>, kind: FileKind) -> Result<(), TreeError> {
        match self.present.denies_path(node.grant(), &node.path_of(name), kind) {
            true => Err(TreeError::Denied),
            false => Ok(()),
        }
    }

    /// Returns an entry of a directory as it was, if it is not denied.
    fn past_entry(
        &self,
        past: &Past<'t>,
        node: &Node,
        name: Name<'_>,
    ) -> Result<past::Entry, PastError> {
        let found = past.entry(node, name)?;
        let kind = found.map_or(FileKind::File, |(mode, _)| mode.kind());
        self.check(node, name, kind)?;
        found.ok_or(PastError::Tree(TreeError::NotFound))
    }
}

impl<T: Tree> Tree for Timeline<'_, T> {
    type Directory = TimeDirectory<T::Directory>;
    type File = TimeFile<T::File>;

    fn grants(&self) -> &[Grant<Self::Directory>] {
        &self.grants
    }

    fn entry(&self, directory: &Self::Directory, name: Name<'_>) -> Result<Metadata, TreeError> {
        self.with(
            directory,
            |present| self.present.entry(present, name),
            |past, node| Ok(past.metadata(self.past_entry(past, node, name)?)?),
        )
    }

    fn directory_metadata(&self, directory: &Self::Directory) -> Result<Metadata, TreeError> {
        self.with(
            directory,
            |present| self.present.directory_metadata(present),
            |_, _| Ok(past::metadata_of(FileKind::Directory, 0, None)),
        )
    }

    fn open_directory(
        &self,
        directory: &Self::Directory,
        name: Name<'_>,
    ) -> Result<Self::Directory, TreeError> {
        self.with(
            directory,
            |present| self.present.open_directory(present, name).map(TimeDirectory::Present),
            |past, node| {
                let entry = self.past_entry(past, node, name)?;
                Ok(TimeDirectory::Past(past.open_directory(node, name, entry)?))
            },
        )
    }

    fn open_file(
        &self,
        directory: &Self::Directory,
        name: Name<'_>,
    ) -> Result<Self::File, TreeError> {
        self.with(
            directory,
            |present| self.present.open_file(present, name).map(TimeFile::Present),
            |past, node| {
                let entry = self.past_entry(past, node, name)?;
                let masked_as = self.present.masked_path(node.grant(), &node.path_of(name));
                Ok(TimeFile::Past(past.open_file(entry, masked_as)?))
            },
        )
    }

    fn link_target(
        &self,
        directory: &Self::Directory,
        name: Name<'_>,
    ) -> Result<String, TreeError> {
        self.with(
            directory,
            |present| self.present.link_target(present, name),
            |past, node| past.link_target(self.past_entry(past, node, name)?),
        )
    }

    fn each_entry(
        &self,
        directory: &Self::Directory,
        take: &mut dyn FnMut(&str, FileKind) -> ControlFlow<()>,
    ) -> Result<u64, TreeError> {
        if self.past.is_none() {
            let present = self.present_directory(directory).ok_or(TreeError::Failed)?;
            return self.present.each_entry(present, take);
        }
        self.with(directory, |_| Err(TreeError::Failed), |past, node| past.each_entry(node, take))
    }

    fn is_denied(&self, directory: &Self::Directory, name: Name<'_>, kind: FileKind) -> bool {
        let denied = self.with(
            directory,
            |present| Ok(self.present.is_denied(present, name, kind)),
            |_, node| Ok(self.check(node, name, kind).is_err()),
        );
        denied.unwrap_or(true)
    }

    fn masked_as(&self, file: &Self::File) -> Option<ValueFormat> {
        match file {
            TimeFile::Present(file) => self.present.masked_as(file),
            TimeFile::Past(file) => file.masked_as,
        }
    }

    fn denies_path(&self, grant: usize, path: &str, kind: FileKind) -> bool {
        self.present.denies_path(grant, path, kind)
    }

    fn masked_path(&self, grant: usize, path: &str) -> Option<ValueFormat> {
        self.present.masked_path(grant, path)
    }

    fn metadata(&self, file: &Self::File) -> Result<Metadata, TreeError> {
        match file {
            TimeFile::Present(file) => self.present.metadata(file),
            TimeFile::Past(file) => Ok(file.metadata()),
        }
    }

    fn read_at(&self, file: &Self::File, offset: u64, length: u32) -> Result<Vec<u8>, TreeError> {
        match file {
            TimeFile::Present(file) => self.present.read_at(file, offset, length),
            TimeFile::Past(file) => Ok(file.read_at(offset, length)),
        }
    }
}
