//! Directories, of the machine or of a tree.

use super::entries::Entries;
use super::file::File;
use super::grant_path::GrantPath;
use super::metadata::Metadata;
use super::plain_name::PlainName;
use super::{local, served};
use crate::tree::Tree;
use cap_std::fs::Dir;
use std::sync::Arc;
use wasmtime_wasi::p2::FsResult;

/// An open directory, of the machine or of a tree that the host serves. A component must not be
/// able to tell which.
#[derive(Clone)]
pub(super) enum Directory {
    Local(Arc<Dir>),
    /// A tree's directories are identified by their paths alone.
    Served(Arc<dyn Tree>),
}

impl Directory {
    pub(super) fn metadata(&self, path: &GrantPath) -> FsResult<Metadata> {
        match self {
            Self::Local(directory) => local::directory_metadata(directory),
            Self::Served(tree) => served::metadata(&**tree, &path.path),
        }
    }

    /// Returns the entries. `path` is that of the directory itself.
    pub(super) fn list(&self, path: &GrantPath) -> FsResult<Entries> {
        match self {
            Self::Local(directory) => local::list(directory),
            Self::Served(tree) => served::list(&**tree, &path.path),
        }
    }

    /// Returns the metadata of a name, and follows no link. `path` is that of the name.
    pub(super) fn metadata_of(&self, name: PlainName<'_>, path: &GrantPath) -> FsResult<Metadata> {
        match self {
            Self::Local(directory) => local::metadata(directory, name),
            Self::Served(tree) => served::metadata(&**tree, &path.path),
        }
    }

    /// Opens what was a directory when it was looked at.
    pub(super) fn open_directory(&self, name: PlainName<'_>) -> FsResult<Self> {
        Ok(match self {
            Self::Local(directory) => {
                Self::Local(Arc::new(local::open_directory(directory, name)?))
            }
            Self::Served(tree) => Self::Served(tree.clone()),
        })
    }

    /// Opens what was a regular file when it was looked at.
    pub(super) fn open_file(&self, name: PlainName<'_>) -> FsResult<File> {
        Ok(match self {
            Self::Local(directory) => File::Local(local::open_file(directory, name)?),
            Self::Served(tree) => File::Served(tree.clone()),
        })
    }

    /// Returns the target of what was a link when it was looked at. `path` is that of the link.
    pub(super) fn link_target(&self, name: PlainName<'_>, path: &GrantPath) -> FsResult<String> {
        match self {
            Self::Local(directory) => local::link_target(directory, name),
            Self::Served(tree) => served::link_target(&**tree, &path.path),
        }
    }
}
