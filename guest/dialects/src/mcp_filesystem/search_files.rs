//! `search_files`: the paths below a directory that match a glob.

use super::answer::answered;
use super::directories::{Entries, Levels, target, text_fits};
use super::faults::Faults;
use super::glob::{Budget, Glob, GlobError, Name};
use super::located;
use super::release::Release;
use crate::shared::clip::clipped;
use crate::shared::environment::Environment;
use crate::shared::reply::Reply;
use readroom_core::{FileKind, Tree};
use readroom_read::ReadFacts;

const NAME: &str = "search_files";

const NOTHING: &str = "No matches found";

pub(super) use super::list_directory::arguments_for;
pub(super) use super::located::requested_path;

pub(super) fn call<T: Tree>(
    env: &Environment<'_, T>,
    release: &'static Release,
    arguments: &str,
) -> Reply {
    Faults::answer(release, NAME, arguments, |arguments, faults| {
        let path = faults.text(arguments, "path");
        let pattern = faults.text(arguments, "pattern");
        let excluded = faults.optional_texts(arguments, "excludePatterns");
        let (path, pattern) = path.zip(pattern).filter(|_| faults.is_empty())?;
        Some(search(env, release, path, pattern, &excluded))
    })
}

fn search<T: Tree>(
    env: &Environment<'_, T>,
    release: &Release,
    path: &str,
    pattern: &str,
    excluded: &[&str],
) -> Result<Reply, String> {
    let real = located::locate(env, release, path)?;
    let listed = Entries::list(env, &real)?;
    let start = listed.directory.location().clone();
    let budget = Budget::new();
    let wanted = compiled(&[pattern], &budget)?;
    let excluded = compiled(excluded, &budget)?;
    let (Some(wanted), Some(excluded)) = (wanted, excluded) else {
        return Ok(answered(NOTHING.into(), vec![ReadFacts::of_directory(&start, 0)]));
    };
    let mut levels = Levels::new(&real);
    levels.enter(None, searchable(listed))?;
    let mut names: Vec<Name> = Vec::new();
    let (mut text, mut count) = (String::new(), 0);
    loop {
        let Some((name, kind)) = levels.next() else {
            if !levels.leave() {
                break;
            }
            names.pop();
            continue;
        };
        let absolute = levels.absolute(&name);
        if kind == FileKind::Link && target(env, &absolute).is_none() {
            continue;
        }
        names.push(Name::new(&name));
        let is_excluded = any_matches(&excluded, &names, &budget)?;
        if !is_excluded && any_matches(&wanted, &names, &budget)? {
            text.push_str(if text.is_empty() { "" } else { "\n" });
            text.push_str(&absolute);
            text_fits(&text)?;
            count += 1;
        }
        if !is_excluded
            && kind == FileKind::Directory
            && let Ok(listed) = Entries::list(env, &absolute)
        {
            levels.enter(Some(&name), searchable(listed))?;
            continue;
        }
        names.pop();
    }
    if text.is_empty() {
        text.push_str(NOTHING);
    }
    Ok(answered(text, vec![ReadFacts::of_directory(&start, count)]))
}

/// Returns the entries of a directory that a search comes to.
fn searchable<T: Tree>(listed: Entries<'_, T>) -> Vec<(String, FileKind)> {
    if listed.is_searchable() { listed.entries } else { Vec::new() }
}

/// Compiles patterns. `None` if the release fails to match one, for which it passes over every
/// entry.
fn compiled(patterns: &[&str], budget: &Budget) -> Result<Option<Vec<Glob>>, String> {
    let mut globs = Vec::new();
    for pattern in patterns {
        match Glob::new(pattern, budget) {
            Ok(glob) => globs.push(glob),
            Err(GlobError::Invalid(_) | GlobError::TooLong) => return Ok(None),
            Err(GlobError::TooComplex) => return Err(too_complex(pattern)),
        }
    }
    Ok(Some(globs))
}

/// Returns whether a path matches any of some patterns.
pub(super) fn any_matches(globs: &[Glob], path: &[Name], budget: &Budget) -> Result<bool, String> {
    for glob in globs {
        let matches = glob.matches(path, budget);
        if matches.map_err(|_| "The patterns take too long to match")? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Says that a pattern is too complex.
pub(super) fn too_complex(pattern: &str) -> String {
    format!("The pattern is too complex: {}", clipped(pattern))
}
