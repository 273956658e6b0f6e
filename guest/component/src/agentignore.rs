//! Reads `.agentignore` in the root, where the host has not read it.

use crate::bindings::wasi::filesystem::types::Descriptor;
use crate::preopens::Preopens;
use readroom_core::{FileKind, Name, READ_CHUNK, Tree, TreeError};
use readroom_policy::agentignore::{AgentignoreState, MAX_BYTES, NAME};

/// Returns what the file says. It is read like any other, and no link is followed.
pub(crate) fn read(tree: &Preopens, root: &Descriptor) -> AgentignoreState {
    match bytes(tree, root) {
        Ok(Content::Bytes(bytes)) => AgentignoreState::parse(&bytes),
        Ok(Content::Other) => AgentignoreState::not_a_file(),
        Ok(Content::TooLarge) => AgentignoreState::too_large(),
        Err(TreeError::NotFound) => AgentignoreState::Absent,
        Err(_) => AgentignoreState::Unusable("it cannot be read".into()),
    }
}

enum Content {
    Bytes(Vec<u8>),
    /// It is not a regular file.
    Other,
    TooLarge,
}

fn bytes(tree: &Preopens, root: &Descriptor) -> Result<Content, TreeError> {
    let name = Name::new(NAME).ok_or(TreeError::Failed)?;
    let seen = tree.entry(root, name)?;
    if seen.kind != FileKind::File {
        return Ok(Content::Other);
    }
    let file = tree.open_file(root, name)?;
    // It may have been replaced since it was looked at.
    if tree.metadata(&file)?.kind != FileKind::File {
        return Ok(Content::Other);
    }
    let mut bytes = Vec::new();
    while bytes.len() as u64 <= MAX_BYTES {
        let more = tree.read_at(&file, bytes.len() as u64, READ_CHUNK)?;
        if more.is_empty() {
            return Ok(Content::Bytes(bytes));
        }
        bytes.extend(more);
    }
    Ok(Content::TooLarge)
}
