//! Reads `.agentignore` in the root, where the host has not read it.

use crate::bindings::wasi::filesystem::types::Descriptor;
use readroom_core::{FileKind, Name, READ_CHUNK, TreeError};
use readroom_policy::agentignore::{AgentignoreState, MAX_BYTES, NAME};

/// Returns what the file says. It is read like any other, and no link is followed.
pub(crate) fn read(root: &Descriptor) -> AgentignoreState {
    state(root).unwrap_or_else(|error| match error {
        TreeError::NotFound => AgentignoreState::Absent,
        _ => AgentignoreState::Unusable("it cannot be read".into()),
    })
}

fn state(root: &Descriptor) -> Result<AgentignoreState, TreeError> {
    let name = Name::new(NAME).ok_or(TreeError::Failed)?;
    if root.entry(name)?.kind != FileKind::File {
        return Ok(AgentignoreState::not_a_file());
    }
    let file = root.open_file(name)?;
    // It may have been replaced since it was looked at.
    if file.metadata()?.kind != FileKind::File {
        return Ok(AgentignoreState::not_a_file());
    }
    let mut bytes = Vec::new();
    while bytes.len() as u64 <= MAX_BYTES {
        let more = file.read_at(bytes.len() as u64, READ_CHUNK)?;
        if more.is_empty() {
            return Ok(AgentignoreState::parse(&bytes));
        }
        bytes.extend(more);
    }
    Ok(AgentignoreState::too_large())
}
