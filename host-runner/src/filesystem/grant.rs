//! What a component was granted, and by which name it knows it.

use super::local::Local;
use super::node::{Node, Opened};
use super::served::{Root, Served};
use super::walk::Judge;
use crate::agentignore::{Found, Stamp};
use crate::limits;
use crate::tree::Tree;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use wasmtime::component::ResourceTable;
use wasmtime_wasi::filesystem::{Descriptor, Dir, WasiFilesystemCtxView};
use wasmtime_wasi::p2::bindings::clocks::wall_clock::Datetime;
use wasmtime_wasi::p2::bindings::filesystem::types::ErrorCode;
use wasmtime_wasi::p2::bindings::sync::filesystem::types::{DescriptorType, OpenFlags, PathFlags};
use wasmtime_wasi::p2::{FsError, FsResult};
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

    /// What lies in the grant under one name, of which no link is followed.
    pub(crate) fn find(&self, name: &str) -> Result<Found, ErrorCode> {
        let found = self.with(|node| node.stat_at(name, PathFlags::empty(), &mut Judge::nobody()));
        match found {
            Err(ErrorCode::NoEntry) => Ok(Found::Nothing),
            Err(error) => Err(error),
            Ok(stat) if stat.type_ == DescriptorType::RegularFile => Ok(Found::File(Stamp {
                size: stat.size,
                modified: stat.data_modification_timestamp.and_then(time),
                changed: stat.status_change_timestamp.and_then(time),
            })),
            Ok(_) => Ok(Found::Other),
        }
    }

    /// The bytes of such a file. None if there are more than so many.
    pub(crate) fn bytes(&self, name: &str, most: u64) -> Result<Option<Vec<u8>>, ErrorCode> {
        let judge = &mut Judge::nobody();
        let opened = self.with(|node| node.open_at(name, PathFlags::empty(), OpenFlags::empty(), judge))?.0;
        let file = Self {
            name: String::new(),
            place: match opened {
                Opened::Served(served) => Place::Served(served),
                Opened::Local(open) => return with_local(open, |node| bytes(node, most)),
            },
        };
        file.with(|node| bytes(node, most))
    }

    /// Asks what is granted, as the host and not as a component.
    fn with<T>(&self, question: impl FnOnce(&mut dyn Node) -> FsResult<T>) -> Result<T, ErrorCode> {
        match &self.place {
            Place::Local(directory) => with_local(Descriptor::Dir(directory.clone()), question),
            Place::Served(served) => question(&mut served.clone()).map_err(told),
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

/// Asks something that is open, in a table of its own.
fn with_local<T>(
    open: Descriptor,
    question: impl FnOnce(&mut dyn Node) -> FsResult<T>,
) -> Result<T, ErrorCode> {
    let (mut table, mut filesystem) = (ResourceTable::new(), super::FILESYSTEM.clone());
    let descriptor = table.push(open).map_err(|_| ErrorCode::Io)?;
    let inner = WasiFilesystemCtxView { ctx: &mut filesystem, table: &mut table };
    question(&mut Local::new(inner, &descriptor)).map_err(told)
}

/// All bytes of an open file. None if there are more than so many.
fn bytes(file: &mut dyn Node, most: u64) -> FsResult<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    while bytes.len() as u64 <= most {
        let (more, ended) = file.read(limits::READ_BYTES as u64, bytes.len() as u64)?;
        bytes.extend(more);
        if ended {
            return Ok(Some(bytes).filter(|bytes| bytes.len() as u64 <= most));
        }
    }
    Ok(None)
}

fn told(error: FsError) -> ErrorCode {
    error.downcast().unwrap_or(ErrorCode::Io)
}

fn time(time: Datetime) -> Option<SystemTime> {
    UNIX_EPOCH.checked_add(Duration::new(time.seconds, time.nanoseconds))
}
