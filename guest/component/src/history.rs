//! The past of a repository.

use crate::Reader;
use crate::bindings::exports::readroom::read::history::{
    BlamePage, BlameRequest, DiffPage, DiffRequest, Guest, LogPage, LogRequest,
};
use crate::bindings::exports::readroom::read::types::ReadError;
use crate::bindings::wasi::cli::environment::initial_cwd;
use crate::guarded::Guarded;
use crate::search::deadline;
use crate::view::View;
use readroom_history::{Historic, HistoryError, Timeline};
use readroom_search::Deadline;

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
