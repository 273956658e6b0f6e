//! `search_files`: the paths below a directory that match a glob.

use super::directories::{Levels, target};
use super::{Entries, Faults, Glob, answered, located, text_fits};
use crate::shared::{Environment, Identity, Reply};
use readroom_core::{FileKind, Tree};
use readroom_read::facts_of_directory;

pub(crate) const IDENTITY: Identity = super::identity("search_files");

const NOTHING: &str = "No matches found";

pub(crate) use super::definitions::search_files as definition;
pub(crate) use super::list_directory::arguments_for;
pub(crate) use super::located::requested_path;

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    Faults::answer(IDENTITY.tool, arguments, |arguments, faults| {
        let path = faults.text(arguments, "path");
        let pattern = faults.text(arguments, "pattern");
        let excluded = faults.optional_texts(arguments, "excludePatterns");
        let (path, pattern) = path.zip(pattern).filter(|_| faults.is_empty())?;
        Some(search(env, path, pattern, &excluded))
    })
}

fn search<T: Tree>(
    env: &Environment<'_, T>,
    path: &str,
    pattern: &str,
    excluded: &[&str],
) -> Result<Reply, String> {
    let real = located::locate(env, path)?;
    let listed = Entries::list(env, &real)?;
    let start = listed.directory.location().clone();
    let wanted = Glob::new(pattern)?;
    let excluded = excluded.iter().map(|pattern| Glob::new(pattern));
    let excluded = excluded.collect::<Result<Vec<_>, _>>()?;
    let mut levels = Levels::new(&real);
    levels.enter(None, searchable(listed))?;
    let (mut text, mut count) = (String::new(), 0);
    loop {
        let Some((name, kind)) = levels.next() else {
            if !levels.leave() {
                break;
            }
            continue;
        };
        let absolute = levels.absolute(&name);
        if kind == FileKind::Link && target(env, &absolute).is_none() {
            continue;
        }
        let path = [&*levels.path, &*name].concat();
        let is_excluded = excluded.iter().any(|glob| glob.matches(&path));
        if !is_excluded && wanted.matches(&path) {
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
        }
    }
    if text.is_empty() {
        text.push_str(NOTHING);
    }
    Ok(answered(text, vec![facts_of_directory(&start, count)]))
}

/// Returns the entries of a directory that a search visits.
fn searchable<T: Tree>(listed: Entries<'_, T>) -> Vec<(String, FileKind)> {
    if listed.is_searchable() { listed.entries } else { Vec::new() }
}
