//! When the file of a log came to its path, and when it left it.

use super::{call_at, short};
use crate::readroom::Sentences;
use crate::shared::{Environment, quotable};
use readroom_core::Tree;
use readroom_types::{ChangeStatus, ChangedFile, LogPage, LogRequest};

/// Says whether the newest commit deleted or renamed the requested file, and where older commits
/// have it.
pub(super) fn note_moves<T: Tree>(
    env: &Environment<'_, T>,
    page: &LogPage,
    request: &LogRequest,
    notes: &mut Sentences,
) {
    let path = env.absolute(&request.path);
    let is_path = |other: &str| env.absolute(other) == path;
    let newest = page.commits.first().filter(|_| request.cursor.is_none());
    if let Some(commit) = newest {
        let id = short(&commit.id);
        for file in &commit.files {
            if file.old_path.as_deref().is_some_and(is_path) {
                notes.add(format_args!("It was renamed in {id}, to {}.", quotable(&file.path)));
            } else if file.status == ChangeStatus::Deleted && is_path(&file.path) {
                notes.add(format_args!("It was deleted in {id}."));
            }
        }
    }
    let renamed = page.commits.iter().find_map(|commit| {
        let is_requested = |file: &&ChangedFile| is_path(&file.path);
        let file = commit.files.iter().find(is_requested)?;
        Some((short(&commit.id), file.old_path.as_deref()?))
    });
    if let Some((commit, old_path)) = renamed {
        let call = call_at(old_path, &format!("{commit}~1"));
        notes.add(format_args!("It was renamed in {commit}; before: {call}"));
    }
}
