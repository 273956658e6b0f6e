//! pi's `ls`: the names in a directory.

use super::arguments::Given;
use super::located::{absolute, at, kind_of_denied, not_found};
use super::report::{Reached, Rows, answer, limit};
use crate::shared::schema::{self, Range};
use crate::shared::{
    Collation, Definition, Environment, Identity, NodeError, Reply, ToolException, paths,
};
use readroom_core::{Directory, FileError, FileKind, Opened, Tree};
use readroom_read::facts_of_directory;

const DEFAULT_LIMIT: u64 = 500;

/// The maximum number of entries of a directory, and the maximum size of their names in bytes.
const MAX_ENTRIES: usize = 200_000;
const MAX_NAMES: usize = 8 << 20;

pub(crate) const IDENTITY: Identity = Identity { tool: "ls", ..super::IDENTITY };

pub(crate) use super::no_arguments_for as arguments_for;

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    parse(arguments).and_then(|request| list(env, &request)).unwrap_or_else(Reply::from)
}

struct Request {
    path: Option<String>,
    limit: f64,
}

fn parse(arguments: &str) -> Result<Request, ToolException> {
    let mut given = Given::parse(IDENTITY.tool, arguments)?;
    let path = given.optional_text("path");
    let limit = limit(given.number("limit"), DEFAULT_LIMIT as f64);
    given.check()?;
    Ok(Request { path, limit })
}

fn list<T: Tree>(env: &Environment<'_, T>, request: &Request) -> Result<Reply, ToolException> {
    let absolute = absolute(env, request.path.as_deref())?;
    let directory = opened(env, &absolute)?;
    let page = directory
        .names_after(None, MAX_ENTRIES, MAX_NAMES)
        .map_err(|error| unreadable(error, &absolute))?;
    if page.more {
        let shown = paths::for_message(&absolute);
        return Err(ToolException::error(format!(
            "Cannot read directory: more than {MAX_ENTRIES} entries, or 8 MiB of names, in \
             '{shown}'"
        )));
    }
    let entries = page.entries;
    // A directory may be listable but not searchable: then no entry in it can be accessed.
    let can_look = entries.iter().any(|(name, _)| directory.entry(name).is_some());
    let collation = Collation::new();
    let entries = collation.sorted(entries, |(name, _)| name.to_lowercase());
    let (mut rows, mut reached) = (Rows::default(), None);
    for (name, kind) in entries {
        if rows.count() as f64 >= request.limit {
            let (name, what) = ("entryLimitReached", "entries");
            reached = Some(Reached { name, what, limit: request.limit, advice: "" });
            break;
        }
        let kind = match kind {
            FileKind::Link => directory.kind_behind(&name),
            kind => kind,
        };
        match kind {
            _ if !can_look => {}
            // It leads to nothing, or out of the grants.
            FileKind::Link => {}
            FileKind::Directory => rows.push(&[&*name, "/"].concat()),
            FileKind::File | FileKind::Special => rows.push(&name),
        }
    }
    let facts = facts_of_directory(directory.location(), rows.count());
    Ok(answer(&rows, "(empty directory)", reached.as_ref(), false, facts))
}

fn opened<'t, T: Tree>(
    env: &Environment<'t, T>,
    absolute: &str,
) -> Result<Directory<'t, T>, ToolException> {
    let not_a_directory = || {
        let shown = paths::for_message(absolute);
        ToolException::error(format!("Not a directory: {shown}"))
    };
    match at(env, absolute) {
        Ok(Opened::Directory(directory)) => Ok(directory),
        Ok(Opened::File(_)) | Err(FileError::NotAFile) => Err(not_a_directory()),
        Err(error @ FileError::Denied) => match kind_of_denied(env, absolute) {
            Some(FileKind::Directory | FileKind::Link) => Err(unreadable(error, absolute)),
            Some(FileKind::File | FileKind::Special) => Err(not_a_directory()),
            None => Err(not_found(absolute)),
        },
        Err(_) => Err(not_found(absolute)),
    }
}

fn unreadable(error: FileError, path: &str) -> ToolException {
    let error = NodeError { error, call: "scandir", path };
    ToolException::error(format!("Cannot read directory: {error}"))
}

pub(crate) fn definition() -> Definition {
    let default = Range::default().with_default(DEFAULT_LIMIT);
    Definition {
        name: "ls",
        description: format!(
            "Lists the names in a directory, sorted, files whose names begin with a dot included. \
             Directories end in '/'. At most {DEFAULT_LIMIT} entries or 50 KB."
        ),
        parameters: schema::without_required(vec![
            schema::text("path", "The directory. By default the working directory."),
            schema::number("limit", default, "The maximum number of entries."),
        ]),
        full_parameters: None,
        snippet: "List directory contents",
        guidelines: Vec::new(),
    }
}

pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    absolute(env, parse(arguments).ok()?.path.as_deref()).ok()
}
