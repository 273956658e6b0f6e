//! Resolves a path, and checks whether it may be read.

use crate::shared::{Environment, paths, uri};
use readroom_core::{FileError, MAX_PATH_BYTES, PathEnd, Tree, real_path};

const MAX_PATH_UNITS: usize = 4096;
const MAX_NAME_UNITS: usize = 255;

/// Prefixes of names for which a model mistook log output for a path.
const LOGS: [&str; 5] =
    ["AssertionError:", "FAIL ", "\u{2713} ", "\u{d7} ", "TestingLibraryElementError:"];

/// Returns the absolute name of a path, without accessing files.
pub(super) fn requested<T: Tree>(env: &Environment<'_, T>, path: &str) -> String {
    decoded(env, &path.replace('\0', ""))
}

/// Returns the absolute name of a path with links resolved; a missing file keeps its name.
pub(super) fn resolved<T: Tree>(env: &Environment<'_, T>, path: &str) -> Result<String, String> {
    let path = path.replace('\0', "");
    located(env, decoded(env, without_mark(env, &path)))
}

/// Returns an absolute name with links resolved.
fn located<T: Tree>(env: &Environment<'_, T>, absolute: String) -> Result<String, String> {
    if absolute.contains('\0') {
        return Err(format!(
            "Failed to resolve path: The argument 'path' must be a string, Uint8Array, or URL \
             without null bytes. Received '{}'",
            paths::for_message(&absolute).replace('\0', "\\x00")
        ));
    }
    if absolute.len() > MAX_PATH_BYTES {
        return Ok(absolute);
    }
    let mut there = absolute.as_str();
    let mut below = String::new();
    loop {
        match real_path(env.tree, there) {
            Ok(real) => return Ok(joined(&real.absolute, &below)),
            Err(FileError::TooManyLinks) => {
                return Err(format!(
                    "Failed to resolve path: ELOOP: too many symbolic links encountered, stat \
                     '{}'",
                    paths::for_message(looping(env, there))
                ));
            }
            Err(error) => {
                let (parent, name) = paths::split(there);
                // Nothing can exist there: the name is kept.
                let is_none = error == FileError::NotDirectory || name.len() > MAX_NAME_UNITS;
                if !is_none || there == "/" {
                    return Ok(absolute);
                }
                below = joined(name, &below);
                there = parent;
            }
        }
    }
}

/// Returns the part of a path that ends with the link that leads to itself.
fn looping<'p, T: Tree>(env: &Environment<'_, T>, path: &'p str) -> &'p str {
    let mut end = path;
    loop {
        let (around, _) = paths::split(end);
        match real_path(env.tree, around) {
            Err(FileError::TooManyLinks) => end = around,
            _ => return end,
        }
    }
}

fn joined(parent: &str, below: &str) -> String {
    if below.is_empty() { parent.into() } else { paths::entry(parent, below) }
}

/// Drops an `@` at the beginning, unless a file has that name.
fn without_mark<'p, T: Tree>(env: &Environment<'_, T>, path: &'p str) -> &'p str {
    let exists = |name: &str| {
        let absolute = env.absolute(name);
        real_path(env.tree, &absolute).is_ok_and(|real| real.end == PathEnd::Exists)
    };
    let Some(rest) = path.strip_prefix('@').filter(|rest| !rest.is_empty()) else { return path };
    let bare = rest.trim_start_matches(['/', '\\']);
    let first = bare.split(['/', '\\']).next().unwrap_or_default();
    let keeps = bare.is_empty()
        || exists(path)
        || (bare.len() == rest.len() && exists(&format!("@{first}")));
    if keeps { path } else { bare }
}

/// Returns the absolute name of a path, decoding percent signs if all of them are escapes.
fn decoded<T: Tree>(env: &Environment<'_, T>, path: &str) -> String {
    let absolute = env.absolute(path);
    match uri::decoded(&absolute) {
        Some(decoded) => env.absolute(&decoded),
        None => absolute,
    }
}

/// Checks that a name can be intended, and may be read.
pub(super) fn check<T: Tree>(env: &Environment<'_, T>, real: &str) -> Result<(), String> {
    check_name(real).map_err(|why| format!("Invalid path: {why}"))?;
    let grants = || env.tree.grants().iter().map(|grant| &*grant.name);
    // The tool decodes it again.
    let again = match real.contains('%') {
        true => located(env, decoded(env, real)).ok(),
        false => Some(real.into()),
    };
    let is_allowed = |grant: &str| {
        again.as_deref().is_some_and(|real| {
            paths::is_inside(grant, real)
                && !paths::relative(grant, real).split(['/', '\\']).any(is_blocked)
        })
    };
    if grants().any(is_allowed) {
        return Ok(());
    }
    Err(format!(
        "Path not in workspace: Attempted path \"{}\" resolves outside the allowed workspace \
         directories: {}",
        paths::for_message(real),
        grants().collect::<Vec<_>>().join(", ")
    ))
}

fn check_name(path: &str) -> Result<(), String> {
    let names = || path.split(['/', '\\']);
    let units = |text: &str| text.encode_utf16().count();
    if path.contains(['\n', '\r', '\0', '\t']) {
        return Err("Path contains invalid characters (newlines or control characters).".into());
    }
    if names().any(|name| LOGS.iter().any(|log| name.starts_with(log))) {
        return Err("Path appears to be a misinterpreted log fragment.".into());
    }
    if (path.contains('"') || path.contains("...")) && units(path) > 20 {
        return Err("Path contains suspicious characters (double quotes or ellipses) and is too \
                    long to be a simple filename."
            .into());
    }
    if units(path) > MAX_PATH_UNITS {
        return Err(format!("Path is too long (maximum {MAX_PATH_UNITS} characters)."));
    }
    match names().find(|name| units(name) > MAX_NAME_UNITS) {
        Some(long) => {
            let begin: Vec<u16> = long.encode_utf16().take(20).collect();
            Err(format!(
                "Path component \"{}...\" is too long (maximum {MAX_NAME_UNITS} characters).",
                String::from_utf16_lossy(&begin)
            ))
        }
        None => Ok(()),
    }
}

/// Returns whether a name is a directory below which the tool reads nothing, also in the short form
/// that Windows gives it.
fn is_blocked(name: &str) -> bool {
    let name = name.split(':').next().unwrap_or_default();
    let name = name.trim_end_matches([' ', '.']).to_lowercase();
    let is_short = |whole: &str, begin: &str, end: &[&str]| {
        let Some((stem, rest)) = name.split_once('~') else { return false };
        let number = end.iter().find_map(|end| rest.strip_suffix(end)).unwrap_or_default();
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let hex = stem.strip_prefix(begin).unwrap_or_default();
        let is_hash = hex.len() == 4 && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_number && (stem == whole || is_hash)
    };
    matches!(&*name, ".git" | ".env" | "node_modules")
        || (name.starts_with("gha-creds-") && name.ends_with(".json"))
        || is_short("git", "gi", &[""])
        || is_short("env", "en", &[""])
        || is_short("node_m", "no", &[""])
        || is_short("gha-cr", "gh", &[".json", ".jso"])
}

#[cfg(test)]
mod tests;
