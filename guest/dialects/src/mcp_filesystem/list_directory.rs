//! `list_directory`: the names in a directory.

use super::answer::answered;
use super::directories::{Entries, text_fits};
use super::faults::Faults;
use super::located;
use super::release::Release;
use crate::shared::basic_request::BasicRequest;
use crate::shared::environment::Environment;
use crate::shared::reply::Reply;
use readroom_core::{FileKind, Tree};
use readroom_read::ReadFacts;

const NAME: &str = "list_directory";

pub(super) use super::located::requested_path;

pub(super) fn call<T: Tree>(
    env: &Environment<'_, T>,
    release: &'static Release,
    arguments: &str,
) -> Reply {
    Faults::answer(release, NAME, arguments, |arguments, faults| {
        Some(list(env, release, faults.text(arguments, "path")?))
    })
}

fn list<T: Tree>(env: &Environment<'_, T>, release: &Release, path: &str) -> Result<Reply, String> {
    let real = located::locate(env, release, path)?;
    let Entries { directory, entries } = Entries::list(env, &real)?;
    let facts = ReadFacts::of_directory(directory.location(), entries.len() as u64);
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

/// Returns what stands before the name of an entry. A link is a file, wherever it leads.
pub(super) fn prefix(kind: FileKind) -> &'static str {
    match kind {
        FileKind::Directory => "[DIR]",
        FileKind::File | FileKind::Link | FileKind::Special => "[FILE]",
    }
}

pub(super) fn arguments_for(_: &BasicRequest<'_>) -> Option<String> {
    None
}
