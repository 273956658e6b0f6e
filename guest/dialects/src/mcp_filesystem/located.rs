//! Resolves the path of a file or directory.

use crate::shared::{Arguments, Environment, Json, NodeError, paths};
use readroom_core::{
    Directory, Failure, File, FileError, FileKind, Metadata, Opened, PathEnd, PathStyle, RealPath,
    TrailingSlash, Tree, find, find_strictly, real_path, sort_by,
};
use readroom_names::nfd;
use std::ops::ControlFlow;

/// Returns the absolute name of a path, without accessing files. A relative path is below the first
/// allowed directory in which it stays within an allowed one.
pub(super) fn absolute<T: Tree>(env: &Environment<'_, T>, path: &str) -> String {
    let path = env.at_home(path);
    let below = |directory: &str| paths::absolute(env.style(), directory, &path);
    let mut grants = env.tree.grants().iter().map(|grant| below(&grant.name));
    let allowed = grants.find(|absolute| is_allowed(env, absolute));
    allowed.unwrap_or_else(|| {
        let absolute = below(env.root());
        respelled(env, &absolute).unwrap_or(absolute)
    })
}

/// Returns an absolute name outside of the allowed directories as one inside, if it starts with
/// another spelling of an allowed directory's name.
fn respelled<T: Tree>(env: &Environment<'_, T>, absolute: &str) -> Option<String> {
    // A Windows device.
    if absolute.starts_with("//") {
        return None;
    }
    let names: Vec<&str> = absolute.split('/').filter(|name| !name.is_empty()).collect();
    let mut grants: Vec<&str> = env.tree.grants().iter().map(|grant| &*grant.name).collect();
    let length = |grant: &str| grant.encode_utf16().count();
    sort_by(&mut grants, |a, b| length(b).cmp(&length(a)));
    grants.into_iter().find_map(|grant| {
        let directories = grant.split('/').filter(|name| !name.is_empty());
        let mut rest = names.iter();
        let is_same = directories
            .into_iter()
            .all(|directory| rest.next().is_some_and(|name| key(name) == key(directory)));
        is_same.then(|| rest.fold(grant.to_string(), |path, name| paths::entry(&path, name)))
    })
}

/// Returns the absolute name of a path with links resolved, if it is allowed, even if nothing
/// exists there.
pub(super) fn locate<T: Tree>(env: &Environment<'_, T>, path: &str) -> Result<String, String> {
    let expanded = env.at_home(path);
    if env.style() == PathStyle::Posix
        && let [drive, b':', rest @ ..] = expanded.as_bytes()
        && drive.is_ascii_alphabetic()
        && matches!(rest, [] | [b'/' | b'\\', ..])
    {
        let path = paths::for_message(path);
        return Err(format!("Access denied - Windows-style path received on a POSIX host: {path}"));
    }
    let absolute = absolute(env, path);
    if !is_allowed(env, &absolute) || absolute.contains('\0') {
        return Err(outside("path", env, &absolute));
    }
    resolved(env, &absolute)
}

/// Opens the file with an absolute name.
pub(super) fn open<'t, T: Tree>(
    env: &Environment<'t, T>,
    real: &str,
) -> Result<File<'t, T>, String> {
    open_after(env, real, "open")
}

/// Does the same with the name of the tool's first call for the file.
pub(super) fn open_after<'t, T: Tree>(
    env: &Environment<'t, T>,
    real: &str,
    first_call: &'static str,
) -> Result<File<'t, T>, String> {
    let failed = |error| {
        let call = if error == FileError::NotFound { first_call } else { "open" };
        NodeError { error, call, path: real }.to_string()
    };
    match find(env.tree, None, real, TrailingSlash::Ignored) {
        Ok(Opened::File(file)) => Ok(file),
        Ok(Opened::Directory(_)) => Err(failed(FileError::IsDirectory)),
        Err(failure) => Err(failed(failure.error)),
    }
}

fn is_allowed<T: Tree>(env: &Environment<'_, T>, absolute: &str) -> bool {
    env.tree.grants().iter().any(|grant| paths::is_inside(&grant.name, absolute))
}

fn outside<T: Tree>(what: &str, env: &Environment<'_, T>, absolute: &str) -> String {
    let allowed: Vec<&str> = env.tree.grants().iter().map(|grant| &*grant.name).collect();
    if allowed.is_empty() {
        let absolute = paths::for_message(absolute);
        return format!(
            "Access denied - no allowed directories: the client exposes no valid roots ({absolute})"
        );
    }
    format!(
        "Access denied - {what} outside allowed directories: {} not in {}",
        paths::for_message(absolute),
        allowed.join(", ")
    )
}

/// Resolves links in an absolute name; a missing file keeps the name that it would have.
fn resolved<T: Tree>(env: &Environment<'_, T>, absolute: &str) -> Result<String, String> {
    let RealPath { absolute: real, end } = look(env, absolute)?;
    match end {
        PathEnd::Exists => Ok(real),
        PathEnd::BrokenLink => Err(no_parent(absolute)),
        PathEnd::Outside { .. } => Err(outside("symlink target", env, &real)),
        PathEnd::Missing { .. } => equivalent(env, absolute),
    }
}

/// Resolves an absolute name.
fn look<T: Tree>(env: &Environment<'_, T>, absolute: &str) -> Result<RealPath, String> {
    real_path(env.tree, absolute)
        .map_err(|error| NodeError { error, call: "realpath", path: absolute }.to_string())
}

fn no_parent(absolute: &str) -> String {
    let parent = paths::for_message(paths::split(absolute).0);
    format!("Parent directory does not exist: {parent}")
}

/// Walks to an absolute name from its allowed directory. A missing name may be another spelling of
/// an existing one.
fn equivalent<T: Tree>(env: &Environment<'_, T>, absolute: &str) -> Result<String, String> {
    let grants = env.tree.grants().iter().map(|grant| &*grant.name);
    let inside = grants.filter(|grant| paths::is_inside(grant, absolute));
    let grant = inside.max_by_key(|grant| grant.len()).unwrap_or_else(|| env.root());
    let mut current = grant.to_string();
    let way = paths::relative(grant, absolute);
    let mut rest = way.as_str();
    while !rest.is_empty() {
        let (name, after) = rest.split_once('/').unwrap_or((rest, ""));
        let mut found = match look(env, &paths::entry(&current, name)) {
            Ok(found) => found,
            // A file along the way is not a directory that could be listed.
            Err(message) => return Err(directory(env, &current).err().unwrap_or(message)),
        };
        if matches!(found.end, PathEnd::Missing { .. }) {
            let Some(other) = other_spelling(env, &current, name)? else {
                return Ok(paths::entry(&current, rest));
            };
            found = look(env, &paths::entry(&current, &other))?;
        }
        match found.end {
            PathEnd::Exists => current = found.absolute,
            PathEnd::Outside { .. } => {
                return Err(outside("symlink target", env, &found.absolute));
            }
            PathEnd::BrokenLink | PathEnd::Missing { .. } => return Err(no_parent(absolute)),
        }
        rest = after;
    }
    Ok(current)
}

/// Opens the directory with a real name.
pub(super) fn directory<'t, T: Tree>(
    env: &Environment<'t, T>,
    real: &str,
) -> Result<Directory<'t, T>, String> {
    let failed = |error| NodeError { error, call: "scandir", path: real }.to_string();
    match find_strictly(env.tree, None, real) {
        Ok(Opened::Directory(directory)) => Ok(directory),
        Ok(Opened::File(_)) => Err(failed(FileError::NotDirectory)),
        Err(Failure { error: FileError::NotAFile, .. }) => Err(failed(FileError::NotDirectory)),
        Err(Failure { error: FileError::Denied, .. })
            if metadata(env, real).is_some_and(|found| found.kind == FileKind::File) =>
        {
            Err(failed(FileError::NotDirectory))
        }
        Err(failure) => Err(failed(failure.error)),
    }
}

/// Returns the metadata of the entry with a real name, without opening it. `None` if the host
/// denies access.
pub(super) fn metadata<T: Tree>(env: &Environment<'_, T>, real: &str) -> Option<Metadata> {
    let directory = |name: &str| directory(env, name).ok();
    if env.tree.grants().iter().any(|grant| grant.name == real) {
        return directory(real)?.metadata().ok();
    }
    let (around, name) = paths::split(real);
    directory(around)?.entry(name)
}

/// Returns the only name in a directory that differs from a missing one in spelling alone.
fn other_spelling<T: Tree>(
    env: &Environment<'_, T>,
    around: &str,
    missing: &str,
) -> Result<Option<String>, String> {
    let directory = directory(env, around)?;
    let wanted = key(missing);
    let mut found = Vec::new();
    let listed = directory.each_entry(&mut |name, _| {
        if key(name) == wanted && !directory.is_denied(name) {
            found.push(name.to_string());
        }
        if found.len() > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    listed.map_err(|error| NodeError { error, call: "scandir", path: around }.to_string())?;
    match found.len() {
        0 | 1 => Ok(found.pop()),
        _ => Err(format!("Ambiguous Unicode path component: {}", paths::for_message(missing))),
    }
}

/// Returns a key that is equal for all spellings of a name. Names that are equal in one
/// normalization form are equal in any.
fn key(name: &str) -> String {
    let key = nfd(name);
    if key.is_ascii() {
        return key;
    }
    let space = |character| match character {
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => {
            ' '
        }
        other => other,
    };
    key.chars().map(space).collect()
}

/// Returns the absolute name of the argument `path`, without accessing it.
pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    let arguments = Arguments::parse(arguments).ok()?;
    match arguments.get("path")? {
        Json::Text(path) => Some(absolute(env, path)),
        _ => None,
    }
}
