//! `list_directory`: the names in a directory.

use super::{Entries, Faults, answered, located, text_fits};
use crate::shared::{BasicRequest, Environment, Identity, Reply};
use readroom_core::{FileKind, Tree};
use readroom_read::facts_of_directory;

pub(crate) const IDENTITY: Identity = super::identity("list_directory");

pub(crate) use super::definitions::list_directory as definition;
pub(crate) use super::located::requested_path;

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    Faults::answer(IDENTITY.tool, arguments, |arguments, faults| {
        Some(list(env, faults.text(arguments, "path")?))
    })
}

fn list<T: Tree>(env: &Environment<'_, T>, path: &str) -> Result<Reply, String> {
    let real = located::locate(env, path)?;
    let Entries { directory, entries } = Entries::list(env, &real)?;
    let facts = facts_of_directory(directory.location(), entries.len() as u64);
    let mut text = String::new();
    for (name, kind) in entries {
        if !text.is_empty() {
            text.push('\n');
        }
        text.extend([prefix(kind), " ", &*name]);
        text_fits(&text)?;
    }
    Ok(answered(text, vec![facts]))
}

/// Returns the prefix of an entry's name. A link counts as a file, regardless of its target.
pub(super) fn prefix(kind: FileKind) -> &'static str {
    match kind {
        FileKind::Directory => "[DIR]",
        FileKind::File | FileKind::Link | FileKind::Special => "[FILE]",
    }
}

pub(crate) fn arguments_for(_: &BasicRequest<'_>) -> Option<String> {
    None
}
