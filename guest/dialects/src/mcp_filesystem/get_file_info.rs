//! `get_file_info`: the metadata of a file or directory.

use super::clock_text::clock_text;
use super::{Faults, answered, located};
use crate::shared::{Environment, Identity, NodeError, Reply};
use readroom_core::{FileError, FileKind, Location, Metadata, PathEnd, Timestamp, Tree, real_path};
use readroom_read::{facts_of_directory, facts_of_entry};

pub(crate) const IDENTITY: Identity = super::identity("get_file_info");

pub(crate) use super::definitions::get_file_info as definition;
pub(crate) use super::list_directory::arguments_for;
pub(crate) use super::located::requested_path;

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    Faults::answer(IDENTITY.tool, arguments, |arguments, faults| {
        Some(describe(env, faults.text(arguments, "path")?))
    })
}

fn describe<T: Tree>(env: &Environment<'_, T>, path: &str) -> Result<Reply, String> {
    let real = located::locate(env, path)?;
    let failed = |error| NodeError { error, call: "stat", path: &real }.to_string();
    let found = located::metadata(env, &real).ok_or_else(|| {
        let is_missing = real_path(env.tree, &real).is_ok_and(|path| path.end != PathEnd::Exists);
        failed(if is_missing { FileError::NotFound } else { FileError::Denied })
    })?;
    let Metadata { kind, size, modified, .. } = found;
    // Hosts report neither a birth time nor a mode, and not all of them an access time.
    let time = clock_text(modified.unwrap_or(Timestamp { seconds: 0, nanoseconds: 0 }));
    let permissions = if kind == FileKind::Directory { "755" } else { "644" };
    let text = format!(
        "size: {size}\ncreated: {time}\nmodified: {time}\naccessed: {time}\nisDirectory: {}\n\
         isFile: {}\npermissions: {permissions}",
        kind == FileKind::Directory,
        kind == FileKind::File
    );
    let facts = Location::of(env.tree.grants(), &real).map(|location| match kind {
        FileKind::Directory => facts_of_directory(&location, 0),
        _ => facts_of_entry(&location, &found, 0, 0),
    });
    Ok(answered(text, facts.into_iter().collect()))
}
