//! The past of a repository, and trees as they were.

use crate::Reader;
use crate::bindings::exports::readroom::read::history::{
    BlamePage, BlameRequest, DiffPage, DiffRequest, Guest, LogPage, LogRequest,
};
use crate::bindings::exports::readroom::read::types::ReadError;
use crate::bindings::wasi::cli::environment::initial_cwd;
use crate::guarded::Guarded;
use crate::search::deadline;
use readroom_dialects::InWords;
use readroom_history::{Historic, HistoryError, Timeline};
use readroom_search::Deadline;

/// What a call sees: the granted directories, now or as they were.
pub(crate) type View<'t> = Timeline<'t, Guarded<'t>>;

/// Returns the granted directories as they were at a revision, or as they are.
pub(crate) fn at<'t>(
    tree: &'t Guarded<'t>,
    path: &str,
    revision: Option<&str>,
) -> Result<View<'t>, ReadError> {
    let now = Timeline::now(tree);
    match revision {
        None => Ok(now),
        Some(revision) => now.at(tree.cwd, path, revision).map_err(|error| tree.explained(error)),
    }
}

/// Returns an error of a read of the tree in words.
pub(crate) fn explained(view: &View<'_>, error: impl InWords) -> ReadError {
    match view.take_failure() {
        Some(failure) => view.present().explained(failure),
        None => view.present().explained(error),
    }
}

/// Asks something about the past.
fn ask<R>(
    path: &str,
    milliseconds: Option<u32>,
    ask: impl FnOnce(&View<'_>, Option<&str>, Deadline<'_>) -> Result<R, HistoryError>,
) -> Result<R, ReadError> {
    let cwd = initial_cwd();
    let path = |_: &Guarded<'_>| Some(path.to_owned());
    let tree = Guarded::get(cwd.as_deref(), &path);
    let now = Timeline::now(&tree);
    ask(&now, tree.cwd, deadline(milliseconds)).map_err(|error| tree.explained(error))
}

impl Guest for Reader {
    fn diff(request: DiffRequest) -> Result<DiffPage, ReadError> {
        ask(&request.path, request.milliseconds, |now, cwd, deadline| {
            now.diff(cwd, &request, deadline)
        })
    }

    fn log(request: LogRequest) -> Result<LogPage, ReadError> {
        ask(&request.path, request.milliseconds, |now, cwd, deadline| {
            now.log(cwd, &request, deadline)
        })
    }

    fn blame(request: BlameRequest) -> Result<BlamePage, ReadError> {
        ask(&request.path, request.milliseconds, |now, cwd, deadline| {
            now.blame(cwd, &request, deadline)
        })
    }
}
