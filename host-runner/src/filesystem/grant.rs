//! What a component was granted, and by which name it knows it.

use super::served::{Root, Served};
use crate::tree::Tree;
use std::sync::Arc;
use wasmtime_wasi::filesystem::Dir;
use wasmtime_wasi::{FsPerms, OpenMode};

/// An open directory, or the root of a tree that the host serves, and the absolute name that the component knows it by.
#[derive(Clone)]
pub(crate) struct Grant {
    pub(crate) name: String,
    pub(super) place: Place,
}

/// Where the files of a grant are.
#[derive(Clone)]
pub(super) enum Place {
    /// In the file system of the machine.
    Local(Dir),
    /// Wherever the host has them.
    Served(Served),
}

impl Grant {
    /// Grants an open directory for reading.
    pub(crate) fn new(name: String, directory: std::fs::File) -> Self {
        let directory = Dir::new(directory, FsPerms::ReadOnly, OpenMode::READ, true);
        Self { name, place: Place::Local(directory) }
    }

    /// Grants a tree.
    pub(crate) fn tree(name: String, tree: Arc<dyn Tree>) -> Self {
        let root = Root { name: name.clone(), tree };
        Self { name, place: Place::Served(Served::root(root)) }
    }

    /// The root of the tree that the grant serves, if it does not grant a directory of the machine.
    pub(crate) fn served(&self) -> Option<&Served> {
        match &self.place {
            Place::Served(served) => Some(served),
            Place::Local(_) => None,
        }
    }

    /// Whether an absolute name lies in the grant, as far as names tell.
    pub(crate) fn holds(&self, absolute: &str) -> bool {
        self.relative(absolute).is_some()
    }

    /// An absolute name as one relative to the grant, if it lies there, as far as names tell.
    pub(crate) fn relative(&self, absolute: &str) -> Option<String> {
        let mut parts: Vec<&str> = Vec::new();
        for part in absolute.split('/') {
            match part {
                "" | "." => {}
                ".." => drop(parts.pop()),
                part => parts.push(part),
            }
        }
        let own: Vec<&str> = self.name.split('/').filter(|part| !part.is_empty()).collect();
        Some(parts.strip_prefix(own.as_slice())?.join("/"))
    }
}
