//! Files in memory that a room is opened with.

use crate::failure::Failure;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use readroom::{Limits, MemoryTree};
use serde::Deserialize;
use std::time::{Duration, UNIX_EPOCH};

/// The maximum length of a path in bytes: each directory on the way to a file takes memory.
const MAX_PATH: usize = 4096;

/// A file, a link or a directory, by its path from the root.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    path: String,
    text: Option<String>,
    /// Bytes in base64, with padding.
    base64: Option<String>,
    /// The target of a link.
    link: Option<String>,
    #[serde(default)]
    directory: bool,
    /// Milliseconds since 1970.
    modified: Option<u64>,
}

/// Returns the tree of the files, which takes at most `limits.total_memory`.
pub(crate) fn tree(files: Vec<File>, limits: &Limits) -> Result<MemoryTree, Failure> {
    let mut tree = MemoryTree::new();
    for file in files {
        tree = file.added_to(tree)?;
        if tree.memory() > limits.total_memory {
            return Err(Failure::large_files(limits.total_memory));
        }
    }
    Ok(tree)
}

impl File {
    fn added_to(self, tree: MemoryTree) -> Result<MemoryTree, Failure> {
        let Self { path, text, base64, link, directory, modified } = self;
        if path.len() > MAX_PATH {
            return Err(Failure::room(format_args!(
                "a path has {} bytes; give shorter ones, of at most {MAX_PATH} bytes",
                path.len()
            )));
        }
        let tree = match (text, base64, link, directory) {
            (Some(text), None, None, false) => tree.file(&path, text),
            (None, Some(encoded), None, false) => {
                let bytes = STANDARD.decode(encoded).map_err(|error| {
                    Failure::bad_params(format_args!("'{path}' is not base64: {error}"))
                })?;
                tree.file(&path, bytes)
            }
            (None, None, Some(target), false) => tree.link(&path, target),
            (None, None, None, true) => tree.directory(&path),
            _ => {
                return Err(Failure::bad_params(format_args!(
                    "'{path}' must have one of text, base64, link and directory"
                )));
            }
        };
        let tree = tree.map_err(Failure::room)?;
        let Some(modified) = modified else { return Ok(tree) };
        let time = UNIX_EPOCH.checked_add(Duration::from_millis(modified)).ok_or_else(|| {
            Failure::bad_params(format_args!("'{path}' has a time that is too late: {modified}"))
        })?;
        tree.modified(&path, time).map_err(Failure::room)
    }
}
