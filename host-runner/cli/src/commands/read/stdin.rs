//! Standard input as a file.

use anyhow::{Context, Result, bail};
use readroom::tree::MemoryTree;
use readroom::{Builder, Room};
use std::io::{self, Read};

/// The path that stands for standard input.
pub(super) const PATH: &str = "-";

/// The maximum size of standard input, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// Returns the builder of a room whose only file is standard input. It is read here, and kept in
/// memory: a component does not get the stream.
pub(super) fn builder() -> Result<Builder> {
    let mut bytes = Vec::new();
    let mut input = io::stdin().lock().take(MAX_BYTES + 1);
    input.read_to_end(&mut bytes).context("cannot read standard input")?;
    if bytes.len() as u64 > MAX_BYTES {
        bail!("standard input has more than 64 MiB; write it to a file, and read that");
    }
    Ok(Room::builder_from_tree("/stdin", MemoryTree::new().file(PATH, bytes)?))
}
