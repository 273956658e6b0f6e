//! Directories, local or in a tree.

use super::case_folding::{Spelling, listed_name};
use super::file::{File, LocalFile};
use super::grant_path::GrantPath;
use super::metadata::Metadata;
use super::plain_name::PlainName;
use super::wasi::{Entries, FsResult};
use super::{local, served};
use crate::tree::Tree;
use cap_std::fs::Dir;
use std::sync::{Arc, OnceLock};

/// An open directory, local or in a tree that the host serves. A component must not be able to tell
/// which.
#[derive(Clone)]
pub(super) enum Directory {
    Local(Arc<LocalDirectory>),
    /// A tree's directories are identified by their paths alone.
    Served(Arc<dyn Tree>),
}

/// An open local directory.
pub(super) struct LocalDirectory {
    directory: Dir,
    /// Its metadata from before it was opened.
    metadata: Option<Metadata>,
    /// Determined when a policy first needs it.
    spelling: OnceLock<Spelling>,
}

impl LocalDirectory {
    pub(super) fn new(directory: Dir, metadata: Option<Metadata>) -> Self {
        Self { directory, metadata, spelling: OnceLock::new() }
    }

    fn spelling(&self) -> FsResult<Spelling> {
        if let Some(known) = self.spelling.get() {
            return Ok(*known);
        }
        let spelling = match &self.metadata {
            Some(metadata) => Spelling::of(&self.directory, metadata),
            None => Spelling::of(&self.directory, &local::directory_metadata(&self.directory)?),
        };
        Ok(*self.spelling.get_or_init(|| spelling))
    }
}

impl Directory {
    pub(super) fn metadata(&self, path: &GrantPath) -> FsResult<Metadata> {
        match self {
            Self::Local(directory) => local::directory_metadata(&directory.directory),
            Self::Served(tree) => served::metadata(&**tree, &path.path),
        }
    }

    /// Returns the entries. `path` is that of the directory itself.
    pub(super) fn list(&self, path: &GrantPath) -> FsResult<Entries> {
        match self {
            Self::Local(directory) => local::list(&directory.directory),
            Self::Served(tree) => served::list(&**tree, &path.path),
        }
    }

    /// Returns whether names in it lead to the same entry in any case. A tree's are exact.
    pub(super) fn is_case_insensitive(&self) -> FsResult<bool> {
        Ok(match self {
            Self::Local(directory) => directory.spelling()? == Spelling::CaseInsensitive,
            Self::Served(_) => false,
        })
    }

    /// Returns the listed name of an existing entry if it is not the requested one. Fails if it is
    /// not clear which entry the name leads to.
    pub(super) fn listed_name(&self, name: &PlainName<'_>) -> FsResult<Option<PlainName<'static>>> {
        let Self::Local(directory) = self else { return Ok(None) };
        Ok(listed_name(&directory.directory, directory.spelling()?, name)?)
    }

    /// Returns the metadata of a name, and follows no link. `path` is that of the name.
    pub(super) fn metadata_of(&self, name: &PlainName<'_>, path: &GrantPath) -> FsResult<Metadata> {
        match self {
            Self::Local(directory) => local::metadata(&directory.directory, name),
            Self::Served(tree) => served::metadata(&**tree, &path.path),
        }
    }

    /// Opens what was a directory at the time of its stat, with this metadata.
    pub(super) fn open_directory(&self, name: &PlainName<'_>, seen: Metadata) -> FsResult<Self> {
        Ok(match self {
            Self::Local(directory) => {
                let opened = local::open_directory(&directory.directory, name)?;
                Self::Local(Arc::new(LocalDirectory::new(opened, Some(seen))))
            }
            Self::Served(tree) => Self::Served(tree.clone()),
        })
    }

    /// Opens what was a regular file at the time of its stat.
    pub(super) fn open_file(&self, name: &PlainName<'_>) -> FsResult<File> {
        Ok(match self {
            Self::Local(directory) => {
                let (file, opened) = local::open_file(&directory.directory, name)?;
                File::Local(LocalFile::new(file, opened).into())
            }
            Self::Served(tree) => File::Served(tree.clone()),
        })
    }

    /// Returns the target of what was a link at the time of its stat. `path` is that of the link.
    pub(super) fn link_target(&self, name: &PlainName<'_>, path: &GrantPath) -> FsResult<String> {
        match self {
            Self::Local(directory) => local::link_target(&directory.directory, name),
            Self::Served(tree) => served::link_target(&**tree, &path.path),
        }
    }
}
